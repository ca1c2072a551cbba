import Glibc
import Testing
import TriptychCore
import TriptychFiles

@testable import TriptychApp

@Suite struct ResumeTests {
  private func at(_ seconds: Int) -> Instant { Instant(.seconds(seconds)) }

  private func state(_ name: String, round: Int = 0) -> ResumeState {
    ResumeState(show: 1, seed: 2, round: round, location: Array(name.utf8), occurrence: 0)
  }

  @Test("the place is written at most once a minute, and not where nothing has changed")
  func pace() {
    var pace = ResumePace(state("a"))
    #expect(pace.due(at: at(0)) == nil)
    pace.changed()
    // The place where it was: nothing to write.
    let same = pace.take(at: at(1)) { state("a") }
    #expect(same == nil && pace.due(at: at(1)) == nil)
    pace.changed()
    #expect(pace.due(at: at(2)) == at(2))
    let first = pace.take(at: at(2)) { state("b") }
    #expect(first == state("b"))
    pace.changed()
    #expect(pace.due(at: at(3)) == at(62))
    let early = pace.take(at: at(61)) { state("c") }
    let late = pace.take(at: at(62)) { state("c") }
    #expect(early == nil && late == state("c") && pace.due(at: at(70)) == nil)
  }

  @Test("at the end it is written at once, if it is another place")
  func end() {
    var pace = ResumePace(nil)
    pace.changed()
    _ = pace.take(at: at(0)) { state("a") }
    let nothing = pace.take(at: at(1), isEnd: true) { state("a") }
    let last = pace.take(at: at(1), isEnd: true) { state("b") }
    #expect(nothing == nil && last == state("b"))
  }

  @Test("a film that plays is written twice a minute, one that stands not at all")
  func films() {
    var pace = ResumePace(nil)
    func state(_ seconds: Int) -> ResumeState {
      ResumeState(
        show: 1, seed: 2, round: 0, location: [0x61], occurrence: 0, time: .seconds(seconds))
    }
    var written: [Int] = []
    pace.plays = true
    for second in 0..<100 {
      #expect(pace.due(at: at(second)) != nil)
      if pace.take(at: at(second), state: { state(second) }) != nil { written.append(second) }
    }
    #expect(written == [0, 30, 60, 90])
    pace.plays = false
    #expect(pace.due(at: at(200)) == nil)
    let end = pace.take(at: at(200), isEnd: true) { state(99) }
    #expect(end == state(99))
  }

  @Test("what is not there yet is asked for again, not at every turn")
  func unknown() {
    var pace = ResumePace(state("a"))
    pace.changed()
    let none = pace.take(at: at(0)) { nil }
    #expect(none == nil && pace.due(at: at(0)) == at(60))
    let later = pace.take(at: at(60)) { state("b") }
    #expect(later == state("b"))
  }

  @Test("an item is found by its path and which of several it is")
  func items() {
    let list = ItemList(locations: ["/a", "/b", "/a", "/c"].map { Array($0.utf8) })
    #expect(list.item(at: Array("/a".utf8), occurrence: 0) == 0)
    #expect(list.item(at: Array("/a".utf8), occurrence: 1) == 2)
    #expect(list.item(at: Array("/a".utf8), occurrence: 9) == 2)
    #expect(list.item(at: Array("/d".utf8), occurrence: 0) == nil)
  }

  @Test("a show goes on at the item, with the deck and the seed it had")
  func goesOn() throws {
    let folder = try TemporaryFolder()
    defer { removeState(folder.path) }
    var environment = Environment()
    environment.stateDirectory = Array("\(folder.path):/other".utf8)
    var settings = ProgramSettings()
    settings.paths = [NamedPath(bytes: Array("/pictures".utf8))]
    (settings.show.shuffle, settings.show.seed) = (true, 99)
    let list = ItemList(locations: (0..<9).map { Array("/pictures/\($0)".utf8) })
    let log = Log(level: .error, hasJournal: false)
    let first = try #require(Resume(settings, environment, log))
    #expect(first.begin(settings.show, usual: nil, in: list, log) == nil)
    var show = begun(settings.show, list)
    for second in 1...23 { _ = show.advance(to: at(second)) }
    first.changed()
    first.end(show, list, isOver: false, at: at(30))
    first.finish()

    settings.show.seed = 12345  // by chance
    let second = try #require(Resume(settings, environment, log))
    #expect(second.seed == 99)
    settings.show.seed = second.seed
    let part = ItemList(locations: [])
    var unfinished = part
    unfinished.isComplete = false
    #expect(second.begin(settings.show, usual: settings.show, in: unfinished, log) == nil)
    let begin = try #require(second.begin(settings.show, usual: nil, in: list, log))
    let again = begun(begin, list)
    #expect(show.current == again.current && show.round == again.round)
    #expect(show.item(at: show.currentPlace + 1) == again.item(at: again.currentPlace + 1))

    second.end(again, list, isOver: true, at: at(40))
    second.finish()
    let third = try #require(Resume(settings, environment, log))
    #expect(third.wanted == nil)
  }

  @Test("another show, another seed and an item that is gone begin as usual")
  func others() throws {
    let folder = try TemporaryFolder()
    defer { removeState(folder.path) }
    var environment = Environment()
    environment.stateHome = Array(folder.path.utf8)
    var settings = ProgramSettings()
    settings.paths = [NamedPath(bytes: Array("/pictures".utf8))]
    let list = ItemList(locations: (0..<3).map { Array("/pictures/\($0)".utf8) })
    let log = Log(level: .error, hasJournal: false)
    let first = try #require(Resume(settings, environment, log))
    first.changed()
    first.end(begun(settings.show, list), list, isOver: false, at: at(1))
    first.finish()
    let same = try #require(Resume(settings, environment, log))
    #expect(same.wanted != nil)
    let others = ItemList(locations: [Array("/x".utf8)])
    #expect(same.begin(settings.show, usual: settings.show, in: others, log)?.startRound == nil)
    var other = settings
    other.paths = [NamedPath(bytes: Array("/films".utf8))]
    let different = try #require(Resume(other, environment, log))
    #expect(different.wanted == nil)
    #expect(Resume(settings, Environment(), Log(level: .error, hasJournal: false)) == nil)
  }

  private func begun(_ settings: ShowSettings, _ list: ItemList) -> Show {
    var settings = settings
    settings.item.duration = .seconds(1)
    settings.item.transition = "cut"
    var show = Show(
      settings: settings, list: list, size: Size(64, 36), transformers: .builtIn, at: .zero)
    _ = show.start(at: .zero)
    for item in 0..<list.count { _ = show.hear(.picture(item: item), at: .zero) }
    _ = show.presented(at: .zero)
    return show
  }

  private func removeState(_ folder: String) {
    for name in ["/resume", "/triptych/resume", "/triptych"] { remove(folder + name) }
  }
}
