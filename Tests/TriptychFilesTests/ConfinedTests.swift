import Glibc
import Testing

@testable import TriptychCore
@testable import TriptychFiles

/// Lists that somebody else has brought: from a stick, or over the network.
@Suite struct ConfinedTests {
  /// `own.m3u` names `stick/list.m3u`, which tries to reach what lies beside its folder.
  private func tree() throws -> Tree {
    let tree = try Tree()
    try tree.write("secret.png")
    try tree.write("far/deep.png")
    try tree.write("stick/a.png")
    try tree.write("stick/sub/b.png")
    try tree.write("stick/wipe.lua", lines: "return 1")
    try tree.link("stick/out.png", to: "../secret.png")
    try tree.link("stick/in.png", to: "a.png")
    try tree.link("stick/sub/leave", to: "../../far")
    try tree.write("own.m3u", lines: "stick/list.m3u\nsecret.png\n")
    let lines = [
      "a.png", "../secret.png", "out.png", "in.png", "sub", "#TRIPTYCH: transition=wipe.lua",
      "sub/b.png", "sub/more.m3u", "../own.m3u", "\(tree.path)/secret.png",
    ]
    try tree.write("stick/list.m3u", lines: lines.joined(separator: "\n"))
    try tree.write("stick/sub/more.m3u", lines: "../a.png\n../../secret.png\n")
    return tree
  }

  private func read(
    _ argument: ListArgument, foreign: Bool = true
  ) -> (list: ItemList, problems: [Diagnostic]) {
    var problems: [Diagnostic] = []
    var reader = ListReader(ListRequest([argument]), tell: { problems.append($0) })
    reader.isForeign = { _ in foreign }
    reader.readAll()
    return (reader.list, problems)
  }

  /// The names of what can be opened, relative to the tree.
  private func shown(_ list: ItemList, _ tree: Tree) -> [String] {
    (0..<list.count).compactMap { item in
      guard case .opened(_, let file) = openItem(job: 1, list.candidates(item)) else { return nil }
      file.drop()
      return String(decoding: file.path.dropFirst(tree.bytes.count + 1), as: UTF8.self)
    }
  }

  @Test("a list from a stick that is found in another one stays beneath its folder")
  func found() throws {
    let tree = try tree()
    let (list, problems) = read(.playlist(tree.path("own.m3u")))
    #expect(
      shown(list, tree) == [
        "stick/a.png", "stick/in.png", "stick/sub/b.png", "stick/sub/b.png",
        "stick/a.png", "secret.png",
      ])
    #expect(problems.contains { $0.message.hasPrefix("transition=wipe.lua: ") })
    #expect(list.scripts == [])
    guard case .failed(_, let error) = openItem(job: 1, list.candidates(1)) else {
      Issue.record("a file outside was opened")
      return
    }
    #expect(error.code == .forbidden)
  }

  @Test("the same list may name any file where somebody has named it, or it is the system's own")
  func named() throws {
    let tree = try tree()
    for (list, problems) in [
      read(.playlist(tree.path("stick/list.m3u"))),
      read(.playlist(tree.path("own.m3u")), foreign: false),
    ] {
      #expect(shown(list, tree).filter { $0 == "secret.png" }.count >= 2)
      #expect(list.scripts == ["wipe.lua"])
      #expect(!problems.contains { $0.message.hasPrefix("transition") })
    }
  }

  @Test("what lies beneath a folder is told by whole names")
  func beneath() throws {
    let tree = try tree()
    #expect((try? Disk.look(at: tree.path("secret.png"), beneath: tree.path("stick"))) == nil)
    // A folder whose name only begins alike is another one.
    try tree.write("sticky/a.png")
    #expect((try? Disk.look(at: tree.path("sticky/a.png"), beneath: tree.path("stick"))) == nil)
    #expect(try Disk.look(at: tree.path("stick"), beneath: tree.path("stick")).kind == .folder)
    #expect(try Disk.look(at: tree.path("stick/a.png"), beneath: [0x2F]).kind == .file)
  }
}
