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

@Suite struct ScreenHoursTests {
  private func hours(_ text: String) throws -> ScreenHours {
    try ArgumentForm<ScreenHours>.screenHours.parse(Array(text.utf8))
  }

  private func told(_ news: [News]) -> [Bool] {
    news.compactMap { if case .screen(let isOn) = $0 { isOn } else { nil } }
  }

  /// What is told, and when, from one moment to another.
  private func switches(
    _ text: String, _ zone: WallZone, from start: Int64, to end: Int64
  ) throws -> [String] {
    var agenda = Agenda(of: .numbered(2), zone: zone, hours: try hours(text))
    var (moment, log) = (start, [String]())
    while moment <= end {
      for isOn in told(agenda.look(at: moment)) {
        log.append("\(zone.civil(moment)) \(isOn ? "on" : "off")")
      }
      moment = agenda.nextLook ?? .max
    }
    return log
  }

  @Test func theScreenIsSwitchedAtItsTimes() throws {
    // 2026-12-04 is a Friday.
    let log = try switches(
      "mon-fri 07:00-22:30; sat 9-18", WallZone { _ in 0 }, from: at("2026-12-04T06:00").seconds,
      to: at("2026-12-07T07:00").seconds)
    #expect(
      log == [
        "2026-12-04 06:00:00 off", "2026-12-04 07:00:00 on", "2026-12-04 22:30:00 off",
        "2026-12-05 09:00:00 on", "2026-12-05 18:00:00 off", "2026-12-07 07:00:00 on",
      ])
  }

  @Test func summerTimeDoesNotMoveThem() throws {
    // Central Europe, 2026: summer time begins on 29 March at 01:00 UTC.
    let change = at("2026-03-29T01:00").seconds
    let zone = WallZone { $0 < change ? 3600 : 7200 }
    let log = try switches(
      "7-22", zone, from: at("2026-03-28T11:00").seconds, to: at("2026-03-29T23:00").seconds)
    #expect(
      log == ["2026-03-28 22:00:00 off", "2026-03-29 07:00:00 on", "2026-03-29 22:00:00 off"])
  }

  @Test func aClockThatIsNotSetLeavesTheScreenOn() throws {
    var agenda = Agenda(of: .numbered(1), zone: WallZone { _ in 0 }, hours: try hours("7-8"))
    #expect(told(agenda.look(at: 100)) == [])
    #expect(agenda.nextLook == 3700)
    #expect(told(agenda.look(at: at("2026-12-01T12:00").seconds)) == [false])
  }

  @Test(arguments: ["", "mon tue", "7-8 mon", "mon 7", "mon-fri;", "7-7", "25-26", "mon 7-8 9-10"])
  func whatIsNoHoursIsRefused(text: String) {
    #expect(throws: OptionError.self) { try hours(text) }
  }

  @Test func outsideThemTheShowIsBlankAndSilentUntilSomebodySaysOtherwise() {
    var show = Show(
      settings: ShowSettings(), list: .numbered(3), size: Size(16, 9), transformers: .builtIn,
      at: .zero)
    _ = show.hear(.screen(on: false), at: Instant(.seconds(1)))
    #expect(show.isBlank)
    _ = show.apply(.setBlank(false), at: Instant(.seconds(2)))
    #expect(!show.isBlank)
    // Left alone, it is as dark as it should be.
    _ = show.apply(.idleReset(goTo: nil), at: Instant(.seconds(3)))
    #expect(show.isBlank)
    _ = show.hear(.screen(on: true), at: Instant(.seconds(4)))
    #expect(!show.isBlank)
  }
}
