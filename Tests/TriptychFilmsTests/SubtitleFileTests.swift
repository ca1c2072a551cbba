import CFFmpeg
import Glibc
import Testing
import TriptychWire

@testable import TriptychFilms

private let ms: Int64 = 1_000_000

/// Subtitles in files beside a film, and those that are pictures.
@Suite(.enabled(if: FilmRecipe.hasEncoder)) struct SubtitleFileTests {
  private static let srt =
    "1\n00:00:00,200 --> 00:00:00,600\n<i>Où</i> est\nla mer ?\n\n"
    + "2\n00:00:01,000 --> 00:00:09,000\nLà\n"

  private func play(
    _ files: [(language: String, bytes: [UInt8])], _ recipe: FilmRecipe = FilmRecipe(),
    asked: String? = "", start: Int64 = 0, end: Int64 = -1, loops: UInt32 = 1, seek: Int64? = nil
  ) throws -> Played {
    let film = try MadeFilm(recipe)
    let beside = try files.map { try MadeFilm($0.bytes) }
    let player = try TestPlayer()
    player.open(
      film.path, start: start * ms, end: end < 0 ? -1 : end * ms, loops: loops,
      tracks: TrackWishes(subtitles: asked, beside: files.map(\.language)),
      beside: beside.map(\.path))
    if let seek { player.seek(to: seek * ms) }
    return player.playThrough()
  }

  private static func line(
    _ start: Int64, _ end: Int64, _ text: String, track: Int = 0
  ) -> Played.Subtitle {
    Played.Subtitle(track: track, start: start * ms, end: end * ms, text: text)
  }

  @Test("SubRip, SubStation and WebVTT beside the film are read, whatever their bytes mean")
  func kinds() throws {
    let ass =
      "[Script Info]\nScriptType: v4.00+\n\n[Events]\n"
      + "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
      + "Dialogue: 0,0:00:00.20,0:00:00.60,Default,,0,0,0,,{\\i1}Où{\\i0} est\\Nla mer ?\n"
      + "Dialogue: 0,0:00:01.00,0:00:09.00,Default,,0,0,0,,Là\n"
    let vtt =
      "WEBVTT\n\n00:00.200 --> 00:00.600\nOù est\nla mer ?\n\n00:01.000 --> 00:09.000\nLà\n"
    let sloppy =
      "00:00:00,200 --> 00:00:00,600\r\nOù est\r\nla mer ?\r\n\r\n\r\n"
      + "00:00:01,000 --> 00:00:09,000\r\nLà\r\n"
    let latin: [UInt8] = Self.srt.unicodeScalars.map { UInt8($0.value) }
    var utf16: [UInt8] = [0xFF, 0xFE]
    for unit in Self.srt.utf16 { utf16 += [UInt8(unit & 255), UInt8(unit >> 8)] }
    let cases: [(String, [UInt8], Bool)] = [
      ("srt", Array(Self.srt.utf8), false), ("ass", Array(ass.utf8), false),
      ("vtt", Array(vtt.utf8), false), ("sloppy", Array(sloppy.utf8), false),
      ("bom", Array("\u{FEFF}\(Self.srt)".utf8), false), ("latin", latin, true),
      ("utf16", utf16, false),
    ]
    for (name, bytes, isLatin) in cases {
      let played = try play([("", bytes)])
      #expect(
        played.subtitles == [
          Self.line(200, 600, "Où est\nla mer ?"), Self.line(1000, 9000, "Là"),
        ], "\(name)")
      #expect(
        played.traits.subtitles == [SubtitleTrack(language: "", file: 0, isLatin: isLatin)],
        "\(name)")
      // Nothing is read beyond the film.
      #expect(played.subtitleEnds.map(\.time) == [2000 * ms], "\(name)")
    }
  }

  @Test("they come in each round, from the start that was asked for, and after a seek")
  func times() throws {
    let files = [("", Array(Self.srt.utf8))]
    let rounds = try play(files, start: 300, end: 1500, loops: 2)
    #expect(
      rounds.subtitles == [
        Self.line(300, 600, "Où est\nla mer ?"), Self.line(1000, 1500, "Là"),
        Self.line(1500, 1800, "Où est\nla mer ?"), Self.line(2200, 2700, "Là"),
      ])
    let sought = try play(files, seek: 1700)
    #expect(sought.subtitles.map(\.text) == ["Là"])
    #expect(sought.subtitles.first.map { $0.start <= 1700 * ms } == true)
  }

  @Test("what is asked for comes first, then what lies beside the film")
  func order() throws {
    var recipe = FilmRecipe(container: "mkv")
    recipe.subtitles = [("eng", "inside"), ("ger", "innen")].map {
      FilmRecipe.Subtitles(language: $0.0, lines: [(100, 400, $0.1)])
    }
    func file(_ language: String, _ text: String) -> (String, [UInt8]) {
      (language, Array("1\n00:00:00,100 --> 00:00:00,500\n\(text)\n".utf8))
    }
    let files = [file("de", "daneben"), file("", "beside")]
    func texts(_ asked: String?) throws -> [String] {
      try play(files, recipe, asked: asked).subtitles.sorted { $0.track < $1.track }.map(\.text)
    }
    #expect(try texts("") == ["beside", "daneben", "inside", "innen"])
    #expect(try texts("de") == ["daneben", "innen", "beside", "inside"])
    #expect(try texts("en") == ["inside", "beside", "daneben", "innen"])
  }

  @Test("a file that is no text, or none at all, costs nothing but itself")
  func noise() throws {
    let noise = (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }
    let played = try play([("", noise), ("", []), ("", Array(Self.srt.utf8))])
    #expect(played.frames.count == 60)
    #expect(played.subtitles.contains { $0.text == "Là" })
  }

  @Test("what began long before the place of a seek, and before its key frame, is still read")
  func early() throws {
    for container in ["mkv", "mp4"] {
      var recipe = FilmRecipe(container: container)
      recipe.frames = 300
      recipe.subtitles = [
        FilmRecipe.Subtitles(
          codec: container == "mp4" ? AV_CODEC_ID_MOV_TEXT : AV_CODEC_ID_SUBRIP,
          lines: [(200, 300, "gone"), (1000, 8000, "stands"), (9200, 300, "later")])
      ]
      let played = try play([], recipe, seek: 8500)
      #expect(
        played.subtitles == [Self.line(8500, 9000, "stands"), Self.line(9200, 9500, "later")],
        "\(container)")
      #expect(played.frames.first?.code == 255, "\(container)")
      let started = try play([], recipe, start: 8500)
      #expect(started.subtitles == played.subtitles, "\(container)")
    }
  }

  // MARK: Pictures

  private static let blueRay = BluRaySubtitle(
    canvas: (160, 96), place: (40, 60), size: (70, 20))

  private static func drawn() -> FilmRecipe {
    var recipe = FilmRecipe(container: "mkv")
    recipe.frames = 90
    recipe.subtitles = [
      FilmRecipe.Subtitles(
        codec: AV_CODEC_ID_HDMV_PGS_SUBTITLE, lines: [],
        packets: [
          (500, 0, blueRay.shown), (1200, 0, blueRay.cleared), (2000, 0, blueRay.shown),
        ])
    ]
    return recipe
  }

  @Test("subtitles that are pictures come with their place, their times and their colours")
  func pictures() throws {
    let played = try play([], Self.drawn())
    #expect(played.traits.subtitles.count == 1 && played.parts.count == 2)
    let part = try #require(played.parts.first)
    #expect(part.start == 500 * ms && part.row == 0 && part.rows == 20)
    #expect(part.canvasWidth == 160 && part.canvasHeight == 96)
    let place = [part.x, part.y, part.width, part.height]
    #expect(place == [40, 60, 70, 20])
    let colors = part.pixels.map { part.palette[Int($0)] }
    // A frame of white about what is half black.
    #expect([24, 16, 8, 0].allSatisfy { colors[0] >> UInt32($0) & 0xFF > 250 })
    #expect(colors[70 * 10 + 35] == 0x8000_0000)
    #expect(played.subtitleEnds.map(\.time).contains(1200 * ms))
    #expect(played.parts.last?.start == 2000 * ms)
  }

  @Test("after a seek a picture is there that has not been taken away, and none that has")
  func soughtPictures() throws {
    let stands = try play([], Self.drawn(), seek: 1000)
    #expect(stands.parts.map(\.start) == [1000 * ms, 2000 * ms])
    let gone = try play([], Self.drawn(), seek: 1600)
    #expect(gone.parts.map(\.start) == [2000 * ms])
  }

  @Test("a picture larger than a message comes in parts that follow each other")
  func parts() throws {
    var recipe = Self.drawn()
    let large = BluRaySubtitle(canvas: (1920, 1080), place: (10, 20), size: (1900, 100))
    recipe.subtitles[0].packets = [(500, 0, large.shown)]
    let parts = try play([], recipe).parts
    #expect(parts.count == 4 && parts.map(\.row) == [0, 31, 62, 93])
    #expect(parts.reduce(0) { $0 + $1.rows } == 100)
    let mark = JobMark(job: 1, generation: 0)
    #expect(parts.allSatisfy { Reply.subtitlePart(mark, $0).encoded().count <= 65_536 })
  }
}

