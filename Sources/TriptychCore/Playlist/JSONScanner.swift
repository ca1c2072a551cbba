/// Why a text is no JSON (RFC 8259), and where.
struct JSONFault: Error, Equatable {
  /// Byte of the text.
  var offset: Int
  var message: String
}

/// Reads JSON front to back where it lies: the caller asks for what it expects and skips the
/// rest. Bytes that are not UTF-8 are let through in strings, as names of files may have them.
struct JSONScanner {
  /// Arrays and objects nested deeper than this are refused.
  static let deepest = 64

  private let text: UnsafeBufferPointer<UInt8>
  private(set) var index: Int

  init(_ text: UnsafeBufferPointer<UInt8>, at index: Int = 0) {
    (self.text, self.index) = (text, index)
  }

  /// A string as it stands between its quotation marks.
  struct Quoted {
    var place: Range<Int>
    var hasEscapes: Bool
  }

  /// What comes next; nil at the end.
  mutating func peek() -> UInt8? {
    while index < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[index]) { index += 1 }
    return index < text.count ? text[index] : nil
  }

  /// Takes one byte of punctuation. `wanted` ends the sentence if it is not there.
  mutating func take(_ byte: UInt8, _ wanted: String) throws(JSONFault) {
    guard peek() == byte else { throw expected(wanted) }
    index += 1
  }

  /// Nothing but blanks may follow.
  mutating func end() throws(JSONFault) {
    guard peek() == nil else { throw expected("the end of the file") }
  }

  func expected(_ wanted: String) -> JSONFault {
    guard index < text.count else {
      return JSONFault(offset: index, message: "\(wanted) is missing")
    }
    return JSONFault(
      offset: index, message: "\(wanted) is expected here, not \(quoted([text[index]]))")
  }

  // MARK: - Containers

  /// The next key of an object whose `{` has been taken; nil where `}` ends it. The value follows.
  mutating func nextKey(isFirst: Bool) throws(JSONFault) -> Quoted? {
    if peek() == UInt8(ascii: "}") {
      index += 1
      return nil
    }
    if !isFirst { try take(UInt8(ascii: ","), "a comma or }") }
    guard peek() == UInt8(ascii: "\"") else { throw expected("a key in quotation marks") }
    let key = try string()
    try take(UInt8(ascii: ":"), "a colon")
    return key
  }

  /// True if an element follows in an array whose `[` has been taken; false where `]` ended it.
  mutating func nextElement(isFirst: Bool) throws(JSONFault) -> Bool {
    if peek() == UInt8(ascii: "]") {
      index += 1
      return false
    }
    if !isFirst {
      try take(UInt8(ascii: ","), "a comma or ]")
      if peek() == UInt8(ascii: "]") { throw expected("a value") }
    }
    return true
  }

  /// Passes over a value of any kind.
  mutating func skip(depth: Int = 1) throws(JSONFault) {
    switch peek() {
    case UInt8(ascii: "{"):
      try goDeeper(depth)
      var isFirst = true
      while try nextKey(isFirst: isFirst) != nil {
        isFirst = false
        try skip(depth: depth + 1)
      }
    case UInt8(ascii: "["):
      try goDeeper(depth)
      var isFirst = true
      while try nextElement(isFirst: isFirst) {
        isFirst = false
        try skip(depth: depth + 1)
      }
    case UInt8(ascii: "\""): _ = try string()
    default: _ = try word()
    }
  }

  private mutating func goDeeper(_ depth: Int) throws(JSONFault) {
    guard depth < Self.deepest else {
      throw JSONFault(offset: index, message: "nested more than \(Self.deepest) deep")
    }
    index += 1
  }

  // MARK: - Values

  /// A string, from its quotation mark on.
  mutating func string() throws(JSONFault) -> Quoted {
    try take(UInt8(ascii: "\""), "a quotation mark")
    let start = index
    var hasEscapes = false
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""):
        index += 1
        return Quoted(place: start..<index - 1, hasEscapes: hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try takeEscape()
      case 0..<0x20:
        throw JSONFault(
          offset: index,
          message: "control character \(quoted([text[index]])) in a string; write it with \\")
      default: index += 1
      }
    }
    throw JSONFault(offset: start - 1, message: "the closing quotation mark is missing")
  }

  private mutating func takeEscape() throws(JSONFault) {
    let start = index
    index += 1
    let kind = index < text.count ? text[index] : 0
    index += 1
    guard kind == UInt8(ascii: "u") else {
      if "\"\\/bfnrt".utf8.contains(kind) { return }
      throw JSONFault(offset: start, message: "\\ is followed by none of \" \\ / b f n r t u")
    }
    for _ in 0..<4 {
      guard index < text.count, hexadecimalDigit(text[index]) != nil else {
        throw JSONFault(offset: start, message: "\\u is not followed by four hexadecimal digits")
      }
      index += 1
    }
  }

  /// A number, `true`, `false` or `null`, as it stands.
  mutating func word() throws(JSONFault) -> Range<Int> {
    guard let first = peek() else { throw expected("a value") }
    let start = index
    while index < text.count, isOfWord(text[index]) { index += 1 }
    let word = text[start..<index]
    let isRight =
      first == UInt8(ascii: "-") || (0x30...0x39).contains(first)
      ? isNumber(word)
      : ["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
    guard isRight else {
      index = start
      if word.isEmpty { throw expected("a value") }
      throw JSONFault(offset: start, message: "\(quoted(word)) is no JSON value")
    }
    return start..<index
  }

  private func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "+"),
      UInt8(ascii: "-"):
      true
    default: byte >= 0x80
    }
  }

  /// `-? (0 | [1-9][0-9]*) (.[0-9]+)? ([eE][+-]?[0-9]+)?`
  private func isNumber(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var rest = word
    func digits() -> Int {
      let count = rest.prefix { (0x30...0x39).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let startsWithZero = rest.first == 0x30
    let whole = digits()
    guard whole == 1 || whole > 1 && !startsWithZero else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard digits() > 0 else { return false }
    }
    if let e = rest.first, e | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  // MARK: - Escapes

  /// The bytes that a string means; half of a surrogate pair becomes U+FFFD.
  func bytes(_ string: Quoted) -> [UInt8] {
    guard string.hasEscapes else { return Array(text[string.place]) }
    var bytes: [UInt8] = []
    var index = string.place.lowerBound
    while index < string.place.upperBound {
      guard text[index] == UInt8(ascii: "\\") else {
        bytes.append(text[index])
        index += 1
        continue
      }
      if text[index + 1] == UInt8(ascii: "u") {
        bytes += character(at: &index, end: string.place.upperBound).utf8
      } else {
        bytes.append(Self.meaning(of: text[index + 1]))
        index += 2
      }
    }
    return bytes
  }

  private static func meaning(of letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }

  /// `\uXXXX`, or two of them that make one character.
  private func character(at index: inout Int, end: Int) -> Character {
    let first = unit(at: index)
    index += 6
    if (0xD800...0xDBFF).contains(first), index + 6 <= end, text[index] == UInt8(ascii: "\\"),
      text[index + 1] == UInt8(ascii: "u"), case let second = unit(at: index),
      (0xDC00...0xDFFF).contains(second)
    {
      index += 6
      let value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
      return Character(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return Character(Unicode.Scalar(first) ?? "\u{FFFD}")
  }

  private func unit(at index: Int) -> UInt32 {
    text[index + 2..<index + 6].reduce(0) { $0 << 4 | UInt32(hexadecimalDigit($1) ?? 0) }
  }
}
