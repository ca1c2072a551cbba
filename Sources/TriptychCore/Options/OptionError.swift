/// What is wrong with an option, said so that it can be put right.
public struct OptionError: Error, Hashable, Sendable {
  /// What kind of mistake it is; the words stay the same from version to version.
  public enum Code: String, Sendable {
    /// No option, key, command or subject of that name.
    case unknown
    /// The option takes a value and has none.
    case missingValue
    /// The option takes no value and has one.
    case unexpectedValue
    /// The value is not one of those allowed.
    case badValue
    /// The option exists, but not in this place.
    case notHere
    /// Options that exclude each other, or one that needs another.
    case conflict
  }

  public var code: Code
  /// One line of UTF-8, without control characters: names the word, what is allowed and the
  /// nearest.
  public var message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The same with the option named in front.
  func naming(_ name: String) -> OptionError {
    OptionError(code, "\(name): \(message)")
  }
}

/// `; did you mean X?`, or nothing.
func suggestion(_ word: String?) -> String {
  word.map { "; did you mean \($0)?" } ?? ""
}
