/// What is wrong with a text that should be JSON, and where.
public struct JSONError: Error, Hashable, Sendable {
  /// Counting from 1, in bytes.
  public var column: Int
  public var words: String
}

extension JSON {
  /// Reads one value that is the whole text, UTF-8. At most eight levels deep.
  public init(reading text: some Collection<UInt8>) throws(JSONError) {
    var reader = JSONReader(text: Array(text))
    self = try reader.whole()
  }
}

/// Reads JSON byte by byte. A value; goes forward only.
private struct JSONReader {
  let text: [UInt8]
  var at = 0
  static let deepest = 8

  init(text: [UInt8]) { self.text = text }

  mutating func whole() throws(JSONError) -> JSON {
    skipBlanks()
    let value = try value(depth: 0)
    skipBlanks()
    if at < text.count { throw fault("there is more behind the value") }
    return value
  }

  private func fault(_ words: String) -> JSONError { JSONError(column: at + 1, words: words) }

  private var here: UInt8? { at < text.count ? text[at] : nil }

  private mutating func skipBlanks() {
    while let byte = here, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { at += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard here == byte else { return false }
    at += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSON {
    guard depth < Self.deepest else { throw fault("deeper than \(Self.deepest) levels") }
    switch here {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw fault("the text ends where a value should be")
    case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte):
      return try number()
    default: throw fault("no value begins so")
    }
  }

  private mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
    guard text[at...].starts(with: word.utf8) else { throw fault("no value begins so") }
    at += word.utf8.count
    return value
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSON {
    at += 1
    var members: [JSON.Member] = []
    skipBlanks()
    if take(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipBlanks()
      guard here == UInt8(ascii: "\"") else { throw fault("a name in quotes should be here") }
      let name = try string()
      if members.contains(where: { $0.name == name }) { throw fault("a name stands twice") }
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { throw fault("':' should be here") }
      skipBlanks()
      members.append(JSON.Member(name, try value(depth: depth + 1)))
      skipBlanks()
      if take(UInt8(ascii: "}")) { return .object(members) }
      guard take(UInt8(ascii: ",")) else { throw fault("',' or '}' should be here") }
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSON {
    at += 1
    var elements: [JSON] = []
    skipBlanks()
    if take(UInt8(ascii: "]")) { return .array(elements) }
    while true {
      skipBlanks()
      elements.append(try value(depth: depth + 1))
      skipBlanks()
      if take(UInt8(ascii: "]")) { return .array(elements) }
      guard take(UInt8(ascii: ",")) else { throw fault("',' or ']' should be here") }
    }
  }

  private mutating func digits() -> Int {
    let start = at
    while let byte = here, (0x30...0x39).contains(byte) { at += 1 }
    return at - start
  }

  private mutating func number() throws(JSONError) -> JSON {
    let start = at
    _ = take(UInt8(ascii: "-"))
    let leadsWithZero = here == 0x30
    let whole = digits()
    guard whole > 0, whole == 1 || !leadsWithZero else { throw fault("this is no number") }
    if take(UInt8(ascii: ".")), digits() == 0 { throw fault("digits should be here") }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      if digits() == 0 { throw fault("digits should be here") }
    }
    return .number(String(decoding: text[start..<at], as: UTF8.self))
  }
}

// MARK: Strings

extension JSONReader {
  fileprivate mutating func string() throws(JSONError) -> String {
    at += 1
    var bytes: [UInt8] = []
    let start = at
    while let byte = here {
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else {
          at = start
          throw fault("the text is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): try escape(&bytes)
      case 0..<0x20: throw fault("a control character must be escaped")
      default:
        bytes.append(byte)
        at += 1
      }
    }
    throw fault("the text has no end")
  }

  private mutating func escape(_ bytes: inout [UInt8]) throws(JSONError) {
    at += 1
    guard let letter = here else { throw fault("the text has no end") }
    at += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(letter)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "u"): bytes += String(try scalar()).utf8
    default:
      at -= 1
      throw fault("no escape of that letter")
    }
  }

  private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800...0xDBFF).contains(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u"))
    else { throw fault("half a pair of surrogates") }
    let second = try unit()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw fault("half a pair of surrogates") }
    return scalar
  }

  private mutating func unit() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = here, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault("four hexadecimal digits should be here")
      }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }
}
