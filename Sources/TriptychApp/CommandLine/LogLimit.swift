import TriptychCore

/// Keeps the log from drowning in itself (RELIABILITY R4): at most twenty lines a minute, and
/// each name at most once an hour. A value without a clock.
struct LogLimit {
  static let linesAMinute = 20
  static let minute = Duration.seconds(60)
  static let hour = Duration.seconds(3600)
  /// Names that are remembered; more cannot be named in an hour.
  static let mostNames = 2 * 60 * linesAMinute

  private var recent: [Instant] = []
  private var named: [[UInt8]: Instant] = [:]
  /// Lines that were not let through since the last one that was.
  private(set) var heldBack = 0

  /// What may be written now.
  enum Verdict: Equatable {
    case write
    /// First a line that says how many were held back.
    case writeAfter(heldBack: Int)
    case hold
  }

  /// Judges a line at `now`; `name` is that of the item it is about.
  mutating func judge(_ name: [UInt8]? = nil, at now: Instant) -> Verdict {
    if let name, let last = named[name], now - last < LogLimit.hour { return .hold }
    recent.removeAll { now - $0 >= LogLimit.minute }
    // The line about those held back is a line too.
    let needed = heldBack > 0 ? 2 : 1
    guard recent.count + needed <= LogLimit.linesAMinute else {
      heldBack += 1
      return .hold
    }
    for _ in 0..<needed { recent.append(now) }
    if let name { remember(name, now) }
    defer { heldBack = 0 }
    return heldBack > 0 ? .writeAfter(heldBack: heldBack) : .write
  }

  /// How many were held back and not told of; from then on none.
  mutating func takeHeldBack() -> Int {
    defer { heldBack = 0 }
    return heldBack
  }

  private mutating func remember(_ name: [UInt8], _ now: Instant) {
    if named.count >= LogLimit.mostNames {
      named = named.filter { now - $0.value < LogLimit.hour }
    }
    named[name] = now
  }
}
