import TriptychCore

/// One line of `triptych doctor`.
struct Finding: Hashable, Sendable {
  enum Level: String, Sendable {
    case ok, warn
    /// A show could not run.
    case fail = "FAIL"
  }

  var level: Level
  /// What there is, without a line's end.
  var what: String
  /// What to do about it; nil where nothing is to be done.
  var advice: String?

  static func ok(_ what: String) -> Finding { Finding(level: .ok, what: what) }
  static func warn(_ what: String, _ advice: String) -> Finding {
    Finding(level: .warn, what: what, advice: advice)
  }
  static func fail(_ what: String, _ advice: String) -> Finding {
    Finding(level: .fail, what: what, advice: advice)
  }

  init(level: Level, what: String, advice: String? = nil) {
    (self.level, self.what, self.advice) = (level, what, advice)
  }

  /// As a person reads it. What comes from files and devices cannot forge a line.
  var line: String {
    let start = level.rawValue.padded(to: 5) + what
    return String(escaping: (start + (advice.map { " — " + $0 } ?? "")).utf8) + "\n"
  }

  /// As a probe tells it to its parent.
  var message: String {
    let fields = [level.rawValue, what] + (advice.map { [$0] } ?? [])
    return fields.map { String(escaping: $0.utf8) }.joined(separator: "\t") + "\n"
  }

  /// nil: no finding was written so.
  init?(message: some StringProtocol) {
    let fields = message.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
    guard let first = fields.first, let level = Level(rawValue: first),
      (2...3).contains(fields.count)
    else { return nil }
    (self.level, what) = (level, fields[1])
    advice = fields.count == 3 ? fields[2] : nil
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}

extension [Finding] {
  /// True if a show could run.
  var allowAShow: Bool { allSatisfy { $0.level != .fail } }
}