/// A display set of a Blu-ray's subtitles, written by hand: a white frame about what is half black.
struct BluRaySubtitle {
  var canvas: (Int, Int)
  var place: (Int, Int)
  var size: (Int, Int)

  var shown: [UInt8] {
    let (width, height) = size
    let palette: [UInt8] = [0, 0, 1, 235, 128, 128, 255, 2, 16, 128, 128, 128]
    let edge: [UInt8] = run(1, width) + [0, 0]
    let row: [UInt8] = run(1, 2) + run(2, width - 4) + run(1, 2) + [0, 0]
    var object: [UInt8] = word(width) + word(height) + edge
    for _ in 0..<height - 2 { object += row }
    object += edge
    let length: [UInt8] = [UInt8(object.count >> 16)] + word(object.count & 0xFFFF)
    let definition: [UInt8] = word(0) + [0, 0xC0] + length + object
    return composition(state: 0x80, objects: 1) + window + segment(0x14, palette)
      + segment(0x15, definition) + segment(0x80, [])
  }

  var cleared: [UInt8] { composition(state: 0, objects: 0) + window + segment(0x80, []) }

  private func composition(state: UInt8, objects: UInt8) -> [UInt8] {
    var bytes: [UInt8] = word(canvas.0) + word(canvas.1) + [0x10] + word(0)
    bytes += [state, 0, 0, objects]
    if objects > 0 { bytes += word(0) + [0, 0] + word(place.0) + word(place.1) }
    return segment(0x16, bytes)
  }

  private var window: [UInt8] {
    segment(0x17, [1, 0] + word(place.0) + word(place.1) + word(size.0) + word(size.1))
  }

  private func run(_ color: UInt8, _ count: Int) -> [UInt8] {
    count < 64
      ? [0, 0x80 | UInt8(count), color]
      : [0, 0xC0 | UInt8(count >> 8), UInt8(count & 255), color]
  }

  private func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }

  private func segment(_ kind: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    [kind] + word(bytes.count) + bytes
  }
}
