import TriptychCore

/// The sound of a rendered show: each film's samples where its picture stands on the virtual
/// clock, to the sample. A value.
struct RenderedSound {
  /// What one film gives to a stretch of the show.
  struct Part {
    var film: Int
    /// Film time of the stretch's first sample.
    var time: Duration
    var speed = FilmSpeed.normal
    /// At the beginning of the stretch, where there is no stretch before; nil: as at the end.
    var begin: Float?
    /// At the end of the stretch; it changes evenly from that of the stretch before.
    var gain: Float
    /// No sound follows this film time; nil: not known yet.
    var end: Duration?
  }

  private struct Voice {
    /// Of the samples.
    var speed = FilmSpeed.normal
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
      let number = Self.number(of: block.time, block.speed)
      if block.speed != voice.speed { (voice.samples, voice.next) = ([], nil) }
      if voice.samples.isEmpty || abs(number - voice.end) > 1 {
        (voice.samples, voice.start, voice.speed) = ([], number, block.speed)
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
    // The end that a film tells is rounded, and so is where its sound begins.
    let last = part.end.map { Self.number(of: $0, part.speed) - 2 }
    return (part.speed == voice.speed ? voice.end : 0) >= min(end, last ?? end)
  }

  /// The next `count` samples of the show, interleaved.
  mutating func mix(_ parts: [Part], count: Int) -> [Float] {
    var mixed = [Float](repeating: 0, count: 2 * count)
    for part in parts { lay(part, into: &mixed, count: count) }
    return mixed.map { min(max($0, -1), 1) }
  }

  /// The others are let go of.
  mutating func keep(_ films: Set<Int>) { voices = voices.filter { films.contains($0.key) } }

  private mutating func lay(_ part: Part, into mixed: inout [Float], count: Int) {
    var voice = voices[part.film] ?? Voice()
    if voice.speed != part.speed {
      (voice.samples, voice.next, voice.speed) = ([], nil, part.speed)
    }
    let first = first(of: part, voice)
    let before = voice.gain ?? part.begin ?? part.gain
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
    let number = Self.number(of: part.time, part.speed)
    if let next = voice.next, abs(next - number) <= 2 { return next }
    return number
  }

  /// Of the samples of that speed.
  private static func number(of time: Duration, _ speed: FilmSpeed) -> Int {
    Int((time.inSeconds / speed.factor * Double(SampleBlock.rate)).rounded())
  }
}
