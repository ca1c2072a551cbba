import Testing

@testable import TriptychCore
@testable import TriptychFiles

/// Files with subtitles beside a film.
@Suite struct SubtitleNameTests {
  @Test("they bear the film's name, perhaps a language, and one of four endings")
  func names() {
    func language(_ name: String, _ film: String = "a.b.mp4") -> String? {
      let film = Array(film.utf8)
      return SubtitleName.language(of: Array(name.utf8), film: SubtitleName.stem(of: film[...]))
    }
    #expect(language("a.b.srt") == "" && language("a.b.de.SRT") == "de")
    #expect(language("a.b.pt-BR.ass") == "pt-BR" && language("a.b.en.forced.vtt") == "en")
    #expect(language("a.b.ssa") == "" && language("film.srt", "film") == "")
    for other in ["a.srt", "a.bc.srt", "a.b.txt", "a.b", "b.srt", "a.b.mp4"] {
      #expect(language(other) == nil, "\(other)")
    }
  }

  @Test("they are opened with the film where they are wanted, and never from outside")
  func opened() throws {
    let tree = try Tree()
    // A film by its first bytes.
    let film: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3] + [UInt8](repeating: 0, count: 60)
    try tree.write("show/film.mkv", film)
    try tree.write("show/film.de.srt", Array("1".utf8))
    try tree.write("show/film.srt", Array("2".utf8))
    try tree.write("show/other.srt", Array("3".utf8))
    try tree.write("secret.srt", Array("4".utf8))
    try tree.link("show/film.en.srt", to: tree.path + "/secret.srt")
    let candidates = ItemList(locations: [tree.path("show/film.mkv")]).candidates(0)
    func found(_ wish: OpeningWish, _ candidates: Candidates) -> [String]? {
      guard case .opened(_, let file) = openItem(job: 1, candidates, wish) else { return nil }
      defer { file.drop() }
      return file.subtitles.map(\.language)
    }
    #expect(found(OpeningWish(), candidates) == [])
    #expect(found(OpeningWish(subtitles: true), candidates) == ["de", "en", ""])
    var confined = candidates
    confined.root = tree.path("show")
    #expect(found(OpeningWish(subtitles: true), confined) == ["de", ""])
  }
}
