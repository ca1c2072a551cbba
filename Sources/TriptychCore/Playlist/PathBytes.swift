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
