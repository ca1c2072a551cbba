import TriptychCore

/// Why a request is not done.
public struct RemoteError: Error, Hashable, Sendable {
  /// For programs; the words stay the same from version to version.
  public enum Code: String, CaseIterable, Sendable {
    /// The line is no JSON, or no UTF-8.
    case badJSON = "bad-json"
    /// The line is longer than 4096 bytes; the connection is closed.
    case tooLong = "too-long"
    /// The object is not a request.
    case badRequest = "bad-request"
    /// No command, option or name of that kind.
    case unknown
    /// A word is missing, too many, or not allowed.
    case badValue = "bad-value"
    /// Flash safety: the screen has only just changed.
    case tooSoon = "too-soon"
    /// Nothing that this could be done to is there now.
    case notNow = "not-now"
    /// The path is not beneath what the show was started with, or `--control-root`.
    case outside
    /// It was tried and failed.
    case failed
    /// Whoever connects may not; the connection is closed.
    case refused
    /// Four others are connected; the connection is closed.
    case busy
    /// A line took too long, or nothing came for ten minutes; the connection is closed.
    case idle
  }

  public var code: Code
  /// One line for people: what is wrong, what is allowed, the nearest word.
  public var message: String

  public init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

  init(_ error: OptionError) {
    self.init(error.code == .unknown ? .unknown : .badValue, error.message)
  }
}
