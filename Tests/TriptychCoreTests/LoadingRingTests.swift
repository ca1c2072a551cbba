import Testing

@testable import TriptychCore

@Suite struct LoadingRingTests {
  private func ring(_ seconds: Double, _ part: Double? = nil, calm: Bool = false) -> LoadingRing? {
    LoadingRing(waited: .seconds(seconds), part: part, isCalm: calm)
  }

  @Test("it comes after 0.3 s, and runs ten marks a second")
  func time() {
    #expect(ring(0.29) == nil && ring(-5) == nil)
    #expect(ring(0.3)?.head == 0 && ring(0.39)?.head == 0 && ring(0.41)?.head == 1)
    #expect(ring(0.3 + 1.25)?.head == 0)
    #expect(ring(1e9) != nil)
  }

  @Test("it stands where things may not run, and where it is known how much is done")
  func calm() {
    #expect(ring(0.3, calm: true) == ring(7.77, calm: true))
    #expect(ring(0.3, 0.5) == ring(7.77, 0.5))
  }

  @Test("it fills mark by mark, whatever it is told")
  func filling() throws {
    for part in [-1, 0, 0.3, 0.5, 1, 7] {
      let filled = try #require(ring(1, part))
      let all = (0..<LoadingRing.marks).map(filled.brightness)
      #expect(all == all.sorted(by: >) && all.allSatisfy { (0.2...1).contains($0) })
      let lit = all.count { $0 == 1 }
      #expect(lit == Int(min(max(part, 0), 1) * 12))
    }
  }

  @Test("its marks are convex, do not touch, and lie on its disc", arguments: [10.0, 720, 4320])
  func shape(_ height: Double) throws {
    let center = Point(100, 50)
    let half = try #require(ring(1, 0.4))
    let layers = half.layers(about: center, height: height, opacity: 0.5)
    let radius = max(height / 24, 6)
    #expect(layers.allSatisfy { $0.placement.opacity <= 0.5 && $0.picture == nil })
    #expect(layers.dropFirst().flatMap(\.placement.clips).count == 12)
    for layer in layers {
      let corner = layer.placement.map.apply(Point(0, 0))
      for point in layer.placement.clips.flatMap(\.points) {
        let (x, y) = (point.x - center.x, point.y - center.y)
        #expect((x * x + y * y).squareRoot() <= 1.41 * radius)
        #expect(point.x > corner.x && point.x < corner.x + layer.cell.width)
        #expect(point.y > corner.y && point.y < corner.y + layer.cell.height)
      }
    }
    // The first mark begins right of the top.
    let first = try #require(layers.last?.placement.clips.first)
    #expect(first.points.allSatisfy { $0.x > center.x && $0.y < center.y })
  }
}
