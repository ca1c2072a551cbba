/// The instants of a trace's frames, to be rendered again (`render --instants`).
public enum TraceInstants {
  /// More frames than that are a mistake: four days of 60 a second.
  static let most = 20_000_000

  /// Reads the second word of each line, seconds; they never fall. Throws what is wrong, with its
  /// line.
  public static func read(_ text: [UInt8]) throws(RecordError) -> [Instant] {
    var (instants, last) = ([Instant](), Instant.zero)
    let rows = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, row) in rows.enumerated() where !(row.isEmpty && index == rows.count - 1) {
      let words = row.split(separator: 0x20, maxSplits: 2)
      guard words.count > 1, let seconds = Double(String(escaping: words[1])),
        (0...1e9).contains(seconds)
      else {
        throw RecordError(
          line: index + 1, "not the line of a trace: it has no instant as its second word")
      }
      let now = Instant(.nanoseconds((seconds * 1e9).rounded()))
      guard now >= last else {
        throw RecordError(line: index + 1, "its instant lies before that of the line above")
      }
      guard instants.count < most else {
        throw RecordError(line: index + 1, "a trace of so many frames is not rendered")
      }
      instants.append(now)
      last = now
    }
    guard !instants.isEmpty else { throw RecordError(line: 1, "no line of a trace") }
    return instants
  }
}
