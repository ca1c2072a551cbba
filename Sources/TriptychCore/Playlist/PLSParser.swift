/// Reads the lines of a PLS: `File1=`, `Title1=`, `Length1=` in whatever order; entries stand in
/// the order of their numbers. Keys count alike in both cases.
struct PLSParser {
  private(set) var harvest: PlaylistHarvest

  private var line = 0
  private var lineStart = 0
  /// False within a section that is not `[playlist]`.
  private var isInside = true
  private var records: [Record] = []
  /// `NumberOfEntries`, and where it stands.
  private var promised: (count: Int?, line: Int, column: Int)?
  /// Index into `records`, by the entry's number.
  private var places: [Int: Int] = [:]

  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// What is known of one number.
  private struct Record {
    let number: Int
    var line = 0
    var location = 0..<0
    var title = 0..<0
    var seconds = Float.nan
    var hasFile: Bool { line > 0 }
  }

  private enum Key: String, CaseIterable {
    case file, title, length
  }

  init(path: [UInt8], number: UInt32) { harvest = PlaylistHarvest(path: path, number: number) }

  mutating func parse(_ text: Bytes) {
    guard !text.contains(0) else {
      harvest.reasonToRefuse = .init(line: 1, message: "NUL bytes: this is not a playlist")
      return
    }
    var lines = TextLines(text)
    while let whole = lines.next() {
      (line, lineStart) = (lines.number, whole.lowerBound)
      take(text, trimmed(text, whole))
    }
    finish()
  }

  private mutating func take(_ text: Bytes, _ place: Range<Int>) {
    guard let start = place.first else { return }
    switch text[start] {
    case UInt8(ascii: "#"), UInt8(ascii: ";"): return
    case UInt8(ascii: "["):
      isInside = lowercased(text[place]).elementsEqual("[playlist]".utf8)
    case _ where isInside: readPair(text, place)
    default: return
    }
  }

  private mutating func readPair(_ text: Bytes, _ place: Range<Int>) {
    guard let equals = text[place].firstIndex(of: UInt8(ascii: "=")) else {
      return report(
        .warning, at: place.lowerBound,
        "\(quoted(text[place])) is neither a comment nor a line such as File1=a.jpg, passed over")
    }
    let name = trimmed(text, place.lowerBound..<equals)
    let value = trimmed(text, equals + 1..<place.upperBound)
    var digits = name.upperBound
    while digits > name.lowerBound, (0x30...0x39).contains(text[digits - 1]) { digits -= 1 }
    let word = String(decoding: lowercased(text[name.lowerBound..<digits]), as: UTF8.self)
    if word == "numberofentries", digits == name.upperBound {
      let count = Int(String(decoding: text[value], as: UTF8.self))
      promised = (count, line, name.lowerBound - lineStart + 1)
      return
    }
    guard let key = Key(rawValue: word) else { return mention(word, at: name.lowerBound) }
    guard let number = entryNumber(text[digits..<name.upperBound]) else {
      return report(
        .warning, at: name.lowerBound,
        "\(quoted(text[name])) has no number from 1 to 999999999, passed over")
    }
    set(key, of: number, text, value, at: name.lowerBound)
  }

  private func entryNumber(_ digits: Slice<Bytes>) -> Int? {
    guard (1...9).contains(digits.count) else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return number > 0 ? number : nil
  }

  /// Players write keys of their own; only a slip of the pen is worth a word.
  private mutating func mention(_ word: String, at place: Int) {
    guard word != "version", word.utf8.count > 3 else { return }
    guard let near = closestWord(to: word, among: Key.allCases.map(\.rawValue)) else { return }
    report(
      .warning, at: place, "\(quoted(Array(word.utf8))) is not known here; did you mean \(near)?")
  }

  private mutating func set(
    _ key: Key, of number: Int, _ text: Bytes, _ value: Range<Int>, at place: Int
  ) {
    let index = index(of: number)
    switch key {
    case .file:
      guard value.count <= PlaylistText.longestLine, !value.isEmpty else {
        let words = value.isEmpty ? "is empty" : "of \(value.count) bytes is no entry"
        return report(.warning, at: place, "File\(number) \(words), it is skipped")
      }
      guard !records[index].hasFile else {
        let first = records[index].line
        return report(
          .warning, at: place, "File\(number) stands in line \(first) already; that one counts")
      }
      (records[index].location, records[index].line) = (value, line)
      guard Candidates.isAddress(Bytes(rebasing: text[value])) else { return }
      harvest.warnOfAddress(
        text[value], line: line, column: value.lowerBound - lineStart + 1)
    case .title: records[index].title = value
    case .length:
      guard let seconds = writtenSeconds(text, value) else {
        return report(
          .warning, at: value.lowerBound, "Length\(number): a number of seconds is missing")
      }
      records[index].seconds = seconds
    }
  }

  private mutating func index(of number: Int) -> Int {
    // The usual: all that belongs to a number stands together.
    if let last = records.last, last.number == number { return records.count - 1 }
    if let known = places[number] { return known }
    places[number] = records.count
    records.append(Record(number: number))
    return records.count - 1
  }

  private mutating func finish() {
    let isSorted = zip(records, records.dropFirst()).allSatisfy { $0.number < $1.number }
    if !isSorted { records.sort { $0.number < $1.number } }
    harvest.entries.reserveCapacity(records.count)
    for record in records where record.hasFile {
      harvest.entries.append(
        ItemList.Entry(
          source: harvest.number, start: UInt32(record.location.lowerBound),
          count: UInt32(record.location.count), titleStart: UInt32(record.title.lowerBound),
          titleCount: UInt32(record.title.count), line: UInt32(record.line),
          seconds: record.seconds))
    }
    let found = harvest.entries.count
    if let promised, promised.count != found {
      let count = promised.count.map { "\($0)" } ?? "no number"
      harvest.report(
        .warning, line: promised.line, column: promised.column,
        "NumberOfEntries is \(count), the list has \(found)")
    }
    harvest.finish(line: line)
  }

  private mutating func report(
    _ severity: Diagnostic.Severity, at place: Int, _ message: @autoclosure () -> String
  ) {
    harvest.report(severity, line: line, column: place - lineStart + 1, message())
  }
}
