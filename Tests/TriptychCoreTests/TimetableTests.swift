import Glibc
import Testing

@testable import TriptychCore

@Suite struct TimetableTests {
  private func list(_ schedules: [String]) -> ItemList {
    var options: [Int: ItemOptions] = [:]
    for (item, words) in schedules.enumerated() where !words.isEmpty {
      options[item] = TriptychCoreTests.options(words)
    }
    return .numbered(schedules.count, options: options)
  }

  @Test func aListWithoutSchedulesNeedsNoLook() {
    #expect(Timetable(of: list(["", "duration=5", ""])).isEmpty)
    #expect(Timetable(of: list(["days=mon-sun"])).isEmpty)
    #expect(!Timetable(of: list(["", "days=mon"])).isEmpty)
  }

  @Test func itemsGoOnAndOffAtTheirTimes() {
    var table = Timetable(
      of: list(["", "times=11:00-14:00", "times=11:00-14:00 duration=5", "times=14:00-16:00"]))
    #expect(table.schedules.count == 2)
    let morning = table.look(at: at("2026-12-01T08:00"))
    #expect(morning && table.off == [1, 2, 3])
    #expect(table.nextChange == at("2026-12-01T11:00"))
    #expect(table.off(at: at("2026-12-01T11:00")) == [3])
    let early = table.look(at: at("2026-12-01T10:59:59"))
    #expect(!early)
    let noon = table.look(at: at("2026-12-01T11:00"))
    #expect(noon && table.off == [3])
    let afternoon = table.look(at: at("2026-12-01T14:00"))
    #expect(afternoon && table.off == [1, 2])
    #expect(table.nextChange == at("2026-12-01T16:00"))
  }

  @Test func aClockThatJumpsIsFollowedBothWays() {
    var table = Timetable(of: list(["times=11:00-14:00", "until=2026-12-01", "from=2030-01-01"]))
    _ = table.look(at: at("2026-12-01T12:00"))
    #expect(table.off == [2])
    for (time, off) in [
      ("2026-12-02T12:00", [1, 2]), ("2026-12-01T10:00", [0, 2]), ("1999-01-01T12:00", [2]),
      ("2056-01-01T00:00", [0, 1]), ("2026-12-01T13:59:59", [2]),
    ] as [(String, Set<Int>)] {
      _ = table.look(at: at(time))
      #expect(table.off == off, "\(time)")
    }
  }

  @Test func anUntrustedClockShutsAllThatHasASchedule() {
    var table = Timetable(of: list(["", "times=00:00-12:00", "from=1980-01-01"]))
    let closed = table.close()
    #expect(closed && table.off == [1, 2])
    #expect(table.nextChange == nil)
    let opened = table.look(at: at("2026-12-01T08:00"))
    #expect(opened && table.off == [])
  }

  // MARK: Zones

  private static let spring = moment("2026-03-29T01:00")  // UTC
  private static let autumn = moment("2026-10-25T01:00")

  private static func moment(_ utc: String) -> Int64 { at(utc).seconds }

  private static let berlin = WallZone { (spring..<autumn).contains($0) ? 7200 : 3600 }
  private static let newYork = WallZone {
    (moment("2026-03-08T07:00")..<moment("2026-11-01T06:00")).contains($0) ? -14_400 : -18_000
  }

  /// When items are on, by the wall and by Universal Time, as a program that sleeps from look to
  /// look finds out.
  private func changes(_ words: String, _ zone: WallZone, from: String, hours: Int) -> [String] {
    var table = Timetable(of: list([words]))
    var moment = zone.moment(of: at(from))
    let end = moment + Int64(hours * 3600)
    _ = table.look(at: zone.civil(moment))
    var (found, looks) = ([String](), 0)
    while true {
      moment = zone.nextLook(at: table.nextChange, after: moment)
      guard moment <= end else { break }
      looks += 1
      guard table.look(at: zone.civil(moment)) else { continue }
      found.append(
        "\(table.off.isEmpty ? "on" : "off") \(zone.civil(moment)) \(zone.offset(moment))")
    }
    #expect(looks <= hours * 2 + 8)
    return found
  }

