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
        none; did you mean cover?
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
}
