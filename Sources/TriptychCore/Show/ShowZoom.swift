/// What the hand has made of one view: enlarged and shifted.
struct Enlargement: Sendable {
  /// The place whose view it is.
  var place: Int
  /// Where it goes by itself.
  var course: ZoomCourse
  /// While fingers hold it: what they ask for, beyond the limits too.
  var inHand: Zoom?
  /// How far it went when the hand took it: what is seen stays, whatever becomes of the item.
  var limits: ZoomLimits?
}

extension Show {
  // MARK: What is

  /// True while the current view is enlarged, or is in the hand for it: the timer waits.
  public var isZoomed: Bool {
    guard let enlarged, enlarged.place == currentPlace else { return false }
    return enlarged.inHand != nil || enlarged.course.goal.isZoomed
  }

  /// The size of a wanted item as it is shown upright, pixels; nil: it is not known.
  public func sourceSize(of item: Int) -> Size? { sources[item] }

  /// True if two fingers or keys may enlarge the current view: at rest, and it shows something.
  public var canBeZoomed: Bool { zoomLimits != nil }

  /// Set while two fingers have made the current view smaller than it fits: how it is seen. They
  /// want to see all items.
  public func smallZoom(at now: Instant) -> Zoom? {
    guard let enlarged, enlarged.place == currentPlace, let raw = enlarged.inHand, raw.scale < 0.98
    else { return nil }
    return shown(enlarged, at: now)
  }

  /// How the view at a place is enlarged.
  func zoom(of place: Int, at now: Instant) -> Zoom? {
    guard let enlarged, enlarged.place == place else { return nil }
    let zoom = shown(enlarged, at: now)
    return zoom == .none ? nil : zoom
  }

  /// True while it changes by itself.
  func isZoomMoving(at now: Instant) -> Bool {
    enlarged.map { $0.inHand == nil && $0.course.isMoving(at: now) } ?? false
  }

  private func shown(_ enlarged: Enlargement, at now: Instant) -> Zoom {
    guard let raw = enlarged.inHand else { return enlarged.course.zoom(at: now) }
    return enlarged.limits?.yielding(to: raw) ?? raw
  }

  /// Of the current view; nil where it cannot be enlarged.
  private var zoomLimits: ZoomLimits? {
    guard isAtRest, !isEmptied, !isInOverview, let item = item(at: currentPlace),
      !isFailing(item),
      let source = sources[item]
    else { return nil }
    let content = settings(of: item).fit.target(of: source, in: size)
    guard content.width >= 1, content.height >= 1 else { return nil }
    // What the fit cuts off does not count: the rest fills the target.
    let part = min(source.width / content.width, source.height / content.height)
    return ZoomLimits(
      cell: size, content: Size(content.width, content.height),
      source: Size(content.width * part, content.height * part))
  }

  // MARK: What the hand does

  /// Larger by a factor about a point of the screen, which moves.
  mutating func pinch(by factor: Double, about point: Point, movedBy: Point, at now: Instant) {
    guard factor.isFinite, factor > 0, movedBy.x.isFinite, movedBy.y.isFinite else { return }
    takeInHand(at: now) { limits, zoom in
      let bounded = min(max(zoom.scale * factor, 0.3), limits.largest * 3) / zoom.scale
      zoom = zoom.pinched(by: bounded, about: point, movedBy: movedBy, in: limits.cell)
    }
  }

  /// Shifts what is enlarged, with the finger.
  mutating func pan(by way: Point, at now: Instant) {
    guard isZoomed, way.x.isFinite, way.y.isFinite else { return }
    takeInHand(at: now) { limits, zoom in
      let most = (limits.cell.width + limits.cell.height) * zoom.scale
      zoom.shift.x = min(max(zoom.shift.x + way.x, -most), most)
      zoom.shift.y = min(max(zoom.shift.y + way.y, -most), most)
    }
  }

  private mutating func takeInHand(
    at now: Instant, _ change: (ZoomLimits, inout Zoom) -> Void
  ) {
    guard let limits = zoomLimits else { return }
    var enlarged = enlargement(at: now)
    var raw = enlarged.inHand ?? enlarged.course.zoom(at: now)
    change(limits, &raw)
    (enlarged.inHand, enlarged.limits) = (raw, limits)
    hold(enlarged, at: now)
  }

