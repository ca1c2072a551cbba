import CFFmpeg
import Testing
import TriptychWire

@testable import TriptychFilms

private let ms: Int64 = 1_000_000

/// What is read with a film.
@Suite(.enabled(if: FilmRecipe.hasEncoder)) struct SubtitleTests {
  private func play(
    _ recipe: FilmRecipe, _ tracks: TrackWishes, start: Int64 = 0, loops: UInt32 = 1
  ) throws -> Played {
    let film = try MadeFilm(recipe)
    let player = try TestPlayer()
    player.open(film.path, start: start, loops: loops, tracks: tracks)
    return player.playThrough()
  }

  private static func line(_ start: Int64, _ end: Int64, _ text: String) -> Played.Subtitle {
    Played.Subtitle(start: start * ms, end: end * ms, text: text)
  }

  @Test("texts within the film come with their times and without their marks")
  func embedded() throws {
    let ass = "0,0,Default,,0,0,0,,{\\an8}First{\\i1} line\\Nand second"
    let drawing = "1,0,Default,,0,0,0,,{\\p1}m 0 0 l 100 0 100 100{\\p0}only this"
    let kinds: [(AVCodecID, String, String, String)] = [
      (AV_CODEC_ID_SUBRIP, "mkv", "<i>First</i> line\nand second", "only this"),
      (AV_CODEC_ID_ASS, "mkv", ass, drawing),
      (AV_CODEC_ID_WEBVTT, "mkv", "First line\nand second", "<c.red>only</c> this"),
      (AV_CODEC_ID_MOV_TEXT, "mp4", "First line\nand second", "only this"),
    ]
    for (codec, container, first, second) in kinds {
      var recipe = FilmRecipe(container: container)
      recipe.subtitles = [
        FilmRecipe.Subtitles(codec: codec, lines: [(200, 400, first), (900, 500, second)])
      ]
      let played = try play(recipe, TrackWishes(subtitles: ""), loops: 2)
      let wanted = [0, 2000].flatMap { round in
        [
          Self.line(round + 200, round + 600, "First line\nand second"),
          Self.line(round + 900, round + 1400, "only this"),
        ]
      }
      #expect(played.subtitles == wanted, "\(codec)")
      #expect(played.frames.map(\.code) == (0..<120).map { $0 % 60 })
    }
  }

  @Test("the language that is asked for, else the first; none where nobody wants any")
  func languages() throws {
    var recipe = FilmRecipe(container: "mkv")
    recipe.subtitles = [("eng", "Hello"), ("ger", "Hallo"), ("fre", "Bonjour")].map {
      FilmRecipe.Subtitles(language: $0.0, lines: [(100, 400, $0.1)])
    }
    for (asked, text) in [("de", "Hallo"), ("fra", "Bonjour"), ("", "Hello"), ("ja", "Hello")] {
      let played = try play(recipe, TrackWishes(subtitles: asked))
      #expect(played.subtitles.filter { $0.track == 0 }.map(\.text) == [text])
      #expect(Set(played.subtitles.map(\.track)) == [0, 1, 2])
    }
    #expect(try play(recipe, TrackWishes()).subtitles.isEmpty)
  }

  @Test("what lies before the start is not told, what stands there begins with it")
  func start() throws {
    var recipe = FilmRecipe(container: "mkv")
    recipe.subtitles = [
      FilmRecipe.Subtitles(
        lines: [(0, 300, "gone"), (400, 900, "still there"), (1500, 200, "later")])
    ]
    let played = try play(recipe, TrackWishes(subtitles: ""), start: 1000 * ms)
    #expect(!played.subtitles.contains { $0.text == "gone" })
    #expect(played.subtitles.last == Self.line(1500, 1700, "later"))
  }

  @Test("texts that make no sense cost nothing but themselves")
  func nonsense() throws {
    var recipe = FilmRecipe(container: "mkv")
    recipe.subtitles = [
      FilmRecipe.Subtitles(
        codec: AV_CODEC_ID_ASS,
        lines: [
          (0, 300, "no commas"), (100, 300, "1,0,,,,,,,{{{{"), (200, 300, "2,0,,,,,,,\\"),
          (300, 0, "3,0,,,,,,,ok"),
          (400, 300, "4,0,,,,,,," + String(repeating: "é", count: 9000)),
        ])
    ]
    let played = try play(recipe, TrackWishes(subtitles: ""))
    #expect(played.frames.count == 60)
    #expect(played.subtitles.contains { $0.text == "ok" })
    #expect(played.subtitles.allSatisfy { $0.text.utf8.count <= 4096 && $0.end > $0.start })
  }

  @Test("names of a language are the same in two and three letters")
  func names() {
    #expect(Language.isSame("de", "ger") && Language.isSame("deu", "DE-at"))
    #expect(Language.isSame("zh", "chi") && Language.isSame("qaa", "qaa"))
    #expect(!Language.isSame("de", "en") && !Language.isSame("", ""))
  }
}
