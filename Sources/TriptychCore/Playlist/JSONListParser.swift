/// Reads a list in JSON as `Playlists/schema.json` describes it: an object with `items`, or the
/// array of items alone. An item is a location or an object with `location` and options.
struct JSONListParser {
  private(set) var harvest: PlaylistHarvest
  /// What is appended to the text: strings without their escapes.
  private(set) var appendix: [UInt8] = []
  private(set) var columns: [ItemList.Column] = []

  private let text: UnsafeBufferPointer<UInt8>
  private var defaults = ItemOptions()
  private var defaultsNumber: Int32 = -1
  private var cursor = Cursor()

  private struct Cursor {
    var offset = 0
    var line = 1
    var lineStart = 0
  }

  /// What is known of one item.
  private struct Item {
    var location: Range<Int>?
    /// Where the location stands, or the item itself.
    var offset: Int
    var title = 0..<0
    var options: ItemOptions?
    var isAddress = false
  }

  private static let listKeys = ["name", "defaults", "items", "$schema"]
  private static let itemKeys = ["location", "title"]

  init(_ text: UnsafeBufferPointer<UInt8>, path: [UInt8], number: UInt32) {
    harvest = PlaylistHarvest(path: path, number: number)
    self.text = text
  }

  mutating func parse() {
    do throws(JSONFault) {
      try readList()
    } catch {
      let place = position(error.offset)
      harvest.reasonToRefuse = .init(
        line: place.line, column: place.column, message: "no JSON: " + error.message)
      return
    }
    columns.sort { $0.start < $1.start }
    harvest.finish(line: position(text.count).line)
  }

