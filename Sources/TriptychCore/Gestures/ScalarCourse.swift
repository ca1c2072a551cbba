/// A number on its way to a goal by a damped spring: asked where it is, never ticked. A value.
///
/// With damping 1 it never swings over by itself, only by the speed that it starts with.
public struct ScalarCourse: Hashable, Sendable {
  public private(set) var goal: Double
  private var offset: Double
  private var speed: Double
  private var start: Instant
  private var omega: Double
  private var damping: Double
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
    // Both kinds stay below (|x₀| + |v₀ + ω x₀| t) e^(−ζωt), and t e^(−ζωt/2) < 1 / (ζω): so an
    // envelope that falls half as fast is an upper bound.
    let decay = damping * omega
    let envelope = (abs(offset) + abs(speed + omega * offset) / decay) / max(grain, 1e-12)
    arrival = envelope <= 1 ? start : start + .seconds(2 * Self.logarithm(envelope) / decay)
  }

  /// True until it has arrived.
  public func isMoving(at now: Instant) -> Bool { now < arrival }

  /// Where it is.
  public func value(at now: Instant) -> Double {
    guard now < arrival else { return goal }
    let t = max((now - start).inSeconds, 0)
    guard damping < 1 else {
      return goal + (offset + (speed + omega * offset) * t) * exponential(-omega * t)
    }
    let wave = omega * (1 - damping * damping).squareRoot()
    let (sine, cosine) = sineAndCosine(wave * t)
    let swing = offset * cosine + (speed + damping * omega * offset) / wave * sine
    return goal + swing * exponential(-damping * omega * t)
  }

  /// How fast it is, units a second: the slope of `value` over a millisecond.
  public func speed(at now: Instant) -> Double {
    guard now < arrival else { return 0 }
    let step = Duration.microseconds(500)
    return (value(at: now + step) - value(at: now - step)) / 0.001
  }

  /// An upper bound of the natural logarithm for x ≥ 1, at most 0.7 too high.
  private static func logarithm(_ x: Double) -> Double {
    Double(max(x, 1).exponent + 1) * 0.693_147_180_559_945_3
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
