import TriptychCore

/// When the display is to be switched off: some time after the screen has become blank, for one
/// that is blank for a moment should be back at once. A value.
struct ScreenPower {
  private var blankSince: Instant?
  /// It was tried, and is not to be tried again for as long as the screen is blank.
  private(set) var isOff = false
  /// Displays take seconds to come back.
  static let patience = Duration.seconds(10)

  /// When to look again; nil: when the screen changes.
  var due: Instant? { isOff ? nil : blankSince.map { $0 + Self.patience } }

  /// What is to be done now: switched off (false), on (true), or nothing (nil).
  mutating func look(isBlank: Bool, at now: Instant) -> Bool? {
    guard isBlank else {
      defer { (blankSince, isOff) = (nil, false) }
      return isOff ? true : nil
    }
    guard let since = blankSince else {
      blankSince = now
      return nil
    }
    guard !isOff, now >= since + Self.patience else { return nil }
    isOff = true
    return false
  }
}
