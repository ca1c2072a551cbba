/// What a calendar and a clock on the wall show: local time, to the second, without zone.
///
/// Where summer time ends, an hour of it comes twice; where it begins, an hour never comes.
public struct CivilTime: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Seconds since 1970-01-01 00:00:00 of the same wall; a day has 86,400 of them.
  public var seconds: Int64

  public static let daySeconds: Int64 = 86_400

  public init(seconds: Int64) { self.seconds = seconds }

  /// nil for what no calendar and no clock show. 24:00:00 is the next day's 00:00:00.
  public init?(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
  ) {
    guard (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, year: year),
      (0...24).contains(hour), (0...59).contains(minute), (0...59).contains(second),
      hour < 24 || (minute == 0 && second == 0)
    else { return nil }
    let days = Self.days(toMonth: month, year: year) + Int64(day - 1)
    seconds = days * Self.daySeconds + Int64(hour * 3600 + minute * 60 + second)
  }

  /// Days since 1970-01-01, rounded down.
  public var day: Int64 {
    let (days, rest) = seconds.quotientAndRemainder(dividingBy: Self.daySeconds)
    return rest < 0 ? days - 1 : days
  }

  /// 0…86,399.
  public var secondOfDay: Int { Int(seconds - day * Self.daySeconds) }

  public var weekday: Weekdays { Weekdays(ofDay: day) }

  /// Year, month (1…12) and day of the month (1…31).
  public var date: (year: Int, month: Int, day: Int) {
    // At most one year beside the estimate.
    var year = 1970 + Int((Double(day) / 365.2425).rounded(.down))
    while Self.days(toMonth: 1, year: year) > day { year -= 1 }
    while Self.days(toMonth: 1, year: year + 1) <= day { year += 1 }
    var month = 12
    while Self.days(toMonth: month, year: year) > day { month -= 1 }
    return (year, month, Int(day - Self.days(toMonth: month, year: year)) + 1)
  }

  /// `2026-12-01 11:00:00`.
  public var description: String {
    let (year, month, day) = date
    return "\(Self.digits(year, 4))-\(Self.digits(month))-\(Self.digits(day)) " + clock
  }

  /// `11:00:00`.
  public var clock: String {
    let second = secondOfDay
    return [second / 3600, second / 60 % 60, second % 60].map { Self.digits($0) }
      .joined(separator: ":")
  }

  private static func digits(_ number: Int, _ count: Int = 2) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  public static func < (a: CivilTime, b: CivilTime) -> Bool { a.seconds < b.seconds }
  public static func + (a: CivilTime, b: Int64) -> CivilTime { CivilTime(seconds: a.seconds + b) }

  // MARK: The calendar

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  static func length(ofMonth month: Int, year: Int) -> Int {
    month == 2 && isLeap(year) ? 29 : lengths[month - 1]
  }

  /// Days from 1970-01-01 to the first of a month; years from 1 on.
  private static func days(toMonth month: Int, year: Int) -> Int64 {
    let before = year - 1
    var days = before * 365 + before / 4 - before / 100 + before / 400 - 719_162
    for earlier in 1..<month { days += length(ofMonth: earlier, year: year) }
    return Int64(days)
  }
}

/// Some days of the week.
public struct Weekdays: OptionSet, Hashable, Sendable {
  /// Bit 0 is Monday, bit 6 Sunday.
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let all = Weekdays(rawValue: 0x7F)
  /// In the order of the bits, as they are written.
  static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// The one day that a day since 1970-01-01, a Thursday, is.
  init(ofDay day: Int64) {
    let index = ((day + 3) % 7 + 7) % 7
    self.init(rawValue: 1 << UInt8(index))
  }

  /// `Tue`, for one day.
  var name: String { Self.names[min(rawValue.trailingZeroBitCount, 6)].capitalized }
}

extension String {
  /// With a capital first letter (ASCII).
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
