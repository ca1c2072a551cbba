/// A JSON value (RFC 8259), as the control socket reads and writes it.
///
/// Our own: the player would grow by seven megabytes with Foundation's, for lines of 4 KiB.
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  /// As it is written, which is a number in JSON's form.
  case number(String)
  case string(String)
  case array([JSON])
  /// In the order in which it is written; names are unique in what was read.
  case object([Member])

  /// A name with its value.
  public struct Member: Hashable, Sendable {
    public var name: String
    public var value: JSON

    public init(_ name: String, _ value: JSON) { (self.name, self.value) = (name, value) }
  }

  /// A whole number.
  public static func number(_ value: Int) -> JSON { .number(String(value)) }

  /// Rounded to thousandths; what is no number is null.
  public static func number(_ value: Double) -> JSON {
    guard value.isFinite else { return .null }
    let rounded = (value * 1000).rounded() / 1000
    if rounded == rounded.rounded(), abs(rounded) < 1e15 { return .number(String(Int(rounded))) }
    return .number(String(rounded))
  }

  /// The value of that name, if this is an object that has it.
  public subscript(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text, if this is one.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements, if this is an array.
  public var elements: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }
}

// MARK: Writing

extension JSON {
  /// On one line, without blanks.
  public var line: [UInt8] {
    var out: [UInt8] = []
    write(to: &out)
    return out
  }

  func write(to out: inout [UInt8]) {
    switch self {
    case .null: out += "null".utf8
    case .bool(let value): out += (value ? "true" : "false").utf8
    case .number(let text): out += text.utf8
    case .string(let text): JSON.write(text, to: &out)
    case .array(let elements):
      out.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        element.write(to: &out)
      }
      out.append(UInt8(ascii: "]"))
    case .object(let members):
      out.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        JSON.write(member.name, to: &out)
        out.append(UInt8(ascii: ":"))
        member.value.write(to: &out)
      }
      out.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to out: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    out.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
      case 0x0A: out += "\\n".utf8
      case 0x09: out += "\\t".utf8
      case 0x00..<0x20, 0x7F:
        out += "\\u00".utf8
        out += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: out.append(byte)
      }
    }
    out.append(UInt8(ascii: "\""))
  }
}
