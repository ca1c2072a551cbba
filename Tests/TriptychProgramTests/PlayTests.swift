import Glibc
import Testing

/// Whole shows on SDL's dummy display, which has no window and no keys.
@Suite struct PlayingOfProgram {
  private let show: RenderedShow
  private let dummy = ["SDL_VIDEODRIVER=dummy", "SDL_AUDIODRIVER=dummy"]

  init() throws {
    show = try RenderedShow()
    show.paint(3)
  }

  private func play(_ words: [String]) throws -> Run {
    try Run(
      [
        "--duration", "0.2", "--transition-duration", "0.1", "--log-level", "debug", "--window",
        "64x36",
      ] + words, variables: dummy)
  }

  /// The items in the order of the debug log.
  private func items(_ run: Run) -> [Int] {
    run.errors.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return words.count > 3 && words[1] == "debug:" && words[2] == "item" ? Int(words[3]) : nil
    }
  }

  @Test("a list without a loop is shown in order and ends with 0")
  func order() throws {
    let run = try play(["--loop", "no", show.path("1.bmp"), show.path("2.bmp")])
    #expect((run.code, items(run), run.output) == (0, [1, 2], ""))
    #expect(run.errors.hasSuffix("triptych: info: ending: the list has ended\n"))
  }

  @Test("rounds, --start-at and --shuffle hold for playing too")
  func rounds() throws {
    let files = (1...3).map { show.path("\($0).bmp") }
    let rounds = try play(["--loop", "2", "--start-at", "2.bmp"] + files)
    #expect((rounds.code, items(rounds)) == (0, [2, 3, 1, 2, 3]))
    let deck = try play(["--no-loop", "--shuffle", "--seed", "5", "--transition", "cut"] + files)
    #expect(deck.code == 0 && items(deck).sorted() == [1, 2, 3])
    #expect(deck.errors.contains("seed 5,"))
  }

  @Test("SIGTERM and SIGINT end a show with 0", arguments: [SIGTERM, SIGINT])
  func signals(number: Int32) throws {
    let log = show.path("log")
    mkfifo(log, 0o600)
    // Without waiting for the writer: the program is that, and starts only afterwards.
    let reading = open(log, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let stream = try #require(fdopen(reading, "r"))
    defer { fclose(stream) }
    let words = ["--duration", "3600", "--log-level", "debug", show.path("1.bmp")]
    let program = try #require(Run.program)
    var arguments = ([program] + words).map { strdup($0) } + [nil]
    var environment = (["HOME=/nonexistent"] + dummy).map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY, 0)
    var child: pid_t = 0
    try #require(
      posix_spawn(&child, program, &actions, nil, &arguments, &environment) == 0)
    _ = fcntl(reading, F_SETFL, 0)
    var (text, line) = ("", [CChar](repeating: 0, count: 2048))
    while fgets(&line, Int32(line.count), stream) != nil {
      let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      text += String(decoding: bytes, as: UTF8.self)
      if text.hasSuffix("item 1 after 0\n") { kill(child, number) }
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    #expect(status == 0)
    #expect(text.hasSuffix("ending: \(number == SIGTERM ? "SIGTERM" : "SIGINT")\n"))
  }
}
