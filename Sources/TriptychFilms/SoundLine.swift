/// Lays decoded sound on the film's line, without a gap or an overlap: late sound is preceded by
/// silence, each round is cut or filled to the picture's length. A value.
struct SoundLine {
  /// Samples of a block, of each channel.
  static let blockLength = 1024
  /// What a container's rounded time stamps may differ from the counted samples (20 ms).
  private static let tolerance: Int64 = 960
  /// Kept back until it is known where the round ends: encoders pad sound (0.1 s).
  private static let heldBack: Int64 = 4800

  private struct Stretch {
    /// Interleaved; empty: silence.
    var samples: ArraySlice<Float>
    /// Of each channel.
    var count: Int64
  }

  private var stretches: [Stretch] = []
  /// Line position of the first sample that is here, and of the one behind the last.
  private var start: Int64 = 0
  private var cursor: Int64 = 0
  /// What lies before it stays as it is.
  private var settled: Int64 = 0
  private var isFirst = true
  private var isLast = false
  private(set) var passage: Passage

  init(_ passage: Passage) {
    self.passage = passage
    restart(passage)
  }

  mutating func begin(_ next: Passage) {
    // Another try for the same seek goes on where the first one came to.
    if next.isFresh, next.epoch != passage.epoch { restart(next) }
    passage = next
    (isFirst, isLast) = (true, false)
  }

  private mutating func restart(_ passage: Passage) {
    start = FilmTime.sample(at: passage.from + passage.shift)
    (cursor, settled) = (start, start)
    stretches = []
  }

  /// `samples`: interleaved stereo at 48 kHz; `time`: source time of the first.
  mutating func add(_ samples: [Float], at time: Int64) {
    let target = FilmTime.sample(at: time + passage.shift)
    let isOff = isFirst || abs(target - cursor) > Self.tolerance
    var part = samples[...]
    if isOff, target > cursor { append(Stretch(samples: [], count: target - cursor)) }
    if isOff, target < cursor { part = part.dropFirst(2 * Int(min(cursor - target, 1 << 40))) }
    if part.isEmpty { return }
    isFirst = false
    append(Stretch(samples: part, count: Int64(part.count / 2)))
  }

  /// The passage ends at this source time.
  mutating func end(at time: Int64, isLast: Bool) {
    let end = FilmTime.sample(at: time + passage.shift)
    if cursor < end { append(Stretch(samples: [], count: end - cursor)) }
    cut(to: max(end, start))
    settled = cursor
    self.isLast = isLast
  }

  private mutating func append(_ stretch: Stretch) {
    guard stretch.count > 0 else { return }
    stretches.append(stretch)
    cursor += stretch.count
  }

  private mutating func cut(to end: Int64) {
    while cursor > end, var last = stretches.popLast() {
      let rest = last.count - min(cursor - end, last.count)
      cursor -= last.count - rest
      guard rest > 0 else { continue }
      last.count = rest
      if !last.samples.isEmpty { last.samples = last.samples.prefix(2 * Int(rest)) }
      stretches.append(last)
    }
  }

  /// The next block that is certain; `time` is line time.
  mutating func take() -> (time: Int64, samples: [Float])? {
    let certain = max(settled, cursor - Self.heldBack) - start
    let least = isLast ? 1 : Int64(Self.blockLength)
    guard certain >= least else { return nil }
    let time = FilmTime.ns(ofSample: start)
    return (time, pull(min(certain, Int64(Self.blockLength))))
  }

  /// True if `take` would give something.
  var hasMore: Bool { max(settled, cursor - Self.heldBack) > start }

  private mutating func pull(_ count: Int64) -> [Float] {
    var block: [Float] = []
    block.reserveCapacity(2 * Int(count))
    var left = count
    while left > 0, !stretches.isEmpty {
      let part = min(left, stretches[0].count)
      if stretches[0].samples.isEmpty {
        block.append(contentsOf: repeatElement(0, count: 2 * Int(part)))
      } else {
        block.append(contentsOf: stretches[0].samples.prefix(2 * Int(part)))
        stretches[0].samples = stretches[0].samples.dropFirst(2 * Int(part))
      }
      stretches[0].count -= part
      if stretches[0].count == 0 { stretches.removeFirst() }
      left -= part
    }
    start += count
    return block
  }
}
