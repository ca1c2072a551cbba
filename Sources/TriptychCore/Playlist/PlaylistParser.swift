/// Reads the lines of an M3U. Works on the bytes where they lie: a line without options
/// allocates nothing.
struct PlaylistParser {
  private(set) var entries: [ItemList.Entry] = []
  private(set) var optionSets: [ItemOptions] = []
  private(set) var name: [UInt8]?
  private(set) var diagnostics: [Diagnostic] = []
  /// Set if nothing of the list may be used.
  private(set) var reasonToRefuse: (line: Int, message: String)?

  private let path: [UInt8]
  private let number: UInt32
  private var line = 0
  private var lineStart = 0
  private var setNumbers: [ItemOptions: Int32] = [:]
  private var defaults = ItemOptions()
  private var defaultsNumber: Int32 = -1
  private var pending = Pending()
  private var untold = 0
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

  /// A list that is wrong on every line must not fill log and memory.
  static let mostDiagnostics = 1000

  init(path: [UInt8], number: UInt32) { (self.path, self.number) = (path, number) }

  typealias Bytes = UnsafeBufferPointer<UInt8>

  mutating func parse(_ text: Bytes) {
    guard let count = countLines(text) else { return }
    entries.reserveCapacity(count)
    // A byte order mark belongs to no line.
    var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < text.count, reasonToRefuse == nil {
      let end = Self.lineEnd(text, from: start)
      take(text, start..<end)
      start = end + 1
      if start < text.count, text[end] == 0x0D, text[start] == 0x0A { start += 1 }
    }
    finish()
  }

  /// The next LF or CR, or the end of the text.
  private static func lineEnd(_ text: Bytes, from start: Int) -> Int {
    var index = start
    while index + 8 <= text.count {
      let word = EightBytes(text, at: index)
      let found = word.equal(to: 0x0A) | word.equal(to: 0x0D)
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < text.count, text[index] != 0x0A, text[index] != 0x0D { index += 1 }
    return index
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
    reasonToRefuse = (1, "NUL bytes: this is not a playlist")
    return nil
  }

  private mutating func finish() {
    if pending.line > 0 {
      let message = "no entry follows that this could apply to"
      line = pending.line
      report(.warning, at: lineStart, message)
    }
    guard untold > 0 else { return }
    diagnostics.append(
      Diagnostic(
        path: path, line: line, column: 1, severity: .warning,
        message: "and \(untold) more like these"))
  }

  private mutating func take(_ text: Bytes, _ whole: Range<Int>) {
    line += 1
    lineStart = whole.lowerBound
    var (start, end) = (whole.lowerBound, whole.upperBound)
    while start < end, isBlank(text[start]) { start += 1 }
    while start < end, isBlank(text[end - 1]) { end -= 1 }
    guard start < end else { return }
    if text[start] == UInt8(ascii: "#") {
      readDirective(text, start..<end)
    } else if whole.count > PlaylistText.longestLine {
      report(.warning, at: start, "a line of \(whole.count) bytes is no entry, it is skipped")
      pending = Pending()
    } else {
      addEntry(text, start..<end)
    }
  }

  private mutating func addEntry(_ text: Bytes, _ place: Range<Int>) {
    if Candidates.isAddress(Bytes(rebasing: text[place])) { warnOfAddress(text, place) }
    var options = defaultsNumber
    if let own = pending.options { options = setNumber(own) }
    entries.append(
      ItemList.Entry(
        source: number, start: UInt32(place.lowerBound), count: UInt32(place.count),
        titleStart: UInt32(pending.title.lowerBound), titleCount: UInt32(pending.title.count),
        options: options, line: UInt32(line), seconds: pending.seconds))
    pending = Pending()
  }

  private mutating func warnOfAddress(_ text: Bytes, _ place: Range<Int>) {
    let location = Array(text[place])
    let isFile = lowercased(location.prefix(5)).elementsEqual("file:".utf8)
    let reason =
      isFile ? "a file of another computer is not read" : "network addresses are not read"
    report(.warning, at: place.lowerBound, "\(String(escaping: location)): \(reason), skipped")
  }

  /// Equal sets of options are kept once.
  private mutating func setNumber(_ options: ItemOptions) -> Int32 {
    if options == ItemOptions() { return -1 }
    if let number = setNumbers[options] { return number }
    let number = Int32(optionSets.count)
    optionSets.append(options)
    setNumbers[options] = number
    return number
  }

  private mutating func report(
    _ severity: Diagnostic.Severity, at place: Int, _ message: @autoclosure () -> String
  ) {
    guard diagnostics.count < Self.mostDiagnostics else {
      untold += 1
      return
    }
    diagnostics.append(
      Diagnostic(
        path: path, line: line, column: place - lineStart + 1, severity: severity,
        message: message()))
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
      defaultsNumber = setNumber(options)
    } else if let rest = after("#EXTVLCOPT:", text, place) {
      readPlayerOption(text, rest)
    } else if let rest = after("#PLAYLIST:", text, place) {
      name = Array(text[trimmed(text, rest)])
    } else if after("#EXT-X-", text, place) != nil {
      reasonToRefuse = (line, "this is an HLS stream, not a playlist")
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

  private func trimmed(_ text: Bytes, _ place: Range<Int>) -> Range<Int> {
    var (start, end) = (place.lowerBound, place.upperBound)
    while start < end, isBlank(text[start]) { start += 1 }
    while start < end, isBlank(text[end - 1]) { end -= 1 }
    return start..<end
  }

  /// `#EXTINF:seconds attribute="value" …,title`
  private mutating func readInformation(_ text: Bytes, _ place: Range<Int>) {
    let place = trimmed(text, place)
    let comma = titleComma(text, place)
    let head = trimmed(text, place.lowerBound..<comma)
    var end = head.lowerBound
    while end < head.upperBound, !isBlank(text[end]) { end += 1 }
    if let seconds = decimal(text, head.lowerBound..<end) {
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

  /// Digits with a sign and a fraction; nil for anything else.
  private func decimal(_ text: Bytes, _ place: Range<Int>) -> Float? {
    var index = place.lowerBound
    let isNegative = index < place.upperBound && text[index] == UInt8(ascii: "-")
    if index < place.upperBound, isNegative || text[index] == UInt8(ascii: "+") { index += 1 }
    var (value, scale, digits) = (0.0, 1.0, 0)
    var isFraction = false
    while index < place.upperBound {
      let byte = text[index]
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
      } else {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Double(byte - 0x30)
        if isFraction { scale *= 10 }
        digits += 1
      }
      index += 1
    }
    guard digits > 0, digits < 300 else { return nil }
    return Float(isNegative ? -value / scale : value / scale)
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
    guard let seconds = decimal(text, value), seconds.isFinite else {
      return report(.warning, at: value.lowerBound, "\(key): a number of seconds is missing")
    }
    switch key {
    case "image-duration": pending.seconds = seconds
    case "start-time": options.start = Duration(listed: seconds)
    default: options.end = Duration(listed: seconds)
    }
    if key != "image-duration" { pending.options = options }
  }

  /// Reads the line only if it is not the same as the last one.
  private mutating func readOptionsAgain(_ text: Bytes, _ place: Range<Int>) {
    let before = pending.options ?? defaults
    if lastLine.before == before, text[place].elementsEqual(text[lastLine.place]) {
      pending.options = lastLine.after
      return
    }
    let known = diagnostics.count + untold
    var options = before
    readOptions(text, place, into: &options)
    pending.options = options
    // What is wrong is said again, wherever it stands.
    let isRight = diagnostics.count + untold == known
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
  }
}
