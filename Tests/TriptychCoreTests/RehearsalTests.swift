import Testing

@testable import TriptychCore

@Suite struct RehearsalTests {
  private static let spring = at("2026-03-29T01:00").seconds
  private static let autumn = at("2026-10-25T01:00").seconds
  private let berlin = WallZone { (spring..<autumn).contains($0) ? 7200 : 3600 }

  private struct Outcome {
    var lines: [String] = []
    var closing: [String] = []
    var clashes: [Int: Rehearsal.Clash] = [:]
  }

  private func rehearse(
    _ words: [String], from: String, until: String, tellsAll: Bool = false, zone: WallZone? = nil,
    content: @escaping (Int) -> Rehearsal.Content = { _ in .picture },
    change: (inout ShowSettings) -> Void = { _ in }
  ) -> Outcome {
    let zone = zone ?? WallZone { _ in 0 }
    var options: [Int: ItemOptions] = [:]
    for (item, word) in words.enumerated() where !word.isEmpty {
      options[item] = TriptychCoreTests.options(word)
    }
    let list = ItemList.numbered(words.count, options: options)
    let start = zone.moment(of: at(from))
    var settings = ShowSettings()
    settings.item.duration = .seconds(9)
    change(&settings)
    var rehearsal = Rehearsal(
      of: list, settings: settings, from: start, until: zone.moment(of: at(until)), zone: zone,
      content: content)
    var report = RehearsalReport(of: list, from: start, zone: zone, tellsAll: tellsAll)
    var outcome = Outcome()
    rehearsal.run { outcome.lines += report.lines($0) }
    outcome.closing = report.closing(rehearsal, assumedFilms: 0, assumed: .seconds(60))
    outcome.clashes = rehearsal.clashes
    return outcome
  }

