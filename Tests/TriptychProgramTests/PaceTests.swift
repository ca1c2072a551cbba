import Testing
import TriptychCore

@testable import TriptychApp

/// What `doctor FILE` and `check --play` make of how quickly a film was decoded.
@Suite struct PaceTests {
  private func pace(_ played: Int, in taken: Int, rate: Int = 25) -> Pace {
    Pace(
      played: .milliseconds(played), taken: .milliseconds(taken),
      frameTime: .nanoseconds(1_000_000_000 / rate))
  }

  @Test("the verdict: as fast as it plays, and a quarter to spare")
  func verdicts() {
    #expect(pace(2500, in: 2000).verdict == .quick)
    #expect(pace(2499, in: 2000).verdict == .narrow)
    #expect(pace(2000, in: 2000).verdict == .narrow)
    #expect(pace(1999, in: 2000).verdict == .slow)
    #expect(pace(0, in: 2000).verdict == .slow)
    #expect(pace(9, in: 0).verdict == .quick)
  }

  @Test("words with figures, rounded so that too slow never reads as quick enough")
  func words() {
    #expect(pace(7350, in: 2000).words == "decoded 3.6 times as fast as it plays")
    #expect(pace(6000, in: 2000).words == "decoded 3 times as fast as it plays")
    #expect(pace(2499, in: 2000).words == "decoded 1.24 times as fast as it plays: may falter here")
    #expect(pace(1999, in: 2000).words == "too slow here: 24.9 of 25 frames a second are decoded")
    #expect(
      pace(500, in: 2000, rate: 60).words == "too slow here: 15 of 60 frames a second are decoded")
    #expect(
      pace(3_600_000_000, in: 2000).words == "decoded 1000 and more times as fast as it plays")
  }

  @Test("advice only where something is to be done")
  func advice() {
    #expect(pace(9000, in: 2000).advice == nil)
    #expect(pace(2100, in: 2000).advice != nil && pace(100, in: 2000).advice != nil)
  }

  /// The demo's film.
  private static let sea =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    + "/Playlists/demo/sea.mp4"

  @Test("a film is played for a moment; how fast that went depends on the machine")
  func played() throws {
    let examined = try Run(["doctor", Self.sea])
    #expect(examined.code == 0, "\(examined.output)")
    let said = ["times as fast as it plays", "frames a second are decoded"]
    #expect(said.contains { examined.output.contains($0) }, "\(examined.output)")
    let show = try RenderedShow()
    show.paint(1)
    show.write("1.bmp\n\(Self.sea)\n", to: "list.m3u")
    let checked = try Run(["check", "--play", show.path("list.m3u")])
    #expect(checked.code == 0 && !checked.output.contains("error"))
    #expect(!checked.output.contains("1.bmp"), "\(checked.output)")
  }
}
