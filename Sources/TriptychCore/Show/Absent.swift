/// What an order passes over: items that were dropped, and those that are out of their time. Asked
/// for each item that is walked over, so it is kept as marks.
struct Absent: Sendable {
  /// Out of their time, by schedule.
  private(set) var off: Set<Int> = []
  /// How many there are, off or dropped.
  private(set) var count = 0
  /// By item; what lies beyond is not absent.
  private var marks: [Bool] = []

  init() {}

  /// Items from `count` on are left out: the list does not have them.
  init(off: Set<Int>, dropped: Set<Int>, _ count: Int) {
    self.off = off.filter { (0..<count).contains($0) }
    guard !self.off.isEmpty || !dropped.isEmpty else { return }
    marks = Array(repeating: false, count: count)
    for item in self.off { add(item) }
    for item in dropped { add(item) }
  }

  func has(_ item: Int) -> Bool { item >= 0 && item < marks.count && marks[item] }

  mutating func add(_ item: Int) {
    guard item >= 0 else { return }
    if item >= marks.count {
      marks += Array(repeating: false, count: item + 1 - marks.count)
    }
    if !marks[item] { count += 1 }
    marks[item] = true
  }
}
