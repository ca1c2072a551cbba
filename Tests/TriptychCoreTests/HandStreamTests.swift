import Testing

@testable import TriptychCore

/// Whole strokes of fingers, the mouse and a pad, from their events to what the show is afterwards:
/// at 30, 60 and 240 Hz and with jitter it is the same.
@Suite struct HandStreamTests {
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

  /// Plays strokes into a show.
  private func play(_ strokes: [Stroke], _ manner: Manner) -> HandWorld {
    var (hand, dice, start) = (HandWorld(), SplitMix64(seed: manner.seed), 3.0)
    for stroke in strokes {
      func send(_ time: Double, _ make: (Pointer, Point) -> PointerEvent) {
        for (index, pointer) in stroke.pointers.enumerated() {
          hand.send(make(pointer, stroke.place(index, time)), at: start + time)
        }
      }
      send(0) { .down($0, $1) }
      for step in 1...Int((stroke.length * manner.rate).rounded()) {
        let time = min(Double(step) / manner.rate + manner.late(&dice), stroke.length)
        send(time) { .moved($0, $1) }
      }
      send(stroke.length) { .up($0, $1) }
      start += stroke.length + 3
      hand.frames(to: start, Manner(rate: 60))
    }
    return hand
  }

  @Test("swipes of a finger and of the mouse lead to the same item, whatever the rate")
  func swipes() {
    // Far and slow, short and quick, short and slow, far and back at once.
    let ways: [(Double, Double, Int)] = [
      (-1200, 1.5, 5), (-500, 0.3, 5), (-300, 3, 4), (1200, 1.5, 3), (500, 0.3, 3), (300, 3, 4),
      (-960 * 1.1, 2, 5), (960 * 1.1, 2, 3),
    ]
    for (way, length, item) in ways {
      for pointer in [Pointer(finger: 4), .mouse] {
        for manner in Manner.all {
          let end = play([swipe(way, length, by: pointer)], manner)
          #expect(end.number == item, "\(way) in \(length) s at \(manner)")
          #expect(end.isAtRest)
        }
      }
    }
  }

  @Test("two fingers enlarge to the same scale and place, whatever the rate")
  func pinches() {
    let stroke = pinch(1.8, at: Point(700, 400))
    let ends = Manner.all.map { play([stroke], $0).zoom }
    let first = ends[0]
    #expect(abs(first.scale - 1.8) < 0.01)
    for zoom in ends {
      #expect(abs(zoom.scale - first.scale) < 0.005)
      #expect(abs(zoom.shift.x - first.shift.x) < 8 && abs(zoom.shift.y - first.shift.y) < 8)
    }
    // And together again it is as it fits.
    for manner in Manner.all {
      let end = play([stroke, pinch(0.3, at: Point(900, 500))], manner)
      #expect(end.zoom == .none && !end.world.show.isZoomed)
    }
  }

  @Test("what is thrown over an enlarged view comes to rest at the same place")
  func throwsView() {
    let strokes = [pinch(2, at: Point(960, 540)), swipe(260, 0.25, by: Pointer(finger: 9))]
    let ends = Manner.all.map { play(strokes, $0).zoom }
    for end in ends {
      #expect(abs(end.shift.x - ends[2].shift.x) < 45, "\(end) and \(ends[2])")
    }
  }

  @Test("mirrored strokes lead to mirrored ends, at every speed and every way")
  func symmetry() {
    var dice = SplitMix64(seed: 12)
    for _ in 0..<60 {
      let (way, length) = (Double(dice.below(1700)), 0.1 + Double(dice.below(200)) / 100)
      let manner = Manner.all[dice.below(Manner.all.count)]
      let pointer = dice.below(2) == 0 ? Pointer.mouse : Pointer(finger: 2)
      let right = play([swipe(way, length, by: pointer)], manner)
      let left = play([swipe(-way, length, by: pointer)], manner)
      #expect(right.number - 4 == 4 - left.number, "\(way) pixels in \(length) s")
    }
  }
}
