import Testing

@testable import TriptychCore

/// Fingers and mice, recognised.
@Suite struct GestureTests {
  private let size = Size(1920, 1080)

  private func scene(
    _ axis: Axis = .horizontal, zoomed: Bool = false, pull: Bool = true, zoom: Bool = true
  ) -> GestureScene {
    GestureScene(
      size: size, axis: axis, isZoomed: zoomed, canBePulled: pull, canBeZoomed: zoom)
  }

  private func at(_ milliseconds: Double) -> Instant { Instant(.seconds(milliseconds / 1000)) }

  /// A finger that goes through points (ms, x, y) on straight lines, seen `rate` times a second,
  /// each time up to `jitter` of a step early.
  private func stroke(
    _ points: [(Double, Double, Double)], rate: Double, jitter: Double = 0, seed: UInt64 = 1,
    finger: Int64 = 1, in scene: GestureScene
  ) -> [Gesture] {
    var generator = SplitMix64(seed: seed)
    var reader = GestureReader()
    let pointer = Pointer(finger: finger)
    var gestures: [Gesture] = []
    let (first, last) = (points[0], points[points.count - 1])
    gestures += reader.read(.down(pointer, Point(first.1, first.2)), at: at(first.0), in: scene)
    var time = first.0 + 1000 / rate
    while time < last.0 {
      let early = jitter * Double(generator.below(1000)) / 1000 * (1000 / rate)
      let t = max(time - early, first.0)
      let next = points.firstIndex { $0.0 > t } ?? points.count - 1
      let (a, b) = (points[next - 1], points[next])
      let part = (t - a.0) / (b.0 - a.0)
      let point = Point(a.1 + (b.1 - a.1) * part, a.2 + (b.2 - a.2) * part)
      gestures += reader.read(.moved(pointer, point), at: at(t), in: scene)
      time += 1000 / rate
    }
    gestures += reader.read(.up(pointer, Point(last.1, last.2)), at: at(last.0), in: scene)
    return gestures + reader.advance(to: at(last.0 + 1000))
  }

  private func dragged(_ gestures: [Gesture]) -> Double {
    gestures.reduce(0) { if case .drag(let by) = $1 { $0 + by } else { $0 } }
  }

  private func releases(_ gestures: [Gesture]) -> [Double] {
    gestures.compactMap { if case .release(let velocity) = $0 { velocity } else { nil } }
  }

  @Test("a drag moves by what the finger covers, at every rate and with jitter")
  func drag() throws {
    let path = [(0.0, 1500.0, 500.0), (400.0, 900.0, 540.0), (600.0, 900.0, 540.0)]
    for rate in [30.0, 60, 240, 1000] {
      for (jitter, seed) in [(0.0, 1), (0.9, 2), (0.9, 3)] {
        let gestures = stroke(path, rate: rate, jitter: jitter, seed: UInt64(seed), in: scene())
        #expect(abs(dragged(gestures) - 600.0 / 1920) < 1e-9, "\(rate) Hz")
        // The finger has rested for more than 80 ms.
        #expect(releases(gestures) == [0], "\(rate) Hz")
        #expect(gestures.count { if case .tap = $0 { true } else { false } } == 0)
      }
    }
  }

  @Test("a flick has the speed of its last 80 ms, whatever the rate", arguments: [30.0, 60, 240])
  func flick(rate: Double) throws {
    let path = [(0.0, 1500.0, 500.0), (300.0, 1400.0, 500.0), (400.0, 1000.0, 500.0)]
    for seed in 1...20 {
      let gestures = stroke(path, rate: rate, jitter: 0.9, seed: UInt64(seed), in: scene())
      let speed = try #require(releases(gestures).first)
      // 400 px in 100 ms are 4000 px/s, 2.08 view widths.
      #expect(abs(speed - 4000.0 / 1920) < 0.1, "\(rate) Hz, seed \(seed): \(speed)")
    }
  }

