/// How a view is enlarged: the cell is scaled about its middle and then shifted. A value.
public struct Zoom: Hashable, Sendable {
  /// 1: as it fits.
  public var scale: Double
  /// Of the cell's middle, pixels.
  public var shift: Point

  public init(scale: Double = 1, shift: Point = Point(0, 0)) {
    (self.scale, self.shift) = (scale, shift)
  }

  public static let none = Zoom()

  /// True where the view is larger than it fits, be it a little.
  public var isZoomed: Bool { scale > 1.001 }

  /// Cell pixels → enlarged cell pixels.
  public func map(in cell: Size) -> Homography {
    Homography.scale(scale, about: Point(cell.width / 2, cell.height / 2))
      .then(.shift(shift.x, shift.y))
  }

  /// Larger by a factor, with the point of the picture at `point` where it is, and all moved.
  public func pinched(by factor: Double, about point: Point, movedBy: Point, in cell: Size) -> Zoom
  {
    let (x, y) = (point.x - cell.width / 2, point.y - cell.height / 2)
    return Zoom(
      scale: scale * factor,
      shift: Point(
        x + (shift.x - x) * factor + movedBy.x, y + (shift.y - y) * factor + movedBy.y))
  }
}

/// How far an item may be enlarged (DESIGN section 4, "Zoom"): from fit to the larger of 1:1
/// pixels and 3 × fit.
public struct ZoomLimits: Hashable, Sendable {
  /// The viewer's space, pixels.
  public var cell: Size
  /// Where the picture lies in the cell at scale 1, pixels.
  public var content: Size
  /// One pixel of the source is one of the screen at this scale.
  public var exact: Double

  /// `source`: pixels of the item as it is shown upright.
  public init(cell: Size, content: Size, source: Size) {
    (self.cell, self.content) = (cell, content)
    exact = content.width > 0 ? source.width / content.width : 1
  }

  public var largest: Double { max(exact, 3) }

  /// The scale at which the picture covers the cell.
  public var fill: Double {
    guard content.width > 0, content.height > 0 else { return 1 }
    return max(cell.width / content.width, cell.height / content.height)
  }

  /// What a double tap enlarges to.
  public var doubleTap: Double { min(max(fill, 2), largest) }

  /// The nearest zoom that may stand: within the scales, and no further shifted than the
  /// picture's edge allows. A side that is smaller than the cell is in the middle.
  public func nearest(to zoom: Zoom) -> Zoom {
    var scale = min(max(zoom.scale, 1), largest)
    if scale < 1.001 { scale = 1 }
    // A change of scale leaves the middle of the cell where it is.
    let change = zoom.scale > 0 ? scale / zoom.scale : 1
    return Zoom(
      scale: scale,
      shift: Point(
        limited(zoom.shift.x * change, to: farthest(scale: scale).x),
        limited(zoom.shift.y * change, to: farthest(scale: scale).y)))
  }

  /// How far the middle may be shifted each way, pixels: to the picture's edge.
  func farthest(scale: Double) -> Point {
    Point(
      max(content.width * scale - cell.width, 0) / 2,
      max(content.height * scale - cell.height, 0) / 2)
  }

  /// What a double tap at a point leads to: enlarged, or back.
  public func doubleTapped(_ zoom: Zoom, at point: Point) -> Zoom {
    if zoom.isZoomed { return .none }
    return nearest(
      to: zoom.pinched(by: doubleTap / zoom.scale, about: point, movedBy: Point(0, 0), in: cell))
  }

  /// What the fingers show of a zoom beyond the limits: it follows them the less, the further
  /// they go. Never larger than 1.5 × the limit, nor smaller than half.
  public func yielding(to zoom: Zoom) -> Zoom {
    let allowed = nearest(to: zoom)
    let scale = zoom.scale / allowed.scale
    let eased =
      scale >= 1
      ? 1 + Self.yield(scale - 1, most: 0.5) : 1 / (1 + Self.yield(1 / scale - 1, most: 1))
    // The shift that belongs to the eased scale, from the middle.
    let part = scale > 0 ? eased / scale : 1
    let wanted = Point(zoom.shift.x * part, zoom.shift.y * part)
    let bound = nearest(
      to: Zoom(scale: allowed.scale, shift: Point(wanted.x / eased, wanted.y / eased)))
    let (x, y) = (bound.shift.x * eased, bound.shift.y * eased)
    return Zoom(
      scale: allowed.scale * eased,
      shift: Point(
        x + Self.yield(wanted.x - x, most: cell.width / 4),
        y + Self.yield(wanted.y - y, most: cell.height / 4)))
  }

