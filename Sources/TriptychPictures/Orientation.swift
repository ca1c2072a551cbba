/// How a stored picture is turned to be upright; the values are those of Exif and TIFF tag 274.
enum Orientation: UInt16, CaseIterable, Sendable {
  case upright = 1
  case mirrored = 2
  case upsideDown = 3
  case flipped = 4
  case transposed = 5
  /// Turn it clockwise by a quarter.
  case turnedRight = 6
  case transversed = 7
  case turnedLeft = 8

  /// Values out of range count as upright.
  init(tag: UInt16) { self = Orientation(rawValue: tag) ?? .upright }

  /// The same, and then so many quarter turns clockwise.
  func turned(_ quarters: UInt8) -> Orientation {
    let circles: [[Orientation]] = [
      [.upright, .turnedRight, .upsideDown, .turnedLeft],
      [.mirrored, .transversed, .flipped, .transposed],
    ]
    for circle in circles {
      guard let place = circle.firstIndex(of: self) else { continue }
      return circle[(place + Int(quarters)) % 4]
    }
    return self
  }

  /// Width and height change places.
  var swapsAxes: Bool { rawValue >= 5 }

  /// Which stored pixel the upright pixel (0, 0) shows, and what one step to the right and one
  /// down mean there, in a stored picture of `size`, as offsets of (x, y).
  func walk(over size: PixelSize) -> (start: (x: Int, y: Int), right: Step, down: Step) {
    let (lastX, lastY) = (size.width - 1, size.height - 1)
    switch self {
    case .upright: return ((0, 0), Step(x: 1, y: 0), Step(x: 0, y: 1))
    case .mirrored: return ((lastX, 0), Step(x: -1, y: 0), Step(x: 0, y: 1))
    case .upsideDown: return ((lastX, lastY), Step(x: -1, y: 0), Step(x: 0, y: -1))
    case .flipped: return ((0, lastY), Step(x: 1, y: 0), Step(x: 0, y: -1))
    case .transposed: return ((0, 0), Step(x: 0, y: 1), Step(x: 1, y: 0))
    case .turnedRight: return ((0, lastY), Step(x: 0, y: -1), Step(x: 1, y: 0))
    case .transversed: return ((lastX, lastY), Step(x: 0, y: -1), Step(x: -1, y: 0))
    case .turnedLeft: return ((lastX, 0), Step(x: 0, y: 1), Step(x: -1, y: 0))
    }
  }

  struct Step {
    var x: Int
    var y: Int
  }
}
