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

  /// A band across the whole screen, from so many pixels along the axis on.
  public func band(from begin: Double, length: Double, along axis: Axis) -> Rect {
    axis == .horizontal
      ? Rect(x: begin, y: 0, width: length, height: size.height)
      : Rect(x: 0, y: begin, width: size.width, height: length)
  }
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

  /// 1 where the next picture comes from the right or from below, else −1.
  var sign: Double { self == .left || self == .up ? 1 : -1 }

  /// A shift that way, pixels.
  public func shift(_ length: Double) -> Homography {
    axis.shift(self == .left || self == .up ? -length : length)
  }
}
