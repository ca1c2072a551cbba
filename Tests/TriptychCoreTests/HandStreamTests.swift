import Testing

@testable import TriptychCore

/// Whole strokes of fingers, the mouse and a pad, from their events to what the show is afterwards:
/// at 30, 60 and 240 Hz and with jitter it is the same.
@Suite struct HandStreamTests {
  private let size = Size(1920, 1080)

  /// Where the pointers are at a time of the stroke, seconds.
  private struct Stroke {
    var length: Double
    var pointers: [Pointer]
    var place: @Sendable (Int, Double) -> Point
  }

  private func swipe(_ way: Double, _ length: Double, by pointer: Pointer) -> Stroke {
    Stroke(length: length, pointers: [pointer]) { _, time in
      Point(960 + way * min(time / length, 1), 500 + 3 * time)
    }
  }

  /// Two fingers about (960 ± 200, 540): from 400 pixels apart to so many times that.
  private func pinch(_ scale: Double, at middle: Point) -> Stroke {
    Stroke(length: 0.5, pointers: [Pointer(finger: 1), Pointer(finger: 2)]) { index, time in
      let half = 200 * (1 + (scale - 1) * min(time / 0.5, 1))
      return Point(middle.x + (index == 0 ? -half : half), middle.y)
    }
  }

  private func world() -> ShowWorld {
    let settings = ShowSettings.plain { settings in
      settings.item.transition = "horizontal-move-in-out"
      settings.item.duration = .seconds(60)
    }
    var world = ShowWorld(
      [ShowWorld.Content](repeating: .picture, count: 7), settings: settings, begins: false)
    for item in 0..<7 { world.hear(.measured(item: item, Size(6000, 4000))) }
    world.perform(world.show.presented(at: .zero))
    world.press(.go(to: 3))
    world.play(to: 2)
    return world
  }

  /// Plays strokes into a show, with events at a rate and each up to `jitter` of a period late.
  private func play(_ strokes: [Stroke], rate: Double, jitter: Double, seed: UInt64 = 1)
    -> ShowWorld
  {
    var (world, reader, dice) = (world(), GestureReader(), SplitMix64(seed: seed))
    var start = 2.0
    for stroke in strokes {
      func send(_ event: PointerEvent, _ time: Double) {
        world.go(to: time)
        let scene = GestureScene(
          size: size, axis: world.show.axis, isZoomed: world.show.isZoomed,
          canBePulled: world.show.canBeZoomed && !world.show.isZoomed,
          canBeZoomed: world.show.canBeZoomed)
        for gesture in reader.read(event, at: world.now, in: scene) { obey(gesture, &world) }
      }
      for (index, pointer) in stroke.pointers.enumerated() {
        send(.down(pointer, stroke.place(index, 0)), start)
      }
      let count = Int((stroke.length * rate).rounded())
      for step in 1...count {
        let late = jitter * Double(dice.below(1000)) / 1000
        let time = min((Double(step) + late) / rate, stroke.length)
        for (index, pointer) in stroke.pointers.enumerated() {
          send(.moved(pointer, stroke.place(index, time)), start + time)
        }
      }
      for (index, pointer) in stroke.pointers.enumerated() {
        send(.up(pointer, stroke.place(index, stroke.length)), start + stroke.length)
      }
      start += stroke.length + 3
      world.play(to: start)
      for gesture in reader.advance(to: world.now) { obey(gesture, &world) }
    }
    world.play(to: start + 2)
    return world
  }

  private func obey(_ gesture: Gesture, _ world: inout ShowWorld) {
    switch gesture {
    case .drag(let way): world.press(.drag(by: way))
    case .release(let velocity): world.press(.release(velocity: velocity))
    case .pan(let way): world.press(.pan(by: way))
    case .panEnded(let velocity): world.press(.letGo(velocity: velocity))
    case .pinch(let factor, let point, let way):
      world.press(.pinch(by: factor, about: point, movedBy: way))
    case .pinchEnded: world.press(.letGo(velocity: Point(0, 0)))
    case .doubleTap(let point): world.press(.toggleZoom(at: point))
    case .step(let count): world.press(count > 0 ? .next : .previous)
    case .pull, .pullEnded, .tap, .longPress: break
    }
  }

