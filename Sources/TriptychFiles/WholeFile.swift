import Glibc

/// A small file that is whole at every moment, whenever the power goes: written beside, brought to
/// the disk, then renamed. Its methods wait for the disk; any thread.
public struct WholeFile: Sendable {
  /// Absolute; made when something is written.
  let folder: [UInt8]
  /// As people read it.
  public let path: [UInt8]
  /// No more is read.
  let mostBytes: Int

  public init(_ name: String, in folder: [UInt8], atMost mostBytes: Int) {
    (self.folder, self.mostBytes) = (folder, mostBytes)
    path = folder + Array("/\(name)".utf8)
  }

  /// All of it, or a little more than the most. nil: there is none.
  public func read() throws(FileError) -> [UInt8]? {
    let descriptor = Disk.withPath(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw failure(path)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= mostBytes {
      let count = Glibc.read(descriptor, &block, block.count)
      guard count > 0 else { break }
      bytes += block[..<count]
    }
    return bytes
  }

  /// Brings a text to the disk, in place of the one before.
  public func write(_ text: [UInt8]) throws(FileError) {
    Disk.makeFolders(folder)
    let beside = path + Array(".new".utf8)
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    let descriptor = Disk.withPath(beside) { open($0, flags, 0o600) }
    guard descriptor >= 0 else { throw failure(beside) }
    let isWritten = Self.put(text, descriptor) && fsync(descriptor) == 0
    let number = errno
    close(descriptor)
    guard isWritten else {
      errno = number
      throw failure(beside)
    }
    guard takePlace(of: path, beside) else { throw failure(path) }
    syncFolder()
  }

  /// An empty folder that somebody put there gives way.
  private func takePlace(of path: [UInt8], _ beside: [UInt8]) -> Bool {
    func renames() -> Bool {
      Disk.withPath(beside) { old in Disk.withPath(path) { rename(old, $0) } } == 0
    }
    if renames() { return true }
    guard errno == EISDIR, Disk.withPath(path, { rmdir($0) }) == 0 else { return false }
    return renames()
  }

  /// Nothing is kept any more.
  public func remove() {
    guard Disk.withPath(path, { unlink($0) }) == 0 else { return }
    syncFolder()
  }

  static func put(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return false }
      rest = rest.dropFirst(max(count, 0))
    }
    return true
  }

  /// The new name itself must reach the disk.
  private func syncFolder() {
    let descriptor = Disk.withPath(folder) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private func failure(_ path: [UInt8]) -> FileError {
    FileError(.unreadable, path: path, words: String(cString: strerror(errno)))
  }
}
