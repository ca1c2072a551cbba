import CSystem
import Glibc
import Testing

@testable import TriptychCore
@testable import TriptychFiles

/// What is shown while what was named gives nothing: sticks.
@Suite struct FallbackTests {
  /// A media folder and a folder for sticks, watched.
  private final class Bench {
    let tree: Tree
    var watcher: ListWatcher
    private let bell = sys_eventfd()
    private(set) var list = ItemList()
    private(set) var problems: [Diagnostic] = []

    init(_ tree: Tree, media: String = "media", sticks: String = "sticks") {
      self.tree = tree
      var request = ListRequest([.playlist(tree.path(media))])
      request.fallbacks = [tree.path(sticks)]
      var problems: [Diagnostic] = []
      watcher = ListWatcher(
        request, bell: bell, tell: { problems.append($0) }, isUnwanted: { false })
      watcher.readFirst(show: { _ in })
      (list, self.problems) = (watcher.list, problems)
    }

    deinit { close(bell) }

    var names: [String] { tree.names(list) }

    func turn() {
      _ = watcher.turn(isAsked: { false }, deliver: { list, _ in self.list = list })
    }

    /// Turns until the list is that; each turn sleeps until something happens or calms.
    func turn(until names: [String]) {
      for _ in 0..<60 where self.names != names { turn() }
    }
  }

  private func read(_ tree: Tree, _ fallbacks: [String]) -> (ItemList, [Diagnostic]) {
    var request = ListRequest([.path(tree.path("media"))])
    request.fallbacks = fallbacks.map(tree.path)
    var problems: [Diagnostic] = []
    var reader = ListReader(request, tell: { problems.append($0) })
    reader.readAll()
    return (reader.list, problems)
  }

  @Test("a stick is shown while the media folder is empty, and only then")
  func onlyThen() throws {
    let tree = try Tree()
    mkdir(tree.path + "/media", 0o755)
    try tree.write("sticks/a/1.png")
    try tree.write("sticks/b/2.png")
    #expect(tree.names(read(tree, ["sticks"]).0) == ["sticks/a/1.png", "sticks/b/2.png"])
    #expect(tree.names(read(tree, ["none", "sticks/b"]).0) == ["sticks/b/2.png"])
    #expect(tree.names(read(tree, ["sticks/a/1.png"]).0) == ["sticks/a/1.png"])
    try tree.write("media/own.png")
    let (list, problems) = read(tree, ["sticks"])
    #expect(tree.names(list) == ["media/own.png"] && problems.isEmpty)
  }

  @Test("where nothing is at all, what was named stays in the list, to be named")
  func nothing() throws {
    let tree = try Tree()
    #expect(tree.names(read(tree, ["sticks"]).0) == ["media"])
    mkdir(tree.path + "/sticks", 0o755)
    let (list, problems) = read(tree, ["sticks"])
    #expect(tree.names(list) == ["media"] && !problems.isEmpty)
    try tree.write("sticks/a/1.png")
    #expect(tree.names(read(tree, ["sticks"]).0) == ["sticks/a/1.png"], "media is missing")
  }

  @Test("a list of names that are all missing is nothing, one that is there is something")
  func missingEntries() throws {
    let tree = try Tree()
    try tree.write("media.m3u", lines: "x.png\ny.png\n")
    try tree.write("stick/1.png")
    var request = ListRequest([.path(tree.path("media.m3u"))])
    request.fallbacks = [tree.path("stick")]
    var reader = ListReader(request, tell: { _ in })
    reader.readAll()
    #expect(tree.names(reader.list) == ["stick/1.png"])
    try tree.write("y.png")
    reader = ListReader(request, tell: { _ in })
    reader.readAll()
    #expect(tree.names(reader.list) == ["x.png", "y.png"])
  }

