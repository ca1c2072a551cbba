import Testing

@testable import TriptychCore

/// What lies beside a film with blurred bars.
@Suite struct BarsTests {
  private static let cell = Size(160, 90)
  private let small = Picture.make(width: 16, height: 9) { base, stride in
    for y in 0..<9 { (base + y * stride).initializeMemory(as: UInt8.self, repeating: 9, count: 64) }
  }

  private func layer(_ target: Rect, _ map: Homography = .identity) -> Layer {
    Layer(
      cell: Self.cell, picture: nil, target: target, crop: target, backdrop: nil,
      placement: Placement(map: map, opacity: 0.4, clips: [ConvexPolygon(Rect(Self.cell))]))
  }

  @Test(
    "they and the picture fill the cell, and do not overlap",
    arguments: [
      Rect(x: 20, y: 0, width: 120, height: 90), Rect(x: 0, y: 10, width: 160, height: 70),
      Rect(x: 3, y: 4, width: 50, height: 60), Rect(x: 0, y: 0, width: 160, height: 90),
    ])
  func area(_ target: Rect) {
    let bars = layer(target).bars(small, in: Self.cell)
    let covered = bars.reduce(target.width * target.height) {
      $0 + $1.cell.width * $1.cell.height
    }
    #expect(covered == 160 * 90)
    for bar in bars {
      let corner = bar.placement.map.apply(Point(0, 0))
      // Each shows its own part of the picture.
      #expect(abs(bar.crop.x * 10 - corner.x) < 1e-9 && abs(bar.crop.y * 10 - corner.y) < 1e-9)
      #expect(bar.crop.maxX <= 16 && bar.crop.maxY <= 9)
      #expect(bar.placement.opacity == 0.4 && bar.placement.clips.count == 1)
    }
  }

  @Test("they go where the view goes")
  func moved() throws {
    let target = Rect(x: 20, y: 0, width: 120, height: 90)
    let bars = layer(target, .shift(-50, 7)).bars(small, in: Self.cell)
    let corners = bars.map { $0.placement.map.apply(Point(0, 0)) }
    #expect(corners == [Point(-50, 7), Point(90, 7)])
  }
}
