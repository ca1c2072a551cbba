import Glibc
import Testing
import TriptychApp
import TriptychCore

@testable import TriptychFiles

/// What `triptych check` writes, with the test's folder as `DIR`.
struct Checked {
  var output = ""
  var problems = ""
  var code: Int32 = 0

  init(_ tree: Tree, _ paths: [[UInt8]], entries: Bool = false) {
    var (out, err) = ([UInt8](), [UInt8]())
    code = runCheck(
      playlists: paths.map { NamedPath(bytes: $0) }, entriesOnly: entries, output: { out += $0 },
      problems: { err += $0 })
    output = String(escaping: out).split(separator: "\\x0A").joined(separator: "\n")
      .split(separator: tree.path, omittingEmptySubsequences: false).joined(separator: "DIR")
    problems = String(decoding: err, as: UTF8.self)
      .split(separator: tree.path, omittingEmptySubsequences: false).joined(separator: "DIR")
  }
}

@Suite struct CheckTests {
  private func tree() throws -> Tree {
    let tree = try Tree()
    try tree.write("a.png")
    try tree.write("empty.png", [])
    let lines = [
      "\u{FEFF}  no.png", "a.png", "#TRIPTYCH: fit=covr", "empty.png", "http://x/y", "in.m3u", "",
    ]
    try tree.write("list.m3u", lines: lines.joined(separator: "\r\n"))
    try tree.write("in.m3u", lines: "a.png\nin.m3u\n\tgone%20.png\n")
    return tree
  }

