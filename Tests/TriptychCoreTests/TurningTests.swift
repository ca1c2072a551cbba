import Testing

@testable import TriptychCore

/// What is particular to the transformers that turn, and to those that cut the view in pieces.
@Suite struct TurningTests {
  private static let scene = Scene(size: Size(1920, 1080), gap: 50)
  private static let positions = (1..<100).map { Double($0) / 100 }

  @Test(arguments: TransformerTable.builtIn.names)
  func noPictureIsEverSeenMirrored(name: String) throws {
    let transformer = try transformer(name)
    for p in Self.positions.flatMap({ [$0, -$0] }) {
      guard let placement = transformer.place(p, in: Self.scene) else { continue }
      #expect(area(corners(placement)) > 0, "\(name) at \(p)")
    }
  }

  @Test(arguments: TransformerTable.builtIn.names)
  func noPieceOfAViewOverlapsAnother(name: String) throws {
    let transformer = try transformer(name)
    for p in Self.positions {
      guard let placement = transformer.place(p, in: Self.scene), placement.clips.count > 1
      else { continue }
      let boxes = placement.clips.map { clip in
        (
          clip.points.map(\.x).min() ?? 0, clip.points.map(\.x).max() ?? 0,
          clip.points.map(\.y).min() ?? 0, clip.points.map(\.y).max() ?? 0
        )
      }
      for (a, b) in zip(boxes, boxes.dropFirst()) {
        #expect(a.1 <= b.0 || a.3 <= b.2, "\(name) at \(p)")
      }
    }
  }

  @Test(arguments: Direction.allCases)
  func theFacesOfTheCubeMeetAtTheirEdge(direction: Direction) throws {
    let cube = Cube(direction)
    // Corner 0 is the top left; clockwise.
    let (nextEdge, previousEdge): ([Int], [Int]) =
      switch direction {
      case .left: ([0, 3], [1, 2])
      case .right: ([1, 2], [0, 3])
      case .up: ([0, 1], [3, 2])
      case .down: ([3, 2], [0, 1])
      }
    let along = Self.scene.length(along: direction.axis)
    for x in Self.positions {
      // Near both ends one of them shows the eye its back.
      guard let next = cube.place(1 - x, in: Self.scene),
        let previous = cube.place(-x, in: Self.scene)
      else {
        #expect(x < 0.25 || x > 0.75)
        continue
      }
      let (comes, goes) = (corners(next), corners(previous))
      for (a, b) in zip(nextEdge, previousEdge) {
        let overlap = max(abs(comes[a].x - goes[b].x), abs(comes[a].y - goes[b].y))
        #expect(overlap <= 0.0011 * along, "at \(x): \(comes[a]) and \(goes[b])")
      }
      // The edge lies in the plane of the screen: as long as the screen.
      let (a, b) = (comes[nextEdge[0]], comes[nextEdge[1]])
      let across = direction.axis == .horizontal ? abs(a.y - b.y) : abs(a.x - b.x)
      let full = Self.scene.length(along: direction.axis == .horizontal ? .vertical : .horizontal)
      #expect(abs(across - full) < 1e-6)
    }
  }

  @Test func aFlipIsNarrowestHalfWayAndStaysOnTheScreen() throws {
    for p in Self.positions where p < 0.5 {
      let seen = corners(try #require(Flip().place(p, in: Self.scene)))
      #expect(seen.allSatisfy { $0.y > -1e-6 && $0.y < 1080 + 1e-6 })
    }
    #expect(seenArea(Flip().place(0.4999, in: Self.scene)) < 0.001)
    #expect(Flip().place(0.5, in: Self.scene) == nil && Flip().place(-0.5, in: Self.scene) == nil)
  }

  @Test(arguments: ["flip", "cube", "carousel"])
  func whatTurnsGoesTheWayItsNameSays(name: String) throws {
    for direction in Direction.allCases {
      let transformer = try transformer("\(name):\(direction.rawValue)")
      let toward = direction.shift(1).apply(Point(0, 0))
      // What faces the eye moves that way: a side that comes is smaller than one that goes on.
      let placement = try #require(transformer.place(0.2, in: Self.scene))
      let (low, high) =
        direction.axis == .horizontal
        ? (sideLengths(placement).left, sideLengths(placement).right)
        : (sideLengths(placement).top, sideLengths(placement).bottom)
      let goesOn = toward.x + toward.y < 0 ? low : high
      let comes = toward.x + toward.y < 0 ? high : low
      #expect(comes < goesOn, "\(name) \(direction)")
      #expect(transformer.axis == direction.axis)
    }
  }

  private func sideLengths(
    _ placement: Placement
  ) -> (left: Double, right: Double, top: Double, bottom: Double) {
    let at = corners(placement)
    return (at[3].y - at[0].y, at[2].y - at[1].y, at[1].x - at[0].x, at[2].x - at[3].x)
  }

  @Test func theIrisIsRoundAndShowsAsMuchAsItsRadiusSays() throws {
    let clip = try #require(Iris().place(0.7, in: Self.scene)?.clips.first)
    #expect(clip.points.count >= 64)
    let radii = clip.points.map { point in
      let (x, y) = (point.x - 960, point.y - 540)
      return (x * x + y * y).squareRoot()
    }
    let (least, most) = (try #require(radii.min()), try #require(radii.max()))
    #expect(most - least < 1e-9 && abs(least - 0.3 * 1101.45) < 0.5)
    // Wholly open at the end, though a polygon's sides lie within its corners.
    #expect(seenArea(Iris().place(1e-9, in: Self.scene)) > 1 - 1e-6)
  }

  @Test func theGapStandsBetweenTwoPicturesOfTheRing() throws {
    let comes = corners(try #require(Carousel().place(0.5, in: Self.scene)))
    let goes = corners(try #require(Carousel().place(-0.5, in: Self.scene)))
    #expect(comes[0].x - goes[1].x > 20 && comes[0].x - goes[1].x < 50)
  }

  @Test func aQuarterTurnIsExactAtItsEndsAndRightBetween() {
    #expect(quarterTurns(0) == (0, 1) && quarterTurns(1) == (1, 0) && quarterTurns(-1) == (-1, 0))
    #expect(abs(quarterTurns(1.0 / 3).sine - 0.5) < 1e-15)
    #expect(abs(quarterTurns(0.5).cosine - 0.5.squareRoot()) < 1e-15)
    for step in -100...100 {
      let (sine, cosine) = quarterTurns(Double(step) / 100)
      #expect(abs(sine * sine + cosine * cosine - 1) < 1e-15)
    }
  }
}
