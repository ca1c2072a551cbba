import TriptychCore

/// The points of the screen where `a x + b y + c` is not negative. Of a border a² + b² = 1: the
/// value is the distance from it, pixels.
struct HalfPlane {
  var a: Double
  var b: Double
  var c: Double

  @inline(__always) func side(_ corner: SIMD4<Double>) -> Double {
    a * corner.x + b * corner.y + c
  }

  /// What lies on the other side.
  var opposite: HalfPlane { HalfPlane(a: -a, b: -b, c: -c) }

  /// The border moved outwards, pixels.
  func widened(by distance: Double) -> HalfPlane { HalfPlane(a: a, b: b, c: c + distance) }

  /// Where this distance is not larger than the other one.
  func nearer(than other: HalfPlane) -> HalfPlane {
    HalfPlane(a: other.a - a, b: other.b - b, c: other.c - c)
  }
}

/// A convex piece of a layer as it lies on the screen, evenly lit or with light that changes
/// linearly from corner to corner.
struct Facet {
  /// In order: x, y (screen pixels), light (0…1, for the colour), alpha (0…1, for what is under).
  var corners: [SIMD4<Double>]

  init(_ corners: [SIMD4<Double>]) { self.corners = corners }

  /// The part on the inner side; nil if there is none.
  func clipped(to plane: HalfPlane) -> Facet? {
    guard var previous = corners.last else { return nil }
    var kept: [SIMD4<Double>] = []
    kept.reserveCapacity(corners.count + 1)
    var there = Self.even(plane.side(previous))
    for corner in corners {
      let here = Self.even(plane.side(corner))
      if (here > 0 && there < 0) || (here < 0 && there > 0) {
        kept.append(previous + (corner - previous) * (there / (there - here)))
      }
      if here >= 0 { kept.append(corner) }
      (previous, there) = (corner, here)
    }
    return kept.count >= 3 && Self.hasArea(kept) ? Facet(kept) : nil
  }

  func clipped(to planes: [HalfPlane]) -> Facet? {
    var left: Facet? = self
    for plane in planes {
      guard let facet = left else { return nil }
      left = facet.clipped(to: plane)
    }
    return left
  }

  /// The same with another light at each corner.
  func lit(_ light: (SIMD4<Double>) -> SIMD4<Double>) -> Facet { Facet(corners.map(light)) }

  /// Cuts it along lines that follow each other, each further in: the pieces between them.
  func cut(along lines: some Collection<HalfPlane>) -> [Facet] {
    var pieces: [Facet] = []
    var rest = self
    for line in lines {
      guard let beyond = rest.clipped(to: line) else { break }
      if let before = rest.clipped(to: line.opposite) { pieces.append(before) }
      rest = beyond
    }
    // The last line may have left nothing beyond it.
    return pieces + [rest]
  }

  /// Corners on a line count as on it.
  @inline(__always) private static func even(_ side: Double) -> Double {
    abs(side) < 1e-9 ? 0 : side
  }

  private static func hasArea(_ corners: [SIMD4<Double>]) -> Bool {
    var twice = 0.0
    var previous = corners[corners.count - 1]
    for corner in corners {
      twice += previous.x * corner.y - corner.x * previous.y
      previous = corner
    }
    return abs(twice) > 1e-7
  }
}

/// The borders of a convex outline. On the pixel grid a border is sharp; elsewhere the light
/// falls from one to nothing within the pixel that it crosses, which is what exact areas give
/// along a straight edge.
struct Borders {
  private(set) var sharp: [HalfPlane] = []
  private(set) var soft: [HalfPlane] = []

  /// `points` as `Outline` gives them, clockwise or not.
  init(of points: [Point]) {
    let clockwise = Outline.area(points) > 0 ? points : points.reversed()
    for (index, p) in clockwise.enumerated() {
      let q = clockwise[(index + 1) % clockwise.count]
      let (x, y) = (q.x - p.x, q.y - p.y)
      let length = (x * x + y * y).squareRoot()
      guard length > 1e-3 else { continue }
      let (a, b) = (-y / length, x / length)
      let border = HalfPlane(a: a, b: b, c: -(a * p.x + b * p.y))
      let onGrid = p.x == q.x && p.x == p.x.rounded() || p.y == q.y && p.y == p.y.rounded()
      if onGrid { sharp.append(border) } else { soft.append(border) }
    }
  }

  /// All of them, half a pixel further out where they are soft.
  var outer: [HalfPlane] { sharp + soft.map { $0.widened(by: 0.5) } }

  /// All of them, half a pixel further in where they are soft.
  var inner: [HalfPlane] { sharp + soft.map { $0.widened(by: -0.5) } }

  /// For each soft border the part of a facet that lies in the pixel it crosses, nearer to it
  /// than to another one.
  func rims(of facet: Facet) -> [(border: HalfPlane, Facet)] {
    soft.indices.compactMap { index in
      let border = soft[index]
      var planes = outer
      planes.append(border.widened(by: -0.5).opposite)
      for other in soft.indices where other != index {
        planes.append(border.nearer(than: soft[other]))
      }
      return facet.clipped(to: planes).map { (border, $0) }
    }
  }

  /// How much of a pixel is covered whose centre lies there, 0…1.
  static func cover(_ border: HalfPlane, _ corner: SIMD4<Double>) -> Double {
    max(0, min(border.side(corner) + 0.5, 1))
  }
}
