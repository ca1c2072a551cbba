import TriptychCore

/// Why a request is not done.
public struct RemoteError: Error, Hashable, Sendable {
  /// For programs; the words stay the same from version to version.
  public enum Code: String, CaseIterable, Sendable {
    case badJSON = "bad-json"
    case tooLong = "too-long"
    case badRequest = "bad-request"
    case unknown
    case badValue = "bad-value"
    case tooSoon = "too-soon"
    case notNow = "not-now"
    case outside
    case failed
    case refused
    case busy
    case idle

    /// What it says, for the reference.
    public var summary: String {
      switch self {
      case .badJSON: "the line is no JSON, or no UTF-8"
      case .tooLong: "the line is longer than 4096 bytes; the connection is closed"
      case .badRequest: "the object is not a request"
      case .unknown: "no command or option of that name"
      case .badValue: "a word is missing, too many, or not allowed; no such item or file"
      case .tooSoon: "the screen has only just changed, and may not flash"
      case .notNow: "nothing that this could be done to is there now"
      case .outside: "the file does not lie where files may be inserted from"
      case .failed: "it was tried and failed"
      case .refused: "this user may not control the show; the connection is closed"
      case .busy: "four others are connected; the connection is closed"
      case .idle: "a line took too long, or none came; the connection is closed"
      }
    }
  }

  public var code: Code
  /// One line for people: what is wrong, what is allowed, the nearest word.
  public var message: String

  public init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

  init(_ error: OptionError) {
    self.init(error.code == .unknown ? .unknown : .badValue, error.message)
  }
}
