/// When the screen is on: whenever one of its hours is. None: always.
public struct ScreenHours: Hashable, Sendable {
  public var hours: [Schedule] = []

  public init() {}

  public var isAlways: Bool { hours.isEmpty }

  /// True if it is on when a clock on the wall shows that.
  public func isOn(at time: CivilTime) -> Bool {
    hours.isEmpty || hours.contains { $0.isOn(at: time) }
  }

  /// A time before which it does not switch; nil: it never does.
  public func nextChange(after time: CivilTime) -> CivilTime? {
    hours.compactMap { $0.nextChange(after: time) }.min()
  }
}

extension ArgumentForm where Value == ScreenHours {
  /// `mon-fri 07:00-22:30; sat 9-18`: for each part days, times, or both.
  static var screenHours: ArgumentForm {
    ArgumentForm(
      "HOURS", allowed: "days and times such as 'mon-fri 07:00-22:30; sat 9-18'"
    ) { (text: [UInt8]) throws(OptionError) -> ScreenHours? in
      var value = ScreenHours()
      for part in text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
        let words = trimmed(part).split { $0 == 0x20 || $0 == 0x09 }
        guard (1...2).contains(words.count) else { return nil }
        var schedule = Schedule()
        for (index, word) in words.enumerated() {
          if (0x30...0x39).contains(word.first ?? 0) {
            guard index == words.count - 1 else { return nil }
            schedule.times = try ArgumentForm<[Schedule.Span]>.daySpans.parse(withMinutes(word))
          } else {
            guard index == 0 else { return nil }
            schedule.days = try ArgumentForm<Weekdays>.weekdays.parse(Array(word))
          }
        }
        value.hours.append(schedule)
      }
      return value
    }
  }

  /// `9-18` is `9:00-18:00`.
  private static func withMinutes(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var (written, isWhole) = ([UInt8](), true)
    for byte in text {
      if byte == UInt8(ascii: ":") { isWhole = false }
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: ",") {
        if isWhole { written += Array(":00".utf8) }
        isWhole = true
      }
      written.append(byte)
    }
    return isWhole ? written + Array(":00".utf8) : written
  }
}
