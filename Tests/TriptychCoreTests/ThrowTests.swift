import Testing

@testable import TriptychCore

/// What is let go of with a speed, and when what moves by itself has come to rest.
@Suite struct ThrowTests {
  private let start = Instant(.seconds(7))

  private func at(_ course: ScalarCourse, _ seconds: Double) -> Double {
    course.value(at: start + .seconds(seconds))
  }

  /// Pictures of 33 Mpx and of 2 on a display 1080 high, and one on a small one.
  private static let limits = [
    (Size(1920, 1080), Size(1920, 1080), Size(7680, 4320)),
    (Size(1920, 1080), Size(1440, 1080), Size(1600, 1200)),
    (Size(640, 480), Size(480, 480), Size(11585, 11585)),
  ].map { ZoomLimits(cell: $0.0, content: $0.1, source: $0.2) }

  @Test("however hard and however large the picture, it rests within two seconds")
  func rests() {
    for limits in Self.limits {
      for scale in [1.5, limits.largest] {
        for heights in [0.02, 0.3, 1, 3, 8, 100, 1e9] {
          let speed = heights * limits.cell.height
          for velocity in [Point(speed, 0), Point(-speed, speed / 2), Point(0, -speed)] {
            let course = ZoomCourse.gliding(
              from: Zoom(scale: scale, shift: Point(20, -10)), velocity: velocity,
              within: limits, start: start)
            let time = (course.arrival - start).inSeconds
            #expect(time <= 2, "\(velocity) at \(scale): \(time)")
            #expect(course.goal == limits.nearest(to: course.goal))
            #expect(course.zoom(at: course.arrival) == course.goal)
          }
        }
      }
    }
  }

  @Test("its speed falls by e in a third of a second, and it stops where nobody sees it stop")
  func stops() {
    let extent = 1080.0
    for speed in [100.0, -700, 3000, -8000] {
      let course = ScalarCourse(
        thrownFrom: 50, speed: speed, within: -1e6...1e6, extent: extent, start: start)
      for time in [0.0, 0.05, 0.1] {
        let expected = 50 + speed * 0.325 * (1 - exponential(-time / 0.325))
        #expect(abs(at(course, time) - expected) < 1e-9)
      }
      let end = (course.arrival - start).inSeconds
      // Two refreshes of a 60 Hz display before it rests it goes less than half a pixel in each.
      let last = abs(at(course, end) - at(course, end - 1 / 60.0))
      #expect(last > 0.3 && last < 0.5, "\(last)")
      #expect(abs(at(course, end - 1e-6) - course.goal) < 0.001)
    }
    // A hand that has nearly stopped throws nothing.
    let slow = ScalarCourse(
      thrownFrom: 50, speed: 15, within: -1e6...1e6, extent: extent, start: start)
    #expect(slow.arrival == start && slow.goal == 50)
  }

  @Test("at an end it swings over by less than a quarter of the screen, without a jump of speed")
  func bounces() {
    for speed in [400.0, 2000, 8640] {
      let course = ScalarCourse(
        thrownFrom: 400, speed: speed, within: -500...500, extent: 1080, start: start)
      let end = (course.arrival - start).inSeconds
      #expect(course.goal == 500 && end < 2)
      let places = (0...2000).map { at(course, Double($0) / 1000) }
      #expect((places.max() ?? 0) > 500 && (places.max() ?? 0) < 500 + 270)
      let ways = zip(places, places.dropFirst()).map { $1 - $0 }
      // A millisecond changes the speed of 8640 a second by 2 × 15 × 8.64 / 1000 at most.
      for (a, b) in zip(ways, ways.dropFirst()) { #expect(abs(a - b) < 0.3) }
      // The mirror image.
      let back = ScalarCourse(
        thrownFrom: -400, speed: -speed, within: -500...500, extent: 1080, start: start)
      for time in [0.01, 0.1, 0.5] { #expect(at(back, time) == -at(course, time)) }
    }
  }

  @Test("what lies beyond an end goes back to it, and glides in where it is thrown there")
  func beyond() {
    let range = -500.0...500
    let out = ScalarCourse(
      thrownFrom: 600, speed: 3000, within: range, extent: 1080, start: start)
    #expect(out.goal == 500)
    #expect(stride(from: 0, to: 1, by: 0.01).allSatisfy { at(out, $0) <= 600 })
    let inwards = ScalarCourse(
      thrownFrom: 600, speed: -2000, within: range, extent: 1080, start: start)
    #expect(abs(inwards.goal - (600 - 1980 * 0.325)) < 1e-9)
    let across = ScalarCourse(
      thrownFrom: 600, speed: -8000, within: range, extent: 1080, start: start)
    #expect(across.goal == -500)
  }

  @Test("no number is nonsense")
  func nonsense() {
    for speed in [Double.nan, .infinity, -.infinity] {
      let course = ScalarCourse(
        thrownFrom: 3, speed: speed, within: 0...10, extent: 0, start: start)
      #expect(course.goal == 3 && course.arrival == start)
    }
  }

  // MARK: Springs

  @Test("a spring has arrived when it is near for good, and not later")
  func arrival() {
    var dice = SplitMix64(seed: 31)
    func number(_ most: Int) -> Double {
      Double(dice.below(2001)) / 1000 * Double(most) - Double(most)
    }
    for _ in 0..<2000 {
      let (from, speed) = (number(3000), number(dice.below(2) == 0 ? 0 : 20_000))
      let omega = 2 + Double(dice.below(20))
      let damping = dice.below(2) == 0 ? 1 : 0.5 + Double(dice.below(50)) / 100
      func course(_ grain: Double) -> ScalarCourse {
        ScalarCourse(
          from: from, speed: speed, to: 0, start: start, omega: omega, damping: damping,
          grain: grain)
      }
      // Goes on for longer, so that it can be seen after the arrival of the other.
      let (rough, fine) = (course(0.25), course(1e-9))
      let end = (rough.arrival - start).inSeconds
      for later in stride(from: end, to: end + 3 / omega, by: 0.05 / omega) {
        #expect(abs(at(fine, later + 1e-6)) <= 0.2501)
      }
      guard rough.arrival > start else {
        #expect(abs(from) < 0.25)
        continue
      }
      // A damped wave is taken by its envelope: within one swing of it it was as far.
      let swing = damping < 1 ? 3.2 / (omega * (1 - damping * damping).squareRoot()) : 1e-5
      let most = (0...200).map { abs(at(fine, max(end - swing * Double($0) / 200, 0))) }.max() ?? 0
      #expect(most >= 0.2499, "\(from) \(speed) \(omega) \(damping): \(most)")
    }
  }

  @Test("a picture that flies back to its cell is in the air for half a second at most")
  func flight() {
    var flight = HeldFlight(leavingAt: start)
    flight.pull(to: 400, across: .horizontal, on: Size(1920, 1080), at: start)
    flight.letGo(velocity: Point(0, 2000), on: Size(1920, 1080), at: start)
    #expect(!flight.isInAir(at: start + .milliseconds(600)))
    #expect(flight.isInAir(at: start + .milliseconds(300)))
  }

  @Test("the logarithm is that of the exponential, from the least to the largest")
  func logarithms() {
    #expect(logarithm(1) == 0)
    #expect(abs(logarithm(2.718_281_828_459_045) - 1) < 1e-14)
    #expect(abs(logarithm(10) - 2.302_585_092_994_046) < 1e-14)
    for step in -300...300 {
      let x = Double(step) * 1.7
      #expect(abs(logarithm(exponential(x)) - x) < 1e-13 * max(abs(x), 1))
    }
  }
}
