/// What a parser of XML has found in a list: the words that count, in the order of the file. A
/// worker says it, so nothing of it is true before it is looked at.
public struct MarkupText: Sendable {
  /// What a mark's text is.
  public enum Kind: UInt8, CaseIterable, Sendable {
    /// The list's name.
    case name = 1
    /// A track begins; no text.
    case track
    /// One of the places where the track's file may be, resolved against `xml:base`.
    case location
    case title
    /// Milliseconds.
    case duration
    case caption
    /// `key=value`, or `key` alone, of the track.
    case option
    /// The same for all tracks of the list.
    case preset
    /// A sentence about something that is passed over.
    case remark
    /// Why the text cannot be used; the last mark.
    case fault
  }

  /// A word that counts, and where it stands.
  public struct Mark: Hashable, Sendable {
    public var kind: Kind
    /// Where the element stands in the file, counting from 1.
    public var line: UInt32
    public var column: UInt32
    /// Bytes of `MarkupText.text`.
    public var start: UInt32
    public var count: UInt32

    public init(kind: Kind, line: UInt32, column: UInt32, start: UInt32, count: UInt32) {
      (self.kind, self.line, self.column) = (kind, line, column)
      (self.start, self.count) = (start, count)
    }
  }

  public let text: [UInt8]
  public let marks: [Mark]

  /// `marks` lie within `text`: what does not is left out.
  public init(text: [UInt8], marks: [Mark]) {
    self.text = text
    self.marks = marks.filter { UInt64($0.start) + UInt64($0.count) <= UInt64(text.count) }
  }

  func bytes(of mark: Mark) -> ArraySlice<UInt8> {
    text[Int(mark.start)..<Int(mark.start) + Int(mark.count)]
  }
}

/// Reads a list that a worker has taken out of its XML (XSPF).
struct MarkupListParser {
  private(set) var harvest: PlaylistHarvest
  /// The text that the entries point into.
  private(set) var text: [UInt8] = []
  private(set) var columns: [ItemList.Column] = []

  private var defaults = ItemOptions()
  private var defaultsNumber: Int32 = -1
  private var track: Track?

  private struct Track {
    var mark: MarkupText.Mark
    /// One after the other, as entries hold them.
    var locations: [UInt8] = []
    /// Where the first one stands.
    var place: MarkupText.Mark?
    var title = 0..<0
    var seconds = Float.nan
    var options: ItemOptions?
    var isAddress = true
  }

  init(path: [UInt8], number: UInt32) { harvest = PlaylistHarvest(path: path, number: number) }

  mutating func parse(_ markup: MarkupText) {
    // Presets stand for all tracks, wherever they are.
    for mark in markup.marks where mark.kind == .preset {
      var options = defaults
      read(markup.bytes(of: mark), at: mark, into: &options)
      for why in options.settle() { report(.error, mark, why) }
      defaults = options
    }
    defaultsNumber = harvest.setNumber(defaults)
    for mark in markup.marks {
      take(mark, markup.bytes(of: mark))
      if harvest.reasonToRefuse != nil { return }
    }
    endTrack()
    harvest.finish(line: Int(markup.marks.last?.line ?? 1))
  }

  private mutating func take(_ mark: MarkupText.Mark, _ bytes: ArraySlice<UInt8>) {
    switch mark.kind {
    case .name: harvest.name = Array(bytes)
    case .track:
      endTrack()
      track = Track(mark: mark)
    case .location: addLocation(mark, bytes)
    case .title:
      let title = kept(bytes)
      track?.title = title
    case .duration: readDuration(mark, bytes)
    case .caption:
      if let caption = String(validating: bytes, as: UTF8.self), !caption.isEmpty {
        change { $0.caption = $0.caption ?? String(escaping: caption.utf8) }
      }
    case .option:
      guard var options = track.map({ $0.options ?? defaults }) else { return }
      read(bytes, at: mark, into: &options)
      track?.options = options
    case .preset: return
    case .remark: report(.warning, mark, String(escaping: bytes.prefix(500)))
    case .fault:
      harvest.reasonToRefuse = .init(
        line: max(Int(mark.line), 1), column: max(Int(mark.column), 1),
        message: String(escaping: bytes.prefix(500)))
    }
  }

  private mutating func change(_ change: (inout ItemOptions) -> Void) {
    guard var options = track.map({ $0.options ?? defaults }) else { return }
    change(&options)
    track?.options = options
  }

  private mutating func addLocation(_ mark: MarkupText.Mark, _ bytes: ArraySlice<UInt8>) {
    guard let known = track?.locations.count else { return }
    guard known + bytes.count <= PlaylistText.longestLine else {
      return report(.warning, mark, "locations of more than \(PlaylistText.longestLine) bytes")
    }
    guard !bytes.isEmpty, !bytes.contains(0) else {
      return report(.warning, mark, "\(quoted(bytes)) is no location, passed over")
    }
    if !Candidates.isAddress(bytes) { track?.isAddress = false }
    if track?.place == nil {
      track?.place = mark
    } else {
      track?.locations.append(ItemList.alternative)
    }
    track?.locations += bytes
  }

  private mutating func readDuration(_ mark: MarkupText.Mark, _ bytes: ArraySlice<UInt8>) {
    let digits = Array(bytes)
    let milliseconds = digits.withUnsafeBufferPointer { writtenSeconds($0, 0..<$0.count) }
    guard let milliseconds, milliseconds >= 0 else {
      return report(
        .warning, mark, "duration: \(quoted(bytes)) is no number of milliseconds, passed over")
    }
    track?.seconds = milliseconds / 1000
  }

  private mutating func read(
    _ bytes: ArraySlice<UInt8>, at mark: MarkupText.Mark, into options: inout ItemOptions
  ) {
    let equals = bytes.firstIndex(of: UInt8(ascii: "="))
    let value = equals.map { Array(bytes[($0 + 1)...]) }
    do throws(OptionError) {
      try options.parse(key: bytes[..<(equals ?? bytes.endIndex)], value: value)
    } catch {
      report(.error, mark, error.message)
    }
  }

  private mutating func endTrack() {
    guard let track else { return }
    self.track = nil
    guard let place = track.place else {
      return report(.warning, track.mark, "a track without location, it is skipped")
    }
    if track.isAddress {
      harvest.warnOfAddress(
        track.locations.prefix { $0 != ItemList.alternative }, line: Int(place.line),
        column: Int(place.column))
    }
    let location = kept(track.locations[...])
    var number = defaultsNumber
    if var own = track.options {
      for why in own.settle() { report(.error, track.mark, why) }
      number = harvest.setNumber(own)
    }
    columns.append(ItemList.Column(start: UInt32(location.lowerBound), column: place.column))
    harvest.entries.append(
      ItemList.Entry(
        source: harvest.number, start: UInt32(location.lowerBound), count: UInt32(location.count),
        titleStart: UInt32(track.title.lowerBound), titleCount: UInt32(track.title.count),
        options: number, line: place.line, seconds: track.seconds))
  }

  private mutating func kept(_ bytes: ArraySlice<UInt8>) -> Range<Int> {
    let start = text.count
    text += bytes
    return start..<text.count
  }

  private mutating func report(
    _ severity: Diagnostic.Severity, _ mark: MarkupText.Mark, _ message: @autoclosure () -> String
  ) {
    harvest.report(
      severity, line: max(Int(mark.line), 1), column: max(Int(mark.column), 1), message())
  }
}
