import CExpat
import Glibc
import TriptychDecoding
import TriptychWire

/// Takes the words that count out of an XSPF (version 0 and 1), with expat. Document types, and
/// with them entities of the file's own, are refused. Names of elements count without their
/// prefix; what is not known is passed over with all that is in it.
final class XSPFReader {
  /// Bytes of a list; more is refused.
  static let longestFile = 64 << 20
  /// Elements nested deeper than this are refused.
  static let deepest = 64
  private static let step = 65_536

  private let parser: OpaquePointer
  private var writer: ListRecordWriter
  private var elements: [Element] = []
  private var text: [UInt8] = []
  private var isTooLong = false
  private var stop: Stop?

  private enum Stop: Equatable {
    case noRoom
    case refused(String)
  }

  private enum Part: Equatable {
    case playlist, trackList, track, extensionOfList, extensionOfTrack
    /// What it holds is text.
    case value(ListRecordKind, key: [UInt8])
    /// Passed over.
    case other
  }

  private struct Element {
    var part: Part
    /// `xml:base` that counts within.
    var base: [UInt8]
    var line: Int
    var column: Int
  }

  /// Bytes of records so far.
  var byteCount: Int { writer.byteCount }

  /// Records go to `room`.
  init?(into room: UnsafeMutableRawBufferPointer) {
    guard let parser = XML_ParserCreate(nil) else { return nil }
    self.parser = parser
    writer = ListRecordWriter(room)
    XML_SetHashSalt(parser, UInt.random(in: 1...UInt.max))
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { raw, name, attributes in
        guard let name, let attributes else { return }
        reader(raw)?.begin(bytes(name), attributes)
      }, { raw, _ in reader(raw)?.end() })
    XML_SetCharacterDataHandler(parser) { raw, text, count in
      guard let text else { return }
      text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
        reader(raw)?.add(UnsafeBufferPointer(start: $0, count: Int(count)))
      }
    }
    XML_SetStartDoctypeDeclHandler(parser) { raw, _, _, _, _ in
      reader(raw)?.refuse("a document type (<!DOCTYPE) is not allowed in a playlist")
    }
  }

  deinit { XML_ParserFree(parser) }

  /// Reads the whole file and returns how many bytes of records were written. Throws `tooLarge`
  /// if they have no room. What is wrong with the text is a record itself.
  func read(_ file: SourceFile) throws(Failure) -> Int {
    guard file.byteCount <= Self.longestFile else {
      throw Failure(.tooLarge, "a list of over \(Self.longestFile >> 20) MiB is not read")
    }
    var offset = 0
    while true {
      let part = try file.bytes(at: offset, count: Self.step)
      offset += part.count
      guard try parse(part, isLast: part.isEmpty) else { return writer.byteCount }
      guard offset <= Self.longestFile else { throw Failure(.tooLarge, "the list grows") }
    }
  }

  /// True if more is wanted.
  func parse(_ part: [UInt8], isLast: Bool) throws(Failure) -> Bool {
    let status = part.withUnsafeBytes { bytes in
      XML_Parse(
        parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
        isLast ? 1 : 0)
    }
    if stop == .noRoom { throw Failure(.tooLarge, "the list has too much in it") }
    if case .refused(let words) = stop {
      fault(words)
      return false
    }
    if status == XML_STATUS_ERROR {
      let words = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
      fault("no XML: \(words ?? "it cannot be read")")
      return false
    }
    return !isLast
  }

  private func fault(_ words: String) {
    stop = nil
    put(.fault, line: line, column: column, Array(words.utf8))
  }

  private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }
  private var column: Int { Int(XML_GetCurrentColumnNumber(parser)) + 1 }

  private func refuse(_ words: String) {
    guard stop == nil else { return }
    stop = .refused(words)
    XML_StopParser(parser, 0)
  }

  private func put(_ kind: ListRecordKind, line: Int, column: Int, _ bytes: some Collection<UInt8>)
  {
    guard stop == nil, !writer.put(kind, line: line, column: column, bytes) else { return }
    stop = .noRoom
    XML_StopParser(parser, 0)
  }
}

// MARK: - Elements

