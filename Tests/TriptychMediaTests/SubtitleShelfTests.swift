import Testing
import TriptychCore

@testable import TriptychMedia

/// What is read with a film is kept once, whatever was sought.
@Suite struct SubtitleShelfTests {
  private func text(_ words: String, _ start: Int64, _ end: Int64, track: UInt32 = 0)
    -> FilmSubtitle
  {
    FilmSubtitle(track, start * 1_000_000_000, end * 1_000_000_000, .text(words))
  }

  private func words(_ shelf: SubtitleShelf, at seconds: Int) -> [String] {
    shelf.at(.seconds(seconds)).compactMap {
      if case .text(let words) = $0.content { words } else { nil }
    }
  }

  @Test("read once more from the middle of what is said, it is said once")
  func soughtWithin() {
    var shelf = SubtitleShelf()
    let news = [0, 5, 3, 12].map { shelf.add(text("Aye", $0, 19)) }
    #expect(news == [true, false, false, false])
    #expect(words(shelf, at: 14) == ["Aye"])
    #expect(words(shelf, at: 1) == ["Aye"])
  }

  @Test("sought back before the place where it was first known, it is known from there on")
  func soughtBack() {
    var shelf = SubtitleShelf()
    let isNew = shelf.add(text("Aye", 10, 19))
    #expect(isNew && words(shelf, at: 4) == [])
    let isEarlier = shelf.add(text("Aye", 3, 19))
    #expect(isEarlier)
    #expect(words(shelf, at: 4) == ["Aye"])
    #expect(words(shelf, at: 12) == ["Aye"])
  }

  @Test("the same words at another time, or on another track, are others")
  func others() {
    var shelf = SubtitleShelf()
    let all = [
      text("Aye", 0, 2), text("Aye", 2, 4), text("Aye", 0, 2, track: 1), text("Nay", 0, 2),
    ]
    let news = all.map { shelf.add($0) }
    #expect(news.allSatisfy { $0 })
    #expect(words(shelf, at: 1) == ["Aye", "Nay", "Aye"])
    #expect(words(shelf, at: 3) == ["Aye"])
  }
}
