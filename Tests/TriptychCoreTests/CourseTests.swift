import Testing

@testable import TriptychCore

@Suite struct CourseTests {
  @Test func theExponentialIsRightToTheLastPlaces() {
    let known: [(Double, Double)] = [
      (0, 1), (1, 2.718281828459045), (-1, 0.36787944117144233), (0.5, 1.6487212707001282),
      (-10, 4.5399929762484854e-05), (-30, 9.357622968840175e-14), (5, 148.4131591025766),
    ]
    for (x, value) in known {
      #expect(abs(exponential(x) - value) <= 2 * value.ulp, "e^\(x) is \(exponential(x))")
    }
    #expect(exponential(-800) == 0)
  }

  @Test func easingsBeginAndEndExactlyAndRise() {
    for easing in Easing.allCases {
      #expect(easing.value(0) == 0 && easing.value(1) == 1)
      var last = 0.0
      for step in 1...1000 {
        let (t, value) = (Double(step) / 1000, easing.value(Double(step) / 1000))
        #expect(value >= last)
        #expect(abs((value - last) * 1000 - easing.slope(t - 0.0005)) < 0.01)
        last = value
      }
    }
  }

  @Test func aSpringIsContinuousFromAnyState() {
    for velocity in stride(from: -20.0, through: 20, by: 2.5) {
      let state = Course.State(x: 0.4, velocity: velocity)
      let course = Course.spring(
        from: state, to: 1, start: .zero, length: .seconds(1), stopsShort: false)
      let first = course.state(at: .zero)
      #expect(abs(first.x - 0.4) < 1e-12 && abs(first.velocity - velocity) < 1e-9)
      for step in 0...400 {
        #expect(course.state(at: Instant(.milliseconds(step * 10))).x <= 1.0501)
      }
      #expect(course.state(at: Instant(.seconds(4))).x == 1)
    }
  }

  @Test func arrivalIsWithinItsLimits() throws {
    let course = Course.release(from: 0.4, to: 1, start: .zero)
    let arrival = try #require(course.arrival)
    let before = course.state(at: arrival - .milliseconds(1))
    #expect(abs(before.x - 1) < 0.001)
    #expect(course.state(at: arrival).x == 1)
  }
}
