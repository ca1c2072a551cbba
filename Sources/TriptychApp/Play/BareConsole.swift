import CSystem
import Glibc
import TriptychCore
import TriptychStage

/// What a show without X and Wayland finds on its machine. A value; `look` reads small files of the
/// kernel, and opens each card for a moment.
struct BareConsole {
  struct Card {
    /// `card0`.
    var name: String
    /// 1: nobody has it; 0: another program has the display; else −errno of opening it.
    var access: Int32
    var connectors: [Connectors.Connector]
  }

  var cards: [Card] = []
  /// The kernel was told to leave graphics chips alone.
  var hasNoModes = false

  /// True where the show has to do without a display server.
  static func isMeant(display: String?, wayland: String?, driver: String?) -> Bool {
    if let driver, !driver.isEmpty { return driver.lowercased() == "kmsdrm" }
    return (display ?? "").isEmpty && (wayland ?? "").isEmpty
  }

  /// The same, of this process.
  static var isMeant: Bool {
    func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    return isMeant(
      display: value("DISPLAY"), wayland: value("WAYLAND_DISPLAY"),
      driver: value("SDL_VIDEODRIVER"))
  }

  static func look(
    devices: String = "/dev/dri", kernel: String = "/sys/class/drm",
    commandLine: String = "/proc/cmdline", access: (String) -> Int32 = { sys_card_is_free($0) }
  ) -> BareConsole {
    let connectors = Connectors.all(in: kernel)
    let names = SmallFile.names(in: devices).filter { $0.hasPrefix("card") }.sorted()
    let cards = names.map { name in
      Card(
        name: name, access: access(devices + "/" + name),
        connectors: connectors.filter { $0.card == name })
    }
    let words = SmallFile.lines(commandLine).joined(separator: " ").split(separator: " ")
    return BareConsole(cards: cards, hasNoModes: words.contains("nomodeset"))
  }

  /// What is missing, and what to do about it; nil: nothing that waiting would not bring.
  func problem(user: String) -> String? {
    guard !cards.isEmpty else {
      let advice =
        hasNoModes
        ? "Take nomodeset off the kernel's command line"
        : "The graphics chip needs its kernel driver and firmware (dmesg | grep drm)"
      return "there is no /dev/dri/card*. " + advice
    }
    // Cards that only compute have no connectors.
    let shown = cards.filter { !$0.connectors.isEmpty }
    let candidates = shown.isEmpty ? cards : shown
    guard let best = candidates.max(by: { $0.access < $1.access }), best.access <= 0 else {
      return nil
    }
    switch best.access {
    case 0:
      return "another program has the display of \(best.name). End it: a session on another"
        + " console, or another show"
    case -EACCES, -EPERM:
      return "/dev/dri/\(best.name) may not be opened. Add the user to the group video: sudo"
        + " usermod -aG video \(user), and log in again"
    default:
      return "/dev/dri/\(best.name): \(String(cString: strerror(-best.access))). See dmesg"
    }
  }

  /// The connectors of which one has to be plugged in first; nil: one is, or none is known.
  var awaited: [String]? {
    let all = cards.filter { $0.access >= 0 }.flatMap(\.connectors)
    guard !all.isEmpty, all.allSatisfy({ $0.status == "disconnected" }) else { return nil }
    return all.map(\.name)
  }

  /// Why no key will be heard; nil: some will. `folder` holds the devices.
  static func deafness(in folder: String = "/dev/input", user: String) -> String? {
    let names = SmallFile.names(in: folder).filter { $0.hasPrefix("event") }
    guard !names.isEmpty, !names.contains(where: { access(folder + "/" + $0, R_OK) == 0 }) else {
      return nil
    }
    return "none of the \(names.count) devices in \(folder) may be read, so no key, mouse or pad is"
      + " heard: add the user to the group input: sudo usermod -aG input \(user)"
  }
}

/// Waits for a display that is not plugged in yet. The exit code if that ends otherwise.
func waitForDisplay(signals: Int32, _ surroundings: PlayEnvironment, _ log: Log) -> Int32? {
  guard BareConsole.isMeant else { return nil }
  let notice = ServiceNotice(socket: surroundings.notifySocket)
  var isTold = false
  var told = MonotonicClock.now
  var console = BareConsole.look()
  // Whoever else wants a card is not disturbed by one who waits: it is opened once.
  let access = Dictionary(uniqueKeysWithValues: console.cards.map { ($0.name, $0.access) })
  while let connectors = console.awaited {
    let words = "no display is connected (\(connectors.joined(separator: ", "))): waiting for one"
    let now = MonotonicClock.now
    if !isTold { log.atStart(.warn, words) }
    if !isTold || now - told >= .seconds(5) {
      // systemd would take a start that takes long for one that hangs.
      notice.send("EXTEND_TIMEOUT_USEC=30000000\nWATCHDOG=1\nSTATUS=\(words).\n")
      told = now
    }
    isTold = true
    var (descriptor, ready) = (signals, Int16(0))
    _ = waiting_poll(&descriptor, &ready, 1, Duration.seconds(2).inNanoseconds)
    while true {
      let signal = waiting_next_signal(signals)
      if signal == 0 { break }
      guard signal != SIGHUP else { continue }
      log.atStart(.info, "ending: \(signal == SIGINT ? "SIGINT" : "SIGTERM")")
      return ExitCode.done
    }
    console = BareConsole.look { path in
      access[String(path.split(separator: "/").last ?? "")] ?? 1
    }
  }
  if isTold { log.atStart(.info, "a display is connected") }
  return nil
}
