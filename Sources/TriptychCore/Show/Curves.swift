/// e^x, without a C library: the same bits on every machine. Error below 2 in the last place for
/// −700…700; outside 0 and infinity.
func exponential(_ x: Double) -> Double {
  guard x > -700 else { return 0 }
  guard x < 700 else { return .infinity }
  // x = k ln 2 + r, |r| ≤ ln 2 / 2; ln 2 in two parts keeps r exact (Cody and Waite).
  let k = (x * 1.442_695_040_888_963_4).rounded()
  let r = (x - k * 6.931_471_803_691_238e-1) - k * 1.908_214_929_270_587_7e-10
  var (sum, n) = (1.0, 14.0)
  while n > 0 { (sum, n) = (1 + r * sum / n, n - 1) }
  return Double(sign: .plus, exponent: Int(k), significand: sum)
}

/// The natural logarithm of a number above 0, without a C library: the same bits on every machine.
/// Error below 1e−14.
func logarithm(_ x: Double) -> Double {
  guard x > 0, x.isFinite else { return x > 0 ? .infinity : -.infinity }
  // x = 2^k m, m between √½ and √2: 2 artanh((m − 1) / (m + 1)) converges quickly.
  var (k, m) = (x.exponent, x.significand)
  if m > 1.414_213_562_373_095_1 { (k, m) = (k + 1, m / 2) }
  let r = (m - 1) / (m + 1)
  var (sum, n) = (0.0, 23.0)
  while n > 0 { (sum, n) = (sum * r * r + 1 / n, n - 2) }
  return 2 * r * sum + Double(k) * 0.693_147_180_559_945_3
}

extension Easing {
  /// Where a change is after the fraction `t` (0…1) of its time; 0 at 0 and 1 at 1, exactly.
  func value(_ t: Double) -> Double {
    switch self {
    case .linear: return t
    case .easeIn: return t * t * t
    case .easeOut:
      let u = 1 - t
      return 1 - u * u * u
    case .easeInOut:
      let u = 1 - t
      return t < 0.5 ? 4 * t * t * t : 1 - 4 * u * u * u
    }
  }

  /// The slope of `value`.
  func slope(_ t: Double) -> Double {
    switch self {
    case .linear: return 1
    case .easeIn: return 3 * t * t
    case .easeOut: return 3 * (1 - t) * (1 - t)
    case .easeInOut:
      let u = t < 0.5 ? t : 1 - t
      return 12 * u * u
    }
  }
}
