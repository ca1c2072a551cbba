import Testing
import TriptychCore

@testable import TriptychStage

/// Picture and sound over time, with a device whose clock is another one.
@Suite struct MixerDriftTests {
  /// Plays two minutes; how far what is heard was off the picture, each callback after the first
  /// three seconds. The device's clock is off by `ppm` parts in a million, its callbacks come up
  /// to 3 ms late, and the film's clock follows it as the player's does, 60 times a second.
  private func offsets(ppm: Double) -> [Double] {
    let mixer = Mixer()
    var dice = SplitMix64(seed: 11)
    let (frames, rate) = (1024, 48_000.0)
    let step = Double(frames) / (rate * (1 + ppm / 1e6))
    let latency = 2 * Double(frames) / rate
    var (film, at, sent) = (0.0, 0.0, 0)
    var offsets: [Double] = []
    var out = [Float](repeating: 0, count: 2 * frames)
    for callback in 0..<Int(120 / step) {
      let now = Double(callback) * step + Double(dice.next() % 1000) / 1000 * 0.003
      // The picture's turns up to here.
      while at + 1 / 60.0 <= now {
        (at, film) = (at + 1 / 60.0, film + 1 / 60.0)
        let instant = Instant(.seconds(at))
        mixer.set(
          1, Mixer.Anchor(filmTime: .seconds(film), at: instant, isPlaying: true, gain: 1))
        if let lead = mixer.lead(1, at: instant) { film += lead.inSeconds / 50 }
      }
      while Double(sent) / rate < film + 0.5 {
        // A sample says its own film time.
        let samples = (0..<2048).map { Float(Double(sent + $0 / 2) / rate / 128) }
        mixer.add(1, [SampleBlock(time: .seconds(Double(sent) / rate), samples: samples)])
        sent += 1024
      }
      out.withUnsafeMutableBufferPointer { mixer.fill($0, at: Instant(.seconds(now))) }
      guard now > 3 else { continue }
      // The first sample is heard two buffers later, by the device's own, even clock.
      let heardAt = Double(callback) * step + latency
      offsets.append(Double(out[0]) * 128 - (film + heardAt - at))
    }
    return offsets
  }

  @Test(
    "an hour's drift of 100 ppm, and 30 times as fast: within 20 ms, and no more at the end",
    arguments: [0.0, 100, -100, 3000, -3000])
  func drift(ppm: Double) {
    let offsets = offsets(ppm: ppm)
    #expect(offsets.count > 5000)
    // 3000 ppm over two minutes are the 360 ms that 100 ppm are over an hour.
    let worst = offsets.map(abs).max() ?? 1
    #expect(worst < 0.02, "\(worst)")
    let tenth = offsets.count / 10
    let begin = offsets.prefix(tenth).reduce(0, +) / Double(tenth)
    let end = offsets.suffix(tenth).reduce(0, +) / Double(tenth)
    #expect(abs(end - begin) < 0.002, "\(begin) \(end)")
  }
}
