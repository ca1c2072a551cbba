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
