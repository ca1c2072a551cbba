/// A number on its way to a goal by a damped spring, thrown at first perhaps: asked where it is,
/// never ticked. A value.
///
/// With damping 1 it never swings over by itself, only by the speed that it starts with.
public struct ScalarCourse: Hashable, Sendable {
  public private(set) var goal: Double
  private var offset: Double
  private var speed: Double
  /// When the spring takes it.
  private var start: Instant
  private var omega: Double
  private var damping: Double
  /// Before that it glides.
  private var throwing: Throw?
  /// When it is exactly at its goal.
  public private(set) var arrival: Instant

  /// At rest.
  public init(at value: Double, _ now: Instant = .zero) {
    (goal, offset, speed, start, omega, damping) = (value, 0, 0, now, 1, 1)
    arrival = now
  }

  /// From a value with a speed (units a second) to a goal. `omega`: a second⁻¹; `damping`: more
  /// than 0, at most 1. It has arrived once it is nearer than `grain` for good.
  public init(
    from value: Double, speed: Double = 0, to goal: Double, start: Instant, omega: Double,
    damping: Double = 1, grain: Double
  ) {
    (self.goal, offset, self.speed) = (goal, value - goal, speed)
    (self.start, self.omega, self.damping) = (start, omega, damping)
    arrival = start
    arrival = start + .seconds(restTime(max(grain, 1e-12)))
  }

  /// Let go of by a hand with a speed: it glides on, slower and slower, and stops where it is so
  /// slow that nobody sees it stop. What comes to an end of `range` on its way swings over it and
  /// back; what lies beyond one goes back to it. Units are pixels; `extent`: the screen's height.
  public init(
    thrownFrom value: Double, speed: Double, within range: ClosedRange<Double>, extent: Double,
    start: Instant
  ) {
    let thrown = Throw(from: value, speed: speed, extent: extent, start: start)
    let nearest = min(max(value, range.lowerBound), range.upperBound)
    let stop = thrown.stop
    let end = thrown.speed > 0 ? range.upperBound : range.lowerBound
    let reaches = thrown.speed > 0 ? value < end && stop > end : value > end && stop < end
    if thrown.isFast, reaches {
      let time = thrown.time(to: end)
      self.init(
        from: end, speed: thrown.speed(after: time), to: end, start: start + .seconds(time),
        omega: Throw.bounce, grain: Throw.grain)
      throwing = thrown
    } else if thrown.isFast, range.contains(stop) {
      self.init(at: stop, start + .seconds(thrown.stopTime))
      throwing = thrown
    } else {
      self.init(from: value, to: nearest, start: start, omega: Throw.bounce, grain: Throw.grain)
    }
  }

  /// True until it has arrived.
  public func isMoving(at now: Instant) -> Bool { now < arrival }

  /// Where it is.
  public func value(at now: Instant) -> Double {
    guard now < arrival else { return goal }
    if let throwing, now < start { return throwing.value(at: now) }
    return goal + swing(max((now - start).inSeconds, 0))
  }

  /// From the goal, seconds after the spring has taken it.
  private func swing(_ t: Double) -> Double {
    guard damping < 1 else {
      return (offset + (speed + omega * offset) * t) * exponential(-omega * t)
    }
    let (sine, cosine) = sineAndCosine(wave * t)
    let swing = offset * cosine + (speed + damping * omega * offset) / wave * sine
    return swing * exponential(-damping * omega * t)
  }

  private var wave: Double { omega * (1 - damping * damping).squareRoot() }

  /// How fast it is, units a second.
  public func speed(at now: Instant) -> Double {
    guard now < arrival else { return 0 }
    if let throwing, now < start { return throwing.speed(after: (now - throwing.start).inSeconds) }
    let t = max((now - start).inSeconds, 0)
    let sum = speed + damping * omega * offset
    guard damping < 1 else { return (sum - omega * (offset + sum * t)) * exponential(-omega * t) }
    let (sine, cosine) = sineAndCosine(wave * t)
    let turning = sum * cosine - offset * wave * sine
    let falling = damping * omega * (offset * cosine + sum / wave * sine)
    return (turning - falling) * exponential(-damping * omega * t)
  }

  // MARK: Arrival

