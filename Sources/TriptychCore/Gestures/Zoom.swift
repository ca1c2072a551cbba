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
        limited(zoom.shift.x * change, by: content.width * scale - cell.width),
        limited(zoom.shift.y * change, by: content.height * scale - cell.height)))
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

  private func limited(_ shift: Double, by overhang: Double) -> Double {
    let most = max(overhang / 2, 0)
    return min(max(shift, -most), most)
  }
}

/// A zoom on its way: asked where it is, never ticked.
public struct ZoomCourse: Hashable, Sendable {
  private var goal: Zoom
  private var offset: Zoom
  /// Pixels a second, of the shift.
  private var velocity: Point
  private var start: Instant
  private var omega: Double
  /// When it stands exactly at its goal.
  public private(set) var arrival: Instant

  /// Critically damped springs are this fast: there in a third of a second.
  static let omega = 22.0
  /// A pan glides on; its speed falls by e in this time, seconds.
  static let glide = 0.325

  /// At rest.
  public init(at zoom: Zoom, _ now: Instant = .zero) {
    (goal, offset, velocity) = (zoom, Zoom(scale: 0), Point(0, 0))
    (start, omega, arrival) = (now, Self.omega, now)
  }

  /// From one zoom to another, with the speed there is.
  public init(from zoom: Zoom, to goal: Zoom, velocity: Point = Point(0, 0), start: Instant) {
    self.goal = goal
    offset = Zoom(
      scale: zoom.scale - goal.scale,
      shift: Point(zoom.shift.x - goal.shift.x, zoom.shift.y - goal.shift.y))
    (self.velocity, self.start, omega) = (velocity, start, Self.omega)
    let way = max(abs(offset.shift.x), abs(offset.shift.y), abs(offset.scale) * 1000, 1)
    let speed = max(abs(velocity.x), abs(velocity.y))
    // e^(−ωt) (1 + ωt) falls below a quarter of a pixel: t = 2 ln(4 way) / ω is beyond that.
    arrival = start + .seconds(2 * ZoomCourse.logarithm(4 * (way + speed / omega)) / omega)
  }

  /// What a pan that is let go of with a speed leads to: it glides on, but not over the edge.
  public static func gliding(
    from zoom: Zoom, velocity: Point, within limits: ZoomLimits, start: Instant
  ) -> ZoomCourse {
    let far = Zoom(
      scale: zoom.scale,
      shift: Point(
        zoom.shift.x + velocity.x * glide, zoom.shift.y + velocity.y * glide))
    var course = ZoomCourse(
      from: zoom, to: limits.nearest(to: far), velocity: velocity, start: start)
    // The slower spring of a glide: its speed at the start is that of the finger where nothing
    // is in the way (x' = ω × way for a critically damped spring that starts with v = ω × way).
    course.omega = 1 / glide
    course.arrival = start + .seconds(2 * logarithm(4 * 4000) * glide)
    return course
  }

  /// True until it has arrived.
  public func isMoving(at now: Instant) -> Bool { now < arrival }

  /// Where it is at an instant.
  public func zoom(at now: Instant) -> Zoom {
    guard now < arrival else { return goal }
    let t = max((now - start).inSeconds, 0)
    let fade = exponential(-omega * t)
    func value(_ offset: Double, _ velocity: Double) -> Double {
      (offset + (velocity + omega * offset) * t) * fade
    }
    return Zoom(
      scale: goal.scale + value(offset.scale, 0),
      shift: Point(
        goal.shift.x + value(offset.shift.x, velocity.x),
        goal.shift.y + value(offset.shift.y, velocity.y)))
  }

  /// An upper bound of the natural logarithm for x ≥ 1, to within 0.7: the exponent of 2.
  private static func logarithm(_ x: Double) -> Double {
    Double(max(x, 1).exponent + 1) * 0.693_147_180_559_945_3
  }
}
