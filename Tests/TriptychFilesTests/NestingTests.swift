import Testing
import TriptychCore

@testable import TriptychFiles

@Suite struct NestingTests {
  private func lines(_ tree: Tree, _ problems: [Diagnostic]) -> [String] {
    problems.map { problem in
      let name = String(escaping: problem.path.dropFirst(tree.bytes.count + 1))
      let message = problem.message.split(separator: tree.path + "/").joined()
      return "\(name):\(problem.line):\(problem.column): \(problem.severity.rawValue): \(message)"
    }
  }

  @Test func listsAndFoldersInListsAreUnrolledWhereTheyStand() throws {
    let tree = try Tree()
    try tree.write("outer.m3u", lines: "a.png\ndeep/inner.m3u\nfolder\nb.png\nmissing.m3u\n")
    try tree.write("deep/inner.m3u", lines: "c.png\n../a.png\n")
    try tree.write("folder/2.png")
    try tree.write("folder/1.png")
    let found = load([.path(tree.path("outer.m3u"))])
    #expect(
      tree.names(found.list) == [
        "a.png", "deep/c.png", "a.png", "folder/1.png", "folder/2.png", "b.png", "missing.m3u",
      ])
    #expect(found.problems.isEmpty)
  }

  @Test func aListWithinItselfIsLeftOutAndNamed() throws {
    let tree = try Tree()
    try tree.write("self.m3u", lines: "red.png\n self.m3u\ngreen.png\n")
    try tree.write("a.m3u", lines: "red.png\nb.m3u\n")
    try tree.write("b.m3u", lines: "green.png\na.m3u\n")
    try tree.write("only.m3u", lines: "only.m3u\n")
    let own = load([.playlist(tree.path("self.m3u"))])
    #expect(tree.names(own.list) == ["red.png", "green.png"])
    #expect(
      lines(tree, own.problems) == [
        "self.m3u:2:2: warning: self.m3u: this list is within itself, left out here"
      ])
    let pair = load([.playlist(tree.path("a.m3u"))])
    #expect(tree.names(pair.list) == ["red.png", "green.png"])
    #expect(
      lines(tree, pair.problems) == [
        "b.m3u:2:1: warning: a.m3u: this list is within itself, left out here"
      ])
    let only = load([.playlist(tree.path("only.m3u"))])
    #expect(only.list.count == 0)
    #expect(
      lines(tree, only.problems).last == "only.m3u:0:0: error: the list has no entry")
  }

  @Test func aListMayComeTwiceBesideItself() throws {
    let tree = try Tree()
    try tree.write("a.m3u", lines: "b.m3u\nx.png\nb.m3u\n")
    try tree.write("b.m3u", lines: "y.png\n#TRIPTYCH: fit=covr\nz.png\n")
    let found = load([.path(tree.path("a.m3u"))])
    #expect(tree.names(found.list) == ["y.png", "z.png", "x.png", "y.png", "z.png"])
    #expect(found.problems.count == 1)
    #expect(found.list.sources.count == 3)
  }

  @Test func nestingEndsAtItsDepth() throws {
    let tree = try Tree()
    for depth in 0...10 {
      try tree.write("\(depth).m3u", lines: "\(depth).png\n\(depth + 1).m3u\n")
    }
    let found = load([.path(tree.path("0.m3u"))])
    #expect(found.list.count == ListReader.deepestList + 1)
    #expect(lines(tree, found.problems).first?.hasPrefix("8.m3u:2:1: warning: 9.m3u: ") == true)
  }

  @Test func listsThatNameEachOtherManyTimesComeToAnEnd() throws {
    let tree = try Tree()
    for depth in 0..<8 {
      let line = "\(depth + 1).m3u\n"
      try tree.write("\(depth).m3u", lines: String(repeating: line, count: 100))
    }
    try tree.write("8.m3u", lines: "#\n")
    let found = load([.path(tree.path("0.m3u"))])
    #expect(found.list.count == 0)
    #expect(found.problems.contains { $0.message.contains("more than 10000 lists") })
    #expect(found.list.sources.count == 10)
  }

  @Test func listsThatCannotBeReadAreErrors() throws {
    let tree = try Tree()
    try tree.write("empty.m3u", lines: "")
    try tree.write("comments.m3u", lines: "#EXTM3U\n\n")
    try tree.write("zero.m3u", [0x61, 0, 0x62])
    try tree.write("list.pls", lines: "[playlist]\n")
    try tree.pipe("pipe.m3u")
    try tree.write("folder/x")
    let words = [
      "empty.m3u": "the list is empty", "comments.m3u": "the list has no entry",
      "zero.m3u": "NUL bytes: this is not a playlist", "gone.m3u": "no such file",
      "pipe.m3u": "a pipe, not a file",
    ]
    for (name, message) in words {
      let found = load([.playlist(tree.path(name))])
      #expect(found.problems.map(\.message) == [message])
      #expect(found.problems.first?.severity == .error && found.list.count == 0)
    }
    #expect(load([.path(tree.path("list.pls"))]).problems.first?.severity == .error)
  }

  @Test func addressesDoNotPlay() throws {
    let tree = try Tree()
    try tree.write("a.m3u", lines: "http://x.org/a.png\nb.png\n")
    let found = load([.path(tree.path("a.m3u"))])
    #expect(tree.names(found.list) == ["b.png"])
    #expect(found.problems.count == 1)
  }

  @Test func aLongPlainListCausesNoLookAtItsEntries() throws {
    // The names lie in a folder that is not there: looking would find none, and say nothing; so
    // what must hold is that every entry is there, in order, from one text.
    let tree = try Tree()
    let names = (0..<2000).map { "missing/\($0).jpg" }
    try tree.write("a.m3u", lines: names.joined(separator: "\n"))
    let found = load([.path(tree.path("a.m3u"))])
    #expect(tree.names(found.list) == names)
    #expect(found.list.sources.count == 2)
    #expect(MemoryLayout<ItemList.Entry>.stride == 32)
  }
}
