import Testing

@testable import TriptychCore

@Suite struct GeometryTests {
  @Test func aMapAndItsInverseCancel() throws {
    let map = Homography(1.2, 0.1, 30, -0.2, 0.9, 12, 0.0001, 0.0002, 1)
    let back = try #require(map.inverse)
    let point = back.apply(map.apply(Point(320, 200)))
    #expect(abs(point.x - 320) < 1e-9)
    #expect(abs(point.y - 200) < 1e-9)
  }

  @Test func scaleKeepsItsCenter() {
    let center = Point(960, 540)
    let moved = Homography.scale(0.9, about: center).apply(center)
    #expect(abs(moved.x - 960) < 1e-9 && abs(moved.y - 540) < 1e-9)
  }
}