  private mutating func readList() throws(JSONFault) {
    var scanner = JSONScanner(text, at: text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    let first = scanner.peek()
    var whole = scanner
    // What is no JSON to its end says nothing that counts.
    try whole.skip()
    try whole.end()
    if first == UInt8(ascii: "[") { return try readItems(&scanner) }
    guard first == UInt8(ascii: "{") else {
      let place = position(scanner.index)
      harvest.reasonToRefuse = .init(
        line: place.line, column: place.column,
        message: "the list is neither an object with \"items\" nor an array")
      return
    }
    try readObject(&scanner)
  }

  private mutating func readObject(_ scanner: inout JSONScanner) throws(JSONFault) {
    // Defaults count wherever they stand, so the items come last.
    var items: JSONScanner?
    var isFirst = true
    try scanner.take(UInt8(ascii: "{"), "{")
    while let key = try scanner.nextKey(isFirst: isFirst) {
      isFirst = false
      let name = String(decoding: scanner.bytes(key), as: UTF8.self)
      switch name {
      case "items":
        items = scanner
        try scanner.skip()
      case "defaults": try readDefaults(&scanner)
      case "name":
        if scanner.peek() == UInt8(ascii: "\"") {
          harvest.name = scanner.bytes(try scanner.string())
        } else {
          report(.error, scanner.index, "name: text in quotation marks is expected")
          try scanner.skip()
        }
      default:
        if name != "$schema" { reportUnknown(.warning, key, scanner, "", Self.listKeys) }
        try scanner.skip()
      }
    }
    guard var items else {
      return report(.error, scanner.index - 1, "the list has no \"items\"")
    }
    guard items.peek() == UInt8(ascii: "[") else {
      return report(.error, items.index, "items: an array is expected")
    }
    try readItems(&items)
  }

  private mutating func readDefaults(_ scanner: inout JSONScanner) throws(JSONFault) {
    guard scanner.peek() == UInt8(ascii: "{") else {
      report(.error, scanner.index, "defaults: an object is expected")
      return try scanner.skip()
    }
    let start = scanner.index
    try scanner.take(UInt8(ascii: "{"), "{")
    var options = ItemOptions()
    var isFirst = true
    while let key = try scanner.nextKey(isFirst: isFirst) {
      isFirst = false
      try readOption(key, &scanner, path: "defaults", into: &options, known: [])
    }
    for why in options.settle() { report(.error, start, "defaults: \(why)") }
    defaults = options
    defaultsNumber = harvest.setNumber(options)
  }

  private mutating func readItems(_ scanner: inout JSONScanner) throws(JSONFault) {
    var index = 0
    try scanner.take(UInt8(ascii: "["), "[")
    while try scanner.nextElement(isFirst: index == 0) {
      let path = "items[\(index)]"
      index += 1
      var item = Item(offset: 0)
      switch scanner.peek() {
      case UInt8(ascii: "\""):
        item.offset = scanner.index
        try readLocation(&scanner, path, into: &item)
        add(item, path)
      case UInt8(ascii: "{"):
        item.offset = scanner.index
        try readItem(&scanner, path, into: &item)
        add(item, path)
      default:
        report(
          .warning, scanner.index, "\(path): neither a location nor an object, it is skipped")
        try scanner.skip()
      }
    }
  }

  private mutating func readItem(
    _ scanner: inout JSONScanner, _ path: String, into item: inout Item
  ) throws(JSONFault) {
    var options = defaults
    var isFirst = true
    try scanner.take(UInt8(ascii: "{"), "{")
    while let key = try scanner.nextKey(isFirst: isFirst) {
      isFirst = false
      if text[key.place].elementsEqual("location".utf8) {
        try readLocation(&scanner, path, into: &item)
      } else if text[key.place].elementsEqual("title".utf8),
        scanner.peek() == UInt8(ascii: "\"")
      {
        item.title = kept(try scanner.string(), scanner)
      } else {
        try readOption(key, &scanner, path: path, into: &options, known: Self.itemKeys)
      }
    }
    if options != defaults { item.options = options }
  }

  // MARK: - Locations

  /// A string, or an array of strings of which the first that exists is meant.
  private mutating func readLocation(
    _ scanner: inout JSONScanner, _ path: String, into item: inout Item
  ) throws(JSONFault) {
    switch scanner.peek() {
    case UInt8(ascii: "\""):
      let offset = scanner.index + 1
      let string = try scanner.string()
      let place = kept(string, scanner)
      guard isUsable(bytes(place), path, offset) else { return }
      (item.location, item.offset) = (place, offset)
      item.isAddress = Candidates.isAddress(bytes(place)[...])
    case UInt8(ascii: "["):
      item.offset = scanner.index
      try readLocations(&scanner, path, into: &item)
    default:
      report(.warning, scanner.index, "\(path).location: text in quotation marks is expected")
      try scanner.skip()
    }
  }

  private mutating func readLocations(
    _ scanner: inout JSONScanner, _ path: String, into item: inout Item
  ) throws(JSONFault) {
    var (all, isFirst, isAddress) = ([UInt8](), true, true)
    try scanner.take(UInt8(ascii: "["), "[")
    while try scanner.nextElement(isFirst: isFirst) {
      isFirst = false
      guard scanner.peek() == UInt8(ascii: "\"") else {
        report(.warning, scanner.index, "\(path).location: text in quotation marks is expected")
        try scanner.skip()
        continue
      }
      let offset = scanner.index + 1
      let bytes = scanner.bytes(try scanner.string())
      guard isUsable(bytes, path, offset) else { continue }
      if !Candidates.isAddress(bytes[...]) { isAddress = false }
      if !all.isEmpty { all.append(ItemList.alternative) }
      all += bytes
    }
    guard !all.isEmpty else { return }
    (item.location, item.isAddress) = (append(all), isAddress)
  }

  private mutating func isUsable(_ bytes: [UInt8], _ path: String, _ offset: Int) -> Bool {
    let words: String
    if bytes.isEmpty {
      words = "it is empty"
    } else if bytes.contains(0) {
      words = "no name of a file has NUL in it"
    } else if bytes.count > PlaylistText.longestLine {
      words = "\(bytes.count) bytes are no location"
    } else {
      return true
    }
    report(.warning, offset, "\(path).location: \(words)")
    return false
  }

  private mutating func add(_ item: Item, _ path: String) {
    let place = position(item.offset)
    guard let location = item.location else {
      return harvest.report(
        .warning, line: place.line, column: place.column, "\(path): no location, it is skipped")
    }
    if item.isAddress {
      harvest.warnOfAddress(
        bytes(location).prefix { $0 != ItemList.alternative }, line: place.line,
        column: place.column)
    }
    var number = defaultsNumber
    if var own = item.options {
      for why in own.settle() { report(.error, item.offset, "\(path): \(why)") }
      number = harvest.setNumber(own)
    }
    columns.append(
      ItemList.Column(start: UInt32(location.lowerBound), column: UInt32(place.column)))
    harvest.entries.append(
      ItemList.Entry(
        source: harvest.number, start: UInt32(location.lowerBound), count: UInt32(location.count),
        titleStart: UInt32(item.title.lowerBound), titleCount: UInt32(item.title.count),
        options: number, line: UInt32(place.line)))
  }

  // MARK: - Options

  private mutating func readOption(
    _ key: JSONScanner.Quoted, _ scanner: inout JSONScanner, path: String,
    into options: inout ItemOptions, known: [String]
  ) throws(JSONFault) {
    let name = scanner.bytes(key)
    let offset = (scanner.peek(), scanner.index).1
    guard let value = try readScalar(&scanner) else {
      let word = String(escaping: name)
      return report(
        .error, offset, "\(path).\(word): a text, a number, true or false is expected")
    }
    if value == Array("null".utf8), text[offset] != UInt8(ascii: "\"") { return }
    do throws(OptionError) {
      try options.parse(key: name, value: value)
    } catch {
      switch error.code {
      case .unknown: reportUnknown(.error, key, scanner, path, known + Option.names(in: .item))
      case .notHere: report(.error, key.place.lowerBound, "\(path): \(error.message)")
      default: report(.error, offset, "\(path).\(error.message)")
      }
    }
  }

  /// Text, a number, `true`, `false` or `null`; nil, passed over, for what holds others.
  private func readScalar(_ scanner: inout JSONScanner) throws(JSONFault) -> [UInt8]? {
    switch scanner.peek() {
    case UInt8(ascii: "\""): return scanner.bytes(try scanner.string())
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try scanner.skip()
      return nil
    default: return Array(text[try scanner.word()])
    }
  }

  /// A list may say what others read; an option that does nothing is an error, as in each format.
  private mutating func reportUnknown(
    _ severity: Diagnostic.Severity, _ key: JSONScanner.Quoted, _ scanner: JSONScanner,
    _ path: String, _ known: [String]
  ) {
    let name = scanner.bytes(key)
    let near = closestWord(to: String(decoding: name, as: UTF8.self), among: known)
    let place = path.isEmpty ? "" : path + ": "
    report(
      severity, key.place.lowerBound,
      "\(place)\(quoted(name)) is not known here, it is passed over\(suggestion(near))")
  }

  // MARK: - Places

  /// Where the bytes of a string stand in the text with its appendix.
  private mutating func kept(_ string: JSONScanner.Quoted, _ scanner: JSONScanner) -> Range<Int> {
    string.hasEscapes ? append(scanner.bytes(string)) : string.place
  }

  private mutating func append(_ bytes: [UInt8]) -> Range<Int> {
    let start = text.count + appendix.count
    appendix += bytes
    return start..<start + bytes.count
  }

  private func bytes(_ place: Range<Int>) -> [UInt8] {
    guard place.lowerBound >= text.count else { return Array(text[place]) }
    return Array(appendix[place.lowerBound - text.count..<place.upperBound - text.count])
  }

  private mutating func report(
    _ severity: Diagnostic.Severity, _ offset: Int, _ message: @autoclosure () -> String
  ) {
    let place = position(offset)
    harvest.report(severity, line: place.line, column: place.column, message())
  }

  /// Line and column of a byte, counting from 1. Quick where offsets grow.
  private mutating func position(_ offset: Int) -> (line: Int, column: Int) {
    if offset < cursor.lineStart { cursor = Cursor() }
    var index = max(cursor.offset, cursor.lineStart)
    while index < min(offset, text.count) {
      let byte = text[index]
      index += 1
      if byte == 0x0A || byte == 0x0D && !(index < text.count && text[index] == 0x0A) {
        (cursor.line, cursor.lineStart) = (cursor.line + 1, index)
      }
    }
    cursor.offset = index
    let isFirst = cursor.lineStart == 0 && text.starts(with: [0xEF, 0xBB, 0xBF]) && offset >= 3
    return (cursor.line, offset - cursor.lineStart + 1 - (isFirst ? 3 : 0))
  }
}
