/// A size in pixels; fractions are allowed where a size is computed.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }
}

/// A point in pixels, origin top left, y down.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

/// An upright rectangle in pixels, origin top left, y down.
public struct Rect: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The whole of a cell of that size.
  public init(_ size: Size) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  public var maxX: Double { x + width }
  public var maxY: Double { y + height }
}

/// An opaque colour, 8 bits a channel, sRGB.
public struct Color: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  public static let black = Color(red: 0, green: 0, blue: 0)

  /// The colour as a little-endian BGRA pixel, alpha 255.
  public var bgra: UInt32 {
    0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }
}

/// A convex polygon, in order round its edge (either way round), screen pixels.
public struct ConvexPolygon: Hashable, Sendable {
  public var points: [Point]

  public init(_ points: [Point]) { self.points = points }

  /// The four corners of a rectangle, clockwise from the top left.
  public init(_ rect: Rect) {
    points = [
      Point(rect.x, rect.y), Point(rect.maxX, rect.y),
      Point(rect.maxX, rect.maxY), Point(rect.x, rect.maxY),
    ]
  }
}
