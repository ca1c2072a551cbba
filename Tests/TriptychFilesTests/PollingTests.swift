import CSystem
import Glibc
import Testing

@testable import TriptychCore
@testable import TriptychFiles

/// Folders of which nothing is told (network, FUSE, no watches left): looked at now and then.
@Suite struct PollingTests {
  /// A watcher that is told nothing, and what it has delivered.
  private final class Bench {
    let tree: Tree
    var watcher: ListWatcher
    private let bell = sys_eventfd()
    private(set) var list = ItemList()
    private(set) var changed: Set<Int> = []
    private(set) var deliveries = 0

    init(_ tree: Tree, _ arguments: [ListArgument]) {
      self.tree = tree
      watcher = ListWatcher(
        ListRequest(arguments), bell: bell, pollPause: .milliseconds(450), mostFolders: 0,
        tell: { _ in }, isUnwanted: { false })
      watcher.readFirst(show: { _ in })
      list = watcher.list
    }

    deinit { close(bell) }

    var names: [String] { tree.names(list) }

    /// Turns until something is delivered, or a number of turns is over: each looks once.
    func turn(atMost limit: Int = 60) {
      let before = deliveries
      for _ in 0..<limit where deliveries == before {
        _ = watcher.turn(
          isAsked: { false },
          deliver: { list, changed in
            (self.list, self.changed) = (list, changed)
            deliveries += 1
          })
      }
    }
  }

  @Test("a file that comes, and one that goes, are found by looking")
  func comesAndGoes() throws {
    let tree = try Tree()
    try tree.write("a.png")
    let bench = Bench(tree, [.path(tree.bytes)])
    #expect(bench.names == ["a.png"] && bench.watcher.folders.count == 0)
    try tree.write("b.png")
    bench.turn()
    #expect(bench.names == ["a.png", "b.png"])
    unlink(tree.path + "/a.png")
    bench.turn()
    #expect(bench.names == ["b.png"])
  }

  @Test("a file that was written anew is named as changed, its neighbours are not")
  func changes() throws {
    let tree = try Tree()
    for name in ["a.png", "b.png", "c.png"] { try tree.write(name) }
    let bench = Bench(tree, [.path(tree.bytes)])
    try tree.write("b.png", Array("longer".utf8))
    bench.turn()
    #expect(bench.names == ["a.png", "b.png", "c.png"] && bench.changed == [1])
  }

  @Test("a list that was edited, and what it names in another folder, are found by looking")
  func list() throws {
    let tree = try Tree()
    for name in ["pictures/a.png", "pictures/b.png"] { try tree.write(name) }
    try tree.write("show.m3u", lines: "pictures/a.png\n")
    let bench = Bench(tree, [.playlist(tree.path("show.m3u"))])
    #expect(bench.names == ["pictures/a.png"])
    try tree.write("show.m3u", lines: "pictures/b.png\npictures/a.png\n")
    bench.turn()
    #expect(bench.names == ["pictures/b.png", "pictures/a.png"])
    try tree.write("pictures/a.png", Array("longer".utf8))
    bench.turn()
    #expect(bench.changed == [1])
  }

  @Test("what a list names and was missing is loaded when it has come")
  func missing() throws {
    let tree = try Tree()
    try tree.write("pictures/a.png")
    try tree.write("show.m3u", lines: "pictures/a.png\npictures/b.png\n")
    let bench = Bench(tree, [.playlist(tree.path("show.m3u"))])
    #expect(bench.names == ["pictures/a.png", "pictures/b.png"])
    try tree.write("pictures/b.png")
    bench.turn()
    #expect(bench.changed == [1])
  }

  @Test("a file that has come just now waits until it is at rest, told of or not")
  func rests() throws {
    let tree = try Tree()
    try tree.write("a.png")
    let bench = Bench(tree, [.path(tree.bytes)])
    try tree.write("b.png")
    // The first look finds it, and does not show it yet.
    for _ in 0..<2 { bench.turn(atMost: 1) }
    #expect(bench.names == ["a.png"])
    bench.turn()
    #expect(bench.names == ["a.png", "b.png"])
  }

  @Test("where nothing happens nothing is delivered")
  func quiet() throws {
    let tree = try Tree()
    try tree.write("a.png")
    let bench = Bench(tree, [.path(tree.bytes)])
    bench.turn(atMost: 5)
    #expect(bench.deliveries == 0)
  }
}
