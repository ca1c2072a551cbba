import TriptychCore

/// What can stand over the show.
enum Panel: Equatable {
  /// A page of the table of keys, from 0.
  case help(page: Int)
  case information

  var isHelp: Bool { self != .information }
}

/// A short text over the show: fades in at once, stands, fades out (0.3 s, as the bars do).
struct Message {
  let text: String
  /// A sign before the text.
  var icon: BarIcon?
  /// The number that is being typed: goes with it.
  var isNumber = false
  private let since: Instant
  private let stands: Duration
  private static let fade = Duration.milliseconds(300)

  init(_ text: String, at now: Instant, stands: Duration = .seconds(2)) {
    (self.text, since, self.stands) = (text, now, stands)
  }

  /// 0…1; nil when it is over.
  func opacity(at now: Instant) -> Double? {
    let left = since + stands + Message.fade - now
    guard left > .zero else { return nil }
    return min(1, left.inSeconds / Message.fade.inSeconds)
  }

  func motion(at now: Instant) -> Motion {
    now < since + stands ? .still(until: since + stands) : .moving
  }
}
