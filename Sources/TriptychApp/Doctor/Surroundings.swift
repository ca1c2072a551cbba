import CSystem
import Glibc
import TriptychCore
import TriptychStage

/// Files of the kernel and of the system, and the process itself: nothing here can hang.

/// The DRM cards with their connectors, for a show on a bare console.
func cards() -> [Finding] {
  let isSession = getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil
  let names = SmallFile.names(in: "/dev/dri").filter { $0.hasPrefix("card") }.sorted()
  guard !names.isEmpty else {
    let what = "cards: no /dev/dri/card*, so nothing can be shown on a bare console"
    if isSession { return [.ok(what)] }
    let hasNomodeset = SmallFile.lines("/proc/cmdline").joined().contains("nomodeset")
    let advice =
      hasNomodeset
      ? "take nomodeset off the kernel's command line"
      : "the graphics chip needs its kernel driver and firmware (dmesg | grep drm)"
    return [.warn(what, advice)]
  }
  let connectors = Connectors.all()
  return names.flatMap { card in
    finding(on: card, isSession)
      + connectors.filter { $0.card == card }.map { connector in
        let sizes = connector.sizes.prefix(8).joined(separator: ", ")
        let modes = connector.sizes.isEmpty ? "" : ": \(sizes)"
        return .ok("connector \(connector.name) of \(card): \(connector.status)\(modes)")
      }
  }
}

/// What the display's library finds. While a show has a bare display nobody else can try it.
func displays() -> [Finding] {
  let found = Probe.run(.video)
  let isSession = getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil
  let cards = SmallFile.names(in: "/dev/dri").filter { $0.hasPrefix("card") }
  guard !isSession, cards.contains(where: { sys_card_is_free("/dev/dri/" + $0) == 0 }) else {
    return found
  }
  let busy = Finding.warn(
    "display: in use, so it cannot be tried", "to try it, end the show: systemctl stop triptych")
  return found.map { $0.level == .fail ? busy : $0 }
}

/// By its own name (`virtio_gpu`), else by that of its bus's driver (`virtio-pci`).
private func driver(of card: String) -> String? {
  var name = [CChar](repeating: 0, count: 64)
  if sys_card_driver("/dev/dri/" + card, &name, Int32(name.count)) == 0, name[0] != 0 {
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
  return SmallFile.link("/sys/class/drm/\(card)/device/driver")
}

private func finding(on card: String, _ isSession: Bool) -> [Finding] {
  let path = "/dev/dri/" + card
  let driver = driver(of: card).map { " (\($0))" } ?? ""
  let free = sys_card_is_free(path)
  if free == -EACCES || free == -EPERM {
    let what = "card \(card)\(driver): may not be opened"
    if isSession { return [.ok(what + "; the session shows")] }
    return [.warn(what, "add the user to the group video: sudo usermod -aG video \(userName())")]
  }
  if free < 0 {
    return [.warn("card \(card)\(driver): \(String(cString: strerror(-free)))", "see dmesg")]
  }
  if free == 0, !isSession {
    return [
      .warn(
        "card \(card)\(driver): another program has the display",
        "if that is the show itself, all is well; else end it (a session on another console?)")
    ]
  }
  return [.ok("card \(card)\(driver)")]
}

/// Keyboards, mice, touch screens: only a bare console reads them itself.
func inputDevices() -> [Finding] {
  let isSession = getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil
  let names = SmallFile.names(in: "/dev/input").filter { $0.hasPrefix("event") }
  let readable = names.count { access("/dev/input/" + $0, R_OK) == 0 }
  let what = "inputs: \(readable) of \(names.count) devices in /dev/input can be read"
  if isSession { return [.ok(what + "; the session has the keys")] }
  if names.isEmpty {
    return [.warn("inputs: none in /dev/input", "plug in a keyboard or pad, if one is wanted")]
  }
  let pointers = names.sorted().compactMap { absolutePointer("/dev/input/" + $0) }
  guard readable < names.count else { return [.ok(what)] + pointers }
  return [
    .warn(what, "add the user to the group input: sudo usermod -aG input \(userName())")
  ] + pointers
}

/// A device that a show on a bare console does not heed; nil: it is none.
private func absolutePointer(_ path: String) -> Finding? {
  let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  guard waiting_device_kind(descriptor) == 3 else { return nil }
  return .warn(
    "pointer \(path): it says where it is, not how far it moves (a tablet, a touchpad, a virtual"
      + " machine's mouse), and is not heeded on a bare console",
    "use a mouse or a touch screen; in a virtual machine a mouse in place of the tablet")
}

/// The groups by which a user may open the devices of a console.
func userGroups() -> [Finding] {
  if geteuid() == 0 { return [.ok("user: root, who may open every device")] }
  let wanted = ["video", "render", "input", "audio"]
  let mine = groupNames()
  let missing = wanted.filter { !mine.contains($0) }
  let have = wanted.filter { mine.contains($0) }
  let what =
    "user \(userName()), in the groups: \(have.isEmpty ? "none" : have.joined(separator: ", "))"
  let isSession = getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil
  if missing.isEmpty { return [.ok(what)] }
  if isSession { return [.ok(what + "; a session needs none of them")] }
  return [
    .warn(
      what + ", not in \(missing.joined(separator: ", "))",
      "sudo usermod -aG \(missing.joined(separator: ",")) \(userName()), then log in again")
  ]
}

private func groupNames() -> Set<String> {
  var numbers = [gid_t](repeating: 0, count: 256)
  let count = getgroups(Int32(numbers.count), &numbers)
  let all = numbers.prefix(Int(max(count, 0))) + [getegid()]
  return Set(all.compactMap { getgrgid($0).map { String(cString: $0.pointee.gr_name) } })
}

func userName() -> String {
  getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? String(geteuid())
}

/// What the kernel has to lock the decoders in.
func kernel() -> [Finding] {
  let version = sys_landlock_version()
  var about = utsname()
  uname(&about)
  let release = withUnsafePointer(to: &about.release) {
    $0.withMemoryRebound(to: CChar.self, capacity: 65) { String(cString: $0) }
  }
  guard version > 0 else {
    return [
      .warn(
        "kernel \(release): no Landlock",
        "seccomp locks the decoders in; for both put landlock into"
          + " the kernel's lsm= list")
    ]
  }
  return [.ok("kernel \(release): Landlock version \(version)")]
}

/// The wall clock, which only schedules use.
func clock() -> [Finding] {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  var (seconds, parts) = (now.tv_sec, tm())
  localtime_r(&seconds, &parts)
  let digits = [parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min].map {
    $0 < 10 ? "0\($0)" : "\($0)"
  }
  let date = "\(parts.tm_year + 1900)-\(digits[0])-\(digits[1]) \(digits[2]):\(digits[3])"
  let zone = getenv("TZ").map { String(cString: $0) } ?? SmallFile.zone
  let what = "clock: \(date), time zone \(zone ?? "UTC (none is set)")"
  if parts.tm_year + 1900 < 2025 {
    return [.warn(what + ": that is long ago", "set it: timedatectl set-ntp true, or date -s")]
  }
  if zone == nil {
    return [.warn(what, "for schedules set it: timedatectl set-timezone Europe/Berlin")]
  }
  guard sys_clock_is_synchronised() == 1 else {
    return [
      .warn(what + ", not known to be synchronised", "for schedules: timedatectl set-ntp true")
    ]
  }
  return [.ok(what + ", synchronised")]
}
