/// Reads the lines of an M3U. Works on the bytes where they lie: a line without options
/// allocates nothing.
struct PlaylistParser {
  private(set) var harvest: PlaylistHarvest

  private var line = 0
  private var lineStart = 0
  private var defaults = ItemOptions()
  private var defaultsNumber: Int32 = -1
  private var pending = Pending()
  private var lastLine = OptionMemory()

  /// What has been said of the entry that comes next.
  private struct Pending {
    var seconds = Float.nan
    var title = 0..<0
    /// Only what differs from the defaults.
    var options: ItemOptions?
    /// Where the first of it stands; 0: nothing has been said.
    var line = 0
  }

  /// The options of the last `#TRIPTYCH:` line, as lists say the same of many entries.
  private struct OptionMemory {
    var place = 0..<0
    var before: ItemOptions?
    var after = ItemOptions()
  }

  init(path: [UInt8], number: UInt32) { harvest = PlaylistHarvest(path: path, number: number) }

  typealias Bytes = UnsafeBufferPointer<UInt8>

  mutating func parse(_ text: Bytes) {
    guard let count = countLines(text) else { return }
    harvest.entries.reserveCapacity(count)
    var lines = TextLines(text)
    while harvest.reasonToRefuse == nil, let whole = lines.next() {
      line = lines.number
      take(text, whole)
    }
    finish()
  }

  /// About how many lines there are; nil, with the reason set, if a NUL says that this is no text.
  private mutating func countLines(_ text: Bytes) -> Int? {
    var (feeds, carriages, index) = (1, 1, 0)
    var hasNUL = false
    while index + 8 <= text.count {
      let word = EightBytes(text, at: index)
      feeds += EightBytes.count(word.equal(to: 0x0A))
      carriages += EightBytes.count(word.equal(to: 0x0D))
      if word.equal(to: 0) != 0 { hasNUL = true }
      index += 8
    }
    for byte in text[index...] {
      feeds += byte == 0x0A ? 1 : 0
      carriages += byte == 0x0D ? 1 : 0
      if byte == 0 { hasNUL = true }
    }
    // Lines that end in both count once.
    guard hasNUL else { return max(feeds, carriages) }
    harvest.reasonToRefuse = .init(line: 1, message: "NUL bytes: this is not a playlist")
    return nil
  }

  private mutating func finish() {
    if pending.line > 0 {
      let message = "no entry follows that this could apply to"
      line = pending.line
      report(.warning, at: lineStart, message)
    }
    harvest.finish(line: line)
  }

  private mutating func take(_ text: Bytes, _ whole: Range<Int>) {
    lineStart = whole.lowerBound
    let place = trimmed(text, whole)
    guard let start = place.first else { return }
    if text[start] == UInt8(ascii: "#") {
      readDirective(text, place)
    } else if whole.count > PlaylistText.longestLine {
      report(.warning, at: start, "a line of \(whole.count) bytes is no entry, it is skipped")
      pending = Pending()
    } else {
      addEntry(text, place)
    }
  }

  private mutating func addEntry(_ text: Bytes, _ place: Range<Int>) {
    if Candidates.isAddress(Bytes(rebasing: text[place])) {
      harvest.warnOfAddress(
        text[place], line: line, column: place.lowerBound - lineStart + 1)
    }
    var options = defaultsNumber
    if let own = pending.options { options = harvest.setNumber(own) }
    harvest.entries.append(
      ItemList.Entry(
        source: harvest.number, start: UInt32(place.lowerBound), count: UInt32(place.count),
        titleStart: UInt32(pending.title.lowerBound), titleCount: UInt32(pending.title.count),
        options: options, line: UInt32(line), seconds: pending.seconds))
    pending = Pending()
  }

  private mutating func report(
    _ severity: Diagnostic.Severity, at place: Int, _ message: @autoclosure () -> String
  ) {
    harvest.report(severity, line: line, column: place - lineStart + 1, message())
  }
}

// MARK: - Directives

extension PlaylistParser {
  private mutating func readDirective(_ text: Bytes, _ place: Range<Int>) {
    if let rest = after("#EXTINF:", text, place) {
      readInformation(text, rest)
    } else if let rest = after("#TRIPTYCH:", text, place) {
      readOptionsAgain(text, rest)
      if pending.line == 0 { pending.line = line }
    } else if let rest = after("#TRIPTYCH-DEFAULTS:", text, place) {
      var options = defaults
      readOptions(text, rest, into: &options)
      defaults = options
      defaultsNumber = harvest.setNumber(options)
    } else if let rest = after("#EXTVLCOPT:", text, place) {
      readPlayerOption(text, rest)
    } else if let rest = after("#PLAYLIST:", text, place) {
      harvest.name = Array(text[trimmed(text, rest)])
    } else if after("#EXT-X-", text, place) != nil {
      harvest.reasonToRefuse = .init(
        line: line, message: "this is an HLS stream, not a playlist")
    } else if after("#TRIPTYCH", text, place) != nil {
      report(
        .error, at: place.lowerBound,
        "unknown directive, did you mean \"#TRIPTYCH:\" or \"#TRIPTYCH-DEFAULTS:\"?")
    }
  }

