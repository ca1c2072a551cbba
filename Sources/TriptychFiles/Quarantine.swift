/// A file that is decoded or shown, as it was when it was opened.
public struct WorkItem: Hashable, Sendable {
  /// Absolute.
  public var path: [UInt8]
  public var byteCount: Int64
  /// Nanoseconds since 1970.
  public var modified: Int64

  public init(path: [UInt8], byteCount: Int64, modified: Int64) {
    (self.path, self.byteCount, self.modified) = (path, byteCount, modified)
  }
}

/// Which files took the show with them, and are left out for a day (RELIABILITY section 6). A value
/// without a clock; instants are seconds since 1970, for it outlives the computer's runs.
///
/// Three deaths of the show within ten minutes with the same file at work put that file into
/// quarantine. Three more within the hour after that, or six with nothing in common, are not about
/// a file: then the show rests for an hour.
public struct Quarantine: Hashable, Sendable {
  struct Death: Hashable, Sendable {
    var at: Int64
    var items: [WorkItem]
  }

  struct Held: Hashable, Sendable {
    var since: Int64
    var item: WorkItem
  }

  /// What follows from a death.
  public enum Verdict: Hashable, Sendable {
    /// It is counted; so many within the last ten minutes.
    case counted(Int)
    /// These are left out from now on.
    case held([WorkItem])
    /// The show rests.
    case rests
  }

  var deaths: [Death] = []
  var held: [Held] = []
  /// When it last put something into quarantine, or rests until.
  var measuredAt: Int64?
  var restsUntil: Int64?

  public static let window: Int64 = 600
  public static let term: Int64 = 86_400
  public static let restTerm: Int64 = 3600
  static let mostDeaths = 3
  static let mostStrayDeaths = 6
  static let mostHeld = 64
  public static let mostItems = 8

  public init() {}

  public var isEmpty: Bool { self == Quarantine() }

  /// The files that are left out, the first first.
  public var items: [WorkItem] { held.map(\.item) }

  /// The show died while these were decoded or seen.
  public mutating func died(with items: [WorkItem], at now: Int64) -> Verdict {
    deaths.removeAll { abs(now - $0.at) > Self.window }
    deaths.append(Death(at: now, items: Array(items.prefix(Self.mostItems))))
    let isRepeated = measuredAt.map { now - $0 <= Self.restTerm } ?? false
    let common = deaths[deaths.count - 1].items.filter { item in
      deaths.count { $0.items.contains { $0.path == item.path } } >= Self.mostDeaths
    }
    if deaths.count >= (isRepeated ? Self.mostDeaths : Self.mostStrayDeaths) {
      (deaths, restsUntil, measuredAt) = ([], now + Self.restTerm, now + Self.restTerm)
      return .rests
    }
    guard !common.isEmpty else { return .counted(deaths.count) }
    (deaths, measuredAt) = ([], now)
    for item in common { hold(item, at: now) }
    return .held(common)
  }

  /// Leaves a file out from now on.
  public mutating func hold(_ item: WorkItem, at now: Int64) {
    held.removeAll { $0.item.path == item.path }
    held.append(Held(since: now, item: item))
    held.removeFirst(max(0, held.count - Self.mostHeld))
  }

  /// True if a file is left out: it is the same one still, and its day is not over. A clock that
  /// has gone back counts as one that stands; `age`: how long the program has run, seconds.
  public func holds(_ item: WorkItem, at now: Int64, age: Int64) -> Bool {
    held.contains { $0.item == item && Self.isOn($0, at: now, age: age) }
  }

  private static func isOn(_ held: Held, at now: Int64, age: Int64) -> Bool {
    now < held.since ? age < term : now - held.since < term
  }

  /// Gives a file another chance; true if it was left out.
  public mutating func lift(_ path: [UInt8]) -> Bool {
    let count = held.count
    held.removeAll { $0.item.path == path }
    return held.count < count
  }

  /// Gives all files another chance; true if any was left out.
  public mutating func liftAll() -> Bool {
    defer { held = [] }
    return !held.isEmpty
  }

  /// Forgets what is over.
  public mutating func tidy(at now: Int64, age: Int64) {
    held.removeAll { !Self.isOn($0, at: now, age: age) }
    if rest(at: now) == nil { restsUntil = nil }
  }

  /// How much longer the show rests, seconds; nil: it does not.
  public func rest(at now: Int64) -> Int64? {
    guard let restsUntil, restsUntil > now else { return nil }
    // A clock that has gone back must not make it longer.
    return min(restsUntil - now, Self.restTerm)
  }
}

extension Quarantine {
  private static let title = "triptych quarantine 1"
  static let mostBytes = 1 << 20

  /// Where it is kept.
  public static func file(in folder: [UInt8]) -> WholeFile {
    WholeFile("quarantine", in: folder, atMost: mostBytes)
  }

  public var text: [UInt8] {
    var lines = [Self.title]
    for death in deaths {
      lines.append("death \(death.at)")
      lines += death.items.map { "at-work " + $0.line }
    }
    lines += held.map { "held \($0.since) " + $0.item.line }
    if let measuredAt { lines.append("measured \(measuredAt)") }
    if let restsUntil { lines.append("rests \(restsUntil)") }
    return SealedText.seal(lines)
  }

  /// nil: the text is none, is cut off or was changed.
  public init?(text: [UInt8]) {
    guard text.count <= Self.mostBytes, let lines = SealedText.lines(of: text),
      lines.first == Self.title
    else { return nil }
    self.init()
    for line in lines.dropFirst() {
      let words = line.split(separator: " ")
      switch (words.first, words.count) {
      case ("death", 2):
        guard let at = Int64(words[1]) else { return nil }
        deaths.append(Death(at: at, items: []))
      case ("at-work", 4):
        guard let item = WorkItem(words[1...]), !deaths.isEmpty else { return nil }
        deaths[deaths.count - 1].items.append(item)
      case ("held", 5):
        guard let since = Int64(words[1]), let item = WorkItem(words[2...]) else { return nil }
        held.append(Held(since: since, item: item))
      case ("measured", 2): measuredAt = Int64(words[1])
      case ("rests", 2): restsUntil = Int64(words[1])
      default: return nil
      }
    }
  }
}

extension WorkItem {
  var line: String { "\(byteCount) \(modified) \(SealedText.escaped(path))" }

  init?(_ words: ArraySlice<Substring>) {
    guard words.count == 3, let size = Int64(words[words.startIndex]),
      let modified = Int64(words[words.startIndex + 1]),
      let path = SealedText.unescaped(words[words.startIndex + 2]), !path.isEmpty
    else { return nil }
    self.init(path: path, byteCount: size, modified: modified)
  }
}
