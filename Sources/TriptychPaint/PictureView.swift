import TriptychCore

/// How a layer's picture lies on the screen.
struct PictureView {
  /// Lines along which a picture is cut.
  struct Cuts {
    /// Picture pixels, ascending.
    var columns: [Double] = []
    var rows: [Double] = []
    /// The same as lines on the screen.
    var across: [HalfPlane] = []
    var down: [HalfPlane] = []
  }

  /// Screen → picture, and such that the divisor is positive where something is seen.
  let back: Homography
  private let seen: [Point]
  private let isAffine: Bool

  /// `points`: the seen outline. nil where the map is degenerate.
  init?(_ layer: Layer, _ points: [Point]) {
    let (target, crop) = (layer.target, layer.crop)
    let (x, y) = (crop.width / target.width, crop.height / target.height)
    let intoPicture = Homography(
      x, 0, crop.x - target.x * x, 0, y, crop.y - target.y * y, 0, 0, 1)
    let raw = layer.placement.map.adjugate.then(intoPicture)
    let count = Double(max(points.count, 1))
    let middle = Point(
      points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count)
    let divisor = raw.m31 * middle.x + raw.m32 * middle.y + raw.m33
    guard divisor != 0, divisor.isFinite else { return nil }
    back = raw.divided(by: divisor)
    guard back.isFinite else { return nil }
    seen = points
    isAffine = points.allSatisfy { abs(raw.divided(by: divisor).divisor($0) - 1) < 1e-9 }
  }

  /// Picture pixels at a corner on the screen.
  func texel(_ corner: SIMD4<Double>) -> Point {
    // Just beyond a soft border the divisor might vanish.
    let divisor = max(back.divisor(Point(corner.x, corner.y)), 1e-12)
    return Point(
      (back.m11 * corner.x + back.m12 * corner.y + back.m13) / divisor,
      (back.m21 * corner.x + back.m22 * corner.y + back.m23) / divisor)
  }

  /// The screen's line on which the picture's column (or row) is `place`; inside: beyond it.
  func line(_ place: Double, isColumn: Bool) -> HalfPlane {
    let row =
      isColumn
      ? SIMD3(back.m11, back.m12, back.m13) : SIMD3(back.m21, back.m22, back.m23)
    let plane = row - place * SIMD3(back.m31, back.m32, back.m33)
    let length = (plane.x * plane.x + plane.y * plane.y).squareRoot()
    guard length > 0 else { return HalfPlane(a: 0, b: 0, c: plane.z) }
    return HalfPlane(a: plane.x / length, b: plane.y / length, c: plane.z / length)
  }

  /// The lines that make linear reading good enough; none for an affine map.
  ///
  /// Halfway between two places whose distances from the eye are W and W + ΔW linear reading is
  /// wrong by the part ΔW / 4W of their distance; n lines make that n² times less.
  func cuts(tolerance: Double, most: Double) -> Cuts {
    guard !isAffine else { return Cuts() }
    let seenPlaces = seen.map { texel(SIMD4($0.x, $0.y, 0, 0)) }
    let depths = seen.map { 1 / max(back.divisor($0), 1e-12) }
    guard let near = depths.min(), let far = depths.max(), near > 0 else { return Cuts() }
    func spread(_ along: [Double]) -> [Double] {
      guard let first = along.min(), let last = along.max(), last > first else { return [] }
      let wanted = ((last - first) * (far - near) / (4 * near * tolerance)).squareRoot()
      // In this form NaN becomes 1.
      let count = wanted > 1 ? min(wanted.rounded(.up), most) : 1
      return (1..<max(Int(count), 1)).map { first + (last - first) * Double($0) / count }
    }
    var cuts = Cuts(columns: spread(seenPlaces.map(\.x)), rows: spread(seenPlaces.map(\.y)))
    cuts.across = cuts.columns.map { line($0, isColumn: true) }
    cuts.down = cuts.rows.map { line($0, isColumn: false) }
    return cuts
  }

  /// Cuts a facet where the picture ends: what a soft border shows beyond repeats its last pixel.
  func partedAtEdges(_ facet: Facet, of tiling: Tiling) -> [Facet] {
    let across = [0, Double(tiling.width)].map { line($0, isColumn: true) }
    let down = [0, Double(tiling.height)].map { line($0, isColumn: false) }
    return facet.cut(along: across).flatMap { $0.cut(along: down) }
  }

  /// The parts of a facet on each of `count` tiles of `size` picture pixels.
  func tiles(
    of facet: Facet, _ count: Int, _ size: Int, isColumn: Bool
  ) -> [(index: Int, Facet)] {
    var found: [(index: Int, Facet)] = []
    var rest: Facet? = facet
    for index in 0..<count {
      guard let facet = rest else { break }
      guard index + 1 < count else {
        found.append((index, facet))
        break
      }
      let border = line(Double((index + 1) * size), isColumn: isColumn)
      if let before = facet.clipped(to: border.opposite) { found.append((index, before)) }
      rest = facet.clipped(to: border)
    }
    return found
  }
}

extension Homography {
  fileprivate func divisor(_ point: Point) -> Double { m31 * point.x + m32 * point.y + m33 }
}
