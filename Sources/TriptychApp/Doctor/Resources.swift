import CSystem
import Glibc
import TriptychStage

/// What the program may take of the machine.
func memoryAndLimits() -> [Finding] {
  [realTime(), memory(), descriptors()].compactMap(\.self)
}

/// Tried out, on a thread that ends at once.
private func realTime() -> Finding {
  var thread = pthread_t()
  let started = pthread_create(
    &thread, nil, { _ in UnsafeMutableRawPointer(bitPattern: waiting_realtime(10) == 0 ? 1 : 2) },
    nil)
  var answer: UnsafeMutableRawPointer?
  guard started == 0, pthread_join(thread, &answer) == 0 else {
    return .fail("threads: the system has none left", "raise the limit on tasks (ulimit -u)")
  }
  if answer == UnsafeMutableRawPointer(bitPattern: 1) { return .ok("real-time priority: allowed") }
  return .warn(
    "real-time priority: not allowed, so motion may be uneven on a busy machine",
    "LimitRTPRIO=10 in the unit, or a line 'USER - rtprio 10' in /etc/security/limits.conf")
}

private func memory() -> Finding? {
  let line = SmallFile.lines("/proc/meminfo").first { $0.hasPrefix("MemAvailable:") }
  guard let words = line?.split(separator: " "), words.count >= 2, let kibibytes = Int(words[1])
  else { return nil }
  let what = "memory: \(kibibytes >> 10) MiB available"
  if kibibytes >> 10 >= 300 { return .ok(what) }
  return .warn(what, "a show at 1920x1080 with films takes about 300; end other programs")
}

private func descriptors() -> Finding? {
  var limit = rlimit()
  guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < 256
  else { return nil }
  return .warn("files: at most \(limit.rlim_cur) may be open", "raise it: ulimit -n 1024")
}

/// Whether a show runs here and listens.
func controlSocket(_ environment: Environment) -> [Finding] {
  let folders = [getenv("RUNTIME_DIRECTORY").map { String(cString: $0) }, "/run/triptych"]
  for folder in folders.compactMap(\.self) {
    let path = folder + "/control"
    guard access(path, F_OK) == 0 else { continue }
    switch connectError(path) {
    case 0: return [.ok("control socket: a show listens at \(path)")]
    case EACCES: return [.ok("control socket: \(path), which is somebody else's")]
    case let number:
      return [
        .warn(
          "control socket \(path): \(String(cString: strerror(number)))",
          "no show listens there; the next one will put it right")
      ]
    }
  }
  return []
}

/// 0: somebody listens. Never waits.
private func connectError(_ path: String) -> Int32 {
  let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  let descriptor = socket(AF_UNIX, kind | Int32(SOCK_NONBLOCK.rawValue), 0)
  guard descriptor >= 0 else { return errno }
  defer { close(descriptor) }
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  let bytes = Array(path.utf8)
  guard bytes.count < 108 else { return ENAMETOOLONG }
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + 1)
  let result = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
  }
  // EAGAIN: so many knock that it has no time; it is alive.
  return result == 0 || errno == EAGAIN ? 0 : errno
}
