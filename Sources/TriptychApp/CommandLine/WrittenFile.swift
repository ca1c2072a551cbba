import Glibc

/// A file of settings that a person has written. Before anything is shown: plain reading.
enum WrittenFile {
  struct Failure: Error {
    /// An errno; 0 where there is none.
    var code: Int32
    var reason: String

    init(_ code: Int32) {
      self.code = code
      reason = String(cString: strerror(code))
    }

    init(reason: String) { (code, self.reason) = (0, reason) }
  }

  /// A hundred times more than anybody writes; a device or a film is named by mistake.
  private static let mostBytes = 1 << 20

  /// All of it, up to `most` bytes.
  static func contents(
    of path: [UInt8], most: Int = mostBytes
  ) -> Result<[UInt8], Failure> {
    let descriptor = path.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { bytes in
      // A fifo without writer must not hold up the start.
      (Array(bytes) + [0]).withUnsafeBufferPointer { text in
        text.baseAddress.map { Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) } ?? -1
      }
    }
    guard descriptor >= 0 else { return .failure(Failure(errno)) }
    defer { Glibc.close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .failure(Failure(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      return .failure(Failure(reason: "not a file"))
    }
    return read(descriptor, most)
  }

  private static func read(_ descriptor: Int32, _ most: Int) -> Result<[UInt8], Failure> {
    var text: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while text.count <= most {
      let count = Glibc.read(descriptor, &block, block.count)
      if count == 0 { return .success(text) }
      if count < 0 {
        if errno == EINTR { continue }
        return .failure(Failure(errno))
      }
      text += block[..<count]
    }
    return .failure(Failure(reason: "larger than \(most >> 10) KiB"))
  }

  /// False where a folder on the way is closed to us.
  static func canBeSeen(_ path: [UInt8]) -> Bool {
    var status = stat()
    return path.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { bytes in
      (Array(bytes) + [0]).withUnsafeBufferPointer { text in
        text.baseAddress.map { lstat($0, &status) == 0 } ?? false
      }
    }
  }
}