  /// The fingers leave, with a speed in pixels a second: it glides on, within its limits.
  mutating func letGoOfZoom(velocity: Point, at now: Instant) {
    guard var enlarged, enlarged.inHand != nil, let limits = zoomLimits ?? enlarged.limits else {
      return
    }
    let from = shown(enlarged, at: now)
    let raw = enlarged.inHand ?? from
    // Nobody wants it a twentieth larger: that looks as it fits, and holds the show.
    let allowed = raw.scale < 1.05 ? .none : limits.nearest(to: raw)
    let isThrown = velocity != Point(0, 0) && raw.scale == allowed.scale
    enlarged.course =
      isThrown && !settings.reducedMotion
      ? .gliding(from: from, velocity: velocity, within: limits, start: now)
      : way(from: from, to: allowed, at: now)
    enlarged.inHand = nil
    hold(enlarged, at: now)
  }

  /// A double tap, or the key: enlarged at a point (nil: the middle), or back.
  mutating func toggleZoom(at point: Point?, _ now: Instant) {
    guard let limits = zoomLimits else { return }
    let middle = Point(size.width / 2, size.height / 2)
    move(at: now) { goal in limits.doubleTapped(goal, at: point ?? middle) }
  }

  /// Larger or smaller by a factor about the middle, as keys do it.
  mutating func zoom(by factor: Double, at now: Instant) {
    guard let limits = zoomLimits, factor.isFinite, factor > 0 else { return }
    let middle = Point(size.width / 2, size.height / 2)
    move(at: now) { goal in
      let scale = min(max(goal.scale * factor, 1), limits.largest)
      return limits.nearest(
        to: goal.pinched(
          by: scale / goal.scale, about: middle, movedBy: Point(0, 0), in: limits.cell))
    }
  }

  /// Looks at what lies in a direction: parts of the screen, positive to the right and down.
  mutating func look(_ x: Double, _ y: Double, at now: Instant) {
    guard isZoomed, let limits = zoomLimits, x.isFinite, y.isFinite else { return }
    let (dx, dy) = (x * size.width, y * size.height)
    move(at: now) { goal in
      limits.nearest(
        to: Zoom(scale: goal.scale, shift: Point(goal.shift.x - dx, goal.shift.y - dy)))
    }
  }

  /// Back to how it fits.
  mutating func leaveZoom(at now: Instant) {
    // One that is on its way out is forgotten when it is gone.
    guard let enlarged, enlarged.place == currentPlace else { return }
    move(at: now) { _ in .none }
  }

  private mutating func move(at now: Instant, _ change: (Zoom) -> Zoom) {
    var enlarged = enlargement(at: now)
    let goal = change(enlarged.course.goal)
    enlarged.course =
      enlarged.inHand == nil && !settings.reducedMotion
      ? enlarged.course.turned(to: goal, at: now)
      : way(from: shown(enlarged, at: now), to: goal, at: now)
    enlarged.inHand = nil
    hold(enlarged, at: now)
  }

  /// By a spring; where nothing may move by itself, at once.
  private func way(from zoom: Zoom, to goal: Zoom, at now: Instant) -> ZoomCourse {
    settings.reducedMotion
      ? ZoomCourse(at: goal, now) : ZoomCourse(from: zoom, to: goal, start: now)
  }

  private func enlargement(at now: Instant) -> Enlargement {
    if let enlarged, enlarged.place == currentPlace { return enlarged }
    return Enlargement(place: currentPlace, course: ZoomCourse(at: .none, now))
  }

  /// While it is enlarged the timer waits; afterwards it goes on with what was left.
  private mutating func hold(_ new: Enlargement, at now: Instant) {
    let wasZoomed = isZoomed
    enlarged = new
    guard isZoomed != wasZoomed, !isStopped else { return }
    if isZoomed {
      if case .until(let instant) = dwell { dwell = .held(max(instant - now, .zero)) }
    } else {
      resumeDwell(at: now)
    }
  }

  // MARK: What happens to it

  /// What has left the screen, or is not current at rest any more, is as it fits again.
  mutating func forgetZoom(at now: Instant) {
    guard let enlarged else { return }
    let hasLeft = !visible(at: now).contains(enlarged.place)
    if hasLeft || isAtRest && enlarged.place != currentPlace { self.enlarged = nil }
  }

  /// The screen has another size: the scale stays, and what was in the middle.
  mutating func refitZoom(from old: Size, at now: Instant) {
    guard var enlarged, old.width > 0, old.height > 0 else { return }
    let goal = enlarged.inHand ?? enlarged.course.goal
    let moved = Zoom(
      scale: goal.scale,
      shift: Point(
        goal.shift.x * size.width / old.width, goal.shift.y * size.height / old.height))
    enlarged.course = ZoomCourse(at: zoomLimits?.nearest(to: moved) ?? moved, now)
    enlarged.inHand = nil
    self.enlarged = enlarged
  }
}
