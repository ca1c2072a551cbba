/// Picks the frames to be shown out of what the decoder gives, and says when. A value.
///
/// Shown is, of each passage, the frame that stands at its beginning, then every other up to its
/// end, in order.
struct FramePicker {
  /// What is to be done with a frame.
  enum Verdict: Hashable { case skip, hold, show, late }

  private(set) var passage: Passage
  /// True from the first frame shown of the passage on.
  private(set) var hasBegun = false
  private var isHolding = false
  private var lastLine: Int64 = 0

  init(_ passage: Passage) { self.passage = passage }

  mutating func begin(_ passage: Passage) {
    if passage.isFresh { lastLine = 0 }
    self.passage = passage
    (hasBegun, isHolding) = (false, false)
  }

  /// `time`, `duration`: source time. `hold`: keep it, it is shown if the next one is not due yet.
  /// `late`: the first one, yet not the one that stands at the beginning.
  mutating func judge(time: Int64, duration: Int64) -> Verdict {
    if let until = passage.until, time >= until { return .skip }
    if hasBegun { return .show }
    if time > passage.from, !isHolding, passage.isFresh { return .late }
    if time >= passage.from || time + duration > passage.from { return .show }
    isHolding = true
    return .hold
  }

  /// The frame is shown: its line time. A round begins where the one before it ended; after a
  /// seek the first frame keeps its own time, which lies before the one that was asked for.
  mutating func show(time: Int64) -> Int64 {
    let isSeek = passage.isFresh && passage.epoch > 0
    let source = isSeek || hasBegun ? time : max(time, passage.from)
    hasBegun = true
    lastLine = max(source + passage.shift, lastLine, 0)
    return lastLine
  }
}
