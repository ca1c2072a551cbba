/// A plane-to-plane map in homogeneous coordinates, row-major: `x' = (m11 x + m12 y + m13) / w`,
/// `y' = (m21 x + m22 y + m23) / w`, `w = m31 x + m32 y + m33`.
public struct Homography: Hashable, Sendable {
  public var m11, m12, m13: Double
  public var m21, m22, m23: Double
  public var m31, m32, m33: Double

  public init(
    _ m11: Double, _ m12: Double, _ m13: Double,
    _ m21: Double, _ m22: Double, _ m23: Double,
    _ m31: Double, _ m32: Double, _ m33: Double
  ) {
    (self.m11, self.m12, self.m13) = (m11, m12, m13)
    (self.m21, self.m22, self.m23) = (m21, m22, m23)
    (self.m31, self.m32, self.m33) = (m31, m32, m33)
  }

  public static let identity = Homography(1, 0, 0, 0, 1, 0, 0, 0, 1)

  /// A shift by (x, y) pixels.
  public static func shift(_ x: Double, _ y: Double) -> Homography {
    Homography(1, 0, x, 0, 1, y, 0, 0, 1)
  }

  /// A scale by `factor` that leaves `center` where it is.
  public static func scale(_ factor: Double, about center: Point) -> Homography {
    Homography(
      factor, 0, center.x * (1 - factor), 0, factor, center.y * (1 - factor), 0, 0, 1)
  }

  /// The map that applies `self` first and `next` after it.
  public func then(_ next: Homography) -> Homography {
    let (a, b) = (next, self)
    return Homography(
      a.m11 * b.m11 + a.m12 * b.m21 + a.m13 * b.m31,
      a.m11 * b.m12 + a.m12 * b.m22 + a.m13 * b.m32,
      a.m11 * b.m13 + a.m12 * b.m23 + a.m13 * b.m33,
      a.m21 * b.m11 + a.m22 * b.m21 + a.m23 * b.m31,
      a.m21 * b.m12 + a.m22 * b.m22 + a.m23 * b.m32,
      a.m21 * b.m13 + a.m22 * b.m23 + a.m23 * b.m33,
      a.m31 * b.m11 + a.m32 * b.m21 + a.m33 * b.m31,
      a.m31 * b.m12 + a.m32 * b.m22 + a.m33 * b.m32,
      a.m31 * b.m13 + a.m32 * b.m23 + a.m33 * b.m33)
  }

  /// True if the map is a scale and a shift along the axes: rectangles stay upright.
  public var isUpright: Bool {
    m12 == 0 && m21 == 0 && m31 == 0 && m32 == 0 && m33 == 1
  }

  /// Where a point goes.
  public func apply(_ point: Point) -> Point {
    let w = m31 * point.x + m32 * point.y + m33
    return Point(
      (m11 * point.x + m12 * point.y + m13) / w, (m21 * point.x + m22 * point.y + m23) / w)
  }

  /// The map back, scaled so that m33 = 1; nil if the map flattens the plane.
  public var inverse: Homography? {
    let c11 = m22 * m33 - m23 * m32
    let c12 = m23 * m31 - m21 * m33
    let c13 = m21 * m32 - m22 * m31
    let determinant = m11 * c11 + m12 * c12 + m13 * c13
    guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
    let raw = Homography(
      c11, m13 * m32 - m12 * m33, m12 * m23 - m13 * m22,
      c12, m11 * m33 - m13 * m31, m13 * m21 - m11 * m23,
      c13, m12 * m31 - m11 * m32, m11 * m22 - m12 * m21)
    let s = raw.m33 == 0 ? determinant : raw.m33
    return Homography(
      raw.m11 / s, raw.m12 / s, raw.m13 / s, raw.m21 / s, raw.m22 / s, raw.m23 / s,
      raw.m31 / s, raw.m32 / s, raw.m33 / s)
  }
}
