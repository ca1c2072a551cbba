import Glibc
import Testing

/// `--record` and `--replay` of the built program.
@Suite struct ReplayTests {
  private let show: RenderedShow

  init() throws {
    show = try RenderedShow()
    show.paint(4)
    show.write("#TRIPTYCH: transition=wipe:up\n1.bmp\n2.bmp\n3.bmp\n4.bmp\n", to: "list.m3u")
  }

  private var list: String { show.path("list.m3u") }

  @Test func `what was rendered and recorded is rendered again, byte for byte`() throws {
    let options = ["--duration", "1", "--transition", "random", "--ken-burns", "--seed", "9"]
    let record = show.path("record")
    let first = try show.render([list, "--record", record] + options, to: "first")
    #expect(first.run.code == 0)
    let again = try Run([
      "render", list, "--replay", record, "--fps", "10", "--output", show.path("again"),
      "--trace", show.path("again.trace"),
    ])
    #expect(again.code == 0, "\(again.errors)")
    #expect(!first.trace.isEmpty && show.bytes("again.trace") == Array(first.trace.utf8))
    for frame in ["00000", "00013", "00029"] {
      let name = "/frame-\(frame).png"
      #expect(!show.bytes("first" + name).isEmpty)
      #expect(show.bytes("again" + name) == show.bytes("first" + name))
    }
  }

  @Test func `another list, a bad line and a file that is not there are named`() throws {
    let record = show.path("record")
    _ = try show.render([list, "--record", record, "--duration", "1", "--frames", "3"])
    let other = try Run([
      "render", show.path("1.bmp"), "--replay", record, "--output", show.path("other"),
    ])
    #expect(other.code == 1 && other.errors.contains("record:6: the list is another one"))
    let text = String(decoding: show.bytes("record"), as: UTF8.self)
    show.write(text.replacing("presented", with: "prosented"), to: "bad")
    let bad = try Run([
      "render", list, "--replay", show.path("bad"), "--output", show.path("other"),
    ])
    #expect(bad.code == 2 && bad.errors.contains("bad:"))
    #expect(bad.errors.contains("'prosented' is not known here"))
    let none = try Run([
      "render", list, "--replay", show.path("nothing"), "--output", show.path("other"),
    ])
    #expect(none.code == 2 && none.errors.contains("--replay"))
    let folder = try Run([list, "--record", show.path("no/such/file")])
    #expect(folder.code == 2 && folder.errors.contains("--record"))
  }

  @Test func `a show that ran is rendered as it was, twice the same`() throws {
    let record = show.path("live")
    let live = try RunningShow(
      [list, "--duration", "60", "--record", record, "--seed", "4"], in: show.folder)
    for words in [["goto", "3"], ["next"], ["previous"], ["zoom"], ["quit"]] {
      let told = try Run(["ctl", "--control-socket", live.socket] + words)
      #expect(told.code == 0, "\(words): \(told.errors)")
    }
    #expect(live.code() == 0)
    let text = String(decoding: show.bytes("live"), as: UTF8.self)
    #expect(text.hasPrefix("triptych-record 1\nsize 64 36\nseed 4\n"))
    #expect(text.contains("remote go 3\n") && text.contains("show go 3\n"))
    #expect(text.hasSuffix("end\n"))
    var traces: [[UInt8]] = []
    for name in ["one", "two"] {
      let run = try Run([
        "render", list, "--replay", record, "--fps", "60", "--output", show.path(name),
        "--trace", show.path(name + ".trace"),
      ])
      #expect(run.code == 0, "\(run.errors)")
      traces.append(show.bytes(name + ".trace"))
    }
    #expect(!traces[0].isEmpty && traces[0] == traces[1])
  }

  /// What somebody does, seconds after the start: keys, a swipe that turns round, a pinch and a
  /// throw, and Q.
  private static let deeds = """
    triptych-record 1
    size 64 36
    seed 4
    began
    0.5 input key Right Right 0 no
    0.52 input key-up Right Right
    0.55 input key Right Right 0 no
    0.6 input key-up Right Right
    1.2 pointer down 3 40 18
    1.25 pointer move 3 30 18
    1.3 pointer move 3 10 18
    1.35 pointer move 3 20 19
    1.4 pointer up 3 22 19
    2 pointer down 3 30 18
    2.01 pointer down 4 34 18
    2.05 pointer move 3 26 18
    2.1 pointer move 4 44 20
    2.15 pointer up 3 26 18
    2.2 pointer move 4 50 20
    2.22 pointer up 4 54 20
    2.6 input key Left Left 0 no
    2.65 input key-up Left Left
    3 input key Z Z 0 no
    3.4 input key Home Home 0 no
    3.8 input key B B 0 no
    4 input key B B 0 no
    4.3 input key Q Q 0 no

    """

