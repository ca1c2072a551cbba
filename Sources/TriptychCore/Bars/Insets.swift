/// What is kept free of the show at the display's edges: `--inset`.
public struct Insets: Hashable, Sendable {
  /// Pixels of a display 1080 high, as seen.
  public var top: Double
  public var right: Double
  public var bottom: Double
  public var left: Double

  public init(top: Double = 0, right: Double = 0, bottom: Double = 0, left: Double = 0) {
    (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
  }

  public static let none = Insets()

  /// Where the show lies on a screen of that size, whole pixels. What would leave less than a
  /// pixel takes all but one.
  public func inner(of size: Size) -> Rect {
    guard self != .none, size.width >= 1, size.height >= 1 else { return Rect(size) }
    let (left, width) = Self.part(left, right, of: size.width, unit: size.height / 1080)
    let (top, height) = Self.part(top, bottom, of: size.height, unit: size.height / 1080)
    return Rect(x: left, y: top, width: width, height: height)
  }

  private static func part(
    _ before: Double, _ after: Double, of length: Double, unit: Double
  ) -> (start: Double, length: Double) {
    let start = min((before * unit).rounded(), length - 1)
    return (start, max(length - start - (after * unit).rounded(), 1))
  }

  /// A frame of the show, lowest first, on the whole screen: moved to its place, with what is to
  /// be kept free over it.
  public func frame(_ layers: [Layer], on screen: Size, over background: Color) -> [Layer] {
    guard self != .none else { return layers }
    let inner = inner(of: screen)
    let zones = [
      Rect(x: 0, y: 0, width: screen.width, height: inner.y),
      Rect(x: 0, y: inner.maxY, width: screen.width, height: screen.height - inner.maxY),
      Rect(x: 0, y: inner.y, width: inner.x, height: inner.height),
      Rect(
        x: inner.maxX, y: inner.y, width: screen.width - inner.maxX, height: inner.height),
    ]
    return layers.map { $0.moved(inner.x, inner.y) }
      + zones.filter { $0.width > 0 && $0.height > 0 }.map { Layer(filling: $0, with: background) }
  }
}

extension Layer {
  /// A plain rectangle of the screen.
  public init(filling rect: Rect, with color: Color, opacity: Double = 1) {
    let box = Size(rect.width, rect.height)
    self.init(
      cell: box, picture: nil, target: Rect(box), crop: Rect(box), backdrop: color,
      placement: Placement(map: .shift(rect.x, rect.y), opacity: opacity))
  }

  /// The same elsewhere on the screen.
  func moved(_ x: Double, _ y: Double) -> Layer {
    var layer = self
    layer.placement.map = placement.map.then(.shift(x, y))
    layer.placement.clips = placement.clips.map { clip in
      ConvexPolygon(clip.points.map { Point($0.x + x, $0.y + y) })
    }
    return layer
  }
}
