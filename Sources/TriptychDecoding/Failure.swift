import TriptychWire

/// Why a job cannot be done; becomes `Reply.failed`.
public struct Failure: Error, Hashable, Sendable {
  public var code: FailureCode
  /// For a person, in the library's own words where there are any.
  public var message: String

  public init(_ code: FailureCode, _ message: String) {
    (self.code, self.message) = (code, message)
  }
}