  private static let manners: [(rate: Double, jitter: Double)] = [
    (30, 0), (60, 0), (240, 0), (30, 0.8), (60, 0.8), (240, 0.8), (60, 0.3),
  ]

  @Test("swipes of a finger and of the mouse lead to the same item, whatever the rate")
  func swipes() {
    // Far and slow, short and quick, short and slow, far and back at once.
    let ways: [(Double, Double, Int)] = [
      (-1200, 1.5, 3), (-500, 0.3, 3), (-300, 3, 2), (1200, 1.5, 1), (500, 0.3, 1), (300, 3, 2),
      (-960 * 1.1, 2, 3), (960 * 1.1, 2, 1),
    ]
    for (way, length, item) in ways {
      for pointer in [Pointer(finger: 4), .mouse] {
        for (rate, jitter) in Self.manners {
          let end = play([swipe(way, length, by: pointer)], rate: rate, jitter: jitter)
          #expect(end.current == item, "\(way) in \(length) s at \(rate) Hz, \(jitter)")
          #expect(end.x == end.x.rounded())
        }
      }
    }
  }

  @Test("two fingers enlarge to the same scale and place, whatever the rate")
  func pinches() throws {
    let stroke = pinch(1.8, at: Point(700, 400))
    let ends = Self.manners.map {
      play([stroke], rate: $0.rate, jitter: $0.jitter).poses.first?.zoom
    }
    let first = try #require(ends.first ?? nil)
    #expect(abs(first.scale - 1.8) < 0.01)
    for end in ends {
      let zoom = try #require(end)
      #expect(abs(zoom.scale - first.scale) < 0.005)
      #expect(abs(zoom.shift.x - first.shift.x) < 8 && abs(zoom.shift.y - first.shift.y) < 8)
    }
    // And together again it is as it fits.
    for (rate, jitter) in Self.manners {
      let end = play([stroke, pinch(0.3, at: Point(900, 500))], rate: rate, jitter: jitter)
      #expect(end.poses.first?.zoom == nil && !end.show.isZoomed)
    }
  }

  @Test("what is thrown over an enlarged view comes to rest at the same place")
  func throwsView() throws {
    let strokes = [pinch(2, at: Point(960, 540)), swipe(260, 0.25, by: Pointer(finger: 9))]
    let ends = try Self.manners.map { manner in
      try #require(play(strokes, rate: manner.rate, jitter: manner.jitter).poses.first?.zoom)
    }
    for end in ends {
      #expect(abs(end.shift.x - ends[2].shift.x) < 45, "\(end) and \(ends[2])")
    }
  }

  @Test("mirrored strokes lead to mirrored ends, at every speed and every way")
  func symmetry() {
    var dice = SplitMix64(seed: 12)
    for _ in 0..<60 {
      let (way, length) = (Double(dice.below(1700)), 0.1 + Double(dice.below(200)) / 100)
      let right = play([swipe(way, length, by: .mouse)], rate: 60, jitter: 0)
      let left = play([swipe(-way, length, by: .mouse)], rate: 60, jitter: 0)
      #expect(right.current - 2 == 2 - left.current, "\(way) pixels in \(length) s")
    }
  }

  @Test("a stick leads x equally far, whatever the rate of its frames")
  func stick() {
    var ways: [Double] = []
    for rate in [30, 60, 240] {
      var reader = InputReader(bindings: .builtIn, isKiosk: false)
      _ = reader.read(.padMoved(pad: 1, .rightx, 0), at: .zero)
      _ = reader.read(.padMoved(pad: 1, .rightx, 0.8), at: Instant(.milliseconds(1)))
      var way = 0.0
      for frame in 0...rate {
        let now = Instant(.milliseconds(1) + .seconds(1) * frame / rate)
        for action in reader.advance(to: now) {
          if case .command(.drag(let by)) = action { way += by }
        }
      }
      ways.append(way)
    }
    #expect(ways.allSatisfy { abs($0 - ways[0]) < 1e-9 && $0 > 0.3 })
  }
}
