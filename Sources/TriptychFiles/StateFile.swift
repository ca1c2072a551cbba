import Glibc

/// The file in which a show keeps where it is. It is whole at every moment, whenever the power
/// goes: written beside, brought to the disk, then renamed.
public struct StateFile: Sendable {
  /// Absolute; made when something is written.
  let folder: [UInt8]
  private static let name = "resume"

  public init(folder: [UInt8]) { self.folder = folder }

  /// As people read it.
  public var path: [UInt8] { folder + Array("/\(Self.name)".utf8) }

  /// What is kept. nil: nothing. Throws where a file is there that cannot be read or says nothing.
  public func read() throws(FileError) -> ResumeState? {
    let descriptor = Disk.withPath(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw FileError(.unreadable, path: path, words: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= ResumeState.mostBytes {
      let count = Glibc.read(descriptor, &block, block.count)
      guard count > 0 else { break }
      bytes += block[..<count]
    }
    guard let state = ResumeState(text: bytes) else {
      throw FileError(.unreadable, path: path, words: "not the state of a show, or a part of one")
    }
    return state
  }

  /// Brings a state to the disk, in place of the one before. May wait for the disk.
  public func write(_ state: ResumeState) throws(FileError) {
    Disk.makeFolders(folder)
    let beside = path + Array(".new".utf8)
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    let descriptor = Disk.withPath(beside) { open($0, flags, 0o600) }
    guard descriptor >= 0 else { throw failure(beside) }
    let isWritten = Self.put(state.text, descriptor) && fsync(descriptor) == 0
    let number = errno
    close(descriptor)
    guard isWritten else {
      errno = number
      throw failure(beside)
    }
    guard Disk.withPath(beside, { old in Disk.withPath(path) { rename(old, $0) } }) == 0 else {
      throw failure(path)
    }
    syncFolder()
  }

  /// Nothing is kept any more.
  public func remove() {
    guard Disk.withPath(path, { unlink($0) }) == 0 else { return }
    syncFolder()
  }

  private static func put(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
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
