import TriptychCore

/// The sound of a rendered show: each film's samples where its picture stands on the virtual
/// clock, to the sample. A value.
struct RenderedSound {
  /// What one film gives to a stretch of the show.
  struct Part {
    var film: Int
    /// Film time of the stretch's first sample.
    var time: Duration
    /// At the end of the stretch; it changes evenly from that of the stretch before.
    var gain: Float
    /// No sound follows this film time; nil: not known yet.
    var end: Duration?
  }

  private struct Voice {
    /// Interleaved; the first has the number `start`, counted from film time 0.
    var samples: [Float] = []
    var start = 0
    /// Number of the sample that the last stretch ended before.
    var next: Int?
    var gain: Float?
    /// Nothing comes any more, though it should.
    var isSilent = false
    var end: Int { start + samples.count / 2 }
  }

  private var voices: [Int: Voice] = [:]

  /// Takes in what has been decoded, in order.
  mutating func add(_ film: Int, _ blocks: [SampleBlock]) {
    for block in blocks {
      var voice = voices[film] ?? Voice()
      let number = Self.number(of: block.time)
      if voice.samples.isEmpty || abs(number - voice.end) > 1 {
        (voice.samples, voice.start) = ([], number)
      }
      voice.samples += block.samples
      voices[film] = voice
    }
  }

  /// After a seek nothing of what waits is right.
  mutating func flush(_ film: Int) { voices[film] = nil }

  /// Its sound is not waited for any more.
  mutating func silence(_ film: Int) { voices[film, default: Voice()].isSilent = true }

  /// True if all that `count` samples of the show need of the film are here.
  func has(_ part: Part, count: Int) -> Bool {
    let voice = voices[part.film] ?? Voice()
    guard !voice.isSilent else { return true }
    let end = first(of: part, voice) + count
    // The end that a film tells is rounded.
    return voice.end >= min(end, part.end.map { Self.number(of: $0) - 1 } ?? end)
  }

  /// The next `count` samples of the show, interleaved. Films that have no part are let go of.
  mutating func mix(_ parts: [Part], count: Int) -> [Float] {
    var mixed = [Float](repeating: 0, count: 2 * count)
    for part in parts { lay(part, into: &mixed, count: count) }
    let films = Set(parts.map(\.film))
    voices = voices.filter { films.contains($0.key) }
    return mixed.map { min(max($0, -1), 1) }
  }

  private mutating func lay(_ part: Part, into mixed: inout [Float], count: Int) {
    var voice = voices[part.film] ?? Voice()
    let first = first(of: part, voice)
    let before = voice.gain ?? part.gain
    for index in 0..<count {
      let from = first + index - voice.start
      guard from >= 0, 2 * from + 1 < voice.samples.count else { continue }
      let gain = before + (part.gain - before) * Float(index + 1) / Float(count)
      mixed[2 * index] += voice.samples[2 * from] * gain
      mixed[2 * index + 1] += voice.samples[2 * from + 1] * gain
    }
    (voice.gain, voice.next) = (part.gain, first + count)
    let used = min(max(first + count - voice.start, 0), voice.samples.count / 2)
    voice.samples.removeFirst(2 * used)
    voice.start += used
    voices[part.film] = voice
  }

  /// Stretches follow one another without a gap: what rounding moves by a sample is moved back.
  private func first(of part: Part, _ voice: Voice) -> Int {
    let number = Self.number(of: part.time)
    if let next = voice.next, abs(next - number) <= 2 { return next }
    return number
  }

  private static func number(of time: Duration) -> Int {
    Int((time.inSeconds * Double(SampleBlock.rate)).rounded())
  }
}
