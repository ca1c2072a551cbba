/// What has been seen, in numbers.
public struct ProofTally: Hashable, Sendable {
  /// Frames that the display has taken.
  public var presented = 0
  /// More than a refresh after the one that they were meant for.
  public var late = 0
  /// Frames of films that were seen longer than they stand, because the next was not there.
  public var repeated = 0
  /// Frames of films that were never seen although the display had a refresh for them.
  public var dropped = 0
  public var black = 0
  public var wrong = 0
  /// The longest that a frame was after its refresh.
  public var latest = Duration.zero
  /// Decisions (a key, the timer) whose first pixel was seen, the sum of their times, the longest.
  public var decisions = 0
  /// How far sound was off the picture at most, and last (positive: ahead); nil: none was heard.
  public var soundOff: Duration?
  public var lastSoundOff: Duration?
  public var decisionTime = Duration.zero
  public var longestDecision = Duration.zero

  public init() {}

  /// True if nothing was late, black or wrong.
  public var isClean: Bool { late + black + wrong == 0 }

  /// From a decision to the first pixel, in the mean; nil: there was none.
  public var meanDecision: Duration? { decisions > 0 ? decisionTime / decisions : nil }

  mutating func heard(ahead: Duration) {
    lastSoundOff = ahead
    let size = max(ahead, .zero - ahead)
    soundOff = max(soundOff ?? .zero, size)
  }

  mutating func count(_ fault: ProofFault) {
    switch fault.kind {
    case .late: late += 1
    case .black: black += 1
    case .wrong: wrong += 1
    }
  }

  mutating func decided(after time: Duration) {
    decisions += 1
    decisionTime += time
    longestDecision = max(longestDecision, time)
  }

  /// A line for people.
  public var words: String {
    var text =
      "\(presented) frames: \(late) late, \(repeated) repeated, \(dropped) dropped, "
      + "\(black) black, \(wrong) wrong"
    if late > 0 { text += ", the latest \(proofMilliseconds(latest)) ms" }
    if let mean = meanDecision {
      text += "; first pixel after \(proofMilliseconds(mean)) ms"
      if decisions > 1 {
        text += " (\(decisions) times, at most \(proofMilliseconds(longestDecision)))"
      }
    }
    if let soundOff, let lastSoundOff {
      text += "; sound off by \(proofMilliseconds(lastSoundOff)) ms"
      text += " (at most \(proofMilliseconds(soundOff)))"
    }
    return text
  }
}

/// A stretch of the show with what was seen in it.
public struct ProofStretch: Hashable, Sendable {
  /// What makes it one.
  public enum Kind: Hashable, Sendable {
    /// From the decision until the picture rests.
    case change(from: Int?, to: Int)
    /// A second in which something moved or a film played.
    case second
  }

  public var kind: Kind
  public var begin: Instant
  public var end: Instant
  public var tally = ProofTally()
}
