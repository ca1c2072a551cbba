import Glibc
import Testing

@testable import TriptychFiles

/// Files that are being written (RELIABILITY: never half a picture).
@Suite struct RestTests {
  private let path = Array("/a/b.png".utf8)
  private func at(_ milliseconds: Int64) -> Deadline {
    Deadline(nanoseconds: milliseconds * 1_000_000)
  }
  private func look(_ count: Int64) -> RestTable.Look {
    RestTable.Look(byteCount: count, modified: count)
  }

  @Test func aFileThatWasClosedIsWholeASecondLater() {
    var rest = RestTable()
    rest.touch(path, needs: RestTable.afterWriting, at: at(0))
    #expect(rest.due == at(1000))
    #expect(rest.settled(at: at(999)) { _ in look(5) } == [])
    #expect(rest.settled(at: at(1000)) { _ in look(5) } == [path])
    #expect(rest.isEmpty && rest.due == nil)
  }

  @Test func whatIsWrittenAgainRestsAnew() {
    var rest = RestTable()
    rest.touch(path, needs: RestTable.afterWriting, at: at(0))
    rest.touch(path, needs: RestTable.afterWriting, at: at(800))
    #expect(rest.settled(at: at(1500)) { _ in look(5) } == [])
    #expect(rest.settled(at: at(1800)) { _ in look(5) } == [path])
  }

  @Test func whatGrowsWithoutBeingToldWaitsUntilItStands() {
    var rest = RestTable()
    rest.touch(path, needs: RestTable.afterWriting, at: at(0))
    rest.note(path, look(1))
    for second in 1..<20 {
      let size = Int64(second) + 1
      #expect(rest.settled(at: at(Int64(second) * 1000)) { _ in look(size) } == [])
    }
    #expect(rest.settled(at: at(20_000)) { _ in look(20) } == [path])
  }

  @Test func whatIsGoneIsNotWaitedFor() {
    var rest = RestTable()
    rest.touch(path, needs: RestTable.afterWriting, at: at(0))
    #expect(rest.settled(at: at(1000)) { _ in nil } == [] && rest.isEmpty)
  }

  @Test func namesAreThoseOfTheFolderItself() {
    var rest = RestTable()
    for name in ["/a/b.png", "/a/c/d.png", "/ab/e.png"] {
      rest.touch(Array(name.utf8), needs: RestTable.afterWriting, at: at(0))
    }
    #expect(rest.names(in: Array("/a".utf8)) == [Array("b.png".utf8)])
  }
}

/// Reading a list again (DESIGN section 4, "Page edits"; RELIABILITY R6).
@Suite struct ReadAgainTests {
  private func read(_ tree: Tree, _ name: String, after reader: ListReader? = nil)
    -> (reader: ListReader, problems: [String])
  {
    var problems: [String] = []
    var next = ListReader(
      ListRequest([.path(tree.path(name))]), tell: { problems.append($0.message) })
    if let reader { (next.kept, next.roots) = (reader.kept, reader.roots) }
    next.readAll()
    return (next, problems)
  }

  @Test(arguments: [
    "\u{0}\u{1}\u{2}", "", "<html>\n<p>no such page</p>\n", "#EXTM3U\n#EXT-X-KEY\n",
  ])
  func aListThatBecomesGarbageGoesOnAsItWas(garbage: String) throws {
    let tree = try Tree()
    for name in ["a.png", "b.png"] { try tree.write(name) }
    try tree.write("list.m3u", lines: "a.png\nb.png\n")
    let first = read(tree, "list.m3u")
    try tree.write("list.m3u", lines: garbage)
    let second = read(tree, "list.m3u", after: first.reader)
    #expect(tree.names(second.reader.list) == ["a.png", "b.png"])
    #expect(second.problems.contains { $0.hasSuffix("goes on as it was") })
    try tree.write("list.m3u", lines: "b.png\n")
    let third = read(tree, "list.m3u", after: second.reader)
    #expect(tree.names(third.reader.list) == ["b.png"] && third.problems.isEmpty)
  }

  @Test func aFolderThatIsGoneLeavesNothingAndComesBack() throws {
    let tree = try Tree()
    try tree.write("stick/a.png")
    let first = read(tree, "stick")
    #expect(Disk.withPath(tree.path("stick")) { rename($0, "\(tree.path)/away") } == 0)
    let second = read(tree, "stick", after: first.reader)
    #expect(second.reader.list.count == 0 && second.problems.count == 1)
    #expect(Disk.withPath(tree.path("away")) { rename($0, "\(tree.path)/stick") } == 0)
    let third = read(tree, "stick", after: second.reader)
    #expect(tree.names(third.reader.list) == ["stick/a.png"])
  }

  @Test func whatIsNotWholeYetIsLeftOut() throws {
    let tree = try Tree()
    for name in ["a.png", "b.png"] { try tree.write(name) }
    var reader = ListReader(ListRequest([.path(tree.bytes)]), tell: { _ in })
    reader.leftOut = { _, _ in [Array("a.png".utf8)] }
    reader.readAll()
    #expect(tree.names(reader.list) == ["b.png"])
  }
}
