/// How x moves: a value that is asked where x is, never ticked (DESIGN section 4).
struct Course: Sendable {
  enum Shape: Sendable {
    case rest
    /// In the hand.
    case held
    case timed(from: Double, length: Duration, easing: Easing)
    /// Critically damped, from `offset` = x − goal with a velocity; ω per second.
    case spring(offset: Double, velocity: Double, omega: Double)
    /// x − goal shrinks by e in 0.0914 s.
    case release(offset: Double)
  }

  private(set) var shape: Shape
  /// Where x comes to rest; for `held` where x is.
  private(set) var end: Double
  private var start: Instant
  /// When x is exactly `end`; nil: it stays as it is.
  private(set) var arrival: Instant?

  /// The ancestor's settle, 1/6 of the rest each 1/60 s, as a time constant (SEEDS 1.1).
  static let releaseTime = 0.0914

  static func rest(at x: Double) -> Course { Course(shape: .rest, end: x, start: .zero) }

  static func held(at x: Double) -> Course { Course(shape: .held, end: x, start: .zero) }

  /// From a place to another in exactly `length`.
  static func timed(
    from: Double, to goal: Int, start: Instant, length: Duration, easing: Easing
  ) -> Course {
    var course = Course(
      shape: .timed(from: from, length: length, easing: easing), end: Double(goal), start: start)
    course.arrival = start + length
    return course
  }

  /// Never past the goal by more than 0.05, because ω ≥ |v| / 0.136 (peak = v/(ω e)); not past
  /// it at all if `stopsShort`: there is nothing to be seen beyond.
  static func spring(
    from state: State, to goal: Int, start: Instant, length: Duration, stopsShort: Bool
  ) -> Course {
    let omega = max(6.6 / max(length.inSeconds, 0.01), abs(state.velocity) / 0.136)
    var course = Course(
      shape: .spring(offset: state.x - Double(goal), velocity: state.velocity, omega: omega),
      end: Double(goal), start: start)
    course.findArrival(step: 0.25 / omega, stopsShort: stopsShort)
    return course
  }

  static func release(from x: Double, to goal: Int, start: Instant) -> Course {
    var course = Course(
      shape: .release(offset: x - Double(goal)), end: Double(goal), start: start)
    course.findArrival(step: 0.25 * releaseTime, stopsShort: false)
    return course
  }

  struct State: Sendable {
    var x: Double
    /// Places a second.
    var velocity: Double
  }

  var isHeld: Bool { if case .held = shape { true } else { false } }
  var isRest: Bool { if case .rest = shape { true } else { false } }
  var isMoving: Bool { arrival != nil }
  /// True for what a finger left: only the nearer film plays.
  var isRelease: Bool { if case .release = shape { true } else { false } }

  func state(at now: Instant) -> State {
    if let arrival, now >= arrival { return State(x: end, velocity: 0) }
    return motion(after: now - start)
  }

  private func motion(after elapsed: Duration) -> State {
    let t = max(elapsed.inSeconds, 0)
    switch shape {
    case .rest, .held:
      return State(x: end, velocity: 0)
    case .timed(let from, let length, let easing):
      let seconds = length.inSeconds
      let part = min(t / seconds, 1)
      return State(
        x: from + (end - from) * easing.value(part),
        velocity: (end - from) * easing.slope(part) / seconds)
    case .spring(let offset, let velocity, let omega):
      let c = velocity + omega * offset
      let fade = exponential(-omega * t)
      return State(
        x: end + (offset + c * t) * fade, velocity: (velocity - omega * c * t) * fade)
    case .release(let offset):
      let rest = offset * exponential(-t / Self.releaseTime)
      return State(x: end + rest, velocity: -rest / Self.releaseTime)
    }
  }

  /// Arrival is within 0.0005 of the goal and slower than 0.005 a second. Found here once, by
  /// steps and halving, so that it does not depend on when frames are drawn.
  private mutating func findArrival(step: Double, stopsShort: Bool) {
    let offset = motion(after: .zero).x - end
    func isThere(_ t: Double) -> Bool {
      let state = motion(after: .seconds(t))
      if stopsShort && (state.x - end) * offset <= 0 { return true }
      return abs(state.x - end) < 0.0005 && abs(state.velocity) < 0.005
    }
    var (low, high) = (0.0, 0.0)
    while !isThere(high) && high < 1000 * step { (low, high) = (high, high + step) }
    for _ in 0..<40 where high - low > 1e-7 {
      let middle = (low + high) / 2
      if isThere(middle) { high = middle } else { low = middle }
    }
    arrival = start + .seconds(high)
  }
}
