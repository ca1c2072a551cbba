import Testing

@testable import TriptychCore

/// A list in the folder /list, read as its name says.
func read(_ bytes: [UInt8], named name: String = "a.m3u") -> PlaylistText {
  PlaylistText(bytes, path: Array("/list/\(name)".utf8), base: Array("/list".utf8))
}

private func read(_ text: String) -> PlaylistText { read(Array(text.utf8)) }

extension PlaylistText {
  var list: ItemList {
    var list = ItemList()
    list.sources = [source]
    list.entries = entries
    return list
  }

  var locations: [String] {
    (0..<entries.count).map { String(decoding: list.location($0), as: UTF8.self) }
  }

  var lines: [String] {
    diagnostics.map { "\($0.line):\($0.column): \($0.severity.rawValue): \($0.message)" }
  }
}

@Suite struct PlaylistLineTests {
  @Test(arguments: [
    "red.png\ngreen.png\nblue.png\n", "red.png\ngreen.png\nblue.png",
    "red.png\r\ngreen.png\r\nblue.png\r\n", "red.png\rgreen.png\rblue.png",
    "\u{FEFF}red.png\r\ngreen.png\r\nblue.png", "\n\n red.png\t\n  \n#x\ngreen.png\n\t\nblue.png ",
    "\u{FEFF}#EXTM3U\nred.png\n#green\ngreen.png\nblue.png\r\n\r\n",
  ])
  func everyKindOfLineEndAndBlankIsRead(_ text: String) {
    #expect(read(text).locations == ["red.png", "green.png", "blue.png"])
    #expect(read(text).lines == [])
  }

  @Test func linesAreNumberedOverEveryKindOfEnd() {
    let entries = read("a.png\r\n\r\nb.png\rc.png\n\n\nd.png").entries
    #expect(entries.map(\.line) == [1, 3, 4, 7])
  }

  @Test(arguments: ["\n", "\r", "\r\n"]) func linesOfEveryLengthEndWhereTheyEnd(_ end: String) {
    for length in 1...40 {
      let lines = (0..<9).map { String(repeating: "\($0)", count: length + $0) }
      let result = read(lines.joined(separator: end))
      #expect(result.locations == lines)
      #expect(result.entries.map(\.line) == Array(1...9))
    }
  }

  @Test func aNULIsSeenWhereverItIs() {
    for place in 0..<20 {
      var bytes = [UInt8](repeating: 0x61, count: 20)
      bytes[place] = 0
      #expect(read(bytes).isRefused)
    }
    #expect(!read([UInt8](repeating: 0x80, count: 20)).isRefused)
    #expect(!read([UInt8](repeating: 0x01, count: 20)).isRefused)
  }

  @Test(arguments: [true, false]) func utf16WithItsMarkIsTranscoded(_ isLittle: Bool) {
    let units = Array("\u{FEFF}grün.png\r\n日本.png\r\n".utf16)
    let bytes = units.flatMap { unit -> [UInt8] in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isLittle ? [low, high] : [high, low]
    }
    #expect(read(bytes).locations == ["grün.png", "日本.png"])
    #expect(read(bytes + [0x41]).locations == ["grün.png", "日本.png"])
  }

