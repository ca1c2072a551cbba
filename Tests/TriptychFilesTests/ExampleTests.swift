import Testing
import TriptychCore

@testable import TriptychFiles

/// The lists that the repository shows.
@Suite struct ExampleTests {
  private var root: String {
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
  }

  @Test(arguments: ["signs.m3u", "lobby.pls", "lobby.xspf", "lobby.json"])
  func examplesAreRight(_ name: String) throws {
    let tree = try Tree()
    let checked = Checked(tree, [Array("\(root)/Examples/\(name)".utf8)])
    #expect(checked.output == "" && checked.code == 0)
  }

  @Test func theThreeFormatsSayTheSame() throws {
    let tree = try Tree()
    func entries(_ name: String) -> [Substring] {
      let path = Array("\(root)/Examples/\(name)".utf8)
      return Checked(tree, [path], entries: true).output.split(separator: "\n")
    }
    let demo = root + "/Playlists/demo/"
    let both = [demo + "dawn.jpg", demo + "sea.mp4"].map { Substring($0) }
    #expect(entries("lobby.pls") == both)
    #expect(entries("lobby.xspf") == both)
    #expect(entries("lobby.json") == both + both)
  }
}
