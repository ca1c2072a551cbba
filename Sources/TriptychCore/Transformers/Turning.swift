/// Where a cell stands that is turned about an axis across the screen and seen in perspective.
///
/// The eye is two screens away along the turn: a mild perspective, alike for both axes. A point
/// of the cell at distance s from its middle (along the turn; positive to the right or below)
/// stands at `reach · s + shift` and `slope · s + depth` behind the screen, pixels.
struct Turning {
  var reach: Double
  var shift: Double
  var slope: Double
  var depth: Double

  /// The placement of a cell of the scene; nil while its back is seen. Depths must stay above −2
  /// screens.
  func placement(along axis: Axis, in scene: Scene) -> Placement? {
    let eye = 2 * scene.length(along: axis)
    guard reach * (eye + depth) > shift * slope else { return nil }
    let center = scene.center
    let around =
      axis == .horizontal
      ? Homography(reach * eye, 0, shift * eye, 0, eye, 0, slope, 0, eye + depth)
      : Homography(eye, 0, 0, 0, reach * eye, shift * eye, 0, slope, eye + depth)
    let map = Homography.shift(-center.x, -center.y).then(around).then(.shift(center.x, center.y))
    return Placement(map: map.normalized)
  }
}

extension Homography {
  /// The same map with m33 = 1.
  fileprivate var normalized: Homography {
    Homography(
      m11 / m33, m12 / m33, m13 / m33, m21 / m33, m22 / m33, m23 / m33, m31 / m33, m32 / m33, 1)
  }
}

/// Sine and cosine of so many quarter turns (−1…1), without a C library: the same bits on every
/// machine. Exact at −1, 0 and 1.
func quarterTurns(_ turns: Double) -> (sine: Double, cosine: Double) {
  let size = min(abs(turns), 1)
  let sine = sineOfQuarter(size)
  return (turns < 0 ? -sine : sine, sineOfQuarter(1 - size))
}

/// sin(t π/2), 0 ≤ t ≤ 1, by its series; the last term left out is below 10⁻¹⁷.
private func sineOfQuarter(_ t: Double) -> Double {
  guard t < 1 else { return 1 }
  let angle = t * .pi / 2
  var (sum, n) = (1.0, 20.0)
  while n > 0 { (sum, n) = (1 - angle * angle * sum / (n * (n + 1)), n - 2) }
  return min(angle * sum, 1)
}
