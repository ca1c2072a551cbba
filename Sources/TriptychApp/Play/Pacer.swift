import TriptychCore

/// When to draw: refreshes on a grid of absolute time, so that lateness does not add up.
///
/// In motion a frame is due at each tick of the grid; after rest the grid begins anew with the
/// first frame, at once.
struct Pacer {
  /// The time of a refresh.
  let interval: Duration
  private var last: Instant?

  init(refreshRate: Int) { interval = .nanoseconds(1_000_000_000 / refreshRate) }

  /// The instant of the next frame if the picture is in motion at `now`: never before a refresh
  /// has passed since the last one, and on the grid unless that was left more than one behind.
  func tick(after now: Instant) -> Instant {
    guard let last else { return now }
    let next = last + interval
    return now - next > interval ? now : next
  }

  /// The instant of the next frame if nothing but its age asks for one.
  func tick(after now: Instant, pause: Duration) -> Instant {
    guard let last else { return now }
    return max(now, last + pause)
  }

  /// The frame of `tick` was shown.
  mutating func drew(at tick: Instant) { last = tick }
}
