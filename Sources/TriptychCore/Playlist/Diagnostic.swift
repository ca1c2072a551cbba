/// Something that is wrong with a list, and where.
public struct Diagnostic: Hashable, Sendable {
  /// Whether the list can be played all the same.
  public enum Severity: String, Sendable {
    /// The list as a whole, or what it says of an item, cannot be used.
    case error
    /// One entry is skipped or will be; the rest plays.
    case warning
  }

  /// The list or folder; empty for standard input.
  public var path: [UInt8]
  /// Counting from 1; 0 where the list as a whole is meant, or it has no lines.
  public var line: Int
  /// In bytes, counting from 1; 0 with line 0.
  public var column: Int
  public var severity: Severity
  public var message: String

  public init(
    path: [UInt8], line: Int = 0, column: Int = 0, severity: Severity, message: String
  ) {
    (self.path, self.line, self.column) = (path, line, column)
    (self.severity, self.message) = (severity, message)
  }
}
