/// What the show plays: entries in list order, kept as bytes and offsets.
///
/// An item is named by its index here, counting from 0; people see it counted from 1.
public struct ItemList: Sendable {
  /// One text from which entries come: a playlist, a folder's names, standard input.
  public struct Source: Sendable {
    /// The playlist or folder itself, absolute; empty for standard input.
    public var path: [UInt8]
    /// What relative locations are relative to, absolute, no `/` at the end but for the root.
    public var base: [UInt8]
    /// The bytes that `location` and `title` point into.
    public var text: [UInt8]
    /// The sets of options that entries share.
    public var options: [ItemOptions]
    /// True where a location is exactly a file's name (folders, the command line): no other
    /// spelling of it is tried.
    public var isExact: Bool
    /// True where a location is a value by itself (XSPF, JSON), not a line: no blanks stand
    /// round it, and it may be several, parted by `alternative`.
    public var isValue = false
    /// Absolute: its files are opened beneath that folder only, wherever links lead. nil: anywhere.
    public var root: [UInt8]?
    /// Where values stand on their lines, by their first bytes in the text, which grow.
    public var columns: [Column] = []

    /// The column of the value that starts there, counting from 1; 0: not known.
    public func column(of start: UInt32) -> Int {
      var (low, high) = (0, columns.count)
      while low < high {
        let middle = (low + high) / 2
        if columns[middle].start < start { low = middle + 1 } else { high = middle }
      }
      guard low < columns.count, columns[low].start == start else { return 0 }
      return Int(columns[low].column)
    }

    public init(
      path: [UInt8], base: [UInt8], text: [UInt8], options: [ItemOptions] = [],
      isExact: Bool = false
    ) {
      (self.path, self.base, self.text) = (path, base, text)
      (self.options, self.isExact) = (options, isExact)
    }
  }

  /// Settings that lie beside what is shown: a stick brings them along.
  public struct Settings: Hashable, Sendable {
    /// Absolute.
    public var path: [UInt8]
    public var text: [UInt8]

    public init(path: [UInt8], text: [UInt8]) { (self.path, self.text) = (path, text) }
  }

  /// What was found where something to show was looked for.
  public struct Finding: Hashable, Sendable {
    /// Why nothing comes of it.
    public enum Kind: Sendable { case missing, empty, unreadable }

    /// Absolute.
    public var path: [UInt8]
    public var kind: Kind

    public init(path: [UInt8], kind: Kind) { (self.path, self.kind) = (path, kind) }
  }

  /// The column at which a location stands, in bytes, counting from 1.
  public struct Column: Sendable {
    public var start: UInt32
    public var column: UInt32

    public init(start: UInt32, column: UInt32) { (self.start, self.column) = (start, column) }
  }

  /// Parts the locations of one entry, of which the first that exists is meant.
  public static let alternative: UInt8 = 0

  /// 32 bytes an entry, whatever its text.
  public struct Entry: Sendable {
    public var source: UInt32
    /// First byte and length of the location in the source's text, blanks trimmed.
    public var start: UInt32
    public var count: UInt32
    /// First byte and length of the title; count 0: none.
    public var titleStart: UInt32
    public var titleCount: UInt32
    /// Index into the source's options; −1: none.
    public var options: Int32
    /// Line in the playlist, counting from 1; 0 where there is none.
    public var line: UInt32
    /// `#EXTINF` seconds; NaN where there are none.
    public var seconds: Float

    public init(
      source: UInt32 = 0, start: UInt32, count: UInt32, titleStart: UInt32 = 0,
      titleCount: UInt32 = 0, options: Int32 = -1, line: UInt32 = 0, seconds: Float = .nan
    ) {
      (self.source, self.start, self.count) = (source, start, count)
      (self.titleStart, self.titleCount, self.options) = (titleStart, titleCount, options)
      (self.line, self.seconds) = (line, seconds)
    }
  }

