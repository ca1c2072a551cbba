import Testing
import TriptychCore

@testable import TriptychMedia

/// Which frame is returned, and what goes.
@Suite struct FilmShelfTests {
  private func frame(_ milliseconds: Int) -> Frame {
    let picture = Picture.make(width: 1, height: 1) { base, _ in
      base.storeBytes(of: UInt32(milliseconds), as: UInt32.self)
    }
    return Frame(picture: picture, time: .milliseconds(milliseconds), duration: .milliseconds(40))
  }

  private func shelf(_ times: [Int]) -> FilmShelf {
    var shelf = FilmShelf(serial: 1)
    for time in times { _ = shelf.add(frame(time), generation: 0) }
    return shelf
  }

  private func shown(_ shelf: inout FilmShelf, at milliseconds: Int) -> Int? {
    let answer = shelf.frame(at: .milliseconds(milliseconds), now: .zero)
    return answer.frame.map { Int($0.time.inNanoseconds / 1_000_000) }
  }

  @Test("what is to be read comes with the frame that is due, also after a seek, and each once")
  func subtitles() {
    var shelf = shelf([0, 1000, 2000, 3000])
    func line(_ start: Int, _ end: Int, _ text: String) -> FilmSubtitle {
      FilmSubtitle(0, Int64(start) * 1_000_000, Int64(end) * 1_000_000, .text(text))
    }
    for text in [line(500, 1500, "a"), line(1200, 2000, "b"), line(500, 1500, "a")] {
      _ = shelf.add(text)
    }
    func read(_ milliseconds: Int) -> String? {
      let frame = shelf.frame(at: .milliseconds(milliseconds), now: .zero).frame
      let texts = (frame?.subtitles ?? []).map {
        if case .text(let text) = $0.content { text } else { "?" }
      }
      return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }
    #expect([0, 499, 500, 1199].map(read) == [nil, nil, "a", "a"])
    #expect([1200, 1500, 1998, 2000].map(read) == ["a\nb", "b", "b", nil])
    _ = shelf.seek()
    _ = shelf.add(frame(500), generation: 1)
    #expect(read(600) == "a")
    for number in 0..<2000 { _ = shelf.add(line(number, number + 1, "\(number)")) }
    #expect(read(600) == nil && read(1990) == "1990")
  }

  @Test("lines that a worker has written can do nothing to who draws them")
  func plainLines() {
    #expect(FilmSubtitle.plain("a\u{1B}[2Jb\n\n \u{202E} \nc") == "a [2Jb\nc")
    let many = (0..<50).map { "\($0)" }.joined(separator: "\n")
    #expect(FilmSubtitle.plain(many).split(separator: "\n").count == 8)
  }

  @Test("the newest frame that is due is returned, older ones go, and the last one stays")
  func due() {
    var shelf = shelf([0, 40, 80, 120])
    same(shown(&shelf, at: -5), 0)
    same(shown(&shelf, at: 38), 0)
    #expect(shelf.nextTime == .milliseconds(40))
    let answer = shelf.frame(at: .milliseconds(100), now: .zero)
    #expect(answer.frame?.time == .milliseconds(80))
    #expect(answer.dropped.map(\.time) == [.zero, .milliseconds(40)])
    same(shown(&shelf, at: 1000), 120)
    same(shown(&shelf, at: 5000), 120)
    #expect(shelf.nextTime == nil)
    #expect(shelf.statistics.shown == 3)
    #expect(shelf.statistics.skipped == 1)
  }

  @Test("what containers round does not cost a frame its refresh")
  func rounding() {
    var shelf = shelf([0, 33, 67, 100])  // 30 a second, in milliseconds
    for (third, time) in [0, 33, 67, 100].enumerated() {
      let due = Duration.seconds(third) / 30
      same(shelf.frame(at: due, now: .zero).frame?.time, .milliseconds(time))
    }
    #expect(shelf.statistics.skipped == 0)
  }

