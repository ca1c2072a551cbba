/// What a parser of any format brings in: entries, the sets of options they share, and what is
/// wrong with the list.
struct PlaylistHarvest {
  var entries: [ItemList.Entry] = []
  private(set) var optionSets: [ItemOptions] = []
  private(set) var diagnostics: [Diagnostic] = []
  var name: [UInt8]?
  /// Set if nothing of the list may be used.
  var reasonToRefuse: Refusal?

  let path: [UInt8]
  let number: UInt32
  private var setNumbers: [ItemOptions: Int32] = [:]
  private var untold = 0

  struct Refusal {
    var line: Int
    var column = 1
    var message: String
  }

  /// A list that is wrong on every line must not fill log and memory.
  static let mostDiagnostics = 1000

  init(path: [UInt8], number: UInt32) { (self.path, self.number) = (path, number) }

  /// How many problems there are, told or not.
  var problemCount: Int { diagnostics.count + untold }

  /// Equal sets of options are kept once; −1 for one that says nothing.
  mutating func setNumber(_ options: ItemOptions) -> Int32 {
    if options == ItemOptions() { return -1 }
    if let number = setNumbers[options] { return number }
    let number = Int32(optionSets.count)
    optionSets.append(options)
    setNumbers[options] = number
    return number
  }

  /// `line` and `column` count from 1.
  mutating func report(
    _ severity: Diagnostic.Severity, line: Int, column: Int,
    _ message: @autoclosure () -> String
  ) {
    guard diagnostics.count < Self.mostDiagnostics else {
      untold += 1
      return
    }
    diagnostics.append(
      Diagnostic(
        path: path, line: line, column: column, severity: severity, message: message()))
  }

  /// An address stays in the list, where nothing opens it.
  mutating func warnOfAddress(_ location: some Collection<UInt8>, line: Int, column: Int) {
    let isFile = lowercased(location.prefix(5)).elementsEqual("file:".utf8)
    let reason =
      isFile ? "a file of another computer is not read" : "network addresses are not read"
    report(
      .warning, line: line, column: column, "\(String(escaping: location)): \(reason), skipped")
  }

  /// Says how much was left unsaid.
  mutating func finish(line: Int) {
    guard untold > 0 else { return }
    diagnostics.append(
      Diagnostic(
        path: path, line: line, column: 1, severity: .warning,
        message: "and \(untold) more like these"))
  }
}

/// The lines of a text, whatever ends them: LF, CR or CRLF. A byte order mark belongs to none.
struct TextLines {
  private let text: UnsafeBufferPointer<UInt8>
  private var start: Int
  /// The number of the last line, counting from 1.
  private(set) var number = 0

  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The next line without its end; nil after the last.
  mutating func next() -> Range<Int>? {
    guard start < text.count else { return nil }
    let end = lineEnd()
    defer {
      start = end + 1
      if start < text.count, text[end] == 0x0D, text[start] == 0x0A { start += 1 }
    }
    number += 1
    return start..<end
  }

  /// The next LF or CR, or the end of the text.
  private func lineEnd() -> Int {
    var index = start
    while index + 8 <= text.count {
      let word = EightBytes(text, at: index)
      let found = word.equal(to: 0x0A) | word.equal(to: 0x0D)
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < text.count, text[index] != 0x0A, text[index] != 0x0D { index += 1 }
    return index
  }
}

/// The part of a range of text without the blanks at both ends.
func trimmed(_ text: UnsafeBufferPointer<UInt8>, _ place: Range<Int>) -> Range<Int> {
  var (start, end) = (place.lowerBound, place.upperBound)
  while start < end, isBlank(text[start]) { start += 1 }
  while start < end, isBlank(text[end - 1]) { end -= 1 }
  return start..<end
}

/// Digits with a sign and a fraction, as lists write seconds; nil for anything else.
func writtenSeconds(_ text: UnsafeBufferPointer<UInt8>, _ place: Range<Int>) -> Float? {
  var index = place.lowerBound
  let isNegative = index < place.upperBound && text[index] == UInt8(ascii: "-")
  if index < place.upperBound, isNegative || text[index] == UInt8(ascii: "+") { index += 1 }
  var (value, scale, digits) = (0.0, 1.0, 0)
  var isFraction = false
  while index < place.upperBound {
    let byte = text[index]
    if byte == UInt8(ascii: "."), !isFraction {
      isFraction = true
    } else {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Double(byte - 0x30)
      if isFraction { scale *= 10 }
      digits += 1
    }
    index += 1
  }
  guard digits > 0, digits < 300 else { return nil }
  return Float(isNegative ? -value / scale : value / scale)
}
