/// How schedules are written in playlists: `days=mon-fri times=11:00-14:00 from=2026-12-01`.
extension ArgumentForm where Value == Weekdays {
  /// `mon-fri,sun`; a range may go over the end of the week.
  static var weekdays: ArgumentForm {
    ArgumentForm(
      "DAYS", allowed: "days such as mon-fri or sat,sun (\(Weekdays.names.joined(separator: " ")))",
      nearest: { text in
        let words = text.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "-") }
        let wrong = words.first { Weekdays.index(of: $0) == nil }
        return wrong.flatMap {
          closestWord(to: String(decoding: $0, as: UTF8.self).lowercased(), among: Weekdays.names)
        }
      },
      read: { Weekdays(written: $0) })
  }
}

extension Weekdays {
  fileprivate init?(written text: [UInt8]) {
    var days: Weekdays = []
    for part in text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let ends = part.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      guard ends.count <= 2, let first = ends.first.flatMap(Self.index),
        let last = ends.last.flatMap(Self.index)
      else { return nil }
      var index = first
      days.insert(Weekdays(rawValue: 1 << UInt8(index)))
      while index != last {
        index = (index + 1) % 7
        days.insert(Weekdays(rawValue: 1 << UInt8(index)))
      }
    }
    self = days
  }

  private static let longNames = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  fileprivate static func index(of text: ArraySlice<UInt8>) -> Int? {
    let word = String(decoding: trimmed(text), as: UTF8.self).lowercased()
    return names.firstIndex(of: word) ?? longNames.firstIndex(of: word)
  }
}

extension ArgumentForm where Value == [Schedule.Span] {
  /// `11:00-14:00,20:00-02:00`; what ends before it begins ends on the next day.
  static var daySpans: ArgumentForm {
    ArgumentForm(
      "TIMES", allowed: "times of the day such as 11:00-14:00 or 08:00-12:00,20:00-02:00",
      read: { (text: [UInt8]) throws(OptionError) -> [Schedule.Span]? in
        var spans: [Schedule.Span] = []
        for part in text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
          let ends = part.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
          guard ends.count == 2, let start = clock(ends[0]), let end = clock(ends[1]),
            start < Int(CivilTime.daySeconds)
          else { return nil }
          if start == end {
            throw OptionError(
              .badValue,
              "\(quoted(Array(part))) ends where it begins; the whole day is 00:00-24:00")
          }
          let isLater = end > start
          spans.append(.init(start: start, end: isLater ? end : end + Int(CivilTime.daySeconds)))
        }
        return spans
      })
  }
}

/// Seconds since midnight of `9:00`, `09:00`, `09:00:30` or `24:00`.
private func clock(_ text: ArraySlice<UInt8>) -> Int? {
  let parts = trimmed(text).split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
  guard (2...3).contains(parts.count), let hour = number(parts[0], digits: 1...2),
    let minute = number(parts[1], digits: 2...2), hour <= 24, minute <= 59
  else { return nil }
  let second = parts.count == 3 ? number(parts[2], digits: 2...2) : 0
  guard let second, second <= 59, hour < 24 || minute + second == 0 else { return nil }
  return hour * 3600 + minute * 60 + second
}

private func number(_ text: ArraySlice<UInt8>, digits: ClosedRange<Int>) -> Int? {
  guard digits.contains(text.count), text.allSatisfy({ (0x30...0x39).contains($0) }) else {
    return nil
  }
  return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
}

extension ArgumentForm where Value == Schedule.Bound {
  /// `2026-12-01` or `2026-12-01T08:00`, years 1970 to 9999.
  static var bound: ArgumentForm {
    ArgumentForm(
      "DATE", allowed: "a date such as 2026-12-01, or with a time 2026-12-01T08:00",
      nearest: { text in
        guard let (year, month, day) = date(text.prefix(10)), (1...12).contains(month) else {
          return nil
        }
        let last = CivilTime.length(ofMonth: month, year: year)
        return day > last
          ? CivilTime(year: year, month: month, day: last).map { String("\($0)".prefix(10)) } : nil
      },
      read: { text in
        guard let (year, month, day) = date(text.prefix(10)),
          let midnight = CivilTime(year: year, month: month, day: day)
        else { return nil }
        guard text.count > 10 else { return .day(midnight.day) }
        guard text[10] == 0x20 || text[10] | 0x20 == UInt8(ascii: "t"),
          let second = clock(text[11...])
        else { return nil }
        return .moment(midnight + Int64(second))
      })
  }
}

private func date(_ text: ArraySlice<UInt8>) -> (year: Int, month: Int, day: Int)? {
  let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
  guard parts.count == 3, let year = number(parts[0], digits: 4...4), year >= 1970,
    let month = number(parts[1], digits: 2...2), let day = number(parts[2], digits: 2...2)
  else { return nil }
  return (year, month, day)
}

extension ItemOptions {
  /// Changes when the item may be shown; a schedule that forbids nothing is none.
  mutating func changeSchedule(_ change: (inout Schedule) -> Void) {
    var schedule = self.schedule ?? Schedule()
    change(&schedule)
    self.schedule = schedule.isAlways ? nil : schedule
  }
}
