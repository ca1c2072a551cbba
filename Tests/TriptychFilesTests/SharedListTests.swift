import Glibc
import Testing
import TriptychApp
import TriptychCore

@testable import TriptychFiles

/// The shared test lists; nil where they are not on this computer.
private func sharedFolder() -> String? {
  let named = getenv("TRIPTYCH_SHARED").map { String(cString: $0) }
  let beside = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/../shared"
  let folder = PathBytes.absolute((named ?? beside).utf8, in: Disk.workingFolder())
  let text = String(decoding: folder, as: UTF8.self)
  return access(text + "/media/playlists", R_OK) == 0 ? text : nil
}

private func bytes(_ path: String) throws -> [UInt8] {
  let path = Array(path.utf8)
  let file = try Disk.openFile(path)
  return try Disk.everything(file.raw, size: file.state.byteCount, limit: 1 << 20, path: path)
}

@Suite(.enabled(if: sharedFolder() != nil)) struct SharedListTests {
  private func names(in folder: String) -> [String] {
    guard let open = opendir(folder) else { return [] }
    defer { closedir(open) }
    var names: [String] = []
    while let entry = readdir(open) {
      withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { names.append(String(cString: $0)) }
      }
    }
    return names.sorted()
  }

  /// What `check --entries` writes, a line each.
  private func entries(_ path: [UInt8]) -> (lines: [[UInt8]], code: Int32) {
    var output: [UInt8] = []
    let code = runCheck(
      playlists: [NamedPath(bytes: path)], entriesOnly: true, output: { output += $0 },
      problems: { _ in })
    return (output.split(separator: 0x0A).map(Array.init), code)
  }

  @Test(arguments: ["", "/nested", "/nested/deep"])
  func everyListGivesWhatIsExpected(_ part: String) throws {
    let shared = try #require(sharedFolder())
    let root = "\(shared)/media/playlists"
    let tree = try Tree()
    var count = 0
    for name in names(in: root + part) where name.hasSuffix(".expected") {
      let list = String(name.dropLast(9))
      count += 1
      var path = Array("\(root)\(part)/\(list)".utf8)
      if list.hasSuffix(".in") {
        let text = String(decoding: try bytes("\(root)\(part)/\(list)"), as: UTF8.self)
        let filled = text.split(separator: "@DIR@", omittingEmptySubsequences: false)
        try tree.write("list.m3u", lines: filled.joined(separator: root))
        path = tree.path("list.m3u")
      }
      let expected = try bytes("\(root)\(part)/\(name)").split(separator: 0x0A)
        .map { Array("\(root)/".utf8) + $0 }
      let found = entries(path)
      #expect(found.lines == expected, "\(list)")
      #expect(found.code == (expected.isEmpty ? 1 : 0), "\(list)")
    }
    #expect(count >= (part.isEmpty ? 31 : 1))
  }

  @Test func listsFromTheWildNeverTrap() throws {
    let shared = try #require(sharedFolder())
    let folder = "\(shared)/media/playlists/real"
    for name in names(in: folder) {
      _ = entries(Array("\(folder)/\(name)".utf8))
    }
    let utf16 = entries(Array("\(folder)/navidrome--bom-test-utf16.m3u".utf8))
    #expect(utf16.lines == [Array("\(folder)/test.mp3".utf8)])
  }

  @Test(arguments: [
    ("B12/self.m3u", ["red.png", "green.png"]), ("B12/a.m3u", ["red.png", "green.png"]),
    ("B12/onlyself.m3u", []),
    ("B13/bom-comment.m3u8", ["red.png", "green.png", "blue.png"]),
    ("B13/bom-crlf-nolastnl.m3u", ["red.png", "green.png", "blue.png"]),
    ("B13/cr-only.m3u", ["red.png", "green.png", "blue.png"]),
    ("B13/blank-lines.pls", ["red.png", "green.png", "blue.png"]),
    ("B22/list.m3u", (0..<40).map { "n\($0 < 10 ? "0" : "")\($0).jpg" }),
    (
      "B35/six.m3u",
      ["0-red.png", "1-green.png", "2-blue.png", "3-yellow.png", "4-magenta.png", "5-cyan.png"]
    ),
    ("B35/two.m3u", ["0-red.png", "1-green.png"]),
    ("B39/list.m3u", ["red.png", "green.png", "blue.png"]),
    ("B13/utf16.m3u", ["red.png", "green.png", "blue.png"]),
  ])
  func listsOfTheCases(_ list: String, _ names: [String]) throws {
    let shared = try #require(sharedFolder())
    let folder = "\(shared)/cases/\(list.prefix(3))"
    let found = entries(Array("\(shared)/cases/\(list)".utf8))
    #expect(found.lines == names.map { Array("\(folder)/\($0)".utf8) })
  }

  @Test(arguments: [("utf8.m3u8", 7), ("bytes.m3u", 2)])
  func namesOfEveryKindAreFound(_ name: String, _ count: Int) throws {
    let shared = try #require(sharedFolder())
    let survey = ListSurvey(of: .playlist(Array("\(shared)/cases/B15/\(name)".utf8)))
    #expect(survey.locations.count == count)
    if name == "utf8.m3u8" { #expect(survey.diagnostics == []) }
  }
}
