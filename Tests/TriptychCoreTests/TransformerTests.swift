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
    let steps = 20_000
    var before = transformer.place(-1, in: Self.scene)
    for step in 1...steps {
      let p = -1 + 2 * Double(step) / Double(steps)
      let now = transformer.place(p, in: Self.scene)
      // Nothing moves farther than 1.5 screens a place: 0.3 pixel a step.
      #expect(difference(before, now) < 0.3, "\(name) jumps at \(p)")
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

private func transformer(_ name: String) throws -> any ContentTransformer {
  try #require(TransformerTable.builtIn.transformer(named: name))
}

private func corners(_ placement: Placement, of size: Size = Size(1920, 1080)) -> [Point] {
  ConvexPolygon(Rect(size)).points.map(placement.map.apply)
}

private func seen(_ placement: Placement?, over scene: Scene) -> [Point]? {
  guard let placement else { return [] }
  return corners(placement, of: scene.size) + placement.clips.flatMap(\.points)
}

/// The largest move of a corner or clip point in pixels; opacity counts as 100 pixels.
private func difference(_ a: Placement?, _ b: Placement?) -> Double {
  guard let a, let b else { return 100 * (a?.opacity ?? 0) + 100 * (b?.opacity ?? 0) }
  // A view without clips is clipped to the screen.
  let screen = [ConvexPolygon(Rect(Size(1920, 1080)))]
  let before = corners(a) + (a.clips.isEmpty ? screen : a.clips).flatMap(\.points)
  let after = corners(b) + (b.clips.isEmpty ? screen : b.clips).flatMap(\.points)
  let moves = zip(before, after).map { max(abs($0.x - $1.x), abs($0.y - $1.y)) }
  let hasClips = !(a.clips.isEmpty && b.clips.isEmpty)
  return max(
    hasClips ? moves.max() ?? 0 : moves.prefix(4).max() ?? 0, 100 * abs(a.opacity - b.opacity))
}

/// The part of the screen that shows the view, times its opacity. For upright views and clips.
private func seenArea(_ placement: Placement?) -> Double {
  guard let placement else { return 0 }
  let polygons = [ConvexPolygon(corners(placement))] + placement.clips
  var (left, top, right, bottom) = (0.0, 0.0, 1920.0, 1080.0)
  for polygon in polygons {
    left = max(left, polygon.points.map(\.x).min() ?? 0)
    right = min(right, polygon.points.map(\.x).max() ?? 0)
    top = max(top, polygon.points.map(\.y).min() ?? 0)
    bottom = min(bottom, polygon.points.map(\.y).max() ?? 0)
  }
  return placement.opacity * max(right - left, 0) * max(bottom - top, 0) / (1920 * 1080)
}