  /// The rest of a line that begins with a word, in whatever case; nil if it does not.
  private func after(_ word: StaticString, _ text: Bytes, _ place: Range<Int>) -> Range<Int>? {
    let count = word.utf8CodeUnitCount
    guard place.count >= count else { return nil }
    for index in 0..<count {
      let byte = text[place.lowerBound + index]
      let letter = (0x61...0x7A).contains(byte) ? byte & 0xDF : byte
      guard letter == word.utf8Start[index] else { return nil }
    }
    return place.lowerBound + count..<place.upperBound
  }

  /// `#EXTINF:seconds attribute="value" …,title`
  private mutating func readInformation(_ text: Bytes, _ place: Range<Int>) {
    let place = trimmed(text, place)
    let comma = titleComma(text, place)
    let head = trimmed(text, place.lowerBound..<comma)
    var end = head.lowerBound
    while end < head.upperBound, !isBlank(text[end]) { end += 1 }
    if let seconds = writtenSeconds(text, head.lowerBound..<end) {
      pending.seconds = seconds
    } else {
      report(.warning, at: head.lowerBound, "#EXTINF: a number of seconds is missing")
    }
    pending.title = comma < place.upperBound ? trimmed(text, comma + 1..<place.upperBound) : 0..<0
  }

  /// The first comma that is not between quotation marks; where the marks do not pair, the first.
  private func titleComma(_ text: Bytes, _ place: Range<Int>) -> Int {
    var first = place.upperBound
    var isQuoted = false
    for index in place {
      if text[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard text[index] == UInt8(ascii: ",") else { continue }
      if !isQuoted { return index }
      first = min(first, index)
    }
    return first
  }

  /// What VLC writes; its other options are its own affair.
  private mutating func readPlayerOption(_ text: Bytes, _ place: Range<Int>) {
    let place = trimmed(text, place)
    let equals = text[place].firstIndex(of: UInt8(ascii: "=")) ?? place.upperBound
    let keyPlace = trimmed(text, place.lowerBound..<equals)
    let key = String(decoding: text[keyPlace], as: UTF8.self)
    guard ["start-time", "stop-time", "image-duration", "no-audio"].contains(key) else { return }
    if pending.line == 0 { pending.line = line }
    var options = pending.options ?? defaults
    if key == "no-audio" {
      options.mute = true
      pending.options = options
      return
    }
    let value = trimmed(text, min(equals + 1, place.upperBound)..<place.upperBound)
    guard let seconds = writtenSeconds(text, value), seconds.isFinite else {
      return report(.warning, at: value.lowerBound, "\(key): a number of seconds is missing")
    }
    switch key {
    case "image-duration": pending.seconds = seconds
    case "start-time": options.start = Duration(listed: seconds)
    default: options.end = Duration(listed: seconds)
    }
    for why in options.settle() { report(.error, at: value.lowerBound, why) }
    if key != "image-duration" { pending.options = options }
  }

  /// Reads the line only if it is not the same as the last one.
  private mutating func readOptionsAgain(_ text: Bytes, _ place: Range<Int>) {
    let before = pending.options ?? defaults
    if lastLine.before == before, text[place].elementsEqual(text[lastLine.place]) {
      pending.options = lastLine.after
      return
    }
    let known = harvest.problemCount
    var options = before
    readOptions(text, place, into: &options)
    pending.options = options
    // What is wrong is said again, wherever it stands.
    let isRight = harvest.problemCount == known
    lastLine = OptionMemory(place: place, before: isRight ? before : nil, after: options)
  }

  /// `key=value key="a value" …`
  private mutating func readOptions(
    _ text: Bytes, _ place: Range<Int>, into options: inout ItemOptions
  ) {
    var words = OptionLine(text: text, place: place)
    while let word = words.next() {
      if let problem = word.problem {
        report(.error, at: problem.place, problem.message)
        continue
      }
      do throws(OptionError) {
        try options.parse(key: word.key, value: word.value)
      } catch {
        let isValue = error.code == .badValue
        report(.error, at: isValue ? word.valuePlace : word.keyPlace, error.message)
      }
    }
    for why in options.settle() { report(.error, at: place.lowerBound, why) }
  }
}
