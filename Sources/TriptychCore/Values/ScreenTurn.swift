// The viewer's space, in which everything is laid out, and the display's, which may be turned
// against it: `--screen-rotate`, clockwise.

extension Rotation {
  /// Width and height change places.
  public var isSideways: Bool { self == .quarter || self == .threeQuarters }

  /// The size in one of the two spaces of what has that size in the other.
  public func size(_ size: Size) -> Size { isSideways ? Size(size.height, size.width) : size }

  /// Where a point of the viewer's space lies on the display; `viewer`: the viewer's size.
  public func onDisplay(_ point: Point, viewer: Size) -> Point {
    switch self {
    case .none: point
    case .quarter: Point(viewer.height - point.y, point.x)
    case .half: Point(viewer.width - point.x, viewer.height - point.y)
    case .threeQuarters: Point(point.y, viewer.width - point.x)
    }
  }

  /// Where a point of the display (a finger, the pointer) lies in the viewer's space; `viewer`:
  /// the viewer's size.
  public func inView(_ point: Point, viewer: Size) -> Point {
    switch self {
    case .none: point
    case .quarter: Point(point.y, viewer.height - point.x)
    case .half: Point(viewer.width - point.x, viewer.height - point.y)
    case .threeQuarters: Point(viewer.width - point.y, point.x)
    }
  }
}
