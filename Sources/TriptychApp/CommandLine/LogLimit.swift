import TriptychCore

/// Keeps the log from drowning in itself (RELIABILITY R4): at most twenty lines a minute, and
/// each name at most once an hour. A value without a clock.
struct LogLimit {
  static let linesAMinute = 20
  static let minute = Duration.seconds(60)
  static let hour = Duration.seconds(3600)
  /// Names that are remembered before those of the last hour are looked through.
  static let mostNames = 20_000

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
    /// It has been named within the hour.
    case known
  }

  /// Judges a line at `now`; `name` is that of the item it is about.
  mutating func judge(_ name: [UInt8]? = nil, at now: Instant) -> Verdict {
    if let name, let last = named[name], now - last < LogLimit.hour { return .known }
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

  /// A line that was held was about this name, and will be told with others: it is not lost.
  mutating func promise(_ name: [UInt8], at now: Instant) {
    heldBack -= 1
    remember(name, now)
  }

  /// When `judge` will allow a line at the earliest, if none comes before.
  func opens(at now: Instant) -> Instant {
    let needed = heldBack > 0 ? 2 : 1
    // The line that has to be a minute old by then.
    let index = recent.count + needed - LogLimit.linesAMinute - 1
    guard index >= 0 else { return now }
    return max(now, recent[index] + LogLimit.minute)
  }

  /// How many were held back and not told of; from then on none.
  mutating func takeHeldBack() -> Int {
    defer { heldBack = 0 }
    return heldBack
  }

  private mutating func remember(_ name: [UInt8], _ now: Instant) {
    if named.count >= LogLimit.mostNames {
      named = named.filter { now - $0.value < LogLimit.hour }
      // The show itself does not name an item twice in an hour; this is the second guard.
      if named.count >= LogLimit.mostNames { named = [:] }
    }
    named[name] = now
  }
}
