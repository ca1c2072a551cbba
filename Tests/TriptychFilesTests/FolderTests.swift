import Glibc
import Testing
import TriptychCore

@testable import TriptychFiles

@Suite struct FolderTests {
  @Test func filesComeInNaturalOrderBeforeSubfolders() throws {
    let tree = try Tree()
    for name in ["b10.png", "b9.png", "A.png", "sub/2.png", "sub/10.png", "sub/a/x.png", "Z.png"] {
      try tree.write(name)
    }
    let found = load([.path(tree.bytes)])
    #expect(
      tree.names(found.list) == [
        "A.png", "b9.png", "b10.png", "Z.png", "sub/2.png", "sub/10.png", "sub/a/x.png",
      ])
    #expect(found.problems.isEmpty && found.list.isComplete)
    #expect(found.steps.first == 4)
  }

  @Test func whatIsNoPictureIsSkipped() throws {
    let tree = try Tree()
    let skipped = [
      ".hidden.png", ".git/a.png", "@eaDir/a.png", "#recycle/a.png", "lost+found/a.png", "a.m3u",
      "notes.TXT", "Thumbs.db", "sound.mp3", "list.xspf",
    ]
    for name in skipped + ["a.png", "noextension", "a%20b.png", " blank .png"] {
      try tree.write(name)
    }
    try tree.pipe("pipe.png")
    try tree.link("broken.png", to: "nowhere")
    let found = load([.path(tree.bytes)])
    #expect(tree.names(found.list) == [" blank .png", "a%20b.png", "a.png", "noextension"])
    #expect(found.problems.map(\.message) == ["a link that leads nowhere"])
  }

  @Test func linksAreFollowedOnce() throws {
    let tree = try Tree()
    try tree.write("real/a.png")
    try tree.write("z/b.png")
    try tree.link("real/up", to: "..")
    try tree.link("again", to: "real")
    try tree.link("one.png", to: "real/a.png")
    let found = load([.path(tree.bytes)])
    #expect(tree.names(found.list) == ["one.png", "again/a.png", "z/b.png"])
    #expect(found.problems.isEmpty)
  }

  @Test func aNameThatIsNotUTF8IsKept() throws {
    let tree = try Tree()
    try tree.write([0x62, 0xFC, 0x2E, 0x70, 0x6E, 0x67], [1])
    #expect(tree.names(load([.path(tree.bytes)]).list) == ["b\\xFC.png"])
  }

  @Test func anEmptyFolderIsNamed() throws {
    let tree = try Tree()
    let found = load([.path(tree.bytes)])
    #expect(found.list.count == 0 && found.list.isComplete)
    #expect(found.problems.map(\.message) == ["there is no picture and no film in this folder"])
    #expect(found.problems.first?.path == tree.bytes)
  }

  @Test func foldersTooDeepAreNamed() throws {
    let tree = try Tree()
    let deep = String(repeating: "d/", count: ListReader.deepestFolder + 1)
    try tree.write("a.png")
    try tree.write(deep + "b.png")
    let found = load([.path(tree.bytes)])
    #expect(tree.names(found.list) == ["a.png"])
    #expect(found.problems.count == 1)
  }

  @Test func timeOfChangeOrdersTheWholeTreeAndWaitsForTheEnd() throws {
    let tree = try Tree()
    for name in ["a.png", "b.png", "sub/c.png"] { try tree.write(name) }
    for (index, name) in ["sub/c.png", "a.png", "b.png"].enumerated() {
      try tree.setChange(name, 1_000_000 + index)
    }
    let found = load([.path(tree.bytes)], order: .mtime)
    #expect(tree.names(found.list) == ["sub/c.png", "a.png", "b.png"])
    #expect(found.steps.isEmpty)
    #expect(load([.path(tree.bytes)], waitsForEnd: true).steps.isEmpty)
  }

  /// The first byte of a file is its year; 0: it has none.
  private func book(_ read: Monitor<Int>, _ rests: Monitor<Int>) -> DateBook {
    DateBook(
      read: { file in
        read.withLock { $0 += 1 }
        var byte: UInt8 = 0
        guard pread(file, &byte, 1, 0) == 1, byte > 0 else { return nil }
        return Int64(byte) * 31_556_952_000_000_000
      }, rest: { rests.withLock { $0 += 1 } })
  }

  @Test func dateOrdersTheWholeTreeByWhatWasTakenFirst() throws {
    let tree = try Tree()
    for (name, year) in [("a.png", 50), ("b.png", 20), ("sub/c.png", 30), ("d.png", 0)] {
      try tree.write(name, [UInt8(year)])
      // All were changed in 2011, which is the year of what has none.
      try tree.setChange(name, 1_300_000_000)
    }
    let (read, rests) = (Monitor(0), Monitor(0))
    let book = book(read, rests)
    let found = load([.path(tree.bytes)], order: .date, dates: book)
    #expect(tree.names(found.list) == ["b.png", "sub/c.png", "d.png", "a.png"])
    #expect(found.steps.isEmpty)
    #expect(read.withLock { $0 } == 4 && rests.withLock { $0 } == 1)
    // Only what has changed is read again.
    try tree.write("a.png", [10])
    try tree.setChange("a.png", 1_300_000_001)
    let again = load([.path(tree.bytes)], order: .date, dates: book)
    #expect(tree.names(again.list) == ["a.png", "b.png", "sub/c.png", "d.png"])
    #expect(read.withLock { $0 } == 5 && rests.withLock { $0 } == 2)
  }

  @Test func whatCannotBeLookedAtComesLast() throws {
    let tree = try Tree()
    try tree.write("z.png", [9])
    let book = book(Monitor(0), Monitor(0))
    let list = ItemList(locations: [tree.path("z.png"), tree.path("none.png")])
    #expect(book.date(of: list.candidates(0)) < book.date(of: list.candidates(1)))
    #expect(book.date(of: list.candidates(1)) == .max)
    // Without anybody to ask it is the order of names.
    try tree.write("a.png", [10])
    #expect(tree.names(load([.path(tree.bytes)], order: .date).list) == ["a.png", "z.png"])
  }

  @Test func argumentsAreTakenInOrder() throws {
    let tree = try Tree()
    try tree.write("f/b.png")
    try tree.write("f/a.png")
    try tree.write("list.m3u", lines: "f/b.png\n")
    let found = load([
      .path(tree.path("z.png")), .path(tree.path("f")), .path(tree.path("list.m3u")),
      .path(tree.path("f//./a.png")),
    ])
    #expect(tree.names(found.list) == ["z.png", "f/a.png", "f/b.png", "f/b.png", "f/a.png"])
    #expect(found.problems.isEmpty)
  }
}
