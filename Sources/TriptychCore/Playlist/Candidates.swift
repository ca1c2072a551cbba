/// The files that a location may mean.
public struct Candidates: Hashable, Sendable {
  /// Absolute, normalised, without repetition: the first one that exists is meant. Empty for
  /// an address.
  public var paths: [[UInt8]]
  /// What is meant where none exists; for an address the address itself.
  public var literal: [UInt8]
  /// The folder beneath which they are opened, if they may lie nowhere else.
  public var root: [UInt8]?

  /// A location that is exactly this file's name: no other spelling is tried.
  public init(exactly location: [UInt8], in base: [UInt8]) {
    literal = PathBytes.absolute(location, in: base)
    paths = [literal]
  }

  /// A location as it stands in a list (DESIGN section 6).
  ///
  /// - Parameters:
  ///   - location: the line, blanks trimmed.
  ///   - untrimmed: the line with its blanks; it is meant if such a file exists.
  ///   - base: the list's folder.
  public init(location: [UInt8], untrimmed: [UInt8], in base: [UInt8]) {
    if let path = FileAddress(location) {
      literal = PathBytes.absolute(path.decoded, in: base)
      paths = [literal]
      add(path.undecoded, in: base)
      return
    }
    if Address.isAddress(location) {
      (paths, literal) = ([], location)
      return
    }
    literal = PathBytes.absolute(location, in: base)
    paths = []
    if untrimmed != location { add(untrimmed, in: base) }
    add(location, in: base)
    if let decoded = percentDecoded(location) { add(decoded, in: base) }
    let slashed = location.map { $0 == UInt8(ascii: "\\") ? PathBytes.slash : $0 }
    add(slashed, in: base)
    if location.contains(where: { $0 >= 0x80 }), !isUTF8(location) {
      add(fromLatin1(location), in: base)
      add(fromLatin1(slashed), in: base)
    }
  }

  /// Several locations, parted by `ItemList.alternative`: the files of each, in order.
  init(alternatives locations: [UInt8], in base: [UInt8]) {
    (paths, literal) = ([], [])
    var isFirst = true
    for location in locations.split(separator: ItemList.alternative) {
      let own = Candidates(location: Array(location), untrimmed: Array(location), in: base)
      if isFirst { literal = own.literal }
      isFirst = false
      for path in own.paths where !paths.contains(path) { paths.append(path) }
    }
  }

  /// True if a location is an address.
  static func isAddress(_ location: ArraySlice<UInt8>) -> Bool {
    location.withUnsafeBufferPointer { isAddress($0) }
  }

  /// True if a location is an address (`http://…`): nothing opens it.
  public static func isAddress(_ location: UnsafeBufferPointer<UInt8>) -> Bool {
    guard Address.isAddress(location) else { return false }
    return FileAddress(Array(location)) == nil
  }

  private mutating func add(_ location: [UInt8], in base: [UInt8]) {
    let path = PathBytes.absolute(location, in: base)
    if !paths.contains(path) { paths.append(path) }
  }
}

/// Locations that are addresses (`http://…`), not names of files.
enum Address {
  /// True for `scheme://…` but `file:`; a name like `C:\a.png` or `a:b.png` is a file's.
  static func isAddress(_ location: some Collection<UInt8>) -> Bool {
    guard let first = location.first, isLetter(first) else { return false }
    var index = location.startIndex
    while index < location.endIndex, isOfScheme(location[index]) {
      index = location.index(after: index)
    }
    guard index < location.endIndex, location[index] == UInt8(ascii: ":") else { return false }
    return location[index...].starts(with: "://".utf8)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isOfScheme(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: isLetter(byte)
    }
  }
}

/// A `file:` address of this computer: `file:/a`, `file:///a`, `file://localhost/a` (RFC 8089).
struct FileAddress {
  /// The path as it stands.
  let undecoded: [UInt8]
  /// The path with `%XX` decoded.
  let decoded: [UInt8]

  init?(_ location: [UInt8]) {
    guard location.count > 5, lowercased(location[..<5]).elementsEqual("file:".utf8) else {
      return nil
    }
    var path = location[5...]
    if path.starts(with: "//".utf8) {
      path = path.dropFirst(2)
      if lowercased(path.prefix(9)).elementsEqual("localhost".utf8) { path = path.dropFirst(9) }
    }
    guard path.first == PathBytes.slash else { return nil }
    undecoded = Array(path)
    decoded = percentDecoded(undecoded) ?? undecoded
  }
}

func lowercased(_ bytes: some Collection<UInt8>) -> [UInt8] {
  bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
}

/// The bytes with every `%XX` decoded; nil if there is none, or if a NUL would come out.
func percentDecoded(_ bytes: [UInt8]) -> [UInt8]? {
  guard bytes.contains(UInt8(ascii: "%")) else { return nil }
  var decoded: [UInt8] = []
  var index = 0
  while index < bytes.count {
    if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
      let high = hexadecimalDigit(bytes[index + 1]), let low = hexadecimalDigit(bytes[index + 2])
    {
      decoded.append(high << 4 | low)
      index += 3
    } else {
      decoded.append(bytes[index])
      index += 1
    }
  }
  return decoded.count == bytes.count || decoded.contains(0) ? nil : decoded
}

func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

func isUTF8(_ bytes: some Collection<UInt8>) -> Bool {
  String(validating: bytes, as: UTF8.self) != nil
}

/// Latin-1 as UTF-8: every byte is the code point of that number.
func fromLatin1(_ bytes: [UInt8]) -> [UInt8] {
  var text: [UInt8] = []
  for byte in bytes {
    if byte < 0x80 {
      text.append(byte)
    } else {
      text.append(0xC0 | byte >> 6)
      text.append(0x80 | byte & 0x3F)
    }
  }
  return text
}
