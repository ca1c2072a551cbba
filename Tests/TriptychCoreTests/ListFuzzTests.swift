import Glibc
import ListMutations
import Testing

@testable import TriptychCore

/// Texts that are nearly lists, from fixed seeds. `make fuzz` runs a million of each format
/// (`FUZZ_RUNS`).
@Suite struct ListFuzzTests {
  private static let runs =
    getenv("FUZZ_RUNS").flatMap { Int(String(cString: $0)) } ?? 3000

  private static let optionWords =
    Option.all.filter { $0.places.contains(.item) }.map(\.name)
    + ["cover", "wipe:left", "random", "#204060", "500ms", "366d", "mon-fri", "11:00-14:00"]

  private static let m3u = Mutator(
    samples: [
      "#EXTM3U\n#PLAYLIST:Lobby\n#EXTINF:7,Artist - Title, with comma\nmedia/red.png\n",
      "#EXTINF:-1 tvg-id=\"x\" group-title=\"a,b\",Name\nmedia/green.png\n#EXTINF:0,\nb.png\n",
      "#TRIPTYCH-DEFAULTS: duration=8 fit=cover\n#TRIPTYCH: title=\"a \\\"b\\\"\" mute\na.png\n",
      "#EXTVLCOPT:start-time=3\n#EXTVLCOPT:no-audio\n#EXTVLCOPT:image-duration=2.5\na.mp4\n",
      "file:///a%20b.png\nhttp://x/y\n../a\\b.png\n  spaced .png \n\n#x\nC:\\a.png\n",
      "#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:4.0,\nseg0.ts\n#EXT-X-ENDLIST\n",
    ].map { Array($0.utf8) } + [[0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x62, 0]],
    words: [
      "#EXTM3U", "#EXTINF:", "#EXTVLCOPT:", "#PLAYLIST:", "#TRIPTYCH:", "#TRIPTYCH-DEFAULTS:",
      "#EXT-X-", "start-time=", "stop-time=", "no-audio",
    ] + optionWords)

  private static let pls = Mutator(
    samples: [
      "[playlist]\nFile1=media/red.png\nTitle1=t1\nLength1=5\nFile2=b.png\nLength2=-1\n"
        + "NumberOfEntries=2\nVersion=2\n",
      "[playlist]\n\n; comment\nfile2=b.png\nFile10=http://x/y\nFILE1 = a b.png \n[other]\n"
        + "File3=c\n",
    ].map { Array($0.utf8) },
    words: ["[playlist]", "[x]", "File", "Title", "Length", "File1=", "File999999999=", "Length1="])

  private static let json = Mutator(
    samples: [
      "{\"$schema\":\"x\",\"name\":\"Lobby\",\"defaults\":{\"fit\":\"cover\",\"volume\":30},\n"
        + "\"items\":[\"a.png\",{\"location\":\"b\\u00e9\\n.png\",\"title\":\"t\","
        + "\"duration\":2.5},\n"
        + "{\"location\":[\"c.png\",\"http://x/y\"],\"mute\":true,\"start\":null}]}",
      "[\"a.png\", \"\\ud83d\\ude00.png\", 7, {\"fit\":[1,{\"x\":2}]}, {\"location\":\"\\ud83d\"}]",
    ].map { Array($0.utf8) },
    words: [
      "\"items\":[", "\"location\":", "\"defaults\":{", "\\u0000", "\\ud800", "\\udc00", "\\\"",
      "true",
      "null", "[[[[[[[[", "{\"a\":", "],", "},",
    ] + optionWords.map { "\"\($0)\":" })

  @Test func m3uNeverTraps() { fuzz(Self.m3u, seed: 1, named: "a.m3u") }
  @Test func plsNeverTraps() { fuzz(Self.pls, seed: 2, named: "a.pls") }
  @Test func jsonNeverTraps() { fuzz(Self.json, seed: 3, named: "a.json") }

  private func fuzz(_ mutator: Mutator, seed: UInt64, named name: String) {
    var dice = SplitMix64(seed: seed)
    for run in 0..<Self.runs {
      let text = mutator.next(&dice)
      let result = read(text, named: name)
      if let trouble = trouble(result) {
        Issue.record("\(name), run \(run): \(trouble) in \(text)")
        return
      }
    }
  }

  /// What must hold of every list, whatever its bytes; nil: it does.
  private func trouble(_ result: PlaylistText) -> String? {
    if result.isRefused {
      return result.entries.isEmpty ? told(result) : "entries of a refused list"
    }
    let (list, count) = (result.list, result.source.text.count)
    for (index, entry) in result.entries.enumerated() {
      guard entry.count > 0, Int(entry.start) + Int(entry.count) <= count,
        Int(entry.titleStart) + Int(entry.titleCount) <= count
      else { return "entry \(index) lies outside its text" }
      guard entry.options >= -1, Int(entry.options) < result.source.options.count else {
        return "entry \(index) has options that are not there"
      }
      guard entry.line > 0 else { return "entry \(index) stands nowhere" }
      let candidates = list.candidates(index)
      guard !candidates.literal.isEmpty, !candidates.literal.contains(0),
        candidates.paths.allSatisfy({ $0.first == 0x2F && !$0.contains(0) })
      else { return "entry \(index) is no path: \(candidates)" }
      if let dwell = list.dwell(index), dwell < .milliseconds(100) { return "no dwell" }
    }
    return told(result)
  }

  private func told(_ result: PlaylistText) -> String? {
    guard result.diagnostics.count <= PlaylistHarvest.mostDiagnostics + 1 else {
      return "told much"
    }
    for diagnostic in result.diagnostics {
      guard diagnostic.line > 0, diagnostic.column > 0 else {
        return "\(diagnostic.message): at \(diagnostic.line):\(diagnostic.column)"
      }
      let isPlain = diagnostic.message.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
      if !isPlain { return "a message with control characters" }
    }
    return nil
  }

  @Test func aLineOfOptionsNeverTraps() {
    var dice = SplitMix64(seed: 4)
    let mutator = Mutator(
      samples: [
        "transition=iris duration=12 fit=cover title=\"a b\"", "mute ken-burns=yes start=3 end=1m",
        "background=#204060 volume=50% rotate=90 repeat=3 name=x easing=ease-in",
      ].map { Array($0.utf8) }, words: Self.optionWords.map { $0 + "=" })
    for _ in 0..<Self.runs {
      let text = mutator.next(&dice)
      text.withUnsafeBufferPointer { bytes in
        var line = OptionLine(text: bytes, place: 0..<bytes.count)
        var options = ItemOptions()
        while let word = line.next() {
          do throws(OptionError) {
            try options.parse(key: word.key, value: word.value)
          } catch {
            #expect(error.message.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
          }
        }
      }
    }
  }

  @Test func aConfigurationNeverTraps() {
    var dice = SplitMix64(seed: 5)
    let mutator = Mutator(
      samples: [
        "# a remark\nduration = 8\nplaylist = a.m3u\nbind.Ctrl+Right = next\nkiosk=yes\n",
        "transition = wipe:left\r\nwindow = 640x480\rbind.= = next\nseed = 7\n",
      ].map { Array($0.utf8) }, words: Option.all.map { $0.name + " = " } + ["bind.", "\nbind."])
    for _ in 0..<Self.runs {
      let text = mutator.next(&dice)
      let result = ConfigurationText(text, folder: Array("/etc".utf8))
      for problem in result.problems {
        #expect(problem.line > 0)
        #expect(problem.error.message.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
      }
      _ = ProgramSettings(layers: [result.layer])
    }
  }
}
