import CSystem
import Glibc

/// What a program takes back that does not come to its end: files that are not whole yet, and the
/// folder that it has made for them.
///
/// Methods may be called on any thread.
public final class Unfinished: Sendable {
  private struct Things {
    var files: Set<[UInt8]> = []
    /// Goes only if it is empty.
    var folder: [UInt8]?

    mutating func takeBack() {
      for file in files { _ = Disk.withPath(file) { unlink($0) } }
      if let folder { _ = Disk.withPath(folder) { rmdir($0) } }
      (files, folder) = ([], nil)
    }
  }

  private let things = Monitor(Things())

  /// From now on SIGHUP, SIGINT and SIGTERM take back what is not finished, and then end the
  /// program as they do. Call it before other threads are started.
  public init() {
    let things = things
    waiting_hold_ends()
    let isStarted = startThread(named: "signals") {
      let number = waiting_for_end()
      things.withLock { things in
        things.takeBack()
        // Nobody may finish anything any more.
        waiting_end_by(number)
      }
    }
    if !isStarted { waiting_release_ends() }
  }

  /// The file is not whole until `finish`.
  public func begin(_ file: [UInt8]) { things.withLock { _ = $0.files.insert(file) } }

  /// The file is whole; 0, or an errno where it does not get its own name.
  public func finish(_ file: [UInt8], as name: [UInt8]? = nil) -> Int32 {
    things.withLock { things in
      if let name {
        let code = Disk.withPath(file) { old in Disk.withPath(name) { rename(old, $0) } }
        guard code == 0 else { return errno }
      }
      things.files.remove(file)
      return 0
    }
  }

  /// The folder has been made for what is to come.
  public func made(folder: [UInt8]) { things.withLock { $0.folder = folder } }

  /// It did not come to its end.
  public func takeBack() { things.withLock { $0.takeBack() } }
}
