import Testing

@testable import TriptychCore

/// How far and how a view is enlarged.
@Suite struct ZoomTests {
  private let cell = Size(1920, 1080)
  /// A 3:2 picture of 24 Mpx, fitted.
  private var photo: ZoomLimits {
    ZoomLimits(cell: cell, content: Size(1620, 1080), source: Size(6000, 4000))
  }
  private var icon: ZoomLimits {
    ZoomLimits(cell: cell, content: Size(1080, 1080), source: Size(540, 540))
  }

  @Test("the largest is 1:1 pixels or 3 × fit, whichever is more")
  func largest() {
    #expect(abs(photo.largest - 6000.0 / 1620) < 1e-12)
    #expect(icon.largest == 3)
    #expect(photo.doubleTap == 2 && abs(photo.fill - 1920.0 / 1620) < 1e-12)
    let strip = ZoomLimits(cell: cell, content: Size(1920, 480), source: Size(3840, 960))
    #expect(strip.doubleTap == 2.25)
  }

  @Test("what lies under the fingers stays under them")
  func pinch() {
    var zoom = Zoom.none
    let point = Point(500, 300)
    for factor in [1.3, 1.7, 0.9] {
      let inverse = zoom.map(in: cell).inverse ?? .identity
      let before = inverse.apply(point)
      zoom = zoom.pinched(by: factor, about: point, movedBy: Point(0, 0), in: cell)
      let after = zoom.map(in: cell).apply(before)
      #expect(abs(after.x - point.x) < 1e-9 && abs(after.y - point.y) < 1e-9)
    }
  }

  @Test("nothing stands beyond its edge, and small sides stand in the middle")
  func limits() {
    var generator = SplitMix64(seed: 3)
    for _ in 0..<2000 {
      let zoom = Zoom(
        scale: 0.2 + Double(generator.below(800)) / 100,
        shift: Point(Double(generator.below(9000)) - 4500, Double(generator.below(9000)) - 4500))
      let allowed = photo.nearest(to: zoom)
      #expect(allowed.scale >= 1 && allowed.scale <= photo.largest)
      let overhang = Point(
        max(1620 * allowed.scale - 1920, 0) / 2, max(1080 * allowed.scale - 1080, 0) / 2)
      #expect(abs(allowed.shift.x) <= overhang.x + 1e-9)
      #expect(abs(allowed.shift.y) <= overhang.y + 1e-9)
      #expect(photo.nearest(to: allowed) == allowed)
    }
    #expect(photo.nearest(to: Zoom(scale: 1, shift: Point(50, 50))) == .none)
  }

  @Test("a double tap enlarges at the point, another one goes back")
  func doubleTap() {
    let zoomed = photo.doubleTapped(.none, at: Point(960, 540))
    #expect(zoomed == Zoom(scale: 2))
    let corner = photo.doubleTapped(.none, at: Point(0, 0))
    // The picture's corner, not the bar beside it, comes to the screen's.
    #expect(corner.scale == 2 && corner.shift.x == 660 && corner.shift.y == 540)
    #expect(photo.doubleTapped(corner, at: Point(100, 100)) == .none)
  }

  @Test("beyond the limits the fingers are followed less and less, without a jump")
  func yielding() {
    var last = 0.0
    for step in 0...400 {
      let zoom = Zoom(scale: 0.05 + Double(step) * 0.05)
      let shown = photo.yielding(to: zoom).scale
      #expect(shown > last && shown < 1.5 * photo.largest + 1e-9 && shown > 0.4)
      last = shown
    }
    let inside = Zoom(scale: 2, shift: Point(100, -200))
    #expect(photo.yielding(to: inside) == inside)
    let over = photo.yielding(to: Zoom(scale: 2, shift: Point(5000, 0))).shift.x
    #expect(over > 660 && over < 660 + 480)
  }

  @Test("a course begins where the zoom is, ends exactly at its goal, and is continuous")
  func course() {
    let start = Instant(.seconds(5))
    let goal = Zoom(scale: 2, shift: Point(300, -100))
    let course = ZoomCourse(from: .none, to: goal, start: start)
    #expect(course.zoom(at: start) == .none)
    #expect(course.zoom(at: course.arrival) == goal)
    #expect((course.arrival - start).inSeconds < 1)
    let near = course.zoom(at: course.arrival - .microseconds(1))
    #expect(abs(near.shift.x - 300) < 0.25 && abs(near.scale - 2) < 0.001)
    var last = Zoom.none
    for step in 0..<200 {
      let zoom = course.zoom(at: start + .milliseconds(5 * step))
      #expect(zoom.scale >= last.scale - 1e-9 && abs(zoom.shift.x - last.shift.x) < 40)
      last = zoom
    }
  }

  @Test("a pan that is thrown glides on, slower and slower, and comes back from the edge")
  func glide() {
    let from = Zoom(scale: 3)
    let course = ZoomCourse.gliding(
      from: from, velocity: Point(1000, 0), within: photo, start: .zero)
    // Unhindered: v τ = 325 px in all, half of it after τ ln 2. It stands at 20 px/s, 6.5 before.
    #expect(abs(course.zoom(at: Instant(.seconds(0.2253))).shift.x - 162.5) < 1)
    #expect(abs(course.zoom(at: course.arrival).shift.x - 318.5) < 1e-9)
    let far = ZoomCourse.gliding(
      from: from, velocity: Point(20_000, 0), within: photo, start: .zero)
    let edge = (1620.0 * 3 - 1920) / 2
    let most = (0..<400).map { far.zoom(at: Instant(.milliseconds(10 * $0))).shift.x }.max() ?? 0
    #expect(most > edge && far.zoom(at: far.arrival).shift.x == edge)
  }
}