  @Test func `the frames of a window are rendered again, number for number`() throws {
    show.write(Self.deeds, to: "deeds")
    show.write("#TRIPTYCH: transition=cut\n1.bmp\n2.bmp\n3.bmp\n4.bmp\n", to: "cut.m3u")
    for (list, options) in [(list, ["--ken-burns"]), (show.path("cut.m3u"), [])] {
      let (record, trace) = (show.path("kept"), show.path("kept.trace"))
      let live = try RunningShow(
        [
          list, "--duration", "1.5", "--transition", "horizontal-move-in-out", "--replay",
          show.path("deeds"), "--record", record, "--trace", trace,
        ] + options, in: show.folder)
      #expect(live.code() == 0)
      let seen = String(decoding: show.bytes("kept.trace"), as: UTF8.self)
      let lines = seen.split(separator: "\n").map { $0.split(separator: " ") }
      #expect(
        lines.count > 60 && lines[0][0] == "0"
          && (lines.last?[0]).map(String.init) == "\(lines.count - 1)")
      // It went there and back, through views that lie between two places.
      #expect(Set(lines.map { $0[3] }).count > 2)
      if list == self.list { #expect(lines.contains { $0[2].contains(".") && $0.count > 17 }) }
      let run = try Run([
        "render", list, "--replay", record, "--instants", trace, "--trace", show.path("again"),
        "--output", show.path("frames"),
      ])
      #expect(run.code == 0, "\(run.errors)")
      let again = String(decoding: show.bytes("again"), as: UTF8.self)
      for (a, b) in zip(seen.split(separator: "\n"), again.split(separator: "\n")) {
        try #require(a == b)
      }
      #expect(seen == again)
      #expect(!show.bytes("frames/frame-00000.png").isEmpty)
    }
  }

  @Test func `a trace that is none, and one for a film, are refused with their line`() throws {
    let record = show.path("record")
    _ = try show.render([list, "--record", record, "--duration", "1", "--frames", "3"])
    func render(_ trace: String, _ output: String = "out") throws -> Run {
      show.write(trace, to: "t")
      return try Run([
        "render", list, "--replay", record, "--instants", show.path("t"), "--output",
        show.path(output),
      ])
    }
    for (trace, words) in [
      ("", "t:1: no line of a trace"), ("0 0 0 0\nhello\n", "t:2: not the line of a trace"),
      ("0 0.5 0 0\n1 0.4 0 0\n", "t:2: its instant lies before"),
      ("0 -1 0 0\n", "t:1: not the line"), ("0 nan 0 0\n", "t:1: not the line"),
    ] {
      let run = try render(trace)
      #expect(run.code == 2 && run.errors.contains(words), "\(run.errors)")
    }
    let film = try render("0 0 0 0\n", "out.mp4")
    #expect(film.code == 2 && film.errors.contains("a film's frames are even"))
    #expect(try render("7 0.25 whatever\n8 0.25\n9 2e-1000 x").code == 2)
    #expect(try render("7 0.25 whatever\n8 0.25\n9 3e-1 x").code == 0)
  }

  @Test func `a trace that cannot be written costs the trace`() throws {
    let bad = try Run([list, "--trace", show.path("no/such/file")])
    #expect(bad.code == 2 && bad.errors.contains("--trace"))
    let live = try RunningShow([list, "--duration", "60", "--trace", "/dev/full"], in: show.folder)
    _ = try Run(["ctl", "--control-socket", live.socket, "next"])
    _ = try Run(["ctl", "--control-socket", live.socket, "quit"])
    #expect(live.code() == 0)
    let told = live.log.split(separator: "\n").filter { $0.contains("--trace") }
    #expect(told.count == 1 && told[0].contains("No space left"))
  }

  @Test func `nothing is written without the option`() throws {
    let before = names()
    let live = try RunningShow([list, "--duration", "60"], in: show.folder)
    _ = try Run(["ctl", "--control-socket", live.socket, "quit"])
    #expect(live.code() == 0)
    #expect(Set(names()).subtracting(before).allSatisfy { $0.hasPrefix("log-") })
  }

  private func names() -> [String] {
    guard let folder = opendir(show.folder) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { field in
          field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }
}
