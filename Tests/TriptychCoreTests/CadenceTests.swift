import Testing

@testable import TriptychCore

/// A film on a display, refresh by refresh, in time that jitters.
@Suite struct CadenceTests {
  /// How often each frame is seen in a row: a film without sound, from an unlucky beginning, as the
  /// loop plays it. `drift`: the display's rate against what it says. `jitter`: how late the loop
  /// wakes, at most, and present returns.
  private func pattern(
    fps: Double, hertz: Double, drift: Double = 0, jitter: Duration = .milliseconds(3),
    follows: Bool = false, begin: Duration = .zero, seconds: Double = 40
  ) -> [Int] {
    var cadence = Cadence(period: .seconds(1 / hertz), follows: follows)
    let real = 1 / (hertz * (1 + drift))
    var dice = SplitMix64(seed: 7)
    func chance() -> Double { Double(dice.next() >> 11) / 9_007_199_254_740_992 }
    let frame = Duration.seconds(1 / fps)
    var clock = begin  // film time at instant 0
    var (shown, stands): (Int?, [Int]) = (nil, [])
    cadence.presented(meant: .zero, returned: .zero)
    var refreshes = 0
    var tick = Instant.zero
    while tick.sinceStart < .seconds(seconds) {
      // The loop asks what is due at the next refresh, however late it wakes.
      tick = cadence.refresh(from: tick + cadence.period / 2)
      refreshes += 1
      let time = tick.sinceStart + clock
      let number = Int((time.inSeconds / frame.inSeconds).rounded(.down))
      if number == shown { stands[stands.count - 1] += 1 } else { stands.append(1) }
      shown = number
      let due = tick + (frame * (number + 1) - time)
      clock += cadence.error(due: due, frame: frame) / 10
      let actual = follows ? Double(refreshes) * real : tick.sinceStart.inSeconds
      let late = chance() * jitter.inSeconds
      cadence.presented(meant: tick, returned: Instant(.seconds(actual + late)))
    }
    // It may take seconds to lie well where places are many.
    return Array(stands.dropFirst(Int(5 * fps)).dropLast())
  }

  /// That pattern again and again, from somewhere in it.
  private func isEven(_ stands: [Int], _ period: [Int]) -> Bool {
    guard stands.count > 10 * period.count else { return false }
    return period.indices.contains { shift in
      stands.indices.allSatisfy { stands[$0] == period[($0 + shift) % period.count] }
    }
  }

  @Test(
    "an even pattern, wherever the film begins",
    arguments: [
      (24.0, 60.0, [3, 2]), (25, 60, [3, 2, 3, 2, 2]), (30, 60, [2]), (50, 60, [2, 1, 1, 1, 1]),
      (60, 60, [1]), (24, 50, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3]), (25, 50, [2]),
      (30, 50, [2, 2, 1]), (50, 50, [1]), (60, 50, [1]),
    ])
  func even(fps: Double, hertz: Double, period: [Int]) {
    for begin in [0, 1, 3, 5, 8, 11, 14, 16] {
      for follows in [false, true] {
        let stands = pattern(
          fps: fps, hertz: hertz, follows: follows, begin: .milliseconds(begin))
        let isGood = isEven(stands, period) || isEven(stands, period.reversed())
        #expect(isGood, "from \(begin) ms, follows \(follows): \(stands.prefix(40))")
      }
    }
  }

  @Test(
    "the display's clock is the film's: it may be a thousandth off, and films may be 23.976",
    arguments: [
      (24.0, -0.001, [3, 2]), (23.976, 0, [3, 2]), (30, 0.0005, [2]), (29.97, -0.001, [2]),
    ])
  func drift(fps: Double, drift: Double, period: [Int]) {
    let stands = pattern(fps: fps, hertz: 60, drift: drift, follows: true, seconds: 120)
    #expect(isEven(stands, period) || isEven(stands, period.reversed()), "\(stands.prefix(60))")
  }

  @Test("the grid is that of the display, though present returns late now and then")
  func following() {
    var cadence = Cadence(period: .seconds(1 / 60.0), follows: true)
    var dice = SplitMix64(seed: 3)
    for refresh in 0..<2000 {
      let late = Double(dice.next() % 1000) / 1000 * 0.002
      cadence.presented(
        meant: .zero, returned: Instant(.seconds(Double(refresh) / 59.94 + late)))
    }
    #expect(abs(cadence.period.inSeconds * 59.94 - 1) < 0.001)
    let next = cadence.refresh(from: Instant(.seconds(2000 / 59.94 - 0.004)))
    #expect(abs(next.sinceStart.inSeconds - 2000 / 59.94 - 0.001) < 0.001)
  }

  @Test("rates without a common measure are left alone")
  func odd() {
    var cadence = Cadence(period: .milliseconds(20))
    cadence.presented(meant: .zero, returned: .zero)
    #expect(cadence.error(due: Instant(.milliseconds(7)), frame: .seconds(1 / 17.7)) == .zero)
    #expect(cadence.error(due: Instant(.milliseconds(7)), frame: .zero) == .zero)
    // 25 on 50 Hz: due 3 ms after a refresh, best is 10.
    let error = cadence.error(due: Instant(.milliseconds(43)), frame: .milliseconds(40))
    #expect(abs(error.inSeconds + 0.007) < 1e-6)
  }
}
