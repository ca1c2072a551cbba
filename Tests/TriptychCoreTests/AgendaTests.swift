import Testing

@testable import TriptychCore

@Suite struct AgendaTests {
  private let utc = WallZone { _ in 0 }

  private func agenda(_ words: [String]) -> Agenda {
    var options: [Int: ItemOptions] = [:]
    for (item, word) in words.enumerated() where !word.isEmpty {
      options[item] = TriptychCoreTests.options(word)
    }
    return Agenda(of: .numbered(words.count, options: options), zone: utc)
  }

  private func told(_ news: [News]) -> [String] {
    news.map {
      switch $0 {
      case .offSchedule(let off): "off \(off.sorted())"
      case .offSoon(let off): "soon \(off.sorted())"
      default: "something else"
      }
    }
  }

  @Test func nothingIsToldAndNobodyWakesWithoutSchedules() {
    var agenda = agenda(["", "duration=3"])
    let news = agenda.look(at: at("2026-12-01").seconds)
    #expect(news.isEmpty && agenda.nextLook == nil)
  }

  @Test func whatSwitchesIsToldAtItsSecondAndEightSecondsBefore() {
    var agenda = agenda(["times=11:00-14:00", "times=14:00-11:00"])
    var moment = at("2026-12-01T10:30").seconds
    var log: [String] = []
    while moment <= at("2026-12-01T14:00").seconds {
      let news = told(agenda.look(at: moment))
      if !news.isEmpty {
        log.append("\(CivilTime(seconds: moment).clock) " + news.joined(separator: " "))
      }
      moment = agenda.nextLook ?? .max
    }
    #expect(
      log == [
        "10:30:00 off [0]", "10:59:52 soon [1]", "11:00:00 off [1]", "13:59:52 soon [0]",
        "14:00:00 off [0]",
      ])
  }

  @Test func aClockThatIsNotSetShutsWhatHasAScheduleUntilItIs() {
    var agenda = agenda(["", "from=1980-01-01"])
    #expect(told(agenda.look(at: 100)) == ["off [1]"])
    #expect(!agenda.trustsClock && agenda.nextLook == 3700)
    #expect(told(agenda.look(at: at("2026-12-01").seconds)) == ["off []"])
    #expect(agenda.trustsClock)
  }

  @Test func aNewListIsToldThoughNothingOfItIsOff() {
    let old = agenda(["times=11:00-14:00"])
    var new = Agenda(of: .numbered(3), after: old)
    #expect(told(new.look(at: at("2026-12-01").seconds)) == ["off []"])
    #expect(new.nextLook == nil)
    #expect(new.look(at: at("2026-12-01").seconds).isEmpty)
  }
}
