import Glibc

/// Why a file, a folder or a list cannot be read.
public struct FileError: Error, Hashable, Sendable {
  /// Stable names of the reasons.
  public enum Code: String, Sendable {
    case missing
    case forbidden
    /// A pipe, a device, a socket, a folder: not a regular file.
    case noFile = "no-file"
    case empty
    /// The system has not answered within the time allowed.
    case stuck
    /// An address (`http://…`).
    case address
    /// Anything else that the system says.
    case unreadable
  }

  public var code: Code
  public var path: [UInt8]
  /// For people: what is the matter, without the path.
  public var words: String

  public init(_ code: Code, path: [UInt8], words: String) {
    (self.code, self.path, self.words) = (code, path, words)
  }

  /// What the system says.
  init(errno number: Int32, path: [UInt8]) {
    switch number {
    case ENOENT, ENOTDIR: self.init(.missing, path: path, words: "no such file")
    case EACCES, EPERM: self.init(.forbidden, path: path, words: "permission denied")
    case ENAMETOOLONG: self.init(.missing, path: path, words: "the name is too long")
    case ELOOP: self.init(.missing, path: path, words: "links go round in a circle")
    case EIO: self.init(.unreadable, path: path, words: "the disk cannot read it")
    case EMFILE, ENFILE:
      self.init(.unreadable, path: path, words: "too many files are open")
    default:
      let words = strerror(number).map { String(cString: $0) } ?? "error \(number)"
      self.init(.unreadable, path: path, words: words)
    }
  }
}
