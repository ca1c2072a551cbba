/// The flight of a picture between its cell and the screen, which a hand may hold at any time: two
/// fingers make it go to and fro, one shifts it, and when they leave it goes on from where it is.
/// Asked where it is, never ticked. A value.
public struct HeldFlight: Hashable, Sendable {
  /// Where a picture goes.
  public enum Goal: Hashable, Sendable { case cell, screen }

  /// What the hand has made of it.
  private struct Hold: Hashable, Sendable {
    var progress: Double
    /// About the picture's own middle.
    var offset: Zoom
    /// Progress when the hand took it.
    let origin: Double
  }

  /// Where it goes, or went before it was taken.
  public private(set) var goal: Goal
  private var progress: ScalarCourse
  private var offset: ZoomCourse
  private var hold: Hold?
  /// Nothing flies: it fades where it lies, and moves only with the hand.
  public let isCalm: Bool
  /// The way in which it is pulled, or was: away from the screen the backdrop fades.
  private var pulled: Axis?

  /// Leaves the screen for its cell.
  public init(leavingAt now: Instant, isCalm: Bool = false) {
    (goal, offset, self.isCalm) = (.cell, ZoomCourse(at: .none, now), isCalm)
    progress = isCalm ? Flight.fade(from: 1, to: 0, at: now) : Flight.close(at: now)
  }

  // MARK: What is

  /// 1: the picture fills the screen, 0: it lies in its cell.
  public func progress(at now: Instant) -> Double { hold?.progress ?? progress.value(at: now) }

  private func offset(at now: Instant) -> Zoom { hold?.offset ?? offset.zoom(at: now) }

  public var isHeld: Bool { hold != nil }

  /// True while it is no place that `progress` says but how much is seen of it.
  public var isFading: Bool { isCalm && hold == nil }

  /// True until it has arrived by itself.
  public func isMoving(at now: Instant) -> Bool {
    hold == nil && (progress.isMoving(at: now) || offset.isMoving(at: now))
  }

  /// True while the picture lies somewhere between its cell and the screen.
  public func isInAir(at now: Instant) -> Bool { isHeld || isMoving(at: now) }

  /// True once it lies on the whole screen, as far as anybody can see.
  public func hasLanded(at now: Instant) -> Bool {
    goal == .screen && hold == nil && abs(progress.value(at: now) - 1) < 0.002
      && abs(progress.speed(at: now)) < 0.1 && !offset.isMoving(at: now)
  }

  /// Where the picture is, between these two.
  public func rect(_ flight: Flight, at now: Instant) -> Rect {
    let (rect, offset) = (flight.rect(isCalm ? 1 : progress(at: now)), offset(at: now))
    let (width, height) = (rect.width * offset.scale, rect.height * offset.scale)
    return Rect(
      x: rect.x + (rect.width - width) / 2 + offset.shift.x,
      y: rect.y + (rect.height - height) / 2 + offset.shift.y, width: width, height: height)
  }

  /// 0…1: how much of the overview the backdrop hides, on a screen of that size.
  public func backdrop(on screen: Size, at now: Instant) -> Double {
    min(Flight.backdrop(progress(at: now)), 1 - pulledPart(on: screen, at: now))
  }

  /// |q|: the part of the screen by which it is pulled, at most 1.
  private func pulledPart(on screen: Size, at now: Instant) -> Double {
    guard let pulled else { return 0 }
    let shift = offset(at: now).shift
    let part =
      pulled == .vertical
      ? shift.y / max(screen.height, 1) : shift.x / max(screen.width, 1)
    return min(abs(part), 1)
  }

  // MARK: By itself

  /// To the screen, from wherever it is.
  public mutating func fly(at now: Instant) { go(.screen, at: now) }

  /// Into its cell.
  public mutating func land(at now: Instant) { go(.cell, at: now) }

  private mutating func go(_ goal: Goal, velocity: Point = Point(0, 0), at now: Instant) {
    let (from, zoom) = (progress(at: now), offset(at: now))
    let speed = hold == nil ? progress.speed(at: now) : 0
    self.goal = goal
    guard !isCalm else { return fade(from: from, zoom, at: now) }
    progress =
      goal == .screen
      ? Flight.open(from: from, speed: speed, at: now)
      : Flight.close(from: from, speed: speed, at: now)
    if zoom != .none || hold != nil {
      offset = ZoomCourse(from: zoom, to: .none, velocity: velocity, start: now)
    }
    hold = nil
  }