  @Test func aDayIsToldInBlocksWithItsHoles() {
    let day = rehearse(
      ["times=08:00-11:00", "times=11:00-14:00", "times=11:00-14:00", "times=20:00-02:00"],
      from: "2026-12-01T07:00", until: "2026-12-02T00:00")
    #expect(
      day.lines == [
        "Tue 2026-12-01 07:00:00 - 08:00:00  hole: nothing is on",
        "Tue 2026-12-01 08:00:00 - 11:00:00  1 0",
        "Tue 2026-12-01 11:00:00 - 14:00:00  2 1 (540x), 3 2 (540x)",
        "Tue 2026-12-01 14:00:00 - 20:00:00  hole: nothing is on",
        "Tue 2026-12-01 20:00:00 - 24:00:00  4 3",
      ])
    #expect(day.closing == ["total: 1082 showings, 2 holes (7:00:00), 0 clashes"])
  }

  @Test func everyShowingIsToldToTheSecond() {
    let day = rehearse(
      ["", "times=11:00-11:00:30", ""], from: "2026-12-01T10:59:50", until: "2026-12-01T11:00:40",
      tellsAll: true)
    #expect(
      day.lines == [
        "Tue 2026-12-01 10:59:50 - 10:59:59  1 0",
        "Tue 2026-12-01 10:59:59 - 11:00:00  3 2",
        "Tue 2026-12-01 11:00:00 - 11:00:09  3 2",
        "Tue 2026-12-01 11:00:09 - 11:00:19  1 0",
        "Tue 2026-12-01 11:00:19 - 11:00:29  2 1",
        "Tue 2026-12-01 11:00:29 - 11:00:30  3 2",
        "Tue 2026-12-01 11:00:30 - 11:00:39  3 2",
        "Tue 2026-12-01 11:00:39 - 11:00:40  1 0",
      ])
  }

  @Test func whatIsShownGoesAtItsSecond() {
    let day = rehearse(
      ["", "until=2026-12-01T11:00:13"], from: "2026-12-01T11:00", until: "2026-12-01T11:00:30",
      tellsAll: true)
    #expect(
      day.lines == [
        "Tue 2026-12-01 11:00:00 - 11:00:09  1 0",
        "Tue 2026-12-01 11:00:09 - 11:00:13  2 1",
        "Tue 2026-12-01 11:00:13 - 11:00:30  1 0",
      ])
  }

  @Test func anItemWhoseTurnNeverComesIsAClash() {
    // A round takes 40 s; five seconds at the wrong moment are never enough.
    let words = ["", "", "", "times=12:00:05-12:00:10"]
    let day = rehearse(words, from: "2026-12-01T08:00", until: "2026-12-04T08:00")
    #expect(day.clashes[3]?.more == 2)
    #expect(
      day.closing.first
        == "clash: 4 3: its turn never comes Tue 2026-12-01 12:00:05 - 12:00:10, and 2 more times")
    let alone = rehearse(["times=12:00:05-12:00:10"], from: "2026-12-01", until: "2026-12-04")
    #expect(alone.clashes.isEmpty)
    // Times that the rehearsal does not see whole are no clash.
    let cut = rehearse(words, from: "2026-12-01T12:00:06", until: "2026-12-02T12:00:07")
    #expect(cut.clashes.isEmpty)
  }

  @Test func missingFilesAreNoClashAndLeaveHoles() {
    let day = rehearse(
      ["times=11:00-12:00", "times=12:00-13:00"], from: "2026-12-01T10:00",
      until: "2026-12-01T13:00", content: { $0 == 0 ? .missing : .picture })
    #expect(
      day.lines == [
        "Tue 2026-12-01 10:00:00 - 11:00:00  hole: nothing is on",
        "Tue 2026-12-01 11:00:00 - 12:00:00  hole: nothing is on",
        "Tue 2026-12-01 12:00:00 - 13:00:00  2 1",
      ])
    #expect(day.closing.first == "missing: 1 0")
    #expect(day.clashes.isEmpty)
  }

  @Test func filmsTakeTheirLength() {
    let day = rehearse(
      ["", ""], from: "2026-12-01T10:00", until: "2026-12-01T10:01:50", tellsAll: true,
      content: { $0 == 0 ? .film(.seconds(61)) : .picture })
    // It is left a second before its end, and plays throughout the change.
    #expect(
      day.lines == [
        "Tue 2026-12-01 10:00:00 - 10:01:00  1 0", "Tue 2026-12-01 10:01:00 - 10:01:10  2 1",
        "Tue 2026-12-01 10:01:10 - 10:01:50  1 0",
      ])
  }

  @Test func summerTimeIsKept() {
    let night = rehearse(
      ["times=02:30-04:00"], from: "2026-03-29T01:00", until: "2026-03-29T05:00", zone: berlin)
    #expect(
      night.lines == [
        "Sun 2026-03-29 01:00:00 - 03:00:00  hole: nothing is on",
        "Sun 2026-03-29 03:00:00 - 04:00:00  1 0",
        "Sun 2026-03-29 04:00:00 - 05:00:00  hole: nothing is on",
      ])
    // An hour by the clock, that is.
    #expect(night.closing == ["total: 1 showings, 2 holes (2:00:00), 0 clashes"])
  }

  @Test func aListThatEndsIsSaidToEnd() {
    let day = rehearse(
      ["", ""], from: "2026-12-01T10:00", until: "2026-12-01T11:00", change: { $0.loop = .no })
    #expect(day.lines.first == "Tue 2026-12-01 10:00:00 - 11:00:00  1 0, 2 1")
    #expect(day.closing.first == "end: the list ends before that, as --loop says")
  }

  // MARK: The stretch of time

  @Test func aPeriodIsADayFromNowUnlessSaidOtherwise() throws {
    var settings = RehearsalSettings()
    let now = at("2026-10-24T20:00").seconds
    // A day by the calendar, an hour longer by the clock.
    let night = try settings.period(now: now, zone: berlin)
    #expect(night.from == now && night.until == now + 25 * 3600)
    settings.from = .day(at("2026-12-01").day)
    settings.until = .day(at("2026-12-01").day)
    let day = try settings.period(now: now, zone: berlin)
    #expect(day.until - day.from == 86_400 && berlin.civil(day.from) == at("2026-12-01"))
    settings.until = .moment(at("2026-12-01"))
    #expect(throws: OptionError.self) { try settings.period(now: now, zone: berlin) }
    settings.until = .day(at("2028-12-01").day)
    #expect(throws: OptionError.self) { try settings.period(now: now, zone: berlin) }
  }
}
