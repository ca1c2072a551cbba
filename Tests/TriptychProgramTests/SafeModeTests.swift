import Glibc
import Testing
import TriptychCore
import TriptychFiles
import TriptychStage

@testable import TriptychApp

@Suite struct SafeModeTests {
  private let log = Log(level: .error, hasJournal: false, sink: { _ in true })
  private let item = WorkItem(path: Array("/media/a".utf8), byteCount: 1, modified: 2)

  private func start(
    in folder: TemporaryFolder, kiosk: Bool = true, state: String = "/state"
  ) -> SafeMode? {
    var (settings, environment) = (ProgramSettings(), Environment())
    settings.show.kiosk = kiosk
    environment.stateDirectory = Array((state == "/state" ? folder.path + state : state).utf8)
    var surroundings = PlayEnvironment()
    surroundings.runtimeFolder = Array((folder.path + "/run").utf8)
    return SafeMode(settings, environment, surroundings, log)
  }

  @Test("a show that dies three times with a file leaves it out, and one that ends does not")
  func deaths() throws {
    let folder = try TemporaryFolder()
    let now = MonotonicClock.now
    #expect(start(in: folder, kiosk: false) == nil)
    for _ in 0..<5 {
      let mode = try #require(start(in: folder))
      mode.note([item])
      mode.end()
    }
    for _ in 0..<3 {
      let mode = try #require(start(in: folder))
      #expect(mode.objection(to: item, at: now) == nil)
      mode.note([item])
      #expect(start(in: folder) == nil, "a second show keeps away")
    }
    do {
      let mode = try #require(start(in: folder))
      #expect(mode.objection(to: item, at: now) != nil && mode.items(at: now) == [item])
      var other = item
      other.modified += 1
      #expect(mode.objection(to: other, at: now) == nil, "it has become another file")
      #expect(mode.items(at: now).isEmpty)
      mode.end()
    }
    let last = try #require(start(in: folder))
    #expect(last.items(at: now).isEmpty, "that was kept")
    last.end()
  }

  @Test("a folder that takes nothing: it is remembered in memory")
  func readOnly() throws {
    let folder = try TemporaryFolder()
    for _ in 0..<3 {
      try #require(start(in: folder, state: "/proc/none")).note([item])
    }
    let mode = try #require(start(in: folder, state: "/proc/none"))
    #expect(mode.items(at: MonotonicClock.now) == [item])
    mode.end()
  }

  @Test("decoders that die three times with a file count too; reload tries it again")
  func workers() throws {
    let folder = try TemporaryFolder()
    let now = MonotonicClock.now
    let mode = try #require(start(in: folder))
    for _ in 0..<2 { mode.workerDied(with: item, at: now) }
    #expect(mode.objection(to: item, at: now) == nil)
    mode.workerDied(with: item, at: now)
    #expect(mode.objection(to: item, at: now) != nil)
    mode.lift(item, at: now)
    #expect(mode.objection(to: item, at: now) == nil)
    for _ in 0..<3 { mode.workerDied(with: item, at: now) }
    mode.liftAll(at: now)
    #expect(mode.items(at: now).isEmpty)
    mode.end()
  }

  @Test("after too many deaths it rests")
  func rests() throws {
    let folder = try TemporaryFolder()
    let now = MonotonicClock.now
    for _ in 0..<6 { #expect(try #require(start(in: folder)).rest(at: now) == nil) }
    let mode = try #require(start(in: folder))
    let rest = try #require(mode.rest(at: now))
    #expect(rest > .seconds(3500) && rest <= .seconds(3600))
    mode.end()
  }
}

/// The program itself, killed while it shows something.
@Suite struct DyingShowTests {
  /// Waits until only that file is at work.
  private func waitFor(_ name: String, _ show: RenderedShow) {
    while true {
      let text = String(decoding: show.bytes("run/at-work"), as: UTF8.self)
      let lines = text.split(separator: "\n").filter { $0.hasPrefix("at-work ") }
      if lines.count == 1, lines[0].hasSuffix("/" + name) { return }
      _ = poll(nil, 0, 20)
    }
  }

  @Test("what it was killed with three times is passed over by the fourth start, and named")
  func killed() throws {
    let show = try RenderedShow()
    show.paint(3)
    mkdir(show.path("run"), 0o700)
    let words = ["--kiosk", "--duration", "3600"] + (1...3).map { show.path("\($0).bmp") }
    let variables = [
      "STATE_DIRECTORY=" + show.path("state"), "RUNTIME_DIRECTORY=" + show.path("run"),
    ]
    for _ in 0..<3 {
      let running = try RunningShow(
        words, in: show.folder, socket: show.path("run/control"), variables: variables)
      #expect(running.log.hasSuffix("item 1 after 0\n"))
      waitFor("1.bmp", show)
      running.signal(SIGKILL)
      #expect(running.code() == -SIGKILL)
    }
    let last = try RunningShow(
      words, in: show.folder, socket: show.path("run/control"), variables: variables)
    #expect(last.log.hasSuffix("item 2 after 0\n"))
    #expect(last.log.contains("left out for a day: " + show.path("1.bmp")))
    let status = try Run(["ctl", "--control-socket", last.socket, "status"])
    #expect(status.output.contains("left out  " + show.path("1.bmp")))
    last.signal(SIGTERM)
    #expect(last.code() == 0)
    let mark = show.bytes("run/at-work")
    #expect(mark.isEmpty, "an end that was asked for leaves nothing behind")
  }
}
