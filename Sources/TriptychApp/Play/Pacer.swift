import TriptychCore

/// When to draw: refreshes on a grid of absolute time, so that lateness does not add up.
///
/// In motion a frame is due at each tick of the grid; after rest the grid begins anew with the
/// first frame, at once.
struct Pacer {
  /// The time of a refresh.
  let interval: Duration
  private var last: Instant?
  /// The display's refreshes.
  private var cadence: Cadence

  /// `waits`: SDL's present returns with the display's refresh.
  init(refreshRate: Int, waits: Bool = false) {
    interval = .nanoseconds(1_000_000_000 / refreshRate)
    cadence = Cadence(period: interval, follows: waits)
  }

  /// The instant of the next frame if the picture is in motion at `now`: never before a refresh
  /// has passed since the last one, and on the grid unless that was left more than one behind.
  func tick(after now: Instant) -> Instant {
    guard let last else { return now }
    let next = cadence.refresh(from: last + interval / 2)
    // What comes after rest comes at once, under the name of the refresh that has just been.
    return now - next > interval ? max(cadence.refresh(before: now), next) : next
  }

  /// The refresh with which something that is due is seen; if that has passed, the last one.
  func tick(due: Instant, now: Instant) -> Instant {
    let tick = cadence.refresh(from: due)
    return tick < now ? max(tick, cadence.refresh(before: now)) : tick
  }

  /// How far a film's clock is to go on so that its frames lie evenly between refreshes.
  func error(due: Instant, frame: Duration) -> Duration { cadence.error(due: due, frame: frame) }

  /// The instant of the next frame if nothing but its age asks for one.
  func tick(after now: Instant, pause: Duration) -> Instant {
    guard let last else { return now }
    return max(now, last + pause)
  }

  /// The frame of `tick` was drawn.
  mutating func drew(at tick: Instant) { last = tick }

  /// It is on the screen.
  mutating func presented(meant tick: Instant, returned: Instant) {
    cadence.presented(meant: tick, returned: returned)
  }
}
