/// What is wrong with a line of a record.
public struct RecordError: Error, Hashable, Sendable {
  /// Counting from 1.
  public var line: Int
  public var message: String

  public init(line: Int, _ message: String) { (self.line, self.message) = (line, message) }
}

/// Words of a line that is read, one after the other.
struct RecordReader {
  private var words: ArraySlice<Substring>
  let line: Int

  init(_ text: Substring, line: Int) {
    words = text.split(separator: " ", omittingEmptySubsequences: false)[...]
    self.line = line
  }

  func error(_ message: String) -> RecordError { RecordError(line: line, message) }

  var isAtEnd: Bool { words.isEmpty }

  mutating func word() throws(RecordError) -> String {
    guard let word = words.popFirst(), !word.isEmpty else { throw error("a word is missing") }
    return String(word)
  }

  mutating func end() throws(RecordError) {
    guard let word = words.first else { return }
    throw error("'\(String(escaping: word.utf8))' is one word too many")
  }

  mutating func int(_ range: ClosedRange<Int> = -1_000_000_000...1_000_000_000)
    throws(RecordError) -> Int
  {
    let word = try word()
    guard let number = Int(word), range.contains(number) else {
      throw error("'\(String(escaping: word.utf8))' is not a whole number that can stand here")
    }
    return number
  }

  mutating func number() throws(RecordError) -> Double {
    let word = try word()
    guard let number = Double(word), number.isFinite, abs(number) <= 1e9 else {
      throw error("'\(String(escaping: word.utf8))' is not a number that can stand here")
    }
    return number
  }

  mutating func flag() throws(RecordError) -> Bool {
    switch try word() {
    case "yes": return true
    case "no": return false
    default: throw error("neither yes nor no")
    }
  }

  /// nil is written as `-`.
  mutating func maybe<Value>(
    _ read: (inout RecordReader) throws(RecordError) -> Value
  ) throws(RecordError) -> Value? {
    guard words.first == "-" else { return try read(&self) }
    words = words.dropFirst()
    return nil
  }

  mutating func point() throws(RecordError) -> Point { Point(try number(), try number()) }

  /// Seconds, exact.
  mutating func time() throws(RecordError) -> Duration {
    let word = try word()
    guard let time = Duration(recorded: word) else {
      throw error("'\(String(escaping: word.utf8))' is not a time in seconds")
    }
    return time
  }

  /// Any bytes, written with `%NN` for all that is no plain letter or sign.
  mutating func bytes() throws(RecordError) -> [UInt8] {
    guard var rest = words.popFirst()?.utf8[...] else { throw error("a text is missing") }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else {
        throw error("% must be followed by two hexadecimal digits")
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  mutating func text() throws(RecordError) -> String {
    guard let text = String(validating: try bytes(), as: UTF8.self) else {
      throw error("a text that is no UTF-8")
    }
    return text
  }

  /// One of the cases of an enum, by its name.
  mutating func choice<Value: RawRepresentable>() throws(RecordError) -> Value
  where Value.RawValue == String {
    let word = try word()
    guard let value = Value(rawValue: word) else {
      throw error("'\(String(escaping: word.utf8))' is not known here")
    }
    return value
  }
}

/// How values are written in a record.
enum RecordWord {
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in bytes {
      let isPlain = byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "%")
      if isPlain {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return text
  }

  static func number(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 && !(number == 0 && number.sign == .minus)
      ? "\(Int(number))" : "\(number)"
  }

  static func flag(_ flag: Bool) -> String { flag ? "yes" : "no" }

  static func point(_ point: Point) -> String { number(point.x) + " " + number(point.y) }
}

extension Duration {
  /// Seconds with as many digits as are needed, at most 18 behind the point: exact.
  var recorded: String {
    let (seconds, attoseconds) = components
    let isNegative = seconds < 0 || attoseconds < 0
    let whole = (isNegative ? "-" : "") + "\(seconds.magnitude)"
    guard attoseconds != 0 else { return whole }
    var digits = String(attoseconds.magnitude)
    digits = String(repeating: "0", count: 18 - digits.utf8.count) + digits
    while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
    return whole + "." + digits
  }

  init?(recorded text: String) {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let parts = (isNegative ? text.dropFirst() : text[...]).split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let isDigits = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.count <= 18 && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    guard let first = parts.first, isDigits, let whole = Int64(first), whole <= 1_000_000_000 else {
      return nil
    }
    let digits = parts.count > 1 ? String(parts[1]) : ""
    let padded = digits + String(repeating: "0", count: 18 - digits.utf8.count)
    guard let fraction = Int64(padded) else { return nil }
    self.init(
      secondsComponent: isNegative ? -whole : whole,
      attosecondsComponent: isNegative ? -fraction : fraction)
  }
}
