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

  var text: [UInt8] {
    SealedText.seal([
      Self.title, "show \(show)", "seed \(seed)", "round \(round)", "occurrence \(occurrence)",
      "item \(SealedText.escaped(location))",
      "time \(time.map { "\(Self.milliseconds($0))" } ?? "-")",
    ])
  }

  /// nil: the text is none, is cut off or was changed.
  init?(text: [UInt8]) {
    guard text.count <= Self.mostBytes, let lines = SealedText.lines(of: text) else { return nil }
    let isOld = lines.first == Self.oldTitle
    let names = ["show ", "seed ", "round ", "occurrence ", "item "] + (isOld ? [] : ["time "])
    guard lines.count == names.count + 1, isOld || lines[0] == Self.title else { return nil }
    let values = zip(names, lines.dropFirst())
      .compactMap { name, line in line.hasPrefix(name) ? String(line.dropFirst(name.count)) : nil }
    guard values.count == names.count, let show = UInt64(values[0]), let seed = UInt64(values[1]),
      let round = Int(values[2]), let occurrence = Int(values[3]), occurrence >= 0,
      let location = SealedText.unescaped(values[4]), !location.isEmpty
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

  /// FNV-1a, 64 bits.
  public static func sum(of bytes: some Sequence<UInt8>) -> UInt64 { SealedText.sum(of: bytes) }
}
