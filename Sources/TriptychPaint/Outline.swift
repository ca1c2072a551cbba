import TriptychCore

/// Convex outlines in screen pixels: projecting, clipping and cutting them into edges.
enum Outline {
  /// Where a rectangle of the cell lies on the screen. What would lie behind the eye (w ≤ 0) is
  /// cut off first. Empty if nothing is left or a number is not finite.
  static func project(_ rect: Rect, by map: Homography) -> [Point] {
    var corners = ConvexPolygon(rect).points.map { point in
      SIMD3(
        map.m11 * point.x + map.m12 * point.y + map.m13,
        map.m21 * point.x + map.m22 * point.y + map.m23,
        map.m31 * point.x + map.m32 * point.y + map.m33)
    }
    // The whole matrix may carry any factor; with a negative one all w are negative.
    if corners.allSatisfy({ $0.z < 0 }) { corners = corners.map { -$0 } }
    let farthest = corners.reduce(0) { max($0, abs($1.z)) }
    guard farthest > 0, farthest.isFinite else { return [] }
    let nearest = 1e-6 * farthest
    var points: [Point] = []
    for (index, corner) in corners.enumerated() {
      let next = corners[(index + 1) % corners.count]
      if corner.z >= nearest { points.append(Point(corner.x / corner.z, corner.y / corner.z)) }
      if (corner.z >= nearest) != (next.z >= nearest) {
        let cut = corner + (next - corner) * ((nearest - corner.z) / (next.z - corner.z))
        points.append(Point(cut.x / nearest, cut.y / nearest))
      }
    }
    guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return [] }
    return points.map(snap)
  }

  /// The part of a convex outline within a convex polygon, whichever way round that one goes.
  static func clip(_ points: [Point], to polygon: [Point]) -> [Point] {
    let turn = area(polygon)
    guard turn != 0, turn.isFinite else { return [] }
    var kept = points
    for (index, a) in polygon.enumerated() where !kept.isEmpty {
      let b = polygon[(index + 1) % polygon.count]
      kept = clip(kept) { point in
        let side = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
        return turn > 0 ? side : -side
      }
    }
    return kept
  }

  /// One step of Sutherland and Hodgman: keeps what lies where `side` ≥ 0 (linear in the point).
  private static func clip(_ points: [Point], _ side: (Point) -> Double) -> [Point] {
    var kept: [Point] = []
    for (index, point) in points.enumerated() {
      let next = points[(index + 1) % points.count]
      let (here, there) = (side(point), side(next))
      if here >= 0 { kept.append(point) }
      if (here > 0 && there < 0) || (here < 0 && there > 0) {
        let part = here / (here - there)
        kept.append(
          snap(
            Point(point.x + (next.x - point.x) * part, point.y + (next.y - point.y) * part)))
      }
    }
    return kept
  }

  /// Twice the area; positive if the points go clockwise as seen (y down).
  static func area(_ points: [Point]) -> Double {
    guard points.count > 2 else { return 0 }
    var sum = 0.0
    for (index, a) in points.enumerated() {
      let b = points[(index + 1) % points.count]
      sum += a.x * b.y - b.x * a.y
    }
    return sum
  }

  /// False for what is no polygon, or flat.
  static func hasArea(_ points: [Point]) -> Bool {
    let turn = area(points)
    return turn.isFinite && abs(turn) > 1e-9
  }

  /// Adds the edges of an outline that lies within the screen; returns their range.
  static func addEdges(of points: [Point], to edges: inout [Edge]) -> Range<Int> {
    let start = edges.count
    guard hasArea(points) else { return start..<start }
    let clockwise = area(points) > 0 ? points : points.reversed()
    for (index, a) in clockwise.enumerated() {
      let b = clockwise[(index + 1) % clockwise.count]
      if a.y < b.y { edges.append(Edge(from: a, to: b, isLeft: false)) }
      if a.y > b.y { edges.append(Edge(from: b, to: a, isLeft: true)) }
    }
    return start..<edges.count
  }

  /// Removes the dust of arithmetic, so that what lies on the pixel grid is copied as it is.
  private static func snap(_ point: Point) -> Point { Point(snap(point.x), snap(point.y)) }

  private static func snap(_ value: Double) -> Double {
    let whole = value.rounded()
    return abs(value - whole) < 1e-4 ? whole : value
  }
}

/// A side of a convex outline, from top to bottom, screen pixels.
struct Edge {
  var top: Double
  var bottom: Double
  /// x at `top`.
  var x: Double
  /// x a row down.
  var slope: Double
  /// True if the outline lies to the right of it.
  var isLeft: Bool
  /// The least and the greatest x.
  var minX: Double
  var maxX: Double

  init(from a: Point, to b: Point, isLeft: Bool) {
    (top, bottom, x, self.isLeft) = (a.y, b.y, a.x, isLeft)
    slope = (b.x - a.x) / (b.y - a.y)
    (minX, maxX) = (min(a.x, b.x), max(a.x, b.x))
  }

  /// x at a height; never beyond the ends, however flat the edge is.
  @inline(__always) func x(at y: Double) -> Double {
    let value = x + (y - top) * slope
    return value < minX ? minX : (value > maxX ? maxX : value)
  }
}
