import Glibc

/// A file of lines that is being written; says whether the disk took it all. Main thread.
final class TextFile {
  private let descriptor: Int32
  private var waiting: [UInt8] = []
  /// errno of the first write that failed; 0: none did.
  private(set) var failure: Int32 = 0
  private var isOpen = true

  /// Owns the descriptor.
  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { _ = close() }

  /// Appends; false once anything was lost.
  func write(_ text: String) -> Bool {
    waiting += Array(text.utf8)
    if waiting.count > 1 << 16 { flush() }
    return failure == 0
  }

  /// Writes the rest and closes; false if anything was lost.
  func close() -> Bool {
    guard isOpen else { return failure == 0 }
    isOpen = false
    flush()
    if Glibc.close(descriptor) != 0, failure == 0 { failure = errno }
    return failure == 0
  }

  /// Writes what waits; false once anything was lost.
  @discardableResult
  func flush() -> Bool {
    var sent = 0
    while sent < waiting.count, failure == 0 {
      let count = waiting[sent...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 { sent += count } else if errno != EINTR { failure = errno }
    }
    waiting.removeAll(keepingCapacity: true)
    return failure == 0
  }
}

/// What came of the wish for a folder.
enum FolderWish {
  case made, wasThere
  /// An errno.
  case failed(Int32)
}

/// Makes a folder where there is none.
func makeFolder(_ path: [UInt8]) -> FolderWish {
  guard path.withCString({ mkdir($0, 0o777) }) != 0 else { return .made }
  guard errno == EEXIST else { return .failed(errno) }
  var found = stat()
  guard path.withCString({ stat($0, &found) }) == 0 else { return .failed(errno) }
  return found.st_mode & S_IFMT == S_IFDIR ? .wasThere : .failed(ENOTDIR)
}

/// Opens a file for writing, made or emptied; −1 with errno.
func openToWrite(_ path: [UInt8]) -> Int32 {
  path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
}

extension [UInt8] {
  /// The bytes with a zero behind, as C takes a path.
  func withCString<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
    var bytes = self.map { CChar(bitPattern: $0) }
    bytes.append(0)
    return bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map(body) ?? body([0])
    }
  }
}
