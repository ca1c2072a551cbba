/// Lines of names and values; the last one is a sum over all before it, so that a text of which
/// something is missing is known.
enum SealedText {
  static func seal(_ lines: [String]) -> [UInt8] {
    let body = Array((lines.joined(separator: "\n") + "\n").utf8)
    return body + Array("sum \(sum(of: body))\n".utf8)
  }

  /// The lines of a text, without the sum. nil: it is cut off or was changed.
  static func lines(of text: [UInt8]) -> [String]? {
    guard text.last == 0x0A, let end = text.dropLast().lastIndex(of: 0x0A) else { return nil }
    let body = Array(text[...end])
    guard Array("sum \(sum(of: body))\n".utf8) == Array(text[(end + 1)...]) else { return nil }
    return body.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  /// `%` and all that is no plain character as `%XX`.
  static func escaped(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let text = bytes.flatMap { byte in
      byte > 0x20 && byte < 0x7F && byte != 0x25
        ? [byte] : [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: text, as: UTF8.self)
  }

  static func unescaped(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  /// FNV-1a, 64 bits.
  static func sum(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
