/// An option as it was written, for the head of a record.
public struct WrittenOption: Hashable, Sendable {
  public var name: String
  public var value: [UInt8]

  public init(_ name: String, _ value: [UInt8]) { (self.name, self.value) = (name, value) }
}

/// A session as it was recorded (docs/replay.md): what differs from the built-in settings, then a
/// line for each thing that happened, with its instant. A value; the text is written piece by
/// piece by whoever records.
public struct Record: Sendable {
  /// What happened when, in order; instants count from when the program began.
  public struct Moment: Sendable {
    public var at: Instant
    public var entry: RecordEntry
    /// Of the file, counting from 1.
    public var line: Int
  }

  public var options: [WrittenOption] = []
  public var seed: UInt64 = 0
  /// The viewer's space, pixels.
  public var size = Size(1280, 720)
  public private(set) var moments: [Moment] = []
  /// True if the program ended by itself; else it was cut off, and so is the record.
  public var isWhole: Bool {
    if case .end? = moments.last?.entry { true } else { false }
  }

  static let firstLine = "triptych-record 1"
  /// Bytes of a record that is read.
  public static let largest = 256 << 20

  // MARK: Writing

  /// The head of the file.
  public static func head(_ options: [WrittenOption], seed: UInt64, size: Size) -> String {
    var lines = [firstLine]
    lines.append("size \(RecordWord.number(size.width)) \(RecordWord.number(size.height))")
    lines.append("seed \(seed)")
    lines += options.map { "option \($0.name) \(RecordWord.text($0.value))" }
    return (lines + ["began"]).joined(separator: "\n") + "\n"
  }

  /// A line of the file.
  public static func line(_ entry: RecordEntry, at time: Duration) -> String {
    "\(time.recorded) \(entry.recorded)\n"
  }

  // MARK: Reading

  /// Reads a whole file. Throws what is wrong with the first line that is.
  public init(_ text: [UInt8]) throws(RecordError) {
    guard text.count <= Self.largest else { throw RecordError(line: 1, "larger than 256 MiB") }
    guard let string = String(validating: text, as: UTF8.self) else {
      throw RecordError(line: 1, "not a record: it is no UTF-8")
    }
    var lines = string.split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard lines.popFirst() == Substring(Self.firstLine) else {
      throw RecordError(line: 1, "not a record: it does not begin with '\(Self.firstLine)'")
    }
    guard lines.last == "" else {
      throw RecordError(line: lines.count + 1, "the line is cut off")
    }
    lines = lines.dropLast()
    var number = 1
    var hasBegun = false
    while !hasBegun {
      number += 1
      guard let line = lines.popFirst() else { throw RecordError(line: number, "the head ends") }
      var reader = RecordReader(line, line: number)
      hasBegun = try takeHead(&reader)
      try reader.end()
    }
    while let line = lines.popFirst() {
      number += 1
      var reader = RecordReader(line, line: number)
      try take(&reader)
    }
  }

  /// True after the last line of the head.
  private mutating func takeHead(_ reader: inout RecordReader) throws(RecordError) -> Bool {
    switch try reader.word() {
    case "began": return true
    case "size":
      size = Size(try reader.number(), try reader.number())
      guard (1...16_384).contains(size.width), (1...16_384).contains(size.height) else {
        throw reader.error("no size of a screen")
      }
    case "seed":
      guard let seed = UInt64(try reader.word()) else { throw reader.error("no seed") }
      self.seed = seed
    case "option": options.append(WrittenOption(try reader.word(), try reader.bytes()))
    default: throw reader.error("not known in the head of a record")
    }
    return false
  }

  private mutating func take(_ reader: inout RecordReader) throws(RecordError) {
    let at = Instant(try reader.time())
    guard at >= moments.last?.at ?? .zero else { throw reader.error("time goes back") }
    if isWhole { throw reader.error("after the end") }
    let entry = try RecordEntry(&reader)
    moments.append(Moment(at: at, entry: entry, line: reader.line))
  }
}

extension SettingsLayer {
  /// What a record says of the settings. Throws what is wrong with an option of it.
  public init(_ record: Record) throws(OptionError) {
    self.init()
    for written in record.options {
      guard let option = Option.named(written.name), option.isRecorded else {
        throw OptionError(.unknown, "option \(written.name) does not belong into a record")
      }
      do throws(OptionError) {
        add(try option.read(written.value), of: option, written.value)
      } catch { throw error.naming(written.name) }
    }
    let (seed, size) = (record.seed, record.size)
    add({ $0.seed = seed }, of: .seed)
    add(
      { settings in
        settings.render.size = PixelSize(width: Int(size.width), height: Int(size.height))
      }, of: .seed)
  }

  /// The options that say how the show is, as they were written.
  public var recorded: [WrittenOption] { written }
}

extension Option {
  private static let unrecorded = [
    "record", "replay", "trace", "config", "log-level", "inset", "screen-rotate",
  ]

  /// True if it says how the show is, not what is done with it.
  var isRecorded: Bool {
    places.contains(.render) && group != .render && name != "playlist" && name != "seed"
      // The show knows nothing of these: it is rendered as its viewer sees it.
      && !Self.unrecorded.contains(name)
  }
}
