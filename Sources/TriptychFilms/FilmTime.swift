import CFFmpeg

/// Times of one film. Source time counts from the first picture of the file; line time goes on
/// growing over loops. Both in ns.
enum FilmTime {
  static let second: Int64 = 1_000_000_000
  private static let nanoseconds = AVRational(num: 1, den: 1_000_000_000)

  /// To the nearest ns.
  static func ns(_ ticks: Int64, _ base: AVRational) -> Int64 {
    base.num > 0 && base.den > 0 ? av_rescale_q(ticks, base, nanoseconds) : 0
  }

  static func ticks(_ ns: Int64, _ base: AVRational) -> Int64 {
    base.num > 0 && base.den > 0 ? av_rescale_q(ns, nanoseconds, base) : 0
  }

  /// The 48 kHz sample that is due at a time.
  static func sample(at ns: Int64) -> Int64 {
    av_rescale_q(ns, nanoseconds, AVRational(num: 1, den: 48_000))
  }

  /// When a 48 kHz sample is due.
  static func ns(ofSample sample: Int64) -> Int64 {
    av_rescale_q(sample, AVRational(num: 1, den: 48_000), nanoseconds)
  }

  /// Encoders pad sound to whole packets; so much sound after the picture is no sound of its own.
  private static let padding: Int64 = 100_000_000

  /// Where a round ends: the longer of picture and sound decides (DESIGN section 4, "Video").
  static func roundEnd(picture: Int64, sound: Int64) -> Int64 {
    sound > picture + padding ? sound : picture
  }
}

/// A stretch of the source as it lies on the film's line: a round, or what follows a seek.
struct Passage: Sendable, Hashable {
  /// Counts the seeks; what belongs to an older one is dropped.
  var epoch: Int
  var round: UInt32
  /// Source time of the first thing shown.
  var from: Int64
  /// Source time at which it stops, nil: at the end of the file.
  var until: Int64?
  /// Line time = source time + shift.
  var shift: Int64
  /// True after a seek (and at first), false if it follows the passage before it.
  var isFresh: Bool
}

/// Mends time stamps that jump within a file (joined broadcasts), so that the film goes on.
///
/// Decoding times of one stream never go back by themselves.
struct JumpMender {
  /// A gap up to here is taken as it is.
  private static let longestGap = 10 * FilmTime.second
  private static let slack = FilmTime.second / 10

  private struct Track {
    var last: Int64?
    var end: Int64 = 0
    var shift: Int64 = 0
  }

  private var tracks = [Track(), Track()]

  /// What is to be added to the packet's times. `decoded`: ns, as the file says.
  mutating func shift(isSound: Bool, decoded: Int64, duration: Int64) -> Int64 {
    var track = tracks[isSound ? 1 : 0]
    if let last = track.last {
      let time = decoded &+ track.shift
      if time < last - Self.slack || time > track.end + Self.longestGap {
        let own = track.end - decoded
        let other = tracks[isSound ? 0 : 1].shift
        // Picture and sound jump together: the first to do so says by how much.
        let hasJumped = other != track.shift && abs(own - other) < FilmTime.second
        track.shift = hasJumped ? other : own
      }
    }
    track.last = decoded &+ track.shift
    track.end = decoded &+ track.shift &+ duration
    tracks[isSound ? 1 : 0] = track
    return track.shift
  }
}
