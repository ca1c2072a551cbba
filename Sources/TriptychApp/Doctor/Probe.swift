import CSystem
import Glibc
import TriptychCore
import TriptychStage

/// What may hang, crash or write nonsense to standard error when it is looked at, such as the
/// libraries of a display: looked at by a process of its own, which is killed when it takes long.
enum Probe: String, CaseIterable, Sendable {
  case video, sound, pads

  private static let name = Array("triptych-probe".utf8)
  private static let deadline: Int32 = 10_000
  /// More than any machine has devices for.
  private static let mostBytes = 1 << 18

  /// In the process that was started to look: looks, and gives the exit code. nil: it is none.
  static func runIfAsked(_ arguments: [[UInt8]]) -> Int32? {
    guard arguments.count == 2, arguments[0] == name,
      let probe = Probe(rawValue: String(decoding: arguments[1], as: UTF8.self))
    else { return nil }
    sys_die_with_parent()
    // One after the other: what is known before a library hangs is told.
    probe.look { StandardStreams.write($0.message) }
    return ExitCode.done
  }

  private func look(_ tell: (Finding) -> Void) {
    switch self {
    case .video: lookForDisplays(tell)
    case .sound: tell(sound())
    case .pads: pads().forEach(tell)
    }
  }

  /// Starts a process that looks, and waits for what it says.
  static func run(_ probe: Probe) -> [Finding] {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return [probe.failure("no pipe for the test")] }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var pid: pid_t = 0
    let started = sys_spawn_probe(probe.rawValue, ends[1], &pid)
    close(ends[1])
    guard started == 0 else { return [probe.failure("the test cannot be started")] }
    let (text, isWhole) = read(ends[0])
    kill(-pid, SIGKILL)
    var status: Int32 = 0
    _ = sys_reap(pid, &status, 1)
    let findings = text.split(separator: "\n").compactMap { Finding(message: $0) }
    if !isWhole { return findings + [probe.failure("has not answered for 10 s")] }
    // Killed by us it ended by SIGKILL, after its last word.
    let signal = status & 0x7F
    if findings.isEmpty || (signal != 0 && signal != SIGKILL) {
      return findings + [probe.failure("its library broke down (signal \(signal))")]
    }
    return findings
  }

  /// What there is to read until the end; false: the time was over before.
  private static func read(_ descriptor: Int32) -> (text: String, isWhole: Bool) {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    let end = MonotonicClock.now + .milliseconds(Int(deadline))
    while bytes.count < mostBytes {
      let left = (end - MonotonicClock.now).inNanoseconds / 1_000_000
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard left > 0, poll(&entry, 1, Int32(clamping: left)) >= 0 else { break }
      guard entry.revents != 0 else { continue }
      let count = Glibc.read(descriptor, &block, block.count)
      if count == 0 { return (String(decoding: bytes, as: UTF8.self), true) }
      if count > 0 { bytes += block[..<count] }
    }
    return (String(decoding: bytes, as: UTF8.self), false)
  }

  private func failure(_ words: String) -> Finding {
    switch self {
    case .video:
      .fail("display: \(words)", "is the display server alive? On a console: unset DISPLAY")
    case .sound:
      .warn("sound: \(words)", "is the sound server alive? A show goes on without sound")
    case .pads: .warn("pads: \(words)", "pull pads out and put them in again")
    }
  }
}

/// In the process that looks.
extension Probe {
  private func lookForDisplays(_ tell: (Finding) -> Void) {
    let compiled = StageFacts.videoDrivers.joined(separator: ", ")
    tell(.ok("SDL \(StageFacts.version), video drivers: \(compiled)"))
    do throws(StageError) {
      let display = try Display()
      facts(of: display).forEach(tell)
      renderers(display).forEach(tell)
    } catch {
      tell(noDisplay(error.description))
    }
  }