  @Test("a stick's own list says what is shown of it; the stick beside it is shown whole")
  func ownList() throws {
    let tree = try Tree()
    for name in ["a/1.png", "a/2.png", "a/3.png", "b/4.png"] { try tree.write("sticks/" + name) }
    try tree.write("sticks/a/triptych.m3u", lines: "3.png\n1.png\n")
    #expect(
      tree.names(read(tree, ["sticks"]).0) == [
        "sticks/a/3.png", "sticks/a/1.png", "sticks/b/4.png",
      ])
    #expect(tree.names(read(tree, ["sticks/a"]).0) == ["sticks/a/3.png", "sticks/a/1.png"])
  }

  @Test("nothing on a stick leads out of it, and its list names no script")
  func confined() throws {
    let tree = try Tree()
    try tree.write("secret.png")
    try tree.write("far/deep.png")
    try tree.write("sticks/a/1.png")
    try tree.link("sticks/a/out.png", to: "../../secret.png")
    try tree.link("sticks/a/leave", to: "../../far")
    try tree.write("sticks/b/wipe.lua", lines: "return 1")
    try tree.write("sticks/b/2.png")
    try tree.write(
      "sticks/b/triptych.m3u",
      lines: "#TRIPTYCH: transition=wipe.lua\n2.png\n../../secret.png\n../a/1.png\n")
    let (list, problems) = read(tree, ["sticks"])
    let opened = (0..<list.count).compactMap { item -> String? in
      guard case .opened(_, let file) = openItem(job: 1, list.candidates(item)) else { return nil }
      file.drop()
      return String(decoding: file.path.dropFirst(tree.bytes.count + 1), as: UTF8.self)
    }
    #expect(opened == ["sticks/a/1.png", "sticks/b/2.png"])
    #expect(list.scripts == [] && problems.contains { $0.message.contains("names no script") })
  }

  @Test("why nothing comes of it is found out for each path")
  func findings() throws {
    let tree = try Tree()
    mkdir(tree.path + "/sticks", 0o755)
    func kinds(_ list: ItemList) -> [ItemList.Finding.Kind] { list.findings.map(\.kind) }
    #expect(kinds(read(tree, ["sticks"]).0) == [.missing, .empty])
    mkdir(tree.path + "/media", 0o755)
    #expect(kinds(read(tree, ["none"]).0) == [.empty, .missing])
    if geteuid() != 0 {
      chmod(tree.path + "/media", 0)
      #expect(kinds(read(tree, []).0) == [.unreadable])
      chmod(tree.path + "/media", 0o755)
    }
    try tree.link("sticks/loop", to: "loop")
    #expect(kinds(read(tree, ["sticks/loop"]).0) == [.empty, .missing])
    try tree.write("media/1.png")
    #expect(read(tree, ["sticks"]).0.findings == [])
  }

  @Test("settings come along with a stick, from inside it alone, and not with what was named")
  func settings() throws {
    let tree = try Tree()
    try tree.write("sticks/a/1.png")
    try tree.write("sticks/a/triptych.conf", lines: "duration = 3\n")
    #expect(
      read(tree, ["sticks"]).0.settings == [
        ItemList.Settings(
          path: tree.path("sticks/a/triptych.conf"), text: Array("duration = 3\n".utf8))
      ])
    try tree.write("outside.conf", lines: "duration = 4\n")
    unlink(tree.path + "/sticks/a/triptych.conf")
    try tree.link("sticks/a/triptych.conf", to: "../../outside.conf")
    let (list, problems) = read(tree, ["sticks"])
    #expect(list.settings == [] && problems.contains { $0.message.contains("outside") })
    try tree.write("media/triptych.conf", lines: "duration = 5\n")
    try tree.write("media/own.png")
    #expect(read(tree, ["sticks"]).0.settings == [])
  }

  @Test("a stick comes, goes and comes; the media folder goes before it")
  func comesAndGoes() throws {
    let tree = try Tree()
    mkdir(tree.path + "/media", 0o755)
    let bench = Bench(tree)
    #expect(bench.names == [])
    try tree.write("sticks/a/1.png")
    try tree.write("sticks/a/triptych.conf", lines: "duration = 3\n")
    bench.turn(until: ["sticks/a/1.png"])
    #expect(bench.names == ["sticks/a/1.png"] && bench.list.settings.count == 1)
    rename(tree.path + "/sticks", tree.path + "/away")
    bench.turn(until: [])
    #expect(bench.names == [] && bench.list.settings == [])
    rename(tree.path + "/away", tree.path + "/sticks")
    bench.turn(until: ["sticks/a/1.png"])
    #expect(bench.names == ["sticks/a/1.png"])
    try tree.write("media/own.png")
    bench.turn(until: ["media/own.png"])
    #expect(bench.names == ["media/own.png"] && bench.list.settings == [])
    unlink(tree.path + "/media/own.png")
    bench.turn(until: ["sticks/a/1.png"])
    #expect(bench.names == ["sticks/a/1.png"])
  }

  @Test("settings that are edited on the stick are delivered, with the same items")
  func editedSettings() throws {
    let tree = try Tree()
    mkdir(tree.path + "/media", 0o755)
    try tree.write("sticks/1.png")
    let bench = Bench(tree)
    #expect(bench.names == ["sticks/1.png"] && bench.list.settings == [])
    try tree.write("sticks/triptych.conf", lines: "duration = 3\n")
    for _ in 0..<60 where bench.list.settings.isEmpty { bench.turn() }
    #expect(bench.list.settings.count == 1 && bench.names == ["sticks/1.png"])
  }
}