  /// 0 at 0 with slope 1, towards ±most.
  private static func yield(_ excess: Double, most: Double) -> Double {
    guard most > 0, excess.isFinite else { return 0 }
    return excess / (1 + abs(excess) / most)
  }

  private func limited(_ shift: Double, to most: Double) -> Double {
    min(max(shift, -most), most)
  }
}

/// A zoom on its way: asked where it is, never ticked. A value.
public struct ZoomCourse: Hashable, Sendable {
  private var scale: ScalarCourse
  private var x: ScalarCourse
  private var y: ScalarCourse

  /// Critically damped springs are this fast: there in a third of a second.
  static let omega = 22.0
  /// At rest.
  public init(at zoom: Zoom, _ now: Instant = .zero) {
    scale = ScalarCourse(at: zoom.scale, now)
    (x, y) = (ScalarCourse(at: zoom.shift.x, now), ScalarCourse(at: zoom.shift.y, now))
  }

  /// From one zoom to another, with the speed there is: of the shift pixels a second.
  public init(
    from zoom: Zoom, to goal: Zoom, velocity: Point = Point(0, 0), start: Instant
  ) {
    self.init(
      from: zoom, to: goal, speed: Zoom(scale: 0, shift: velocity), start: start)
  }

  private init(from zoom: Zoom, to goal: Zoom, speed: Zoom, start: Instant) {
    func spring(_ from: Double, _ speed: Double, _ to: Double, _ grain: Double) -> ScalarCourse {
      ScalarCourse(
        from: from, speed: speed, to: to, start: start, omega: Self.omega, grain: grain)
    }
    scale = spring(zoom.scale, speed.scale, goal.scale, 0.0002)
    x = spring(zoom.shift.x, speed.shift.x, goal.shift.x, Throw.grain)
    y = spring(zoom.shift.y, speed.shift.y, goal.shift.y, Throw.grain)
  }

  /// To another goal with the speed that there is: however often the goal moves on, the view
  /// follows at an even distance.
  public func turned(to goal: Zoom, at now: Instant) -> ZoomCourse {
    let speed = Zoom(
      scale: scale.speed(at: now), shift: Point(x.speed(at: now), y.speed(at: now)))
    return ZoomCourse(from: zoom(at: now), to: goal, speed: speed, start: now)
  }

  /// What a pan that is let go of with a speed leads to: it glides on, each way by itself, and
  /// swings back from the edge. Its scale is within the limits.
  public static func gliding(
    from zoom: Zoom, velocity: Point, within limits: ZoomLimits, start: Instant
  ) -> ZoomCourse {
    func thrown(_ from: Double, _ speed: Double, _ most: Double) -> ScalarCourse {
      ScalarCourse(
        thrownFrom: from, speed: speed, within: -most...most, extent: limits.cell.height,
        start: start)
    }
    let most = limits.farthest(scale: zoom.scale)
    var course = ZoomCourse(at: zoom, start)
    course.x = thrown(zoom.shift.x, velocity.x, most.x)
    course.y = thrown(zoom.shift.y, velocity.y, most.y)
    return course
  }

  /// Where it leads.
  public var goal: Zoom { Zoom(scale: scale.goal, shift: Point(x.goal, y.goal)) }

  /// When it stands exactly at its goal.
  public var arrival: Instant { max(scale.arrival, x.arrival, y.arrival) }

  /// True until it has arrived.
  public func isMoving(at now: Instant) -> Bool { now < arrival }

  /// Where it is.
  public func zoom(at now: Instant) -> Zoom {
    Zoom(scale: scale.value(at: now), shift: Point(x.value(at: now), y.value(at: now)))
  }
}