  /// The error says first what is the matter, then what to do.
  private func noDisplay(_ words: String) -> Finding {
    guard let end = words.firstRange(of: ". ") else { return .fail(words, "see dmesg") }
    let advice = words[end.upperBound...]
    return .fail(
      String(words[..<end.lowerBound]), advice.prefix(1).lowercased() + advice.dropFirst())
  }

  private func facts(of display: Display) -> [Finding] {
    var findings: [Finding] = []
    if ["dummy", "offscreen"].contains(display.driver) {
      findings.append(
        .warn(
          "display: driver \(display.driver), which shows nothing to anybody",
          "unset SDL_VIDEODRIVER for a show that is seen"))
    } else {
      findings.append(.ok("display: driver \(display.driver)"))
    }
    let all = display.facts
    if all.isEmpty {
      findings.append(.fail("display: the driver has none", "plug one in, and switch it on"))
    }
    for (index, facts) in all.enumerated() {
      let names = ([String(index + 1)] + facts.names).joined(separator: " or ")
      findings.append(
        .ok("display \(names): \(facts.mode.words); modes: \(summary(of: facts.modes))"))
    }
    return findings
  }

  private func summary(of modes: [ModeChoice]) -> String {
    if modes.isEmpty { return "none told" }
    let first = modes.prefix(12).map(\.words).joined(separator: ", ")
    return modes.count > 12 ? first + " and \(modes.count - 12) more" : first
  }

  private func renderers(_ display: Display) -> [Finding] {
    let names = StageFacts.renderers
    if display.driver == "kmsdrm" {
      let missing = StageFacts.missingForKMSDRM
      // Nothing else is used there: opengl is black, and software goes through it.
      if missing.isEmpty { return [.ok("renderer opengles2: its libraries are there")] }
      return [
        .fail(
          "renderers: \(missing.joined(separator: ", ")) cannot be loaded",
          "install libgles2, libegl1, libgbm1 and libgl1-mesa-dri")
      ]
    }
    return names.map { name in
      switch display.answer(of: name) {
      case .painter(let words?): .ok("renderer \(name): \(words)")
      case .painter(nil): .ok("renderer \(name)")
      case .refused(let words):
        .warn("renderer \(name): \(words)", "the processor draws then; nothing needs to be done")
      }
    }
  }

  private func sound() -> Finding {
    let drivers = StageFacts.soundDrivers.joined(separator: ", ")
    switch StageFacts.soundDevices() {
    case .success(let found) where found.driver == "dummy":
      return .warn(
        "sound: no device (SDL's drivers: \(drivers))",
        "films play without sound; plug in a device, and on a console join the group audio")
    case .success(let found):
      let devices =
        found.devices.isEmpty ? "the usual device" : found.devices.joined(separator: ", ")
      let isCard = { (name: String) in name.hasPrefix("pcm") && name.hasSuffix("p") }
      if found.problem != nil, found.driver == "alsa",
        !SmallFile.names(in: "/dev/snd").contains(where: isCard)
      {
        return .warn(
          "sound: there is no sound card", "films play without sound; is its driver loaded (dmesg)?"
        )
      }
      if let problem = found.problem {
        return .warn(
          "sound: driver \(found.driver), \(devices): \(problem)",
          "films play without sound; is the device in use, and the user in the group audio?")
      }
      return .ok("sound: driver \(found.driver), \(devices)")
    case .failure(let error):
      return .warn(
        "sound: \(error.description) (SDL's drivers: \(drivers))",
        "films play without sound; on a console join the group audio")
    }
  }

  private func pads() -> [Finding] {
    let pads = StageFacts.pads()
    guard let pads else {
      return [.warn("pads: SDL cannot look for them", "is /dev/input there, and readable?")]
    }
    if pads.isEmpty { return [.ok("pads: none plugged in")] }
    return pads.map { pad in
      pad.isMapped
        ? .ok("pad: \(pad.name)")
        : .warn(
          "pad: \(pad.name), of which SDL has no map",
          "its first stick and buttons step all the same")
    }
  }
}
