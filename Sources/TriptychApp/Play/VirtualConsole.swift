import CSystem
import Glibc
import TriptychCore
import TriptychStage

/// The virtual console that the show runs on, and whether it is in front: SDL draws and reads keys
/// whichever is. Main thread.
///
/// The kernel asks before it brings another one to the front, and waits until the display is given
/// up: the text console can draw itself only then, and does so at no other moment. Where the kernel
/// will not ask us, it is heard afterwards.
final class VirtualConsole {
  /// Readable when another console wants to come, or has come, to the front.
  let descriptor: Int32
  private let file: String
  private let own: String
  /// Standard input, if the kernel asks us.
  private let terminal: Int32?
  private var wish = CONSOLE_WANTS_NOTHING
  private var hasLeft = false

  /// `terminal`: the path of the show's own, such as `/dev/tty1`, which is standard input. nil: it
  /// has none, or the kernel does not tell.
  init?(terminal: String?, folder: String = "/sys/class/tty/tty0") {
    guard let own = VirtualConsole.name(of: terminal) else { return nil }
    (self.own, file) = (own, folder + "/active")
    let asked = console_keep(STDIN_FILENO)
    self.terminal = asked >= 0 ? STDIN_FILENO : nil
    descriptor = asked >= 0 ? asked : waiting_for_change(file)
    guard descriptor >= 0 else { return nil }
  }

  deinit {
    if let terminal { console_let_go(terminal, descriptor) } else { close(descriptor) }
  }

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

  /// Another console that is, or is to be, in front, in words; nil: it is ours, or nobody knows.
  func other() -> String? {
    guard terminal != nil else {
      waiting_heard_change(descriptor)
      return VirtualConsole.other(than: own, active: SmallFile.lines(file).first)
    }
    while case let next = console_next_wish(descriptor), next != CONSOLE_WANTS_NOTHING {
      wish = next
      hasLeft = next == CONSOLE_WANTS_TO_LEAVE
    }
    return hasLeft ? "another console" : nil
  }

  /// Tells the kernel that what it wanted has been done.
  func answer() {
    guard let terminal, wish != CONSOLE_WANTS_NOTHING else { return }
    console_answer(terminal, wish)
    wish = CONSOLE_WANTS_NOTHING
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
    defer { console?.answer() }
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
