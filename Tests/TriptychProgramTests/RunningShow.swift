import Glibc
import Testing

/// The built program, playing on SDL's dummy display while a test talks to it.
final class RunningShow {
  /// Where it listens.
  let socket: String
  private(set) var log = ""
  private let child: pid_t
  private let stream: UnsafeMutablePointer<FILE>
  private var isOver = false

  /// Plays `words` in a small window, and returns once its first item is shown.
  init(_ words: [String], in folder: String, socket: String? = nil, variables: [String] = [])
    throws
  {
    self.socket = socket ?? folder + "/control"
    let name = folder + "/log-" + String(UInt32.random(in: 0...UInt32.max))
    mkfifo(name, 0o600)
    // Without waiting for the writer: the program is that, and starts only afterwards.
    let reading = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    stream = try #require(fdopen(reading, "r"))
    let program = try #require(Run.program)
    let all =
      [program, "--window", "64x36", "--log-level", "debug", "--transition-duration", "0.1"]
      + (socket == nil ? ["--control-socket", self.socket] : []) + words
    var arguments = all.map { strdup($0) } + [nil]
    let dummy = ["HOME=/nonexistent", "SDL_VIDEODRIVER=dummy", "SDL_AUDIODRIVER=dummy"]
    var environment = (dummy + variables).map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 2, name, O_WRONLY, 0)
    var child: pid_t = 0
    try #require(posix_spawn(&child, program, &actions, nil, &arguments, &environment) == 0)
    self.child = child
    _ = fcntl(reading, F_SETFL, 0)
    readLog(until: " after 0\n")
  }

  deinit {
    if !isOver {
      kill(child, SIGKILL)
      _ = code()
    }
    fclose(stream)
  }

  /// Its log up to a line that ends so, or to its end.
  private func readLog(until end: String) {
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), stream) != nil {
      log += String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if log.hasSuffix(end) { return }
    }
  }

  func signal(_ number: Int32) { kill(child, number) }

  /// Waits for its end. The exit code; minus a signal's number.
  func code() -> Int32 {
    if !isOver { readLog(until: "\u{0}") }
    isOver = true
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }
}