  @Test func anHourThatIsSkippedIsSkipped() {
    #expect(
      changes("times=02:30-03:30", Self.berlin, from: "2026-03-29", hours: 12) == [
        "on 2026-03-29 03:00:00 7200", "off 2026-03-29 03:30:00 7200",
      ])
    #expect(
      changes("times=02:15-02:45", Self.berlin, from: "2026-03-29", hours: 12).isEmpty)
    #expect(
      changes("times=01:00-02:30", Self.newYork, from: "2026-03-08", hours: 12) == [
        "on 2026-03-08 01:00:00 -18000", "off 2026-03-08 03:00:00 -14400",
      ])
    #expect(
      changes("times=11:00-14:00", Self.berlin, from: "2026-03-29", hours: 20) == [
        "on 2026-03-29 11:00:00 7200", "off 2026-03-29 14:00:00 7200",
      ])
  }

  @Test func anHourThatComesTwiceCountsTwice() {
    #expect(
      changes("times=02:15-02:45", Self.berlin, from: "2026-10-25", hours: 12) == [
        "on 2026-10-25 02:15:00 7200", "off 2026-10-25 02:45:00 7200",
        "on 2026-10-25 02:15:00 3600", "off 2026-10-25 02:45:00 3600",
      ])
    #expect(
      changes("times=00:30-01:30", Self.newYork, from: "2026-11-01", hours: 12) == [
        "on 2026-11-01 00:30:00 -14400", "off 2026-11-01 01:30:00 -14400",
        "on 2026-11-01 01:00:00 -18000", "off 2026-11-01 01:30:00 -18000",
      ])
    #expect(
      changes("times=20:00-02:30", Self.berlin, from: "2026-10-24T12:00", hours: 24) == [
        "on 2026-10-24 20:00:00 7200", "off 2026-10-25 02:30:00 7200",
        "on 2026-10-25 02:00:00 3600", "off 2026-10-25 02:30:00 3600",
      ])
  }

  @Test func aTimeOnTheWallIsFoundInUniversalTime() {
    let zone = Self.berlin
    #expect(zone.moment(of: at("2026-12-01T12:00")) == Self.moment("2026-12-01T11:00"))
    #expect(zone.moment(of: at("2026-07-01T12:00")) == Self.moment("2026-07-01T10:00"))
    // Twice: the first. Never: when it is skipped.
    #expect(zone.moment(of: at("2026-10-25T02:30")) == Self.moment("2026-10-25T00:30"))
    #expect(zone.moment(of: at("2026-03-29T02:30")) == Self.spring)
    #expect(zone.moment(of: at("2026-03-29T03:00")) == Self.spring)
  }

  // MARK: Cost

  @Test func aHundredThousandOfOneScheduleAreOneRow() {
    var list = ItemList.numbered(100_000)
    list.sources[0].options = [options("times=11:00-14:00")]
    for item in list.entries.indices { list.entries[item].options = 0 }
    var table = Timetable(of: list)
    #expect(table.schedules.count == 1)
    _ = table.look(at: at("2026-12-01T08:00"))
    #expect(table.off.count == 100_000)
  }

  /// Each entry with a schedule of its own, and each look touches only what is due.
  @Test func aHundredThousandSchedulesAreLookedAtOnceEach() {
    var list = ItemList.numbered(100_000)
    list.sources[0].options = (0..<100_000).map { item in
      var options = ItemOptions()
      options.changeSchedule {
        $0.times = [.init(start: item % 86_000, end: item % 86_000 + 1 + item % 300)]
        $0.days = Weekdays(rawValue: UInt8(1 + item / 86_000 * 2))
      }
      return options
    }
    for item in list.entries.indices { list.entries[item].options = Int32(item) }
    var table = Timetable(of: list)
    #expect(table.schedules.count == 100_000)
    var time = at("2026-11-30T08:00")  // a Monday
    _ = table.look(at: time)
    for _ in 0..<300 {
      time = time + 1
      _ = table.look(at: time)
    }
    let rows = table.schedules
    let expected = rows.indices.filter { !rows[$0].schedule.isOn(at: time) }
    #expect(table.off == Set(expected))
  }
}
