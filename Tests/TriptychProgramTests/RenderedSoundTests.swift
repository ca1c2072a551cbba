import Testing
import TriptychCore

@testable import TriptychApp

/// The mix of a rendered show, sample by sample.
@Suite struct RenderedSoundTests {
  /// Left counts up by a thousandth a sample from `first`, right is its negative.
  private func ramp(from first: Int, count: Int) -> SampleBlock {
    let values = (first..<first + count).flatMap { [Float($0) / 1000, -Float($0) / 1000] }
    let time = Duration.nanoseconds(first * 1_000_000_000 / SampleBlock.rate)
    return SampleBlock(time: time, samples: values)
  }

  private func part(
    _ film: Int, at sample: Int, gain: Float = 1, end: Duration? = nil
  ) -> RenderedSound.Part {
    let time = Duration.nanoseconds(sample * 1_000_000_000 / SampleBlock.rate)
    return RenderedSound.Part(film: film, time: time, gain: gain, end: end)
  }

  @Test("frames follow one another without a gap or a sample twice")
  func seamless() {
    var sound = RenderedSound()
    sound.add(1, [ramp(from: 0, count: 300), ramp(from: 300, count: 200)])
    #expect(sound.has(part(1, at: 0), count: 500))
    #expect(!sound.has(part(1, at: 0), count: 501))
    var left: [Float] = []
    for (start, count) in [(0, 160), (160, 160), (321, 160)] {
      let mixed = sound.mix([part(1, at: start)], count: count)
      left += stride(from: 0, to: mixed.count, by: 2).map { mixed[$0] }
      #expect(mixed[1] == -mixed[0])
    }
    // The last frame's time was rounded up by a sample.
    #expect(left == (0..<480).map { Float($0) / 1000 })
  }

  @Test("a gain changes evenly from that of the frame before")
  func gain() {
    var sound = RenderedSound()
    let loud = SampleBlock(time: .zero, samples: [Float](repeating: 0.5, count: 400))
    sound.add(1, [loud])
    #expect(sound.mix([part(1, at: 0, gain: 1)], count: 100).allSatisfy { $0 == 0.5 })
    let falling = sound.mix([part(1, at: 100, gain: 0)], count: 100)
    #expect(falling[0] == 0.5 * 0.99 && falling[99] == 0.25 && falling[199] == 0)
  }

  @Test("films add up, and the sum stays within ±1")
  func sum() {
    var sound = RenderedSound()
    let loud = SampleBlock(time: .zero, samples: [Float](repeating: 0.75, count: 20))
    sound.add(1, [loud])
    sound.add(2, [loud])
    #expect(sound.mix([part(1, at: 0), part(2, at: 0, gain: -0.5)], count: 5)[3] == 0.375)
    #expect(sound.mix([part(1, at: 5), part(2, at: 5)], count: 5)[9] == 1)
  }

  @Test("what follows a film's end is silence, and is not waited for")
  func end() {
    var sound = RenderedSound()
    sound.add(1, [ramp(from: 1, count: 48)])
    #expect(!sound.has(part(1, at: 1), count: 96))
    let ended = part(1, at: 1, end: .milliseconds(1))
    #expect(sound.has(ended, count: 96))
    let mixed = sound.mix([ended], count: 96)
    #expect(mixed[94] != 0 && mixed[96...].allSatisfy { $0 == 0 })
    #expect(sound.has(part(2, at: 0, end: .zero), count: 96))
  }

  @Test("a seek forgets what waits; a film that keeps silent is not waited for")
  func seek() {
    var sound = RenderedSound()
    sound.add(1, [ramp(from: 0, count: 48)])
    sound.flush(1)
    #expect(!sound.has(part(1, at: 0), count: 48))
    sound.add(1, [ramp(from: 9000, count: 48)])
    #expect(sound.mix([part(1, at: 9000)], count: 48)[0] == 1)
    sound.silence(2)
    #expect(sound.has(part(2, at: 0), count: 48))
  }
}
