/// Names of skipped items that the limit on lines held back: they are told later, many in a line,
/// since each is to be named once (RELIABILITY R4).
struct LogBacklog {
  /// Bytes that may wait; what comes after that is only counted.
  static let most = 32 * 1024
  /// Bytes of one line's words, so that a line is not cut.
  static let line = 1800

  private var words: ArraySlice<String> = []
  private var bytes = 0

  var isEmpty: Bool { words.isEmpty }

  /// False: it is full.
  mutating func add(_ item: String) -> Bool {
    let count = item.utf8.count + 2
    guard bytes + count <= LogBacklog.most else { return false }
    words.append(item)
    bytes += count
    return true
  }

  /// As many as one line holds, at least one; nil: none waits.
  mutating func takeLine() -> String? {
    guard let first = words.popFirst() else { return nil }
    var (text, count) = (first, 1)
    while let next = words.first, text.utf8.count + next.utf8.count + 2 <= LogBacklog.line {
      text += "; " + next
      count += 1
      words.removeFirst()
    }
    bytes -= text.utf8.count + 2
    return "skipped \(count) more: " + text
  }
}
