/// References to files, resolved by what RFC 3986 section 5 says as far as lists need it: what a
/// base holds behind its last slash goes, `.` and `..` stay for whoever opens the file.
enum Reference {
  private static let slash = UInt8(ascii: "/")

  /// `reference` as seen from `base`; an empty base changes nothing.
  static func resolve(_ reference: [UInt8], against base: [UInt8]) -> [UInt8] {
    if base.isEmpty || schemeEnd(reference) != nil { return reference }
    let pathStart = pathStart(base)
    if reference.starts(with: "//".utf8) {
      return Array(base[..<(schemeEnd(base) ?? 0)]) + reference
    }
    if reference.first == slash { return Array(base[..<pathStart]) + reference }
    guard let last = base.lastIndex(of: slash), last >= pathStart else {
      // `http://host` without a path.
      let needsSlash = pathStart > 0
      return Array(base[..<pathStart]) + (needsSlash ? [slash] : []) + reference
    }
    return Array(base[...last]) + reference
  }

  /// Behind the colon of `scheme:`; nil where there is none. One letter is a Windows drive.
  private static func schemeEnd(_ reference: [UInt8]) -> Int? {
    guard let colon = reference.firstIndex(of: UInt8(ascii: ":")), colon > 1 else { return nil }
    let isScheme = reference[..<colon].enumerated().allSatisfy { index, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        index > 0
      default: false
      }
    }
    return isScheme ? colon + 1 : nil
  }

  /// Where the path begins, behind `scheme://host`.
  private static func pathStart(_ base: [UInt8]) -> Int {
    let start = schemeEnd(base) ?? 0
    guard base[start...].starts(with: "//".utf8) else { return start }
    return base[(start + 2)...].firstIndex(of: slash) ?? base.count
  }
}
