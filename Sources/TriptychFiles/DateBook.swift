import Glibc
import Synchronization
import TriptychCore

/// When pictures were taken, so that folders can be put in that order. Remembers what it has found
/// for as long as the program runs: a folder that changes is read again and again. Waits for
/// disks; any thread.
public final class DateBook: Sendable {
  /// Reads an open file's date: nanoseconds of the camera's own clock since 1970; nil: it says
  /// nothing of that. The descriptor stays the caller's.
  public typealias Reader = @Sendable (_ descriptor: Int32) -> Int64?

  private struct Key: Hashable {
    var identity: FileState.Identity
    var modified: Int64
    var byteCount: Int64
  }

  private let known = Mutex<[Key: Int64]>([:])
  private let read: Reader
  private let rest: @Sendable () -> Void
  /// Files that are remembered.
  private static let most = 1 << 18

  /// `rest`: nothing more is to be read for now.
  public init(read: @escaping Reader, rest: @escaping @Sendable () -> Void = {}) {
    (self.read, self.rest) = (read, rest)
  }

  /// The date of the picture, else of the file's last change as the clock on the wall showed it;
  /// the last of all where it cannot be looked at.
  func date(of candidates: Candidates) -> Int64 {
    // What cannot be looked at is told when it is opened.
    guard let state = try? Disk.look(at: candidates.literal, beneath: candidates.root) else {
      return .max
    }
    let key = Key(
      identity: state.identity, modified: state.modified, byteCount: state.byteCount)
    if let date = known.withLock({ $0[key] }) { return date }
    let date = taken(candidates) ?? Self.onTheWall(state.modified)
    known.withLock { known in
      if known.count >= Self.most { known = [:] }
      known[key] = date
    }
    return date
  }

  /// A reading has ended.
  func close() { rest() }

  private func taken(_ candidates: Candidates) -> Int64? {
    guard let file = try? Disk.openFile(candidates.literal, beneath: candidates.root) else {
      return nil
    }
    // A little of each is read: more would be fetched from the disk for nothing.
    posix_fadvise(file.raw, 0, 0, Int32(POSIX_FADV_RANDOM))
    return read(file.raw)
  }

  /// Cameras write what the clock shows where they are; so must a file's time be taken.
  private static func onTheWall(_ modified: Int64) -> Int64 {
    let second: Int64 = 1_000_000_000
    let (whole, rest) = (modified / second, modified % second)
    var time = time_t(whole)
    var local = tm()
    guard localtime_r(&time, &local) != nil else { return modified }
    return Int64(timegm(&local)) * second + rest
  }
}
