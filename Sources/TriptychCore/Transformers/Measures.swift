// The few measures that transformers share.

extension Scene {
  /// The middle of the screen.
  public var center: Point { Point(size.width / 2, size.height / 2) }

  /// The screen's width or height, pixels.
  public func length(along axis: Axis) -> Double {
    axis == .horizontal ? size.width : size.height
  }

  /// The distance from a view to the next in a row: the screen and the gap, pixels.
  public func pageLength(along axis: Axis) -> Double { length(along: axis) + gap }
}

extension Axis {
  /// A shift to the right or down, pixels.
  public func shift(_ length: Double) -> Homography {
    self == .horizontal ? .shift(length, 0) : .shift(0, length)
  }

  /// What the names of the transformers that exist for both axes begin with.
  var prefix: String { self == .horizontal ? "horizontal-" : "vertical-" }
}

extension Direction {
  public var axis: Axis { self == .left || self == .right ? .horizontal : .vertical }

  /// A shift that way, pixels.
  public func shift(_ length: Double) -> Homography {
    axis.shift(self == .left || self == .up ? -length : length)
  }
}
