import Glibc
import Testing
import TriptychRemote

/// Whole shows with somebody at the control socket.
@Suite struct ControlOfProgram {
  private let show: RenderedShow

  init() throws {
    show = try RenderedShow()
    show.paint(4)
  }

  private func play(_ words: [String] = []) throws -> RunningShow {
    try RunningShow(
      ["--seed", "5", "--duration", "3600"] + words + (1...4).map { show.path("\($0).bmp") },
      in: show.folder)
  }

  private func ctl(_ words: [String], _ running: RunningShow) throws -> Run {
    try Run(["ctl", "--control-socket", running.socket] + words)
  }

  @Test("the socket is the user's alone, and goes with the show")
  func socket() throws {
    let running = try play()
    var status = stat()
    #expect(lstat(running.socket, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600 && status.st_mode & S_IFMT == S_IFSOCK)
    let quit = try ctl(["quit"], running)
    #expect(quit.code == 0, "\(quit.errors)")
    #expect(running.code() == 0 && lstat(running.socket, &status) != 0)
  }

  @Test(
    "a film goes on behind a blank screen, and a signal ends it there too", .timeLimit(.minutes(1)))
  func blankFilm() throws {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let film = "/\(folder)/Playlists/demo/sea.mp4"
    let running = try RunningShow(["--duration", "3600", film], in: show.folder)
    #expect(try ctl(["blank"], running).code == 0)
    let begin = try filmTime(running)
    // Well past what a decoder has ahead.
    while try filmTime(running) < begin + 1.5 {}
    running.signal(SIGTERM)
    #expect(running.code() == 0)
  }

  private func filmTime(_ running: RunningShow) throws -> Double {
    let words = try ctl(["status"], running).output.split(separator: "\n")
    let line = try #require(words.first { $0.hasPrefix("film") })
    return try #require(line.split(separator: " ").dropFirst().first.flatMap { Double($0) })
  }

  @Test("ctl says what the show is at, and its exit codes tell who refused")
  func words() throws {
    let running = try play()
    let status = try ctl(["status"], running)
    #expect(status.code == 0 && status.output.hasPrefix("item      1 of 4  1.bmp\npath      "))
    #expect(status.output.contains("\nstate     playing\nsound     100 %\nscreen    64 x 36\n"))
    #expect(try ctl(["go", "2"], running) == (0, "", ""))
    let far = try ctl(["goto", "9"], running)
    #expect((far.code, far.errors) == (1, "triptych: error: the list has 4 items\n"))
    let wrong = try ctl(["nxet"], running)
    #expect(wrong.code == 2 && wrong.errors.hasSuffix("did you mean next?\n"))
    #expect(try ctl(["status", "--json"], running).output.hasPrefix(#"{"id":1,"ok":true,"#))
    #expect(try ctl([], running).code == 2)
    let none = try Run(["ctl", "--control-socket", show.path("nowhere"), "next"])
    #expect((none.code, none.output) == (3, ""))
    let usual = try Run(["ctl", "next"], variables: ["XDG_RUNTIME_DIR=" + show.folder])
    #expect(usual.code == 3 && usual.errors.contains("/triptych/control"))
  }

  @Test("a kiosk listens in its own folder, and ctl finds a show where it usually is")
  func usualPlaces() throws {
    mkdir(show.path("triptych"), 0o700)
    let running = try RunningShow(
      ["--kiosk", show.path("1.bmp")], in: show.folder, socket: show.path("triptych/control"),
      variables: ["RUNTIME_DIRECTORY=" + show.path("triptych")])
    let found = try Run(["ctl", "quit"], variables: ["XDG_RUNTIME_DIR=" + show.folder])
    #expect((found.code, found.errors) == (0, ""))
    #expect(running.code() == 0)
  }

  @Test("a socket that is left over is replaced, another show's and a file are not")
  func places() throws {
    let first = try play()
    let second = try Run(["--control-socket", first.socket, show.path("1.bmp")])
    #expect(second.code == 2 && second.errors.contains("another triptych answers there"))
    let file = show.path("file")
    show.write("mine", to: "file")
    let third = try Run(["--control-socket", file, show.path("1.bmp")])
    #expect(third.code == 2 && third.errors.contains("there is something else"))
    #expect(show.bytes("file") == Array("mine".utf8))
    #expect(try ctl(["quit"], first).code == 0)
    _ = first.code()
    let left = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: first.socket.utf8) }
    let bound = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(left, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    close(left)
    #expect(bound == 0)
    let again = try play()
    #expect(try ctl(["quit"], again).code == 0)
    #expect(again.code() == 0)
  }

  @Test("another user is refused", .enabled(if: ControlOfProgram.canBeAnother))
  func strangers() throws {
    let running = try play()
    chmod(show.folder, 0o755)
    chmod(running.socket, 0o666)
    let run = try Run(
      ["ctl", "--control-socket", running.socket, "next"], asNobody: true)
    #expect(run.code == 3 && run.errors == "triptych: error: this user may not control the show\n")
    let quit = try ctl(["quit"], running)
    #expect(quit.code == 0, "\(quit.errors)")
    _ = running.code()
    #expect(running.log.contains("the control socket refused user 65534"))
  }

  static var canBeAnother: Bool { geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0 }

  @Test("a screenshot is a picture of what is shown")
  func screenshot() throws {
    let running = try play()
    let client = try RemoteClient(path: Array(running.socket.utf8))
    let result = try client.ask(["screenshot"])["result"]
    let bytes = try #require(Base64.bytes(of: result?["base64"]?.text ?? ""))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(result?["width"] == .number(64) && result?["height"] == .number(36))
    // The size stands in the first chunk.
    #expect(Array(bytes[16..<24]) == [0, 0, 0, 64, 0, 0, 0, 36])
    #expect(result?["bytes"] == .number(bytes.count))
  }

  @Test("clients that hang up in the middle of a line leave nothing behind")
  func hangUps() throws {
    let running = try play()
    for _ in 0..<1000 {
      let client = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      try #require(connect(client, to: running.socket) == 0)
      _ = send(client, "{\"comm", 7, Int32(MSG_NOSIGNAL))
      close(client)
    }
    let quit = try ctl(["quit"], running)
    #expect(quit.code == 0, "\(quit.errors)")
    #expect(running.code() == 0)
  }

  @Test("the fifth client is told that four are there")
  func crowd() throws {
    let running = try play()
    var clients: [RemoteClient] = []
    for _ in 0..<4 {
      let client = try RemoteClient(path: Array(running.socket.utf8))
      _ = try client.ask(["status"])
      clients.append(client)
    }
    let fifth = try ctl(["next"], running)
    #expect(fifth.code == 3 && fifth.errors.contains("4 others control the show already"))
    clients = []
    // Those who are gone are noticed at once, but not before they have gone.
    var last = try ctl(["quit"], running)
    for _ in 0..<100 where last.code == 3 { last = try ctl(["quit"], running) }
    #expect(last.code == 0)
  }
}

/// Connects a socket to a path.
private func connect(_ descriptor: Int32, to path: String) -> Int32 {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  return withUnsafePointer(to: address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}

extension Run {
  fileprivate static func == (run: Run, wanted: (Int32, String, String)) -> Bool {
    (run.code, run.output, run.errors) == wanted
  }
}
