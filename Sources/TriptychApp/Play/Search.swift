import TriptychCore

/// When a kiosk that has nothing to show reads its list anew (RELIABILITY R7): after 5 s, and then
/// after twice as long each time, up to a minute. A value without a clock.
struct Search {
  private static let first = Duration.seconds(5)
  private static let longest = Duration.seconds(60)

  private(set) var due: Instant?
  private var pause = Search.first
  /// True while the list is read anew for want of anything to show.
  var isReading = false
  /// Problems with the list that have been told, so that a search does not tell them again.
  private var told: Set<String> = []

  /// There is something to show, or nobody looks.
  mutating func rest() { (due, pause) = (nil, Search.first) }

  /// True if the list is to be read now.
  mutating func looks(at now: Instant) -> Bool {
    guard let next = due, next <= now else {
      due = due ?? now + pause
      return false
    }
    pause = min(pause * 2, Search.longest)
    due = now + pause
    return true
  }

  /// True the first time; what comes after so many is told again.
  mutating func tells(_ problem: String) -> Bool {
    if told.count >= 256 { told = [] }
    return told.insert(problem).inserted || !isReading
  }
}