  /// To the screen where it belongs; to the cell from where it was left.
  private mutating func fade(from progress: Double, _ zoom: Zoom, at now: Instant) {
    self.progress = Flight.fade(from: progress, to: goal == .screen ? 1 : 0, at: now)
    offset = ZoomCourse(at: goal == .screen ? .none : zoom, now)
    hold = nil
  }

  // MARK: In the hand

  /// The hand takes it as it is; nothing moves for that.
  public mutating func grab(at now: Instant) {
    guard hold == nil else { return }
    let progress = progress(at: now)
    hold = Hold(progress: progress, offset: offset(at: now), origin: progress)
    pulled = nil
  }

  /// The hand takes what lies on the screen: if it lets go soon, it stays there.
  public mutating func grabOnScreen(at now: Instant) {
    (goal, hold) = (.screen, Hold(progress: 1, offset: .none, origin: 1))
    pulled = nil
  }

  /// Two fingers: larger by a factor about a point, which moves. The picture goes on its way as
  /// far as it has that size, and the point of it stays between the fingers.
  public mutating func pinch(
    by factor: Double, about point: Point, movedBy: Point, _ flight: Flight, at now: Instant
  ) {
    guard factor.isFinite, factor > 0, movedBy.x.isFinite, movedBy.y.isFinite else { return }
    grab(at: now)
    let before = rect(flight, at: now)
    if isCalm {
      let scale = (hold?.offset.scale ?? 1) * factor
      hold?.offset.scale = min(max(scale, 0.2), 1.15)
    } else {
      let progress = Self.progress(of: flight, atScale: factor, of: hold?.progress ?? 0)
      hold?.progress = min(max(progress, -0.15), 1.15)
    }
    let after = rect(flight, at: now)
    let part = Point(
      (point.x - before.x) / before.width, (point.y - before.y) / before.height)
    hold?.offset.shift.x += point.x + movedBy.x - (after.x + part.x * after.width)
    hold?.offset.shift.y += point.y + movedBy.y - (after.y + part.y * after.height)
  }

  /// Where the picture is so many times as large as it is at a progress. The side that changes more
  /// decides.
  private static func progress(
    of flight: Flight, atScale factor: Double, of progress: Double
  ) -> Double {
    let (cell, whole) = (flight.cell, flight.whole)
    let isUpright = whole.height * cell.width > whole.width * cell.height
    let (low, high) = isUpright ? (cell.height, whole.height) : (cell.width, whole.width)
    // One that is no larger than its cell has no size to go by.
    guard abs(high - low) > 0.1 * low else { return progress + (factor - 1) }
    return ((low + (high - low) * progress) * factor - low) / (high - low)
  }

  /// One finger shifts it.
  public mutating func pan(by way: Point) {
    guard hold != nil, way.x.isFinite, way.y.isFinite else { return }
    hold?.offset.shift.x += way.x
    hold?.offset.shift.y += way.y
  }

  /// A finger has pulled it away from the screen, so many pixels across the show's axis.
  public mutating func pull(
    to way: Double, across axis: Axis, on screen: Size, at now: Instant
  ) {
    guard way.isFinite else { return }
    if hold == nil { grabOnScreen(at: now) }
    pulled = axis == .horizontal ? .vertical : .horizontal
    let shift = pulled == .vertical ? Point(0, way) : Point(way, 0)
    hold?.offset = Zoom(shift: shift)
    let part = pulledPart(on: screen, at: now)
    hold?.offset.scale = max(0.9, 1 - part)
  }

  /// The hand leaves, with a speed in pixels a second: over a fifth of the way it goes on, else
  /// back to where it went before; what was pulled over a quarter of the screen, or by a flick,
  /// goes into its cell.
  public mutating func letGo(velocity: Point, on screen: Size, at now: Instant) {
    guard let hold else { return }
    let speed =
      velocity.x.isFinite && velocity.y.isFinite
      ? Point(min(max(velocity.x, -8000), 8000), min(max(velocity.y, -8000), 8000)) : Point(0, 0)
    if let pulled {
      let isVertical = pulled == .vertical
      let (way, quick) =
        isVertical ? (hold.offset.shift.y, speed.y) : (hold.offset.shift.x, speed.x)
      let extent = isVertical ? screen.height : screen.width
      let isFlick = abs(quick) >= 0.3 * extent && quick * way > 0
      let isFar = pulledPart(on: screen, at: now) > 0.25
      return go(isFar || isFlick ? .cell : .screen, velocity: speed, at: now)
    }
    let change = isCalm ? hold.offset.scale - 1 : hold.progress - hold.origin
    let next = abs(change) < (isCalm ? 0.1 : 0.2) ? goal : change > 0 ? .screen : .cell
    go(next, velocity: speed, at: now)
  }
}
