/// What an order passes over: items that are out of their time. Asked for each item that is walked
/// over, so it is kept as marks.
struct Absent: Sendable {
  /// By index.
  private(set) var off: Set<Int> = []
  /// By item; what lies beyond is not absent.
  private var marks: [Bool] = []

  init() {}

  /// Items that a list of `count` does not have are left out.
  init(_ off: Set<Int>, of count: Int) {
    self.off = off.filter { (0..<count).contains($0) }
    guard !self.off.isEmpty else { return }
    marks = Array(repeating: false, count: count)
    for item in self.off { marks[item] = true }
  }

  var count: Int { off.count }

  func has(_ item: Int) -> Bool { item >= 0 && item < marks.count && marks[item] }

  /// The same items by their new numbers, −1 for those that are gone.
  func renumbered(_ numbers: [Int32]) -> Set<Int> {
    Set(
      off.compactMap { numbers.indices.contains($0) && numbers[$0] >= 0 ? Int(numbers[$0]) : nil })
  }
}