  /// Seconds after which it stays nearer to the goal than `grain`.
  private func restTime(_ grain: Double) -> Double {
    let sum = speed + damping * omega * offset
    guard damping >= 1 else {
      // Within its envelope.
      let height = (offset * offset + sum * sum / (wave * wave)).squareRoot()
      return logarithm(max(height / grain, 1)) / (damping * omega)
    }
    // (a + b t) e^(−ωt) has one turning point, and beyond that it only falls.
    let turn = sum == 0 ? 0 : max(1 / omega - offset / sum, 0)
    if abs(swing(turn)) >= grain {
      // There t e^(−ωt/2) < 1 / ω, so this is enough.
      let most = (abs(offset) + abs(sum) / omega) / grain
      return latest(from: turn, to: max(2 * logarithm(max(most, 1)) / omega, turn), grain)
    }
    return abs(offset) >= grain ? latest(from: 0, to: turn, grain) : 0
  }

  /// By halving, to a microsecond: away at the first time, near from the second on.
  private func latest(from: Double, to: Double, _ grain: Double) -> Double {
    var (away, near) = (from, to)
    while near - away > 1e-6 {
      let middle = (away + near) / 2
      // Times beyond all sense do not become finer.
      guard middle > away, middle < near else { break }
      if abs(swing(middle)) >= grain { away = middle } else { near = middle }
    }
    return near
  }
}

/// What a hand has thrown, as long as nothing is in its way: its speed falls by e in a third of a
/// second. A value.
struct Throw: Hashable, Sendable {
  /// Seconds in which the speed falls by e.
  static let decay = 0.325
  /// Springs at the ends are this fast, a second⁻¹.
  static let bounce = 15.0
  /// Nearer than that is there, pixels.
  static let grain = 0.25
  /// Screen heights a second: no hand is faster, and what is slower stands.
  static let (fastest, slowest) = (8.0, 1.0 / 54)

  let from: Double
  let speed: Double
  let start: Instant
  private let least: Double

  init(from: Double, speed: Double, extent: Double, start: Instant) {
    (self.from, self.start) = (from, start)
    let most = Self.fastest * max(extent, 1)
    self.speed = speed.isFinite ? min(max(speed, -most), most) : 0
    least = Self.slowest * max(extent, 1)
  }

  /// It glides at all.
  var isFast: Bool { abs(speed) > least }

  /// Where it stops, and after how many seconds, if nothing is in its way.
  var stop: Double { isFast ? from + (speed - (speed < 0 ? -least : least)) * Self.decay : from }
  var stopTime: Double { isFast ? logarithm(abs(speed) / least) * Self.decay : 0 }

  func value(at now: Instant) -> Double {
    let t = max((now - start).inSeconds, 0)
    return from + speed * Self.decay * (1 - exponential(-t / Self.decay))
  }

  func speed(after seconds: Double) -> Double { speed * exponential(-seconds / Self.decay) }

  /// Seconds to a place on its way.
  func time(to place: Double) -> Double {
    let part = (place - from) / (speed * Self.decay)
    return logarithm(1 / max(1 - part, 1e-9)) * Self.decay
  }
}

/// Without a C library: the same bits on every machine. Error below 1e−15 for |x| < 1000.
func sineAndCosine(_ x: Double) -> (sine: Double, cosine: Double) {
  // x = k π/2 + r, |r| ≤ π/4; π/2 in two parts keeps r exact (Cody and Waite).
  let k = (x * 0.636_619_772_367_581_4).rounded()
  let r = (x - k * 1.570_796_326_734_125_6) - k * 6.077_100_506_506_192e-11
  let square = r * r
  var (sine, cosine) = (1.0, 1.0)
  for n in stride(from: 17.0, through: 3.0, by: -2.0) { sine = 1 - square * sine / (n * (n - 1)) }
  for n in stride(from: 18.0, through: 2.0, by: -2.0) {
    cosine = 1 - square * cosine / (n * (n - 1))
  }
  sine *= r
  switch Int(k) & 3 {
  case 0: return (sine, cosine)
  case 1: return (cosine, -sine)
  case 2: return (-sine, -cosine)
  default: return (-cosine, sine)
  }
}
