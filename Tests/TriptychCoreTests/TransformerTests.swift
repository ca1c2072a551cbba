import Testing

@testable import TriptychCore

/// The promises that every transformer but `cut` keeps (`ContentTransformer`).
@Suite struct TransformerTests {
  static let scene = Scene(size: Size(1920, 1080), gap: 50)
  static let all: [String] = TransformerTable.builtIn.names.filter { $0 != "cut" }

  @Test(arguments: TransformerTable.builtIn.names)
  func atZeroTheViewFillsTheScreen(name: String) throws {
    #expect(try transformer(name).place(0, in: Self.scene) == .identity)
  }

  @Test(arguments: TransformerTable.builtIn.names)
  func everyPlacementIsFiniteAndInRange(name: String) throws {
    let transformer = try transformer(name)
    for step in -1000...1000 {
      guard let placement = transformer.place(Double(step) / 1000, in: Self.scene) else {
        continue
      }
      for corner in corners(placement) + placement.clips.flatMap(\.points) {
        #expect(corner.x.isFinite && corner.y.isFinite)
      }
      #expect((0...1).contains(placement.opacity))
    }
  }

  @Test(arguments: all)
  func aSmallStepIsASmallChange(name: String) throws {
    let transformer = try transformer(name)
    let steps = 4000
    var before = transformer.place(-1, in: Self.scene)
    for step in 1...steps {
      let p = -1 + 2 * Double(step) / Double(steps)
      let now = transformer.place(p, in: Self.scene)
      // Nothing moves farther than 3 screens a place: 3 pixels a step.
      #expect(difference(before, now) < 3, "\(name) jumps at \(p)")
      before = now
    }
  }

  @Test(arguments: all)
  func towardsBothEndsTheViewIsGoneOrCovered(name: String) throws {
    let transformer = try transformer(name)
    for end in [-1.0, 1.0] {
      let leaving = transformer.place(end * (1 - 1e-6), in: Self.scene)
      let other = transformer.place(-end * 1e-6, in: Self.scene)
      let isBelow = (transformer.drawOrder == .nextOnTop) == (end < 0)
      let isCovered = isBelow && seenArea(other) > 0.9999
      #expect(seenArea(leaving) < 1e-4 || isCovered, "\(name) at \(end)")
    }
  }

  @Test(arguments: all)
  func theSameMotionInAnotherSizeLooksTheSame(name: String) throws {
    let transformer = try transformer(name)
    let half = Scene(size: Size(960, 540), gap: 25)
    for p in [-0.8, -0.3, 0.1, 0.6] {
      let large = try #require(seen(transformer.place(p, in: Self.scene), over: Self.scene))
      let small = try #require(seen(transformer.place(p, in: half), over: half))
      for (a, b) in zip(large, small) {
        #expect(abs(a.x / 2 - b.x) < 1e-9 && abs(a.y / 2 - b.y) < 1e-9)
      }
    }
  }

  @Test func cutShowsTheNearerPlaceWhole() throws {
    let cut = try transformer("cut")
    for x in [0, 0.2, 0.4999, 0.5, 0.7, 1] {
      let shown = [0, 1].filter { cut.place($0 - x, in: Self.scene) != nil }
      #expect(shown == [(x + 0.5).rounded(.down)])
    }
  }
}

func transformer(_ name: String) throws -> any ContentTransformer {
  try #require(TransformerTable.builtIn.transformer(named: name))
}

func corners(_ placement: Placement, of size: Size = Size(1920, 1080)) -> [Point] {
  ConvexPolygon(Rect(size)).points.map(placement.map.apply)
}

private func seen(_ placement: Placement?, over scene: Scene) -> [Point]? {
  guard let placement else { return [] }
  return corners(placement, of: scene.size) + placement.clips.flatMap(\.points)
}

/// The largest move of a corner or clip point in pixels, or the change of the seen area as pixels
/// of a screen's height; opacity counts as 100 pixels.
private func difference(_ a: Placement?, _ b: Placement?) -> Double {
  let areas = abs(seenArea(a) - seenArea(b)) * 1920
  guard let a, let b else { return areas }
  var moves = zip(corners(a), corners(b)).map { max(abs($0.x - $1.x), abs($0.y - $1.y)) }
  if a.clips.count == b.clips.count {
    for (before, after) in zip(a.clips.flatMap(\.points), b.clips.flatMap(\.points)) {
      moves.append(max(abs(before.x - after.x), abs(before.y - after.y)))
    }
  }
  return max(moves.max() ?? 0, areas, 100 * abs(a.opacity - b.opacity))
}

/// The part of the screen that shows the view, times its opacity.
func seenArea(_ placement: Placement?) -> Double {
  guard let placement else { return 0 }
  let screen = ConvexPolygon(Rect(Size(1920, 1080)))
  let view = common(corners(placement), screen.points)
  let pieces = placement.clips.isEmpty ? [view] : placement.clips.map { common(view, $0.points) }
  return placement.opacity * pieces.reduce(0) { $0 + abs(area($1)) } / (1920 * 1080)
}

/// Where two convex polygons overlap.
private func common(_ points: [Point], _ polygon: [Point]) -> [Point] {
  let turn = area(polygon)
  guard abs(turn) > 1e-9 else { return [] }
  var kept = points
  for (index, a) in polygon.enumerated() {
    let b = polygon[(index + 1) % polygon.count]
    let sides = kept.map { ((b.x - a.x) * ($0.y - a.y) - (b.y - a.y) * ($0.x - a.x)) * turn }
    var left: [Point] = []
    for (index, point) in kept.enumerated() {
      let next = (index + 1) % kept.count
      if sides[index] >= 0 { left.append(point) }
      if (sides[index] < 0) != (sides[next] < 0) {
        let part = sides[index] / (sides[index] - sides[next])
        left.append(
          Point(
            point.x + (kept[next].x - point.x) * part, point.y + (kept[next].y - point.y) * part))
      }
    }
    kept = left
  }
  return kept
}

/// Positive if the points go clockwise as seen.
func area(_ points: [Point]) -> Double {
  points.indices.reduce(0) { sum, index in
    let (a, b) = (points[index], points[(index + 1) % points.count])
    return sum + (a.x * b.y - b.x * a.y) / 2
  }
}
