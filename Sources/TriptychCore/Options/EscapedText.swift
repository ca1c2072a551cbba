extension String {
  /// Bytes as a person may read them on one line: UTF-8 stays, and each byte that is not UTF-8,
  /// belongs to a control character or would turn the direction of the line becomes `\xNN`.
  public init(escaping bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var at = 0
    self = ""
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if scalar.isUnsafeInALine {
          append(hexadecimal: bytes[at..<at + encoded.count])
        } else {
          unicodeScalars.append(scalar)
        }
        at += encoded.count
      case .error(let length):
        append(hexadecimal: bytes[at..<at + length])
        at += length
      case .emptyInput:
        return
      }
    }
  }

  private mutating func append(hexadecimal bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      let digits = String(byte, radix: 16, uppercase: true)
      append(digits.count == 1 ? "\\x0" : "\\x")
      append(digits)
    }
  }
}

extension Unicode.Scalar {
  /// Control characters, line separators and marks that turn the direction of what follows: a
  /// file name must not be able to forge a line of the log.
  fileprivate var isUnsafeInALine: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}

/// A word out of the user's mouth, for a message: escaped, in quotes, at most 60 bytes of it.
func quoted(_ bytes: some Collection<UInt8>) -> String {
  guard bytes.count > 60 else { return "'" + String(escaping: bytes) + "'" }
  return "'" + String(escaping: bytes.prefix(57)) + "...'"
}

/// Without the blanks and tabs (and the CR of a CRLF line) at both ends.
func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
  guard let first = bytes.firstIndex(where: { !isBlank($0) }),
    let last = bytes.lastIndex(where: { !isBlank($0) })
  else { return bytes[bytes.endIndex...] }
  return bytes[first...last]
}
