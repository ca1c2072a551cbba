/// When an item may be shown: on which days of the week, at which times of the day, from when and
/// until when.
///
/// What counts is what a clock on the wall shows. A time that is skipped where summer time begins
/// never comes; one that comes twice where it ends counts twice. What begins before midnight and
/// ends after it belongs to the day on which it began: so do `days`, and dates of `from` and
/// `until` without a time.
public struct Schedule: Hashable, Sendable {
  /// A part of the day, seconds since its midnight; past 86,400 lies the next day. Not empty.
  public struct Span: Hashable, Sendable {
    /// 0…86,399.
    public var start: Int
    /// Not in it any more; at most 172,800.
    public var end: Int

    public init(start: Int, end: Int) { (self.start, self.end) = (start, end) }
  }

  /// Where it begins or ends.
  public enum Bound: Hashable, Sendable {
    /// A whole day, by days since 1970-01-01: the first, or the last.
    case day(Int64)
    /// From then on, or no more from then on.
    case moment(CivilTime)
  }

  /// Never empty.
  public var days = Weekdays.all
  /// In order, without overlaps; none: the whole day.
  public var times: [Span] = [] {
    didSet { times = Self.merged(times) }
  }
  public var from: Bound?
  public var until: Bound?

  public init() {}

  /// True if it forbids nothing.
  public var isAlways: Bool { days == .all && times.isEmpty && from == nil && until == nil }

  // MARK: On or off

  /// True if the item may be shown.
  public func isOn(at time: CivilTime) -> Bool {
    if case .moment(let first) = from, time < first { return false }
    if case .moment(let end) = until, time >= end { return false }
    let (day, second) = (time.day, time.secondOfDay)
    guard !times.isEmpty else { return begins(on: day) }
    if times.contains(where: { $0.start <= second && second < $0.end }), begins(on: day) {
      return true
    }
    let late = second + Int(CivilTime.daySeconds)
    return times.contains { $0.start <= late && late < $0.end } && begins(on: day - 1)
  }

  /// True if a time that belongs to the day counts.
  private func begins(on day: Int64) -> Bool {
    if case .day(let first) = from, day < first { return false }
    if case .day(let last) = until, day > last { return false }
    return days.contains(Weekdays(ofDay: day))
  }

  /// The first time after that one at which it is switched on or off; nil: never again. Where
  /// one day's times meet the next day's for weeks, a time at which to ask again. A clock that is
  /// put back is not foreseen.
  public func nextChange(after time: CivilTime) -> CivilTime? {
    let isOn = isOn(at: time)
    var reached = time
    for _ in 0..<60 {
      guard let next = nextEdge(after: reached) else { return nil }
      reached = next
      if self.isOn(at: next) != isOn { break }
    }
    return reached
  }

  /// The next time that stands in the schedule, whether it switches or not.
  private func nextEdge(after time: CivilTime) -> CivilTime? {
    var earliest: CivilTime?
    func offer(_ edge: CivilTime) {
      if edge > time, edge < earliest ?? CivilTime(seconds: .max) { earliest = edge }
    }
    if let from { offer(Self.beginning(from)) }
    if let until { offer(Self.end(until)) }
    if times.isEmpty && days == .all { return earliest }
    var first = time.day - 1
    if case .day(let start) = from { first = max(first, start) }
    if case .moment(let start) = from { first = max(first, start.day - 1) }
    let spans = times.isEmpty ? [Span(start: 0, end: Int(CivilTime.daySeconds))] : times
    // From any day on, each day of the week comes within eight, and nine when yesterday counts.
    for day in first...first + 9 where begins(on: day) {
      let midnight = CivilTime(seconds: day * CivilTime.daySeconds)
      if let earliest, midnight > earliest { break }
      for span in spans {
        offer(midnight + Int64(span.start))
        offer(midnight + Int64(span.end))
      }
    }
    return earliest
  }

  // MARK: What is wrong

  /// Why it can never be on, in words; nil: it can.
  public var impossibility: String? {
    guard let from, let until else { return nil }
    let (first, end) = (Self.beginning(from), Self.end(until))
    guard first < end else { return "never shown: until lies before from" }
    if isOn(at: first) { return nil }
    guard let next = nextChange(after: first), isOn(at: next) else {
      return "never shown: no such day and time lies between from and until"
    }
    return nil
  }

  /// True if it is off at that time, and will never be on again.
  public func isOver(at time: CivilTime) -> Bool {
    guard let until else { return false }
    // What begins on the last day may end after it.
    var late = 0
    if case .day = until { late = max(0, (times.last?.end ?? 0) - Int(CivilTime.daySeconds)) }
    return Self.end(until) + Int64(late) <= time
  }

  static func beginning(_ bound: Bound) -> CivilTime {
    switch bound {
    case .day(let day): CivilTime(seconds: day * CivilTime.daySeconds)
    case .moment(let moment): moment
    }
  }

  static func end(_ bound: Bound) -> CivilTime {
    switch bound {
    case .day(let day): CivilTime(seconds: (day + 1) * CivilTime.daySeconds)
    case .moment(let moment): moment
    }
  }

  // MARK: Order

  /// Sorted, and joined where they touch; none if they are the whole day.
  private static func merged(_ spans: [Span]) -> [Span] {
    var result: [Span] = []
    for span in spans.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      if let last = result.last, span.start <= last.end {
        result[result.count - 1].end = max(last.end, span.end)
      } else {
        result.append(span)
      }
    }
    return result == [Span(start: 0, end: Int(CivilTime.daySeconds))] ? [] : result
  }
}
