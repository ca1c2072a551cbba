import CSystem
import Glibc
import TriptychCore
import TriptychStage

/// The virtual console that the show runs on, and whether it is in front: SDL draws and reads keys
/// whichever is. Main thread.
final class VirtualConsole {
  /// Readable when another console has come to the front.
  let descriptor: Int32
  private let file: String
  private let own: String

  /// `terminal`: the path of the show's own, such as `/dev/tty1`. nil: it has none, or the kernel
  /// does not tell.
  init?(terminal: String?, folder: String = "/sys/class/tty/tty0") {
    guard let own = VirtualConsole.name(of: terminal) else { return nil }
    (self.own, file) = (own, folder + "/active")
    descriptor = waiting_for_change(file)
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// That of standard input.
  static var ofProcess: String? {
    guard isatty(0) == 1, let name = ttyname(0) else { return nil }
    return String(cString: name)
  }

  /// `tty1` of `/dev/tty1`; nil: no virtual console.
  static func name(of terminal: String?) -> String? {
    guard let terminal, terminal.hasPrefix("/dev/tty") else { return nil }
    let number = terminal.dropFirst(8)
    guard let first = number.utf8.first, (0x31...0x39).contains(first),
      number.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return "tty" + number
  }

  /// The console in front, if that is another one; nil: it is ours, or nobody knows.
  func other() -> String? {
    waiting_heard_change(descriptor)
    return VirtualConsole.other(than: own, active: SmallFile.lines(file).first)
  }

  static func other(than own: String, active: String?) -> String? {
    active.flatMap { $0.hasPrefix("tty") && $0 != own ? $0 : nil }
  }
}

extension PlayLoop {
  /// While another console is in front nothing is drawn and no key is heeded; the show goes on, in
  /// silence.
  func lookAtConsole(_ now: Instant) {
    let other = console?.other()
    guard (other != nil) != isBehind else { return }
    isBehind = other != nil
    if let other {
      performance.log.info("\(other) is in front: nothing is drawn until we are again", at: now)
      take(.allReleased, now)
      stage.hold(false)
    } else if stage.hold(true) {
      performance.log.info("in front again", at: now)
      performance.needsFrame = true
    } else {
      performance.end(ExitCode.noDisplay, "another program has taken the display")
    }
  }
}
