import Glibc

/// Says in a file what is decoded or seen just now, for who comes after a show that has died. It
/// lies where a file is memory (`$RUNTIME_DIRECTORY`, `$XDG_RUNTIME_DIR`): no disk is touched, and
/// a power cut, which is no file's fault, leaves nothing behind. One thread; never waits.
public final class WorkMark {
  /// Of the file; who empties it says that the show has ended as it should.
  public let descriptor: Int32
  private var written: [WorkItem]?
  /// What the show before died with; nil: it ended, or there was none.
  public let left: [WorkItem]?
  private static let title = "triptych at work 1"
  private static let mostBytes = 1 << 18

  /// Marks that a show has begun. nil: the folder takes no file, or another show has it.
  public init?(folder: [UInt8]) {
    Disk.makeFolders(folder)
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    descriptor = Disk.withPath(folder + Array("/at-work".utf8)) { open($0, flags, 0o600) }
    guard descriptor >= 0 else { return nil }
    // Held until the process ends, however it does.
    guard Self.lock(descriptor) else {
      close(descriptor)
      return nil
    }
    left = Self.read(descriptor)
    note([])
  }

  deinit { close(descriptor) }

  /// A process that one who has died was just starting holds it for a moment more.
  private static func lock(_ descriptor: Int32) -> Bool {
    for _ in 0..<15 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      _ = poll(nil, 0, 20)
    }
    return false
  }

  /// These are at work from now on.
  public func note(_ items: some Collection<WorkItem>) {
    let items = items.sorted { $0.path.lexicographicallyPrecedes($1.path) }
    guard items != written else { return }
    written = items
    let lines = items.prefix(Quarantine.mostItems).map { "at-work " + $0.line }
    let text = SealedText.seal([Self.title] + lines)
    _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    ftruncate(descriptor, off_t(text.count))
  }

  /// The show ends as it should.
  public func end() { ftruncate(descriptor, 0) }

  private static func read(_ descriptor: Int32) -> [WorkItem]? {
    var text = [UInt8](repeating: 0, count: mostBytes)
    let count = pread(descriptor, &text, text.count, 0)
    guard count > 0 else { return nil }
    // A text that is damaged says no more than that somebody died.
    guard let lines = SealedText.lines(of: whole(text[..<count])), lines.first == title else {
      return []
    }
    return lines.compactMap { line in
      let words = line.split(separator: " ")
      return words.first == "at-work" ? WorkItem(words.dropFirst()) : nil
    }
  }

  /// Up to the sum: behind it may lie what was left of a longer text.
  private static func whole(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var lines: [UInt8] = []
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      lines += line + [0x0A]
      if line.starts(with: "sum ".utf8) { break }
    }
    return lines
  }
}