  @Test func problemsAreNamedWithTheirPlaces() throws {
    let tree = try tree()
    let checked = Checked(tree, [tree.path("list.m3u")])
    #expect(
      checked.output == """
        DIR/list.m3u:1:3: warning: no.png: no such file
        DIR/list.m3u:3:16: error: fit: 'covr' is not one of contain, cover, auto, stretch, \
        none, blur; did you mean cover?
        DIR/list.m3u:4:1: warning: empty.png: the file is empty
        DIR/list.m3u:5:1: warning: http://x/y: network addresses are not read, skipped
        DIR/in.m3u:2:1: warning: DIR/in.m3u: this list is within itself, left out here
        DIR/in.m3u:3:2: warning: gone%20.png: no such file
        """)
    #expect(checked.problems == "" && checked.code == 1)
  }

  @Test func entriesAloneGoToTheOutput() throws {
    let tree = try tree()
    let checked = Checked(tree, [tree.path("list.m3u")], entries: true)
    #expect(
      checked.output == """
        DIR/no.png
        DIR/a.png
        DIR/empty.png
        http://x/y
        DIR/a.png
        DIR/gone%20.png
        """)
    #expect(checked.problems.split(separator: "\n").count == 6 && checked.code == 1)
  }

  @Test func aMissingFileIsNoError() throws {
    let tree = try Tree()
    try tree.write("a.m3u", lines: "no.png\n")
    #expect(Checked(tree, [tree.path("a.m3u")]).code == 0)
    #expect(Checked(tree, [tree.path("a.m3u"), tree.path("no.m3u")]).code == 1)
    #expect(
      Checked(tree, [tree.path("no.m3u")]).output == "DIR/no.m3u:1:1: error: no such file")
  }

  @Test func theListIsNamedAsItIsGiven() throws {
    let tree = try Tree()
    try tree.write("a.m3u", lines: "")
    let checked = Checked(tree, [tree.path(".//a.m3u")])
    #expect(checked.output == "DIR/.//a.m3u:1:1: error: the list is empty")
  }

  @Test func aFileThatStandsTwiceIsNamedOnceWithBothLines() throws {
    let tree = try Tree()
    try tree.write("a.png")
    try tree.write("b.png")
    try tree.write("list.m3u", lines: "a.png\nb.png\n./a.png\na%2Epng\nin.m3u\nin.m3u\n")
    try tree.write("in.m3u", lines: "b.png\n")
    #expect(
      Checked(tree, [tree.path("list.m3u")]).output == """
        DIR/list.m3u:3:1: warning: ./a.png: the same file stands in line 1 already
        """)
    try tree.write("list.json", lines: "[\"a.png\", \"b.png\", \"a.png\"]")
    let checked = Checked(tree, [tree.path("list.json")])
    #expect(checked.code == 0)
    #expect(
      checked.output
        == "DIR/list.json:1:21: warning: a.png: the same file stands in column 3 already")
  }

  @Test func aLinkThatLeadsNowhereIsNamed() throws {
    let tree = try Tree()
    try tree.write("f/a.png")
    #expect(symlink("nowhere", tree.path + "/f/dead.png") == 0)
    #expect(symlink("nowhere", tree.path + "/f/.hidden.png") == 0)
    #expect(symlink("nowhere", tree.path + "/f/notes.txt") == 0)
    try tree.write("list.m3u", lines: "f\n")
    for path in ["list.m3u", "f"] {
      let checked = Checked(tree, [tree.path(path)])
      #expect(checked.output == "DIR/f/dead.png:1:1: warning: a link that leads nowhere")
      #expect(checked.code == 0)
    }
  }

  @Test func namesDoNotCommandTheTerminal() throws {
    let tree = try Tree()
    let name = "evil\u{1B}[2J\u{7}.m3u"
    try tree.write(name, lines: "no\u{1B}c.png\n")
    for entries in [false, true] {
      var bytes: [UInt8] = []
      for path in [tree.path(name), tree.path("away\u{9B}.m3u")] {
        _ = runCheck(
          playlists: [NamedPath(bytes: path)], entriesOnly: entries,
          output: { if !entries { bytes += $0 } }, problems: { bytes += $0 })
      }
      #expect(!bytes.isEmpty)
      #expect(bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0x9B || $0 == 0x0A })
    }
  }

  @Test func everyKindOfListNestsEveryOther() throws {
    let tree = try Tree()
    try tree.write("a.png")
    let xspf = { (name: String) in
      "<playlist><trackList><track><location>\(name)</location></track></trackList></playlist>"
    }
    try tree.write("1.m3u", lines: "2.pls\n")
    try tree.write("2.pls", lines: "[playlist]\nFile1=3.xspf\n")
    try tree.write("3.xspf", lines: xspf("4.json"))
    try tree.write("4.json", lines: "{\"items\": [\"no.png\", \"5.m3u8\"]}")
    try tree.write("5.m3u8", lines: "6.xspf\n1.m3u\n")
    try tree.write("6.xspf", lines: "\n" + xspf("a.png"))
    let checked = Checked(tree, [tree.path("1.m3u")])
    #expect(
      checked.output == """
        DIR/4.json:1:13: warning: no.png: no such file
        DIR/5.m3u8:2:1: warning: DIR/1.m3u: this list is within itself, left out here
        """)
    #expect(Checked(tree, [tree.path("1.m3u")], entries: true).output == "DIR/no.png\nDIR/a.png")
  }

  @Test func anXSPFThatIsNoneIsNamedWithItsPlace() throws {
    let tree = try Tree()
    try tree.write("a.xspf", lines: "<playlist>\n  <trackList>\n</playlist>")
    try tree.write("b.xspf", lines: "")
    let checked = Checked(tree, [tree.path("a.xspf"), tree.path("b.xspf")])
    #expect(
      checked.output == """
        DIR/a.xspf:3:3: error: no XML: mismatched tag
        DIR/b.xspf:1:1: error: the list is empty
        """)
    #expect(checked.code == 1)
  }

  @Test("a film that ends before it starts is an error of its item, and plays whole")
  func contradiction() throws {
    let tree = try Tree()
    try tree.write("a.mp4", [0, 0, 0, 0x18] + Array("ftypisom".utf8))
    let m3u =
      "#TRIPTYCH: start=5 end=5\na.mp4\n#EXTVLCOPT:stop-time=1\n#EXTVLCOPT:start-time=2\na.mp4"
    let json = #"{"defaults": {"start": 9}, "items": [{"location": "a.mp4", "end": 8}]}"#
    for (name, text, count) in [("a.m3u", m3u, 2), ("a.json", json, 1)] {
      try tree.write(name, lines: text)
      let checked = Checked(tree, [tree.path(name)])
      #expect(checked.output.split(separator: " does not lie before end=").count == count + 1)
      #expect(checked.code == 1, "\(checked.output)")
    }
    let list = load([.playlist(tree.path("a.m3u"))]).list
    #expect(list.options(0).start == nil && list.options(0).end == nil)
    #expect(list.options(1).start == nil && list.options(1).end == nil)
  }

  @Test("scripts that are not there or broken are errors, with the places looked at")
  func scripts() throws {
    let tree = try Tree()
    try tree.write("a.png")
    try tree.write("bad.lua", lines: "return (")
    let lines = ["#TRIPTYCH: transition=no.lua", "a.png", "#TRIPTYCH: transition=bad.lua", "a.png"]
    try tree.write("list.m3u", lines: lines.joined(separator: "\n"))
    let checked = Checked(tree, [tree.path("list.m3u")])
    let problems = checked.output.split(separator: "\n").filter { $0.contains("error") }
    #expect(
      problems.first
        == "DIR/list.m3u:2:1: error: transition=no.lua: no such file; looked for DIR/no.lua")
    #expect(
      problems.dropFirst().first?.hasPrefix(
        "DIR/list.m3u:4:1: error: transition=bad.lua: DIR/bad.lua:1: ") == true)
    #expect(checked.code == 1)
  }

  @Test("names that two items have, and times that are over, are named")
  func names() throws {
    let tree = try Tree()
    for name in ["a.png", "b.png", "c.png"] { try tree.write(name) }
    let lines = [
      "#TRIPTYCH: name=x until=2001-02-03", "a.png", "#TRIPTYCH: name=x until=9999-01-01", "b.png",
      "#TRIPTYCH: name=x", "c.png", "in.m3u",
    ]
    try tree.write("list.m3u", lines: lines.joined(separator: "\n"))
    try tree.write("in.m3u", lines: "#TRIPTYCH: days=mon until=2001-02-03T11:00\na.png\n")
    let checked = Checked(tree, [tree.path("list.m3u")])
    #expect(
      checked.output == """
        DIR/list.m3u:2:1: warning: a.png: its times are over, it will not be shown any more
        DIR/list.m3u:4:1: warning: b.png: name=x stands in line 2 already; that item is found by it
        DIR/in.m3u:2:1: warning: a.png: its times are over, it will not be shown any more
        """)
    #expect(checked.code == 0)
  }

  @Test("a file that is no media is named, whatever its name; in a folder it is passed over")
  func noMedia() throws {
    let tree = try Tree()
    try tree.write("text.png", lines: "words, no picture: ä\n")
    try tree.write("real.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    try tree.write("drawn.xbm", lines: "#define a_width 1\n")
    try tree.write("list.m3u", lines: "text.png\nreal.png\ndrawn.xbm\n")
    var advisers = ListSurvey.Advisers()
    let asked = Monitor(0)
    advisers.problemOfFile = { _ in
      asked.withLock { $0 += 1 }
      return "nothing that is known"
    }
    let survey = ListSurvey(of: .playlist(tree.path("list.m3u")), advisers: advisers)
    #expect(
      survey.diagnostics.map(\.message) == [
        "text.png: text, neither a picture nor a film", "drawn.xbm: nothing that is known",
      ])
    #expect(asked.withLock { $0 } == 1)
    #expect(Checked(tree, [tree.bytes]).output == "")
  }

  @Test("a film that is too slow is named once, and pictures are not asked about")
  func slowFilms() throws {
    let tree = try Tree()
    let zeros = [UInt8](repeating: 0, count: 99)
    try tree.write("a.mp4", [0, 0, 0, 24] + Array("ftypisom".utf8) + zeros)
    try tree.write("b.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    try tree.write("list.m3u", lines: "a.mp4\nb.png\n")
    var advisers = ListSurvey.Advisers()
    advisers.problemOfFilm = { _ in "too slow here: 12.5 of 60 frames a second are decoded" }
    let survey = ListSurvey(of: .playlist(tree.path("list.m3u")), advisers: advisers)
    #expect(
      survey.diagnostics.map(\.message) == [
        "a.mp4: too slow here: 12.5 of 60 frames a second are decoded"
      ])
    #expect(survey.diagnostics.allSatisfy { $0.severity == .warning })
  }

  @Test func withoutAWorkerAListInXMLIsNamed() throws {
    let tree = try Tree()
    try tree.write("a.xspf", lines: "<playlist/>")
    var advisers = ListSurvey.Advisers()
    advisers.readMarkup = { _ in .failure(ListMarkupError("the decoder died (signal 9)")) }
    let survey = ListSurvey(of: .playlist(tree.path("a.xspf")), advisers: advisers)
    #expect(survey.diagnostics.map(\.message) == ["the decoder died (signal 9)"])
    #expect(survey.diagnostics.map(\.path) == [tree.path("a.xspf")])
  }
}