  @Test func aLineTooLongIsNamedAndSkipped() {
    let result = read("red.png\n" + String(repeating: "x", count: 65_537) + "\nblue.png\n")
    #expect(result.locations == ["red.png", "blue.png"])
    #expect(
      result.lines == ["2:1: warning: a line of 65537 bytes is no entry, it is skipped"])
    #expect(read(String(repeating: "x", count: 65_536)).entries.count == 1)
  }

  @Test func whatIsNoTextIsRefusedWhole() {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
    for bytes in [png, jpeg, Array("GIF89a\n".utf8), Array("RIFF....WEBPVP8 ".utf8)] {
      let result = read(bytes)
      #expect(result.isRefused && result.entries.isEmpty)
      #expect(result.lines.count == 1 && result.lines[0].hasPrefix("1:1: error: this is a "))
    }
    let nul = read(Array("red.png\nme\0d.png\ngreen.png".utf8))
    #expect(nul.isRefused && nul.entries.isEmpty)
    #expect(nul.lines == ["1:1: error: NUL bytes: this is not a playlist"])
  }

  @Test func aStreamsListIsRefused() {
    let result = read("#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:4.0,\nseg0.ts\n")
    #expect(result.isRefused && result.entries.isEmpty)
    #expect(result.lines == ["2:1: error: this is an HLS stream, not a playlist"])
  }

  @Test func addressesAreKeptAndNamed() {
    let result = read("http://x.org/a.png\nb.png\nfile://other/c.png\nfile:///d.png\n")
    #expect(result.entries.count == 4)
    #expect(
      result.lines == [
        "1:1: warning: http://x.org/a.png: network addresses are not read, skipped",
        "3:1: warning: file://other/c.png: a file of another computer is not read, skipped",
      ])
  }
}

@Suite struct PlaylistDirectiveTests {
  @Test func informationGivesDwellAndTitle() {
    let result = read(
      """
      #EXTM3U
      #EXTINF:7,Artist - Title, with comma
      a.png
      #EXTINF:-1 tvg-id="x" group-title="a,b",Name
      b.png
      #EXTINF:0,
      c.png
      #extinf: 2.5 , Half
      # a remark

      d.png
      #EXTINF:0.01
      e.png
      f.png
      """)
    let list = result.list
    #expect(result.lines == [])
    #expect(
      (0..<6).map { list.title($0).map { String(decoding: $0, as: UTF8.self) } } == [
        "Artist - Title, with comma", "Name", nil, "Half", nil, nil,
      ])
    #expect(
      (0..<6).map { list.dwell($0) } == [
        .seconds(7), nil, nil, .seconds(2.5), .seconds(0.1), nil,
      ])
  }

  @Test func aBadNumberOfSecondsIsNamedWhereItStands() {
    let result = read("#EXTINF:abc,Title\na.png\n  #EXTINF:\nb.png\n")
    #expect(
      result.lines == [
        "1:9: warning: #EXTINF: a number of seconds is missing",
        "3:11: warning: #EXTINF: a number of seconds is missing",
      ])
    #expect(result.list.title(0) == Array("Title".utf8))
  }

  @Test func optionsApplyToTheNextEntryAndDefaultsToAllThatFollow() {
    let result = read(
      """
      a.png
      #TRIPTYCH-DEFAULTS: fit=cover volume=30
      b.png
      #TRIPTYCH: transition=wipe:left duration=12 fit=contain title="a \\"b\\""
      #TRIPTYCH: background=#0a0B0c ken-burns=yes
      c.png
      d.png
      """)
    let list = result.list
    #expect(result.lines == [])
    #expect(list.options(0) == ItemOptions())
    var defaults = ItemOptions()
    (defaults.fit, defaults.volume) = (.cover, 30)
    #expect(list.options(1) == defaults && list.options(3) == defaults)
    var own = defaults
    (own.fit, own.transition, own.duration) = (.contain, "wipe:left", .seconds(12))
    (own.title, own.kenBurns) = ("a \"b\"", true)
    own.background = Color(red: 10, green: 11, blue: 12)
    #expect(list.options(2) == own)
  }

  @Test func equalOptionsAreKeptOnce() {
    let text = String(repeating: "#TRIPTYCH: fit=cover\na.png\n", count: 1000)
    #expect(read(text).source.options.count == 1)
  }

  @Test func wrongWordsAreNamedWhereTheyStandWithTheNearest() {
    let result = read(
      """
      #TRIPTYCH: tranistion=cut fit=covr
      a.png
      #TRIPTYCH: transition=crosfade loose=1 title="open
      b.png
      #TRIPTYCH-DEFAULT: fit=cover
      """)
    let lines = result.lines
    #expect(lines.count == 6)
    #expect(lines[0].hasPrefix("1:12: error: ") && lines[0].contains("mean transition?"))
    #expect(lines[1].hasPrefix("1:31: error: ") && lines[1].contains("mean cover?"))
    #expect(lines[2].hasPrefix("3:23: error: ") && lines[2].contains("mean crossfade?"))
    #expect(lines[3].hasPrefix("3:32: error: 'loose' is not known here"))
    #expect(lines[4] == "3:46: error: the closing quotation mark is missing")
    #expect(lines[5].hasPrefix("5:1: error: ") && lines[5].contains("#TRIPTYCH-DEFAULTS:"))
  }

  @Test func optionsWithoutAnEntryAreNamed() {
    #expect(
      read("a.png\n#TRIPTYCH: fit=cover\n").lines == [
        "2:1: warning: no entry follows that this could apply to"
      ])
  }

  @Test func playerOptionsOfOtherProgramsAreHonoured() {
    let result = read(
      """
      #PLAYLIST: My show
      #EXTVLCOPT:start-time=1.5
      #EXTVLCOPT:stop-time=20
      #EXTVLCOPT:no-audio
      #EXTVLCOPT:no-video
      #EXTVLCOPT:x=y
      a.mp4
      #EXTINF:3,
      #EXTVLCOPT:image-duration=4
      b.png
      """)
    #expect(result.lines == [])
    #expect(result.name == Array("My show".utf8))
    var options = ItemOptions()
    (options.start, options.end, options.mute) = (.seconds(1.5), .seconds(20), true)
    #expect(result.list.options(0) == options)
    #expect(result.list.options(1) == ItemOptions())
    #expect(result.list.dwell(1) == .seconds(4))
  }

  @Test func aListThatIsWrongEverywhereIsToldInBounds() {
    let result = read(String(repeating: "#TRIPTYCH: x\n", count: 5000))
    #expect(result.diagnostics.count == PlaylistHarvest.mostDiagnostics + 1)
    #expect(result.lines.last?.contains("and 4001 more like these") == true)
  }
}

