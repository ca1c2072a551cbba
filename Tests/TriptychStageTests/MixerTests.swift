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
    // The film begins in 25 ms; two buffers of 480 lie between the callback and the ear.
    mixer.set(1, anchor(.zero, Instant(.milliseconds(25))))
    mixer.add(1, [ramp(0, 9600)])
    let out = fill(mixer, at: .zero)
    #expect(out[0..<480].allSatisfy { $0 == 0 })
    #expect(near(out[482], 1 / 100_000) && near(out[958], 239 / 100_000), "no sample is left out")
    #expect(mixer.lead(1, at: .zero).map { abs($0.inSeconds) < 0.0001 } == true)
  }

  @Test func aFilmThatNobodySawComingIsHeardFromItsFirstSampleOn() throws {
    let mixer = Mixer()
    mixer.set(1, anchor(.zero, .zero, gain: 0.5))
    mixer.add(1, [ramp(1, 9600)])
    let out = fill(mixer, at: Instant(.milliseconds(10)))
    #expect(near(out[0], 0.5 / 100_000) && near(out[958], 240 / 100_000))
    // The device's two buffers, and 10 ms until it asked.
    let lead = try #require(mixer.lead(1, at: Instant(.milliseconds(10))))
    #expect(abs(lead.inSeconds + 0.030) < 0.0001)
    let next = fill(mixer, at: Instant(.milliseconds(20)))
    #expect(near(next[0], 0.5 * 481 / 100_000))
  }

  @Test func whatComesMuchTooLateIsLaidOnTheClock() {
    let mixer = Mixer()
    mixer.set(1, anchor(.zero, .zero))
    mixer.add(1, [ramp(0, 48_000)])
    let out = fill(mixer, at: Instant(.milliseconds(200)))
    #expect(near(out[958], Float(9600 + 960 + 479) / 100_000))
  }

  @Test func soundOfAnotherSpeedIsLaidOnTheClockOfThatSpeed() {
    let (mixer, double) = (Mixer(), FilmSpeed(thousandths: 2000))
    // At twice the speed sample i has film time i / 24,000 s.
    func fast(_ first: Int, _ count: Int) -> SampleBlock {
      let block = ramp(first, count)
      return SampleBlock(time: block.time * 2, samples: block.samples, speed: double)
    }
    func place(_ film: Duration, _ at: Instant) -> Mixer.Anchor {
      Mixer.Anchor(filmTime: film, at: at, isPlaying: true, gain: 1, speed: double)
    }
    mixer.set(1, place(.seconds(1), .zero))
    mixer.add(1, [fast(0, 30_000), fast(30_000, 30_000)])
    let out = fill(mixer, at: .zero)
    #expect(near(out[958], Float(24_000 + 960 + 479) / 100_000))
    #expect(mixer.lead(1, at: .zero).map { abs($0.inSeconds) < 0.0001 } == true)
    mixer.set(1, place(.milliseconds(1020), Instant(.milliseconds(10))))
    #expect(near(fill(mixer, at: Instant(.milliseconds(10)))[0], Float(25_440) / 100_000))
  }

  @Test func whatWasOnItsWayWhenTheSpeedChangedIsDropped() {
    let (mixer, half) = (Mixer(), FilmSpeed(thousandths: 500))
    mixer.set(1, anchor(.zero, Instant(.milliseconds(20))))
    mixer.add(1, [ramp(0, 9600)])
    _ = fill(mixer, at: .zero)
    let now = Instant(.milliseconds(10))
    mixer.set(1, Mixer.Anchor(filmTime: .zero, at: now, isPlaying: true, gain: 1, speed: half))
    mixer.add(1, [ramp(9600, 4800)])
    #expect(mixer.waiting(1) == 0 && mixer.heard(1) == nil)
    // What was heard fades out rather than breaks off.
    let out = fill(mixer, at: now)
    #expect(out[0] > 0.9 * 480 / 100_000 && out[2 * 239] == 0)
    #expect(zip(out, out.dropFirst(2)).prefix(480).allSatisfy { abs($1 - $0) < 1e-4 })
  }

  @Test func pausesAndSeeksDoNotClick() {
    let mixer = Mixer()
    let loud = SampleBlock(time: .zero, samples: [Float](repeating: 0.8, count: 96_000))
    mixer.set(1, anchor(.zero, Instant(.milliseconds(20))))
    mixer.add(1, [loud])
    var heard = fill(mixer, at: .zero)
    #expect(heard[0] == 0.8, "a beginning is as it is")
    let pause = Mixer.Anchor(
      filmTime: .zero, at: Instant(.milliseconds(10)), isPlaying: false, gain: 1)
    mixer.set(1, pause)
    heard += fill(mixer, at: Instant(.milliseconds(10)))
    mixer.set(1, anchor(.milliseconds(10), Instant(.milliseconds(20))))
    heard += fill(mixer, at: Instant(.milliseconds(20)))
    mixer.flush(1)
    heard += fill(mixer, at: Instant(.milliseconds(30)))
    #expect(zip(heard, heard.dropFirst(2)).allSatisfy { abs($1 - $0) < 0.01 })
    #expect(heard[2 * 900] == 0 && heard[2 * 1400] == 0.8 && heard.last == 0)
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
    mixer.set(1, anchor(.zero, Instant(.milliseconds(20))))
    mixer.add(1, [ramp(0, 9600)])
    _ = fill(mixer, at: .zero)
    let late = fill(mixer, at: Instant(.milliseconds(13)))  // not 10: a callback is never on time
    #expect(near(late[0], Float(480) / 100_000))
  }

  @Test func aStrayVoiceIsLaidOnTheClockAnew() {
    let mixer = Mixer()
    mixer.set(1, anchor(.zero, Instant(.milliseconds(20))))
    mixer.add(1, [ramp(0, 48_000)])
    _ = fill(mixer, at: .zero)
    let out = fill(mixer, at: Instant(.milliseconds(500)))
    #expect(near(out[958], Float(24_000 + 479) / 100_000))
  }

  @Test func theLeadIsWhatTheDeviceRunsAhead() throws {
    let mixer = Mixer()
    mixer.set(1, anchor(.zero, Instant(.milliseconds(20))))
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
    mixer.set(1, anchor(.zero, Instant(.milliseconds(5020))))
    let out = fill(mixer, at: Instant(.seconds(5)))
    #expect(near(out[958], Float(479) / 100_000))
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
    #expect(abs(out[958] - 0.5 * Float(479) / 100_000) < 1e-6)
  }

  @Test func withoutADeviceOldSoundIsForgotten() {
    let mixer = Mixer()
    mixer.set(1, anchor(.seconds(20), .zero))
    for second in 0..<20 { mixer.add(1, [ramp(second * 48_000, 48_000)]) }
    #expect(mixer.waiting(1) <= 5 * 48_000)
  }

  @Test func aGapInTheStreamIsSilence() {
    let mixer = Mixer()
    mixer.set(1, anchor(.zero, Instant(.milliseconds(20))))
    mixer.add(1, [ramp(0, 1700), ramp(1800, 1200)])
    for turn in 0..<3 { _ = fill(mixer, at: Instant(.milliseconds(10 * turn))) }
    let out = fill(mixer, at: Instant(.milliseconds(30)))
    #expect(near(out[2 * (1699 - 1440)], Float(1699) / 100_000))
    #expect(out[2 * (1750 - 1440)] == 0)
    #expect(near(out[2 * (1810 - 1440)], Float(1810) / 100_000))
  }
}
