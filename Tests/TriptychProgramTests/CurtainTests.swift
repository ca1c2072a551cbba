import Glibc
import Testing
import TriptychRemote

@testable import TriptychApp

/// Films while nobody sees the screen.
@Suite struct CurtainTests {
  @Test("what was heard while it was closed is known once it opens, and only once")
  func heard() {
    var curtain = Curtain()
    #expect(curtain.open() == nil)
    curtain.close([])
    #expect(curtain.open() == [])
    curtain.close([3])
    curtain.close([])
    curtain.close([4, 3])
    #expect(curtain.heard == [3, 4])
    #expect(curtain.open() == [3, 4] && curtain.open() == nil)
  }

  /// The demo's film.
  private static let sea =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    + "/Playlists/demo/sea.mp4"

  private func presented(_ client: RemoteClient) throws -> Int {
    let frames = try client.ask(["status"])["result"]?["frames"]
    guard case .number(let count) = frames?["presented"] else { return -1 }
    return Int(count) ?? -1
  }

  @Test("a film that nobody saw or heard is seen again, on and on", arguments: [true, false])
  func seenAgain(isMuted: Bool) throws {
    let folder = try RenderedShow()
    let running = try RunningShow(
      [Self.sea] + (isMuted ? ["--mute"] : []), in: folder.folder)
    let client = try RemoteClient(path: Array(running.socket.utf8))
    for _ in 0..<3 {
      _ = try client.ask(["blank"])
      for _ in 0..<200 { _ = try client.ask(["status"]) }
      _ = try client.ask(["unblank"])
      let before = try presented(client)
      var now = before
      // However slow the machine is: as long as it takes, to a minute or so.
      for _ in 0..<3000 where now < before + 4 {
        _ = poll(nil, 0, 20)
        now = try presented(client)
      }
      #expect(before >= 0 && now >= before + 4)
    }
    running.signal(SIGTERM)
    #expect(running.code() == 0)
  }
}