extension XSPFReader {
  private func begin(
    _ name: [UInt8], _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>
  ) {
    guard stop == nil else { return }
    guard elements.count < Self.deepest else {
      return refuse("elements are nested more than \(Self.deepest) deep")
    }
    let parent = elements.last
    var base = parent?.base ?? []
    let own = value(of: "xml:base", in: attributes)
    if !own.isEmpty { base = Reference.resolve(own, against: base) }
    let local = Array(name[(name.lastIndex(of: 0x3A).map { $0 + 1 } ?? 0)...])
    let part = part(local, in: parent?.part, attributes)
    guard base.count <= ListRecord.longest else { return refuse("xml:base is too long") }
    elements.append(Element(part: part, base: base, line: line, column: column))
    if part == .track { put(.track, line: line, column: column, []) }
    if case .value = part { (text, isTooLong) = ([], false) }
  }

  private func part(
    _ name: [UInt8], in parent: Part?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>
  ) -> Part {
    let word = String(decoding: name, as: UTF8.self)
    switch (parent, word) {
    case (nil, "playlist"): return .playlist
    case (nil, _):
      refuse("the root element is <\(word)>, not <playlist>: this is no XSPF")
      return .other
    case (.playlist, "trackList"): return .trackList
    case (.playlist, "title"): return .value(.name, key: [])
    case (.trackList, "track"): return .track
    case (.track, "location"): return .value(.location, key: [])
    case (.track, "title"): return .value(.title, key: [])
    case (.track, "duration"): return .value(.duration, key: [])
    case (.track, "annotation"): return .value(.caption, key: [])
    case (.playlist, "extension"): return isOurs(attributes) ? .extensionOfList : .other
    case (.track, "extension"): return isOurs(attributes) ? .extensionOfTrack : .other
    case (.extensionOfList, _): return .value(.preset, key: name)
    case (.extensionOfTrack, _): return .value(.option, key: name)
    default: return .other
    }
  }

  /// `<extension application="urn:triptych">`
  private func isOurs(_ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Bool {
    let application = value(of: "application", in: attributes)
    return application.elementsEqual("urn:triptych".utf8)
      || application.elementsEqual("triptych".utf8)
  }

  private func value(
    of name: String, in attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>
  ) -> [UInt8] {
    var index = 0
    while let key = attributes[index], let value = attributes[index + 1] {
      if bytes(key).elementsEqual(name.utf8) { return bytes(value) }
      index += 2
    }
    return []
  }

  private func add(_ part: UnsafeBufferPointer<UInt8>) {
    guard stop == nil, case .value = elements.last?.part else { return }
    isTooLong = isTooLong || text.count + part.count > ListRecord.longest - 1024
    if !isTooLong { text += part }
  }

  private func end() {
    guard stop == nil, let element = elements.popLast(),
      case .value(let kind, let key) = element.part
    else { return }
    guard !isTooLong else {
      let words = "more than \(ListRecord.longest - 1024) bytes of text, passed over"
      return put(.remark, line: element.line, column: element.column, words.utf8)
    }
    var value = collapsed(text)
    text = []
    switch kind {
    case .location:
      if !value.isEmpty { value = Reference.resolve(value, against: element.base) }
    case .option, .preset:
      value = value.isEmpty ? key : key + [0x3D] + value
    case .name, .title, .duration, .caption:
      if value.isEmpty { return }
    case .track, .remark, .fault: return
    }
    guard value.count <= ListRecord.longest else {
      let words = "more than \(ListRecord.longest) bytes of text, passed over"
      return put(.remark, line: element.line, column: element.column, words.utf8)
    }
    put(kind, line: element.line, column: element.column, value)
  }

  /// Blanks at the ends go; line ends within become blanks.
  private func collapsed(_ text: [UInt8]) -> [UInt8] {
    let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard let first = text.firstIndex(where: { !isBlank($0) }),
      let last = text.lastIndex(where: { !isBlank($0) })
    else { return [] }
    return text[first...last].map { isBlank($0) ? 0x20 : $0 }
  }
}

private func reader(_ raw: UnsafeMutableRawPointer?) -> XSPFReader? {
  raw.map { Unmanaged<XSPFReader>.fromOpaque($0).takeUnretainedValue() }
}

private func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
  Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
}
