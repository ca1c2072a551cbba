import TriptychCore
import TriptychMedia
import TriptychStage

/// How quickly the frames of a film have been made ready to be shown.
struct Pace: Hashable, Sendable {
  /// Film time of the frames that came.
  var played: Duration
  /// How long that took.
  var taken: Duration
  /// How long a usual frame stands.
  var frameTime: Duration

  enum Verdict: Hashable, Sendable {
    case quick
    /// Whatever else goes on makes it falter.
    case narrow
    case slow
  }

  /// The screen it is made ready for: most are of that size.
  static let screen = Size(1920, 1080)
  /// A change and the sound want something, too.
  private static let spare = 1.25

  /// How many times as fast as it plays.
  var factor: Double {
    taken > .zero ? Double(played.inNanoseconds) / Double(taken.inNanoseconds) : .infinity
  }

  var verdict: Verdict {
    if factor < 1 { return .slow }
    return factor < Self.spare ? .narrow : .quick
  }

  /// For people; of those that are too slow it says what is the matter.
  var words: String {
    switch verdict {
    case .quick: return "decoded \(Self.rounded(factor)) times as fast as it plays"
    case .narrow:
      return "decoded \(Self.rounded(factor, digits: 2)) times as fast as it plays: may falter here"
    case .slow:
      let rate = 1e9 / Double(max(frameTime.inNanoseconds, 1))
      let (got, all) = (Self.rounded(rate * factor), Self.rounded(rate))
      return "too slow here: \(got) of \(all) frames a second are decoded"
    }
  }

  /// What to do about it; nil where nothing is to be done.
  var advice: String? {
    verdict == .quick
      ? nil : "end other programs, or convert it to H.264 of at most 1920 × 1080 pixels"
  }

  /// Towards zero: what is just too slow is not said to be quick enough.
  private static func rounded(_ number: Double, digits: Int = 1) -> String {
    guard number < 1000 else { return "1000 and more" }
    let unit = digits == 1 ? 10.0 : 100.0
    let whole = (number * unit).rounded(.down) / unit
    return whole == whole.rounded() ? "\(Int(whole))" : "\(whole)"
  }
}

/// Lets a film that is open play as fast as it can, and measures that.
struct Pacing {
  let media: Media
  let film: Int
  let frameTime: Duration
  private let first: Duration?
  private let begun = MonotonicClock.now
  private var last: Frame?

  /// Long enough that a scene which is hard to decode does not say all.
  static let length = Duration.seconds(2)

  /// The film has its first frame, and nothing more was asked of it.
  init(_ media: Media, _ film: Int, frameTime: Duration) {
    (self.media, self.film, self.frameTime) = (media, film, frameTime)
    let frame = media.frame(film, at: .zero)
    (first, last) = (frame?.time, frame)
    media.runFilm(film)
  }

  /// To be called at each news; nil: not yet.
  mutating func look() -> Pace? {
    // Whatever has come is due.
    if let frame = media.frame(film, at: .seconds(1 << 30)) { last = frame }
    let taken = MonotonicClock.now - begun
    guard taken >= Self.length, let first, let last else { return nil }
    return Pace(played: last.time - first, taken: taken, frameTime: frameTime)
  }
}
