import CSystem
import Glibc
import Synchronization

/// What a worker is for; the word is the program's argument.
public enum WorkerKind: String, CaseIterable, Sendable {
  case picture
  case heif
  case video
  case text
  case encode
  case list
}

/// A running worker and the player's end of its channel.
///
/// Start it from a thread that lives as long as it should: the kernel kills a worker when the
/// thread that started it ends.
public final class WorkerProcess: Sendable {
  public let pid: Int32
  public let channel: Channel
  /// The status as wait(2) says, once the process has been collected.
  private let status = Mutex<Int32?>(nil)

  private init(pid: Int32, channel: Channel) {
    self.pid = pid
    self.channel = channel
  }

  /// Kills a worker that still runs and collects it, for which it waits a fifth of a second at
  /// most. Collect it first (`reap`) where waiting is not wanted.
  deinit {
    kill()
    for _ in 0..<40 where !reap() { _ = poll(nil, 0, 5) }
  }

  /// Starts `program` (an absolute path, no NUL) as a worker of a kind. Its standard error goes
  /// to `errors` (a pipe, say; never a file, which it could fill), else nowhere.
  public static func spawn(
    program: [UInt8], kind: WorkerKind, errors: Int32? = nil
  ) throws(ChannelError) -> WorkerProcess {
    var ends: [Int32] = [-1, -1]
    let made = sys_seqpacket_pair(&ends)
    guard made == 0 else { throw .system(-made) }
    let mine = Channel(owning: ends[0])
    let theirs = Descriptor(owning: ends[1])
    var pid: Int32 = 0
    let path = program.map { CChar(bitPattern: $0) } + [0]
    let started = sys_spawn(path, kind.rawValue, theirs.raw, errors ?? -1, &pid)
    guard started == 0 else { throw .system(-started) }
    return WorkerProcess(pid: pid, channel: mine)
  }

  /// Ends the worker at once. Harmless if it has ended.
  public func kill() {
    status.withLock { known in
      // Once collected, the number may belong to another process.
      if known == nil { _ = Glibc.kill(pid, SIGKILL) }
    }
  }

  /// True once the process has ended and is collected. Never waits.
  public func reap() -> Bool { collect(waits: false) }

  /// Waits for the end. Only after `kill` or for a worker whose channel is closed.
  public func waitForEnd() { _ = collect(waits: true) }

  /// How it ended, after `reap` was true: the signal's number, or nil for an exit.
  public var endSignal: Int32? {
    status.withLock { known in
      guard let known, known & 0x7F != 0 else { return nil }
      return known & 0x7F
    }
  }

  /// The exit code, after `reap` was true; nil if a signal ended it.
  public var exitCode: Int32? {
    status.withLock { known in
      guard let known, known & 0x7F == 0 else { return nil }
      return (known >> 8) & 0xFF
    }
  }

  private func collect(waits: Bool) -> Bool {
    status.withLock { known in
      if known != nil { return true }
      var ended: Int32 = 0
      let result = sys_reap(pid, &ended, waits ? 1 : 0)
      // No such child: somebody else collected it; how it ended is lost.
      if result == 1 { known = ended } else if result < 0 { known = 0 }
      return known != nil
    }
  }
}