  @Test("mirrored strokes give mirrored gestures, on both axes")
  func symmetry() {
    var generator = SplitMix64(seed: 7)
    for _ in 0..<300 {
      let dx = Double(generator.below(1600)) - 800
      let time = 40 + Double(generator.below(600))
      let right = stroke(
        [(0, 960, 540), (time, 960 + dx, 540)], rate: 120, in: scene())
      let left = stroke(
        [(0, 960, 540), (time, 960 - dx, 540)], rate: 120, in: scene())
      #expect(abs(dragged(right) + dragged(left)) < 1e-9)
      #expect(releases(right).count == releases(left).count)
      for (a, b) in zip(releases(right), releases(left)) { #expect(abs(a + b) < 1e-9) }
      // The same stroke of the height's part along the other axis.
      let dy = dx * 1080 / 1920
      let down = stroke(
        [(0, 960, 540), (time, 960, 540 + dy)], rate: 120, in: scene(.vertical))
      if abs(dx) > 200 { #expect(abs(dragged(down) - dragged(right)) < 1e-9) }
    }
  }

  @Test("a short touch is a tap once no second follows; two are one double tap")
  func taps() {
    var reader = GestureReader()
    let finger = Pointer(finger: 4)
    func touch(_ time: Double, _ x: Double) -> [Gesture] {
      reader.read(.down(finger, Point(x, 500)), at: at(time), in: scene())
        + reader.read(.up(finger, Point(x + 5, 500)), at: at(time + 80), in: scene())
    }
    #expect(touch(0, 100) == [])
    #expect(reader.due == at(380))
    #expect(reader.advance(to: at(379)) == [])
    #expect(reader.advance(to: at(380)) == [.tap(Point(105, 500))])
    #expect(reader.due == nil)
    #expect(touch(1000, 300) == [])
    #expect(touch(1200, 310) == [.doubleTap(Point(315, 500))])
    #expect(reader.advance(to: at(3000)) == [])
    // Far apart: two taps.
    #expect(touch(4000, 300) == [])
    #expect(touch(4200, 1300) == [.tap(Point(305, 500))])
    #expect(reader.advance(to: at(9000)) == [.tap(Point(1305, 500))])
  }

  @Test("a touch that stays is a long press, and nothing else")
  func longPress() {
    var reader = GestureReader()
    let finger = Pointer(finger: 4)
    #expect(reader.read(.down(finger, Point(9, 9)), at: at(0), in: scene()) == [])
    #expect(reader.read(.moved(finger, Point(12, 9)), at: at(300), in: scene()) == [])
    #expect(reader.advance(to: at(500)) == [.longPress(Point(9, 9))])
    #expect(reader.read(.moved(finger, Point(900, 9)), at: at(600), in: scene()) == [])
    #expect(reader.read(.up(finger, Point(900, 9)), at: at(700), in: scene()) == [])
    #expect(reader.due == nil)
  }

  @Test("across the axis the view is pulled, and only if that may be")
  func pull() {
    let path = [(0.0, 900.0, 300.0), (200.0, 920.0, 600.0)]
    let gestures = stroke(path, rate: 100, in: scene())
    #expect(gestures.dropLast().last == .pull(to: 300))
    #expect(gestures.contains { if case .pullEnded = $0 { true } else { false } })
    #expect(dragged(gestures) == 0)
    #expect(stroke(path, rate: 100, in: scene(pull: false)) == [])
    #expect(dragged(stroke(path, rate: 100, in: scene(.vertical))) != 0)
  }

  @Test("what is zoomed is panned")
  func pan() {
    let gestures = stroke(
      [(0, 900, 300), (200, 1000, 350)], rate: 100, in: scene(zoomed: true))
    let way = gestures.reduce(Point(0, 0)) {
      if case .pan(let by) = $1 { Point($0.x + by.x, $0.y + by.y) } else { $0 }
    }
    #expect(abs(way.x - 100) < 1e-9 && abs(way.y - 50) < 1e-9)
    guard case .panEnded(let velocity) = gestures.last else {
      Issue.record("no end")
      return
    }
    #expect(abs(velocity.x - 500) < 1 && abs(velocity.y - 250) < 1)
  }

  @Test("two fingers pinch about their middle; the one that stays pans; the last ends all")
  func pinch() {
    var reader = GestureReader()
    let (a, b) = (Pointer(finger: 1), Pointer(finger: 2))
    var gestures = reader.read(.down(a, Point(900, 500)), at: at(0), in: scene())
    gestures += reader.read(.down(b, Point(1000, 500)), at: at(20), in: scene())
    #expect(gestures == [])
    #expect(
      reader.read(.moved(b, Point(1100, 500)), at: at(40), in: scene()) == [
        .pinch(by: 2, about: Point(1000, 500), movedBy: Point(50, 0))
      ])
    #expect(
      reader.read(.up(a, Point(900, 500)), at: at(60), in: scene(zoomed: true)).last
        == .pinchEnded)
    #expect(
      reader.read(.moved(b, Point(1110, 505)), at: at(80), in: scene(zoomed: true)) == [
        .pan(by: Point(10, 5))
      ])
    let end = reader.read(.up(b, Point(1110, 505)), at: at(100), in: scene(zoomed: true))
    #expect(end.contains { if case .panEnded = $0 { true } else { false } })
    #expect(reader.due == nil)
  }

  @Test("a second finger in a drag changes nothing, and begins nothing when the first has gone")
  func secondFinger() {
    var reader = GestureReader()
    let (a, b) = (Pointer(finger: 1), Pointer(finger: 2))
    _ = reader.read(.down(a, Point(900, 500)), at: at(0), in: scene())
    _ = reader.read(.moved(a, Point(700, 500)), at: at(50), in: scene())
    #expect(reader.read(.down(b, Point(100, 100)), at: at(60), in: scene()) == [])
    #expect(reader.read(.moved(b, Point(500, 100)), at: at(70), in: scene()) == [])
    let end = reader.read(.up(a, Point(700, 500)), at: at(300), in: scene())
    #expect(releases(end) == [0])
    #expect(reader.read(.moved(b, Point(900, 100)), at: at(310), in: scene()) == [])
    #expect(reader.read(.up(b, Point(900, 100)), at: at(320), in: scene()) == [])
    #expect(reader.advance(to: at(2000)) == [])
  }

  @Test("a pointer that is taken away has no speed and is no tap")
  func cancelled() {
    var reader = GestureReader()
    let finger = Pointer(finger: 1)
    _ = reader.read(.down(finger, Point(900, 500)), at: at(0), in: scene())
    #expect(reader.read(.cancelled(finger), at: at(20), in: scene()) == [])
    #expect(reader.advance(to: at(2000)) == [])
    _ = reader.read(.down(finger, Point(900, 500)), at: at(3000), in: scene())
    _ = reader.read(.moved(finger, Point(300, 500)), at: at(3030), in: scene())
    #expect(releases(reader.read(.cancelled(finger), at: at(3040), in: scene())) == [0])
  }

  @Test("a finger that was given up while it was down is not heeded until it comes down again")
  func givenUp() {
    var reader = GestureReader()
    let finger = Pointer(finger: 1)
    #expect(!reader.heeds(.moved(finger, Point(1, 1))) && !reader.heeds(.up(finger, Point(1, 1))))
    _ = reader.read(.down(finger, Point(900, 500)), at: at(0), in: scene())
    _ = reader.read(.moved(finger, Point(300, 500)), at: at(30), in: scene())
    #expect(reader.pointers == [finger] && reader.heeds(.moved(finger, Point(1, 1))))
    #expect(releases(reader.read(.cancelled(finger), at: at(40), in: scene())) == [0])
    #expect(reader.pointers.isEmpty && !reader.isBusy)
    #expect(!reader.heeds(.moved(finger, Point(1, 1))))
    #expect(reader.read(.moved(finger, Point(700, 500)), at: at(60), in: scene()) == [])
    #expect(reader.read(.up(finger, Point(700, 500)), at: at(70), in: scene()) == [])
    #expect(reader.heeds(.down(finger, Point(1, 1))))
  }

  @Test("the wheel steps by whole notches, and zooms where asked to")
  func wheel() {
    var reader = GestureReader()
    func turn(_ notches: Double, zooms: Bool = false) -> [Gesture] {
      reader.read(.wheel(notches, Point(10, 20), zooms: zooms), at: at(0), in: scene())
    }
    #expect(turn(1) == [.step(1)])
    #expect(turn(-2) == [.step(-2)])
    #expect(turn(0.4) == [] && turn(0.4) == [] && turn(0.4) == [.step(1)])
    #expect(turn(-0.4) == [] && turn(.nan) == [] && turn(.infinity) == [])
    guard case .pinch(let factor, Point(10, 20), _) = turn(-4, zooms: true).first else {
      Issue.record("no zoom")
      return
    }
    #expect(abs(factor - 2) < 1e-12)
  }

  @Test("nonsense from the display does no harm")
  func nonsense() {
    var generator = SplitMix64(seed: 99)
    var reader = GestureReader()
    for step in 0..<100_000 {
      let pointer =
        generator.below(5) == 0 ? Pointer.mouse : Pointer(finger: Int64(generator.below(4)))
      let point = Point(
        Double(generator.below(6000)) - 2000, Double(generator.below(4000)) - 1000)
      let event: PointerEvent =
        switch generator.below(5) {
        case 0: .down(pointer, point)
        case 1, 2: .moved(pointer, point)
        case 3: .up(pointer, point)
        default: .cancelled(pointer)
        }
      let scene = scene(
        generator.below(2) == 0 ? .horizontal : .vertical, zoomed: generator.below(3) == 0,
        zoom: generator.below(3) > 0)
      for gesture in reader.read(event, at: at(Double(step)), in: scene) {
        if case .pinch(let by, _, _) = gesture { #expect(by > 0 && by.isFinite) }
        if case .release(let velocity) = gesture { #expect(velocity.isFinite) }
      }
    }
  }
}