  public var sources: [Source] = []
  public var entries: [Entry] = []
  /// What lay beside it, in the order in which it was found.
  public var settings: [Settings] = []
  /// Why it gives nothing, by what was named, in that order; empty: it gives something.
  public var findings: [Finding] = []
  /// What has left the list and is still seen; numbered after the entries, counted nowhere.
  var departed: [Entry] = []
  /// False while a folder is still being read.
  public var isComplete = true

  public init() {}

  public var count: Int { entries.count }

  /// How many items have a number: those of the list, and those that are still seen.
  var numbered: Int { entries.count + departed.count }

  /// True if the index is that of an item of the list, or of one that has left it and is still
  /// seen.
  public func knows(_ item: Int) -> Bool { item >= 0 && item < numbered }

  func entry(_ item: Int) -> Entry {
    item < entries.count ? entries[item] : departed[item - entries.count]
  }

  /// The location's bytes as they stand in the text; the first of several.
  public func location(_ item: Int) -> [UInt8] { location(of: entry(item)) }

  /// The same for an entry of one of the list's sources.
  public func location(of entry: Entry) -> [UInt8] {
    let source = sources[Int(entry.source)]
    let start = Int(entry.start)
    let bytes = source.text[start..<start + Int(entry.count)]
    return Array(source.isValue ? bytes.prefix { $0 != Self.alternative } : bytes)
  }

  /// The files that the item may be, the first existing one is meant.
  public func candidates(_ item: Int) -> Candidates { candidates(of: entry(item)) }

  /// The same for an entry of one of the list's sources.
  public func candidates(of entry: Entry) -> Candidates {
    let source = sources[Int(entry.source)]
    let start = Int(entry.start)
    let location = Array(source.text[start..<start + Int(entry.count)])
    var candidates: Candidates
    if source.isExact {
      candidates = Candidates(exactly: location, in: source.base)
    } else if source.isValue {
      candidates = Candidates(alternatives: location, in: source.base)
    } else {
      candidates = Candidates(location: location, untrimmed: untrimmed(entry), in: source.base)
    }
    candidates.root = source.root
    return candidates
  }

  /// The location with the blanks that stand round it on its line.
  private func untrimmed(_ entry: Entry) -> [UInt8] {
    let text = sources[Int(entry.source)].text
    var (start, end) = (Int(entry.start), Int(entry.start) + Int(entry.count))
    while start > 0, isBlank(text[start - 1]) { start -= 1 }
    while end < text.count, isBlank(text[end]) { end += 1 }
    return Array(text[start..<end])
  }

  /// The title's bytes; nil where the list gives none.
  public func title(_ item: Int) -> [UInt8]? {
    let entry = entry(item)
    guard entry.titleCount > 0 else { return nil }
    let start = Int(entry.titleStart)
    return Array(sources[Int(entry.source)].text[start..<start + Int(entry.titleCount)])
  }

  /// What the list says of the item; empty where it says nothing.
  public func options(_ item: Int) -> ItemOptions {
    let entry = entry(item)
    guard entry.options >= 0 else { return ItemOptions() }
    return sources[Int(entry.source)].options[Int(entry.options)]
  }

  /// The dwell that `#EXTINF` gives a picture, at least 0.1 s; nil for none, 0 and less.
  public func dwell(_ item: Int) -> Duration? {
    let seconds = entry(item).seconds
    guard seconds > 0, seconds.isFinite else { return nil }
    return max(.milliseconds(100), Duration(listed: seconds))
  }
}

extension Duration {
  /// Seconds as a playlist writes them, at least 0, to the millisecond: the number is kept in
  /// four bytes, and 0.3 shall not be 0.30000001.
  init(listed seconds: Float) {
    self = .milliseconds((Double(max(0, min(seconds, 1e9))) * 1000).rounded())
  }
}

/// A space or a tab.
func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

extension ItemList {
  /// A list of bare locations, for tests and for paths on the command line.
  public init(locations: [[UInt8]], base: [UInt8] = [0x2F]) {
    var text: [UInt8] = []
    for location in locations {
      entries.append(Entry(start: UInt32(text.count), count: UInt32(location.count)))
      text += location + [0x0A]
    }
    sources = [Source(path: [], base: base, text: text, isExact: true)]
  }
}
