/// A file in the form of gamecontrollerdb.txt, read: which button of a pad is which.
public struct PadMappings: Hashable, Sendable {
  /// A line that says nothing that can be used.
  public struct Problem: Hashable, Sendable {
    /// Counting from 1.
    public var line: Int
    public var message: String
  }

  /// As SDL takes them. What is meant for other systems is left out.
  public private(set) var lines: [String] = []
  public private(set) var problems: [Problem] = []

  public init() {}

  /// Reads `GUID,NAME,a:b0,leftx:a0,…` line by line; `#` begins a comment line.
  public init(_ text: [UInt8]) {
    let body = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text[...]
    let rows = body.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, row) in rows.enumerated() {
      let line = trimmed(row)
      guard let first = line.first, first != 0x23 else { continue }
      if let message = take(line) { problems.append(Problem(line: index + 1, message: message)) }
      // A file of something else would be named line by line.
      if problems.count >= (lines.isEmpty ? 8 : 64) { break }
    }
    if lines.isEmpty, problems.isEmpty {
      problems.append(Problem(line: max(1, rows.count), message: "no line names a pad"))
    }
  }

  /// What is wrong with the line; nil: it was taken.
  private mutating func take(_ line: ArraySlice<UInt8>) -> String? {
    guard line.count <= 4096, line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      return "not a line of gamecontrollerdb.txt"
    }
    let fields = line.split(separator: 0x2C, omittingEmptySubsequences: false).map { trimmed($0) }
    // What is meant for other systems may look as it likes.
    let platforms = fields.filter { $0.starts(with: Array("platform:".utf8)) }
    guard platforms.allSatisfy({ $0.elementsEqual("platform:Linux".utf8) }) else { return nil }
    let guid = fields[0]
    guard guid.count == 32, guid.allSatisfy(PadMappings.isHexadecimal) else {
      return "\(quoted(guid)) is not the 32 hexadecimal digits that name a kind of pad"
    }
    guard fields.count > 2, !fields[1].isEmpty else {
      return "a line is GUID,NAME,a:b0,b:b1,... with the name of the pad after its number"
    }
    var bound = 0
    for field in fields[2...] where !field.isEmpty {
      guard let colon = field.firstIndex(of: 0x3A), colon > field.startIndex else {
        return "\(quoted(field)) is not BUTTON:PLACE, such as a:b0 or leftx:a0"
      }
      let (name, place) = (String(escaping: field[..<colon]), field[(colon + 1)...])
      // SDL's own conditions, versions and sizes stand there too.
      guard PadMappings.names.contains(PadMappings.bare(name)) else { continue }
      guard PadMappings.isPlace(place) else {
        return "\(quoted(field)): \(quoted(place)) is no place on a pad, such as b0, a0 or h0.1"
      }
      bound += 1
    }
    guard bound > 0 else { return "names no button and no stick" }
    lines.append(PadMappings.withoutChecksum(String(escaping: line)))
    return nil
  }

  /// The line for all pads of that number. What newer programs print holds a checksum of the name
  /// in digits 5 to 8, and with it SDL would find no pad.
  public static func withoutChecksum(_ line: String) -> String {
    line.prefix(4) + "0000" + line.dropFirst(8)
  }

  private static let names = Set(
    PadButton.allCases.map(\.rawValue) + PadAxis.allCases.map(\.rawValue))

  /// `+leftx` is half of an axis.
  private static func bare(_ name: String) -> String {
    name.hasPrefix("+") || name.hasPrefix("-") ? String(name.dropFirst()) : name
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }

  /// `b3`, `a2`, `-a2`, `+a0~`, `h0.4`.
  private static func isPlace(_ text: ArraySlice<UInt8>) -> Bool {
    var text = text
    if text.first == 0x2B || text.first == 0x2D { text = text.dropFirst() }
    if text.last == 0x7E { text = text.dropLast() }
    guard let kind = text.first, [0x61, 0x62, 0x68].contains(kind) else { return false }
    let numbers = text.dropFirst().split(separator: 0x2E, omittingEmptySubsequences: false)
    return numbers.count == (kind == 0x68 ? 2 : 1)
      && numbers.allSatisfy { number in
        (1...3).contains(number.count) && number.allSatisfy { (0x30...0x39).contains($0) }
      }
  }
}
