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