  @Test("a frame that is only looked for is not shown; what is older goes")
  func lookedFor() {
    var shelf = shelf([0, 40])
    _ = shown(&shelf, at: 0)
    _ = shelf.frame(at: .milliseconds(80), now: .zero, isShown: false)
    #expect(!shelf.hasFrame(at: .milliseconds(80)))
    // Somebody waits: each that comes is news until the one that is due is followed by another.
    #expect(shelf.add(frame(80), generation: 0).isNews)
    #expect(!shelf.hasFrame(at: .milliseconds(80)))
    #expect(shelf.add(frame(120), generation: 0).isNews)
    #expect(shelf.hasFrame(at: .milliseconds(80)))
    same(shown(&shelf, at: 80), 80)
    #expect(shelf.statistics.skipped == 1 && shelf.statistics.shown == 2)
  }

  @Test("a frame that comes after its time is counted as late")
  func late() {
    var shelf = shelf([0])
    _ = shown(&shelf, at: 200)
    _ = shelf.add(frame(40), generation: 0)
    _ = shelf.add(frame(200), generation: 0)
    #expect(shelf.statistics.late == 1)
  }

  @Test("news is what comes where nothing was ahead; the first frame comes with the film")
  func news() {
    var shelf = FilmShelf(serial: 1)
    same(shelf.add(frame(0), generation: 0).isNews, false)
    _ = shown(&shelf, at: 0)
    same(shelf.add(frame(40), generation: 0).isNews, true)
    same(shelf.add(frame(80), generation: 0).isNews, false)
  }

  @Test("after a seek the shown frame stays until the first from there is here")
  func seeking() {
    var shelf = shelf([0, 40, 80])
    _ = shown(&shelf, at: 0)
    same(shelf.seek().map(\.time), [.milliseconds(40), .milliseconds(80)])
    same(shown(&shelf, at: 5000), 0)
    let old = shelf.add(frame(120), generation: 0)
    #expect(old.dropped.count == 1 && !old.isNews)
    let new = shelf.add(frame(5000), generation: 1)
    #expect(new.dropped.map(\.time) == [.zero] && new.isNews)
    same(shown(&shelf, at: 5000), 5000)
  }

  @Test("only time that goes on is waiting")
  func demand() {
    var shelf = shelf([0])
    same(shelf.frame(at: .zero, now: .zero).isStarving, true)
    same(shelf.frame(at: .zero, now: Instant(.seconds(9))).isStarving, false)
    #expect(shelf.demand == .zero)
    _ = shelf.frame(at: .milliseconds(50), now: Instant(.seconds(9)))
    #expect(shelf.demand == Instant(.seconds(9)))
    _ = shelf.add(frame(40), generation: 0)
    _ = shelf.add(frame(800), generation: 0)
    same(shelf.frame(at: .milliseconds(70), now: .zero).isStarving, false)
    shelf.end(generation: 0)
    same(shelf.frame(at: .milliseconds(900), now: .zero).isStarving, false)
  }

  @Test("sound is taken once, in order, and not more than four seconds of it is kept")
  func sound() {
    var shelf = FilmShelf(serial: 1)
    let block = SampleBlock(time: .zero, samples: [Float](repeating: 0, count: 96_000))
    same(shelf.add(block, generation: 0), true)
    same(shelf.add(block, generation: 0), false)
    same(shelf.takeSound().count, 2)
    same(shelf.takeSound().isEmpty, true)
    for _ in 0..<4 { same(shelf.add(block, generation: 0) == nil, false) }
    same(shelf.add(block, generation: 0), nil)
  }

  @Test("what was heard is told on in steps, and anew after a seek")
  func heard() {
    var shelf = FilmShelf(serial: 1)
    let told = (0..<30).filter { shelf.isNews(heard: .milliseconds($0 * 10)) }
    #expect(told == [0, 10, 20])
    _ = shelf.seek()
    let again = shelf.isNews(heard: .milliseconds(295))
    #expect(again)
  }
}
