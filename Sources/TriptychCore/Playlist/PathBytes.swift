/// Paths as bytes: nothing here looks at the disk and nothing assumes an encoding.
public enum PathBytes {
  static let slash = UInt8(ascii: "/")
  static let dot = UInt8(ascii: ".")

  /// A location made absolute against a folder and normalised lexically: `//`, `.` and `..` go,
  /// links are not looked at. The result begins with `/` and ends with one only if it is the root.
  public static func absolute(_ location: some Sequence<UInt8>, in folder: [UInt8]) -> [UInt8] {
    var path: [UInt8] = []
    var segment: [UInt8] = []
    var isFirst = true
    for byte in location {
      if isFirst, byte != slash { append(folder, to: &path) }
      isFirst = false
      if byte == slash {
        push(&segment, onto: &path)
      } else {
        segment.append(byte)
      }
    }
    if isFirst { append(folder, to: &path) }
    push(&segment, onto: &path)
    return path.isEmpty ? [slash] : path
  }

  private static func append(_ folder: [UInt8], to path: inout [UInt8]) {
    for part in folder.split(separator: slash) {
      var segment = Array(part)
      push(&segment, onto: &path)
    }
  }

  private static func push(_ segment: inout [UInt8], onto path: inout [UInt8]) {
    defer { segment.removeAll(keepingCapacity: true) }
    if segment.isEmpty || segment == [dot] { return }
    if segment == [dot, dot] {
      // Above the root there is only the root.
      path.removeLast(path.count - (path.lastIndex(of: slash) ?? 0))
      return
    }
    path.append(slash)
    path += segment
  }

  /// What lies before the last `/`; `/` for what lies in the root.
  public static func folder(of path: [UInt8]) -> [UInt8] {
    guard let cut = path.lastIndex(of: slash), cut > 0 else { return [slash] }
    return Array(path[..<cut])
  }

  /// What follows the last `/`.
  public static func name(of path: [UInt8]) -> ArraySlice<UInt8> {
    guard let cut = path.lastIndex(of: slash) else { return path[...] }
    return path[(cut + 1)...]
  }
}

extension String {
  /// Bytes as text for messages: what is not UTF-8 or not printable is written `\xNN`.
  public init(escaping bytes: some Collection<UInt8>) {
    self = ""
    if let text = String(validating: bytes, as: UTF8.self) {
      for scalar in text.unicodeScalars { append(scalar) }
      return
    }
    var rest = Array(bytes)[...]
    while let byte = rest.first {
      // A character is at most four bytes long.
      let known = (1...4).first { count in
        rest.count >= count && String(validating: rest.prefix(count), as: UTF8.self) != nil
      }
      if let known {
        for scalar in String(decoding: rest.prefix(known), as: UTF8.self).unicodeScalars {
          append(scalar)
        }
      } else {
        append(hexadecimal: byte)
      }
      rest = rest.dropFirst(known ?? 1)
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    if isControl {
      for byte in String(scalar).utf8 { append(hexadecimal: byte) }
    } else {
      unicodeScalars.append(scalar)
    }
  }

  private mutating func append(hexadecimal byte: UInt8) {
    self += byte < 16 ? "\\x0" : "\\x"
    self += String(byte, radix: 16, uppercase: true)
  }
}
