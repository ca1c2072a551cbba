import CSystem
import Glibc
import TriptychCore

/// What stands at a path, after links.
struct FileState {
  enum Kind: String {
    case file, folder, pipe, device, socket
    case other = "something unknown"
  }

  /// The same for every name of one file or folder.
  struct Identity: Hashable {
    let device: UInt64
    let number: UInt64
  }

  let kind: Kind
  let identity: Identity
  let byteCount: Int64
  /// Nanoseconds since 1970.
  let modified: Int64

  init(_ raw: stat) {
    switch raw.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFIFO: kind = .pipe
    case S_IFCHR, S_IFBLK: kind = .device
    case S_IFSOCK: kind = .socket
    default: kind = .other
    }
    identity = Identity(device: UInt64(raw.st_dev), number: UInt64(raw.st_ino))
    byteCount = Int64(raw.st_size)
    modified = Int64(raw.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(raw.st_mtim.tv_nsec)
  }
}

/// The calls on files that may take for ever (a dead network mount): never on the main thread.
enum Disk {
  /// Looks at a path.
  static func look(at path: [UInt8]) throws(FileError) -> FileState {
    var raw = stat()
    guard withPath(path, { stat($0, &raw) }) == 0 else {
      throw FileError(errno: errno, path: path)
    }
    return FileState(raw)
  }

  /// Opens a regular file to read. Pipes and devices are told apart before they are opened:
  /// opening alone may already do something to a device.
  static func openFile(_ path: [UInt8]) throws(FileError) -> OpenFile {
    try requireFile(look(at: path), path)
    let raw = withPath(path) { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    guard raw >= 0 else { throw FileError(errno: errno, path: path) }
    var now = stat()
    guard fstat(raw, &now) == 0 else {
      let number = errno
      close(raw)
      throw FileError(errno: number, path: path)
    }
    let file = OpenFile(raw, FileState(now))
    try requireFile(file.state, path)
    return file
  }

  static func requireFile(_ state: FileState, _ path: [UInt8]) throws(FileError) {
    guard state.kind != .file else { return }
    let article = state.kind == .other ? "" : "a "
    throw FileError(.noFile, path: path, words: "\(article)\(state.kind.rawValue), not a file")
  }

  /// Everything that can be read, at most `limit` bytes and one more. `size` is what is expected.
  static func everything(
    _ descriptor: Int32, size: Int64, limit: Int, path: [UInt8]
  ) throws(FileError) -> [UInt8] {
    var step = min(max(Int(clamping: size), 65_535), limit) + 1
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      var problem: Int32 = 0
      let part = [UInt8](unsafeUninitializedCapacity: step) { buffer, filled in
        var got = 0
        repeat { got = read(descriptor, buffer.baseAddress, step) } while got < 0 && errno == EINTR
        if got < 0 { problem = errno }
        filled = max(got, 0)
      }
      if problem != 0 { throw FileError(errno: problem, path: path) }
      if part.isEmpty { break }
      // A whole file comes in one part and is not copied.
      if bytes.isEmpty { bytes = part } else { bytes += part }
      step = 65_536
    }
    return bytes
  }

  /// The first of an item's candidates that exists, with what stands there; nil if none does.
  static func resolve(_ candidates: Candidates) -> ([UInt8], FileState)? {
    for path in candidates.paths {
      // An error is news for whoever opens the item; here it only means "not this one".
      if let state = try? look(at: path, beneath: candidates.root) { return (path, state) }
    }
    return nil
  }

  /// The folder that relative paths on the command line are relative to.
  static func workingFolder() -> [UInt8] {
    guard let raw = getcwd(nil, 0) else { return [UInt8(ascii: "/")] }
    defer { free(raw) }
    return Array(UnsafeRawBufferPointer(start: raw, count: strlen(raw)))
  }

  /// Makes a folder with those above it, each for its owner alone. What cannot be made shows when
  /// a file is.
  static func makeFolders(_ path: [UInt8]) {
    for end in path.indices.dropFirst() where path[end] == UInt8(ascii: "/") {
      _ = withPath(Array(path[..<end])) { mkdir($0, 0o700) }
    }
    _ = withPath(path) { mkdir($0, 0o700) }
  }

  static func withPath<R>(_ path: [UInt8], _ use: (UnsafePointer<CChar>) -> R) -> R {
    var bytes = path.map { CChar(bitPattern: $0) }
    bytes.append(0)
    return bytes.withUnsafeBufferPointer { buffer in
      // A path with its NUL is never empty, so there is a base address.
      buffer.baseAddress.map(use) ?? "".withCString(use)
    }
  }
}

/// An open regular file, closed with its owner.
struct OpenFile: ~Copyable {
  let raw: Int32
  let state: FileState

  init(_ raw: Int32, _ state: FileState) { (self.raw, self.state) = (raw, state) }

  deinit { close(raw) }

  /// Hands the descriptor over to someone who closes it.
  consuming func release() -> Int32 {
    let raw = raw
    discard self
    return raw
  }

  /// Up to `count` bytes from the beginning; the reading position stays. `path` is for errors.
  borrowing func head(_ count: Int, path: [UInt8]) throws(FileError) -> [UInt8] {
    var problem: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let place = buffer.baseAddress?.advanced(by: filled)
        let got = pread(raw, place, count - filled, off_t(filled))
        if got < 0, errno == EINTR { continue }
        if got < 0 { problem = errno }
        guard got > 0 else { return }
        filled += got
      }
    }
    // What came before an error is no beginning to judge the file by.
    if problem != 0 { throw FileError(errno: problem, path: path) }
    return bytes
  }
}
