import Testing

@testable import TriptychCore

/// The viewer's space on a display that is turned against it.
@Suite struct ScreenTurnTests {
  private let viewer = Size(1080, 1920)

  @Test("clockwise: the top left comes to the top right, the bottom right, the bottom left")
  func corners() {
    let corner = Point(0, 0)
    #expect(Rotation.none.onDisplay(corner, viewer: viewer) == Point(0, 0))
    #expect(Rotation.quarter.onDisplay(corner, viewer: viewer) == Point(1920, 0))
    #expect(Rotation.half.onDisplay(corner, viewer: viewer) == Point(1080, 1920))
    #expect(Rotation.threeQuarters.onDisplay(corner, viewer: viewer) == Point(0, 1080))
  }

  @Test("what is right of a point lies below it after a quarter")
  func direction() {
    let from = Rotation.quarter.onDisplay(Point(100, 100), viewer: viewer)
    let to = Rotation.quarter.onDisplay(Point(130, 100), viewer: viewer)
    #expect(to == Point(from.x, from.y + 30))
  }

  @Test("a finger is found where the eye sees it", arguments: Rotation.allCases)
  func back(rotation: Rotation) {
    let point = Point(123.5, 1777.25)
    let there = rotation.onDisplay(point, viewer: viewer)
    let display = rotation.size(viewer)
    #expect((0...display.width).contains(there.x) && (0...display.height).contains(there.y))
    #expect(rotation.inView(there, viewer: viewer) == point)
    #expect(rotation.size(display) == viewer)
  }
}
