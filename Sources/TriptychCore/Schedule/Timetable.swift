/// Which items of a list are off, and when that changes: each schedule once, however many items
/// have it. A value that is told what the clock on the wall shows.
public struct Timetable: Sendable {
  private struct Row: Sendable {
    let schedule: Schedule
    var items: [Int32]
    var isOn = true
    /// Nothing changes before, if the clock runs on.
    var next: CivilTime?
  }

  private var rows: [Row] = []
  private var last: CivilTime?
  /// What may not be shown, item indices of the list.
  public private(set) var off: Set<Int> = []

  /// A timetable that has not been looked at: nothing is off yet.
  public init(of list: ItemList) {
    var numbers: [Schedule: Int] = [:]
    let rowsOfSources = list.sources.map { source -> [Int] in
      guard source.options.contains(where: { $0.schedule != nil }) else { return [] }
      return source.options.map { options in
        guard let schedule = options.schedule else { return -1 }
        if let number = numbers[schedule] { return number }
        numbers[schedule] = rows.count
        rows.append(Row(schedule: schedule, items: []))
        return rows.count - 1
      }
    }
    guard !rows.isEmpty else { return }
    for (item, entry) in list.entries.enumerated() where entry.options >= 0 {
      let known = rowsOfSources[Int(entry.source)]
      guard Int(entry.options) < known.count, known[Int(entry.options)] >= 0 else { continue }
      rows[known[Int(entry.options)]].items.append(Int32(item))
    }
    rows.removeAll { $0.items.isEmpty }
  }

  /// True if nothing of the list has a schedule: then nobody need look.
  public var isEmpty: Bool { rows.isEmpty }

  /// The different schedules and whose they are.
  var schedules: [(schedule: Schedule, items: [Int32])] { rows.map { ($0.schedule, $0.items) } }

  /// Whether each of the schedules is on.
  var isOn: [Bool] { rows.map(\.isOn) }

  func items(ofRow row: Int) -> [Int32] { rows[row].items }

  /// Brings `off` to what the clock shows; it may have jumped either way. True if that changed it.
  public mutating func look(at time: CivilTime) -> Bool {
    let isBack = last.map { time < $0 } ?? true
    var changed = false
    for index in rows.indices where isBack || rows[index].next.map({ $0 <= time }) ?? false {
      let isOn = rows[index].schedule.isOn(at: time)
      rows[index].next = rows[index].schedule.nextChange(after: time)
      guard isOn != rows[index].isOn else { continue }
      (rows[index].isOn, changed) = (isOn, true)
      switchItems(of: index, on: isOn)
    }
    last = time
    return changed
  }

  /// The clock cannot be trusted: all that has a schedule is off. True if that changed `off`.
  public mutating func close() -> Bool {
    var changed = false
    for index in rows.indices where rows[index].isOn {
      (rows[index].isOn, changed) = (false, true)
      switchItems(of: index, on: false)
    }
    last = nil
    return changed
  }

  private mutating func switchItems(of row: Int, on: Bool) {
    for item in rows[row].items {
      if on { off.remove(Int(item)) } else { off.insert(Int(item)) }
    }
  }

  /// What the clock shows when `off` changes next, if it runs on; nil: it stays as it is.
  public var nextChange: CivilTime? { rows.lazy.compactMap(\.next).min() }

  /// What will be off at a later time.
  public func off(at time: CivilTime) -> Set<Int> {
    var later = self
    _ = later.look(at: time)
    return later.off
  }
}
