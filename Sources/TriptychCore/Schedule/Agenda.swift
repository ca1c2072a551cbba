/// Turns a list's schedules into news for the show, at moments that it names itself. Knows no
/// clock: who owns it says what time it is, in seconds since 1970-01-01 00:00 UTC.
public struct Agenda: Sendable {
  private var table: Timetable
  private let zone: WallZone
  private var mustTell: Bool
  private let hours: ScreenHours
  /// As it was told; nil: not yet.
  private var isLit: Bool?
  /// When to look next, if nobody sets the clock; nil: nothing has a schedule.
  public private(set) var nextLook: Int64?
  /// False while the clock shows a time before 2025: it has not been set since the computer
  /// started, and what has a schedule is off.
  public private(set) var trustsClock = true

  /// So long before something switches, the show hears what to load ahead. Seconds.
  static let notice: Int64 = 8
  /// 2025-01-01 00:00 UTC.
  static let earliestTrusted: Int64 = 1_735_689_600

  /// `hours`: those of the screen.
  public init(of list: ItemList, zone: WallZone, hours: ScreenHours = ScreenHours()) {
    (table, self.zone, self.hours) = (Timetable(of: list), zone, hours)
    mustTell = !table.isEmpty
  }

  /// The agenda of a list that takes the place of another.
  public init(of list: ItemList, after old: Agenda) {
    self.init(of: list, zone: old.zone, hours: old.hours)
    (trustsClock, isLit) = (old.trustsClock, old.isLit)
    mustTell = !table.isEmpty || !old.table.isEmpty
  }

  /// The list's different schedules: whether each is on, and whose it is.
  var isOn: [Bool] { table.isOn }
  func items(ofRow row: Int) -> [Int32] { table.items(ofRow: row) }

  /// What the show has to hear at a moment.
  public mutating func look(at moment: Int64) -> [News] {
    guard !table.isEmpty || mustTell || !hours.isAlways else { return [] }
    trustsClock = moment >= Self.earliestTrusted
    nextLook = table.isEmpty && hours.isAlways ? nil : moment + 3600
    return lookAtHours(moment) + lookAtTable(moment)
  }

  /// A clock that is not set does not darken the screen.
  private mutating func lookAtHours(_ moment: Int64) -> [News] {
    guard !hours.isAlways else { return [] }
    let time = zone.civil(moment)
    let shines = !trustsClock || hours.isOn(at: time)
    defer { isLit = shines }
    if trustsClock { lookAgain(zone.nextLook(at: hours.nextChange(after: time), after: moment)) }
    return shines == isLit ?? true ? [] : [.screen(on: shines)]
  }

  private mutating func lookAtTable(_ moment: Int64) -> [News] {
    guard !table.isEmpty || mustTell else { return [] }
    let changed = trustsClock ? table.look(at: zone.civil(moment)) : table.close()
    var news: [News] = changed || mustTell ? [.offSchedule(table.off)] : []
    mustTell = false
    guard !table.isEmpty, trustsClock else { return news }
    let next = zone.nextLook(at: table.nextChange, after: moment)
    guard next - moment <= Self.notice else {
      lookAgain(next - Self.notice)
      return news
    }
    lookAgain(next)
    let later = table.off(at: zone.civil(next))
    if later != table.off { news.append(.offSoon(later)) }
    return news
  }

  private mutating func lookAgain(_ moment: Int64) { nextLook = min(nextLook ?? moment, moment) }
}
