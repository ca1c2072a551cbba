/// Where a show was, so that it can go on there after a restart (`--resume`).
public struct ResumeState: Hashable, Sendable {
  /// Which show it was: what was named to be played, and in which order.
  public var show: UInt64
  public var seed: UInt64
  /// The round of the list, or the deck.
  public var round: Int
  /// The item, by its path; and which one of several with that path, from 0.
  public var location: [UInt8]
  public var occurrence: Int
  /// How far the item is, if it is a film: film time, whole milliseconds.
  public var time: Duration?

  public init(
    show: UInt64, seed: UInt64, round: Int, location: [UInt8], occurrence: Int,
    time: Duration? = nil
  ) {
    (self.show, self.seed, self.round) = (show, seed, round)
    (self.location, self.occurrence, self.time) = (location, occurrence, time)
  }
}

extension ResumeState {
  private static let title = "triptych state 2"
  /// Knows no times.
  private static let oldTitle = "triptych state 1"
  /// No film is longer: a year.
  private static let longestTime = 366 * 86_400_000
  /// Longer than any path.
  static let mostBytes = 1 << 16

  /// Lines of a name and a value; the last one is a sum over all before it, so that a file of which
  /// something is missing is known.
  var text: [UInt8] {
    let lines = [
      Self.title, "show \(show)", "seed \(seed)", "round \(round)", "occurrence \(occurrence)",
      "item \(String(decoding: Self.escaped(location), as: UTF8.self))",
      "time \(time.map { "\(Self.milliseconds($0))" } ?? "-")",
    ]
    let body = Array((lines.joined(separator: "\n") + "\n").utf8)
    return body + Array("sum \(Self.sum(of: body))\n".utf8)
  }

  /// nil: the text is none, is cut off or was changed.
  init?(text: [UInt8]) {
    guard text.last == 0x0A, text.count <= Self.mostBytes,
      let end = text.dropLast().lastIndex(of: 0x0A)
    else { return nil }
    let body = Array(text[...end])
    guard Array("sum \(Self.sum(of: body))\n".utf8) == Array(text[(end + 1)...]) else { return nil }
    let lines = body.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    let isOld = lines.first == Self.oldTitle
    let names = ["show ", "seed ", "round ", "occurrence ", "item "] + (isOld ? [] : ["time "])
    guard lines.count == names.count + 1, isOld || lines[0] == Self.title else { return nil }
    let values = zip(names, lines.dropFirst())
      .compactMap { name, line in line.hasPrefix(name) ? String(line.dropFirst(name.count)) : nil }
    guard values.count == names.count, let show = UInt64(values[0]), let seed = UInt64(values[1]),
      let round = Int(values[2]), let occurrence = Int(values[3]), occurrence >= 0,
      let location = Self.unescaped(Array(values[4].utf8)), !location.isEmpty
    else { return nil }
    self.init(show: show, seed: seed, round: round, location: location, occurrence: occurrence)
    guard !isOld, values[5] != "-" else { return }
    guard let time = Int(values[5]), (0...Self.longestTime).contains(time) else { return nil }
    self.time = .milliseconds(time)
  }

  private static func milliseconds(_ time: Duration) -> Int {
    let (seconds, attoseconds) = time.components
    let whole = min(max(seconds, 0), Int64(longestTime / 1000 - 1))
    return Int(whole) * 1000 + Int(max(attoseconds, 0) / 1_000_000_000_000_000)
  }

  /// `%` and all that is no plain character as `%XX`.
  private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return bytes.flatMap { byte in
      byte > 0x20 && byte < 0x7F && byte != 0x25
        ? [byte] : [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  private static func unescaped(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text[...]
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
  public static func sum(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