@Suite struct PlaylistFuzzTests {
  private static let pieces: [String] = [
    "#EXTM3U\n", "#EXTINF:", "-1", "3.5", ",Title\n", "#TRIPTYCH:", "#TRIPTYCH-DEFAULTS:", " ",
    "fit=cover", "title=\"", "\\\"", "\"", "=", "\r", "\n", "\t", "a.png", "../", "/", "//", "%2",
    "%00", "file://", "http://x", "#EXTVLCOPT:start-time=", "1e400", "\\", "\u{FEFF}", "日本",
    "#PLAYLIST:", "999999999999999999999", ".", "#EXT-X-",
  ]

  private static func text(_ dice: inout SplitMix64) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...12, using: &dice) {
      if Int.random(in: 0..<8, using: &dice) == 0 {
        bytes.append(UInt8.random(in: 0...255, using: &dice))
      } else {
        bytes += pieces.randomElement(using: &dice).map { Array($0.utf8) } ?? []
      }
    }
    if Int.random(in: 0..<40, using: &dice) == 0 { bytes = [0xFF, 0xFE] + bytes }
    return bytes
  }

  @Test(arguments: 0..<20) func randomTextsNeverTrap(_ seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    for round in 0..<10_000 {
      let text = Self.text(&dice)
      let result = read(text)
      if !isSound(result, inFull: round % 100 == 0) { Issue.record("seed \(seed): \(text)") }
    }
  }

  /// Everything lies inside the text and has a place; in full: everything can be asked for.
  private func isSound(_ result: PlaylistText, inFull: Bool) -> Bool {
    let size = result.source.text.count
    guard
      result.entries.allSatisfy({ $0.count > 0 && Int($0.start + $0.count) <= size }),
      result.diagnostics.allSatisfy({ $0.line >= 1 && $0.column >= 1 })
    else { return false }
    guard inFull else { return true }
    let list = result.list
    return (0..<list.count).allSatisfy { item in
      _ = (list.title(item), list.dwell(item), list.options(item))
      return list.candidates(item).paths.allSatisfy { $0.first == 0x2F }
    }
  }
}
