/// A rehearsal in words: a line for each block, or for each showing; then what is to be said of it.
public struct RehearsalReport: Sendable {
  private let list: ItemList
  private let zone: WallZone
  private let from: Int64
  private let tellsAll: Bool
  private var holes = 0
  private var emptyTime = Duration.zero
  public private(set) var showings = 0

  /// Items that are named of a block, and clashes that are named at all.
  static let mostNamed = 6
  static let mostClashes = 50

  public init(of list: ItemList, from: Int64, zone: WallZone, tellsAll: Bool) {
    (self.list, self.from, self.zone, self.tellsAll) = (list, from, zone, tellsAll)
  }

  /// The lines of a block.
  public mutating func lines(_ block: Rehearsal.Block) -> [String] {
    let shown = block.showings.filter { $0.item != nil }
    showings += shown.count
    for showing in block.showings where showing.item == nil {
      holes += 1
      emptyTime += showing.end - showing.start
    }
    guard !tellsAll, !shown.isEmpty else {
      return block.showings.map { line($0.start, $0.end, name($0.item)) }
    }
    return [line(block.start, block.end, summary(shown))]
      + block.showings.filter { $0.item == nil }.map { line($0.start, $0.end, name(nil)) }
  }

  private func summary(_ showings: [Rehearsal.Showing]) -> String {
    var (counts, order): ([Int: Int], [Int]) = ([:], [])
    for item in showings.compactMap(\.item) {
      if counts[item] == nil { order.append(item) }
      counts[item, default: 0] += 1
    }
    let named = order.prefix(Self.mostNamed).map { item in
      let count = counts[item] ?? 0
      return name(item) + (count > 1 ? " (\(count)x)" : "")
    }
    let rest = order.count - named.count
    return named.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  private func name(_ item: Int?) -> String {
    guard let item else { return "hole: nothing is on" }
    let path = list.location(item)
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return "\(item + 1) \(String(escaping: start < path.count ? path[start...] : path[...]))"
  }

  private func line(_ start: Duration, _ end: Duration, _ words: String) -> String {
    "\(stretch(start, end))  \(words)"
  }

  /// `Tue 2026-12-01 11:00:00 - 14:00:00`.
  private func stretch(_ start: Duration, _ end: Duration) -> String {
    let (first, last) = (civil(start), civil(end))
    let day = "\(first.weekday.name) \(first)"
    if last.day == first.day { return "\(day) - \(last.clock)" }
    if last.day == first.day + 1, last.secondOfDay == 0 { return "\(day) - 24:00:00" }
    return "\(day) - \(last.weekday.name) \(last)"
  }

  private func civil(_ time: Duration) -> CivilTime { zone.civil(from + time.components.seconds) }

  /// What is to be said at the end: clashes first.
  public func closing(_ rehearsal: Rehearsal, assumedFilms: Int, assumed: Duration) -> [String] {
    let clashes = rehearsal.clashes.values.sorted { $0.item < $1.item }
    var lines = clashes.prefix(Self.mostClashes).map { clash in
      let more = clash.more > 0 ? ", and \(clash.more) more times" : ""
      return "clash: \(name(clash.item)): its turn never comes \(stretch(clash.start, clash.end))"
        + more
    }
    if clashes.count > lines.count {
      lines.append("clash: and \(clashes.count - lines.count) more items")
    }
    if !rehearsal.missing.isEmpty {
      let names = rehearsal.missing.sorted().prefix(Self.mostNamed).map { name($0) }
      let rest = rehearsal.missing.count - names.count
      lines.append(
        "missing: \(names.joined(separator: ", "))" + (rest > 0 ? " and \(rest) more" : ""))
    }
    if assumedFilms > 0 {
      lines.append(
        "assumed: \(assumedFilms) films whose length the list does not say take "
          + "\(plain(assumed.inSeconds)) s each")
    }
    if rehearsal.hasEnded { lines.append("end: the list ends before that, as --loop says") }
    lines.append(
      "total: \(showings) showings, \(holes) holes (\(length(emptyTime))), "
        + "\(clashes.count) clashes")
    return lines
  }

  /// `12:30:00`, hours without limit.
  private func length(_ time: Duration) -> String {
    let seconds = time.components.seconds
    let clock = CivilTime(seconds: seconds % 3600).clock.dropFirst(3)
    return "\(seconds / 3600):\(clock)"
  }
}
