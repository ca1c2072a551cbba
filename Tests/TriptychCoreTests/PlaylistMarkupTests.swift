import Testing

@testable import TriptychCore

/// A list as a worker would say it.
private func markup(_ words: [(MarkupText.Kind, String)]) -> PlaylistText {
  var text: [UInt8] = []
  var marks: [MarkupText.Mark] = []
  for (index, word) in words.enumerated() {
    let bytes = Array(word.1.utf8)
    marks.append(
      MarkupText.Mark(
        kind: word.0, line: UInt32(index + 1), column: 5, start: UInt32(text.count),
        count: UInt32(bytes.count)))
    text += bytes
  }
  return PlaylistText(
    MarkupText(text: text, marks: marks), path: Array("/list/a.xspf".utf8),
    base: Array("/list".utf8))
}

@Suite struct PlaylistMarkupTests {
  @Test func tracksBecomeEntries() {
    let result = markup([
      (.name, "Lobby"), (.track, ""), (.location, "a.png"), (.title, "A"), (.duration, "2500"),
      (.caption, "More"), (.option, "fit=cover"), (.option, "mute"), (.track, ""),
      (.location, "b%20b.png"), (.preset, "volume=30"), (.location, "c.png"),
    ])
    #expect(result.locations == ["a.png", "b%20b.png"])
    #expect(result.lines == [])
    #expect(result.name == Array("Lobby".utf8))
    let (list, first) = (result.list, result.list.options(0))
    #expect(list.title(0) == Array("A".utf8) && list.dwell(0) == .milliseconds(2500))
    #expect(first.caption == "More" && first.fit == .cover && first.mute == true)
    #expect(first.volume == 30 && list.options(1).volume == 30)
    #expect(
      list.candidates(1).paths.map { String(decoding: $0, as: UTF8.self) }
        == ["/list/b%20b.png", "/list/b b.png", "/list/c.png"])
    #expect(list.entries.map(\.line) == [3, 10])
    #expect(list.sources[0].column(of: list.entries[1].start) == 5)
  }

  @Test func whatIsWrongIsNamed() {
    let result = markup([
      (.location, "lost.png"), (.track, ""), (.track, ""), (.location, ""),
      (.location, "http://x/y"), (.duration, "soon"), (.option, "fit=covr"), (.remark, "well"),
    ])
    #expect(result.locations == ["http://x/y"])
    #expect(
      result.lines.map { $0.split(separator: ";")[0] } == [
        "2:5: warning: a track without location, it is skipped",
        "4:5: warning: '' is no location, passed over",
        "6:5: warning: duration: 'soon' is no number of milliseconds, passed over",
        "7:5: error: fit: 'covr' is not one of contain, cover, auto, stretch, none, blur",
        "8:5: warning: well",
        "5:5: warning: http://x/y: network addresses are not read, skipped",
      ])
  }

  @Test func aFaultRefusesTheWholeList() {
    let result = markup([(.track, ""), (.location, "a.png"), (.fault, "no XML\u{1B}[2J")])
    #expect(result.isRefused && result.entries.isEmpty)
    #expect(result.lines == ["3:5: error: no XML\\x1B[2J"])
  }

  @Test func marksOutsideTheTextAreNone() {
    let mark = MarkupText.Mark(
      kind: .location, line: .max, column: .max, start: .max, count: .max)
    let text = MarkupText(text: [0x61], marks: [mark])
    #expect(text.marks.isEmpty)
  }

  @Test func aTrackHasNoMoreThanItsShareOfLocations() {
    let long = String(repeating: "x", count: 40_000)
    let result = markup([(.track, ""), (.location, long), (.location, long), (.location, "a")])
    #expect(result.locations.map(\.utf8.count) == [40_000])
    #expect(result.lines == ["3:5: warning: locations of more than 65536 bytes"])
    #expect(result.list.candidates(0).paths.count == 2)
  }
}
