import Testing
import TriptychCore

@testable import TriptychStage

@Suite struct MixerTests {
  /// Stereo samples that count up from `first`, so that a sample says where it comes from.
  private func ramp(_ first: Int, _ count: Int) -> SampleBlock {
    var samples: [Float] = []
    for i in first..<first + count { samples += [Float(i) / 100_000, Float(i) / 100_000] }
    return SampleBlock(time: .nanoseconds(first * 1_000_000_000 / 48_000), samples: samples)
  }

  private func fill(_ mixer: Mixer, at now: Instant, frames: Int = 480) -> [Float] {
    var out = [Float](repeating: 9, count: frames * 2)
    out.withUnsafeMutableBufferPointer { mixer.fill($0, at: now) }
    return out
  }

  /// Within half a sample's step of the ramp.
  private func near(_ a: Float, _ b: Float) -> Bool { abs(a - b) < 5e-6 }

  private func anchor(_ film: Duration, _ at: Instant, gain: Float = 1) -> Mixer.Anchor {
    Mixer.Anchor(filmTime: film, at: at, isPlaying: true, gain: gain)
  }

  @Test func nothingPlaysAsSilence() {
    #expect(fill(Mixer(), at: .zero).allSatisfy { $0 == 0 })
  }

  @Test func aVoiceStartsOnTheClockToTheSample() {
    let mixer = Mixer()
    mixer.set(1, anchor(.zero, .zero))
    mixer.add(1, [ramp(0, 9600)])
    // Two buffers of 480 lie between the callback and the ear: sample 960 is due.
    let out = fill(mixer, at: .zero)
    #expect(near(out[958], Float(960 + 479) / 100_000))
  }

  @Test func whatIsEarlyWaitsInSilence() {
    let mixer = Mixer()
    mixer.set(1, anchor(.zero, .zero))
    mixer.add(1, [ramp(960 + 240, 4800)])
    let out = fill(mixer, at: .zero)
    #expect(out[0..<480].allSatisfy { $0 == 0 })
    #expect(near(out[958], Float(960 + 479) / 100_000))
  }

  @Test func blocksFollowWithoutAGapWhateverTheClockSays() {
    let mixer = Mixer()
    mixer.set(1, anchor(.zero, .zero))
    mixer.add(1, [ramp(0, 9600)])
    _ = fill(mixer, at: .zero)
    let late = fill(mixer, at: Instant(.milliseconds(13)))  // not 10: a callback is never on time
    #expect(near(late[0], Float(960 + 480) / 100_000))
  }

  @Test func aStrayVoiceIsLaidOnTheClockAnew() {
    let mixer = Mixer()
    mixer.set(1, anchor(.zero, .zero))
    mixer.add(1, [ramp(0, 48_000)])
    _ = fill(mixer, at: .zero)
    let out = fill(mixer, at: Instant(.milliseconds(500)))
    #expect(near(out[958], Float(24_000 + 960 + 479) / 100_000))
  }

  @Test func theLeadIsWhatTheDeviceRunsAhead() throws {
    let mixer = Mixer()
    mixer.set(1, anchor(.zero, .zero))
    mixer.add(1, [ramp(0, 9600)])
    _ = fill(mixer, at: .zero)
    // The device asks 1 ms early: it is fast.
    _ = fill(mixer, at: Instant(.milliseconds(9)))
    let lead = try #require(mixer.lead(1, at: Instant(.milliseconds(9))))
    #expect(abs(lead.inSeconds - 0.001) < 0.0001)
  }

  @Test func pausedVoicesAreSilentAndComeBackInPlace() {
    let mixer = Mixer()
    mixer.add(1, [ramp(0, 9600)])
    mixer.set(1, Mixer.Anchor(filmTime: .zero, at: .zero, isPlaying: false, gain: 1))
    #expect(fill(mixer, at: .zero).allSatisfy { $0 == 0 })
    mixer.set(1, anchor(.zero, Instant(.seconds(5))))
    let out = fill(mixer, at: Instant(.seconds(5)))
    #expect(near(out[958], Float(960 + 479) / 100_000))
  }

  @Test func afterASeekNothingCountsAsHeard() {
    let mixer = Mixer()
    mixer.set(1, anchor(.zero, .zero))
    mixer.add(1, [ramp(0, 9600)])
    _ = fill(mixer, at: .zero)
    #expect(mixer.heard(1) != nil)
    mixer.flush(1)
    #expect(mixer.heard(1) == nil)
  }

  @Test func twoVoicesAddUpAndGainsApply() {
    let mixer = Mixer()
    for film in [1, 2] {
      mixer.set(film, anchor(.zero, .zero, gain: 0.25))
      mixer.add(film, [ramp(0, 9600)])
    }
    let out = fill(mixer, at: .zero)
    #expect(abs(out[958] - 0.5 * Float(960 + 479) / 100_000) < 1e-6)
  }

  @Test func withoutADeviceOldSoundIsForgotten() {
    let mixer = Mixer()
    mixer.set(1, anchor(.seconds(20), .zero))
    for second in 0..<20 { mixer.add(1, [ramp(second * 48_000, 48_000)]) }
    #expect(mixer.waiting(1) <= 5 * 48_000)
  }

  @Test func aGapInTheStreamIsSilence() {
    let mixer = Mixer()
    mixer.set(1, anchor(.zero, .zero))
    mixer.add(1, [ramp(0, 1700), ramp(1800, 1200)])
    _ = fill(mixer, at: .zero)  // fades in over samples 960…1439
    let out = fill(mixer, at: Instant(.milliseconds(10)))
    #expect(near(out[2 * (1699 - 1440)], Float(1699) / 100_000))
    #expect(out[2 * (1750 - 1440)] == 0)
    #expect(near(out[2 * (1810 - 1440)], Float(1810) / 100_000))
  }
}
