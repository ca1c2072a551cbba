import Glibc
import ListMutations
import TestChance
import Testing
import TriptychDecoding
import TriptychWire

@testable import TriptychLists

/// What a text gives, in parts of so many bytes: `kind line:column text`.
func records(_ text: [UInt8], step: Int = 1 << 20, room: Int = 1 << 20) throws -> [String] {
  let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)
  defer { memory.deallocate() }
  let reader = try #require(XSPFReader(into: memory))
  var start = 0
  while start < text.count {
    let end = min(start + step, text.count)
    guard try reader.parse(Array(text[start..<end]), isLast: false) else { break }
    start = end
  }
  if start >= text.count { _ = try reader.parse([], isLast: true) }
  let (records, bytes) = try ListRecord.all(in: Array(memory[..<reader.byteCount]))
  return records.map { record in
    let words = String(decoding: bytes[record.place], as: UTF8.self)
    return "\(record.kind) \(record.line):\(record.column) \(words)"
  }
}

private func records(_ text: String, step: Int = 1 << 20) throws -> [String] {
  try records(Array(text.utf8), step: step)
}

@Suite struct XSPFReaderTests {
  private static let list = """
    <?xml version="1.0" encoding="UTF-8"?>
    <playlist version="1" xmlns="http://xspf.org/ns/0/" xmlns:t="urn:triptych">
      <title>Lobby</title>
      <extension application="urn:triptych"><t:fit>cover</t:fit></extension>
      <trackList>
        <track>
          <location> media/a%20b.png </location><location>c.png</location>
          <title>A &amp; B</title><creator>nobody</creator>
          <annotation>Two
    lines</annotation><duration>5000</duration>
          <extension application="triptych"><transition>wipe:left</transition><mute/></extension>
          <extension application="other"><fit>none</fit></extension>
        </track>
        <track/>
      </trackList>
    </playlist>
    """

  @Test(arguments: [1, 7, 1 << 20]) func whatCountsIsTakenOut(_ step: Int) throws {
    #expect(
      try records(Self.list, step: step) == [
        "name 3:3 Lobby", "preset 4:41 fit=cover", "track 6:5 ", "location 7:7 media/a%20b.png",
        "location 7:45 c.png", "title 8:7 A & B", "caption 9:7 Two lines", "duration 10:19 5000",
        "option 11:41 transition=wipe:left", "option 11:75 mute", "track 14:5 ",
      ])
  }

  @Test func baseIsResolved() throws {
    let list = """
      <playlist xml:base="http://h/x/"><trackList xml:base="/y/z"><track xml:base="w/">
      <location>a.png</location><location xml:base="file:///v/">b.png</location>
      <location>file:///c.png</location><location>/d.png</location></track></trackList></playlist>
      """
    let found = try records(list).filter { $0.hasPrefix("location") }
    #expect(
      found.map { $0.split(separator: " ")[2] } == [
        "http://h/y/w/a.png", "file:///v/b.png", "file:///c.png", "http://h/d.png",
      ])
  }

  @Test(arguments: [
    ("a.png", "", "a.png"), ("a.png", "m/", "m/a.png"), ("a.png", "m/x", "m/a.png"),
    ("a.png", "m", "a.png"), ("/a", "m/", "/a"), ("a", "http://h", "http://h/a"),
    ("//g/a", "http://h/x", "http://g/a"), ("C:\\a", "m/", "m/C:\\a"),
    ("mailto:x", "m/", "mailto:x"), ("../a", "m/n/", "m/n/../a"), ("", "m/", "m/"),
  ])
  func referencesAreResolved(_ reference: String, _ base: String, _ result: String) {
    let found = Reference.resolve(Array(reference.utf8), against: Array(base.utf8))
    #expect(String(decoding: found, as: UTF8.self) == result)
  }

  @Test(arguments: [
    ("", "fault 1:1 no XML: no element found"),
    ("<playlist>", "fault 1:11 no XML: no element found"),
    ("<html/>", "fault 1:1 the root element is <html>, not <playlist>: this is no XSPF"),
    ("<playlist>\n</plalist>", "fault 2:3 no XML: mismatched tag"),
    (
      "<!DOCTYPE p SYSTEM \"file:///etc/passwd\"><playlist/>",
      "fault 1:1 a document type (<!DOCTYPE) is not allowed in a playlist"
    ),
    ("<playlist>&x;</playlist>", "fault 1:11 no XML: undefined entity"),
    ("<playlist/>\u{1}", "fault 1:12 no XML: not well-formed (invalid token)"),
  ])
  func whatIsNoListIsNamed(_ text: String, _ fault: String) throws {
    let found = try records(text)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("fault") == true)
    #expect(
      found.first?.split(separator: " ").dropFirst(2) == fault.split(separator: " ").dropFirst(2))
  }

  @Test func nestingHasAnEnd() throws {
    let deep = "<playlist>" + String(repeating: "<a>", count: 1000)
    #expect(try records(deep).last?.contains("nested more than 64 deep") == true)
  }

  @Test func aTextTooLongIsPassedOver() throws {
    let long = String(repeating: "x", count: 70_000)
    let list =
      "<playlist><trackList><track><location>\(long)</location><title>t</title></track>"
      + "</trackList></playlist>"
    #expect(
      try records(list) == [
        "track 1:22 ", "remark 1:29 more than 64512 bytes of text, passed over", "title 1:70050 t",
      ])
  }

  @Test func otherEncodingsAreUTF8Afterwards() throws {
    let latin =
      Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><playlist><title>gr".utf8)
      + [0xFC] + Array("n</title></playlist>".utf8)
    #expect(try records(latin).first?.hasSuffix(" grün") == true)
    let units = Array("\u{FEFF}<playlist><title>日本</title></playlist>".utf16)
    let wide = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    #expect(try records(wide).first?.hasSuffix(" 日本") == true)
    let odd = Array("<?xml version=\"1.0\" encoding=\"x-odd\"?><playlist/>".utf8)
    #expect(try records(odd).first?.contains("unknown encoding") == true)
  }

  @Test func whatHasNoRoomFails() {
    let list = Array(Self.list.utf8)
    #expect(throws: Failure.self) { try records(list, room: 100) }
  }

  /// `make fuzz` runs more of them (`FUZZ_RUNS`).
  @Test func noiseNeverTraps() throws {
    let runs = getenv("FUZZ_RUNS").flatMap { Int(String(cString: $0)) } ?? 3000
    var dice = SeededRandom(state: 2026)
    let mutator = Mutator(
      samples: [Array(Self.list.utf8)],
      words: [
        "<track>", "</track>", "<location>", "</location>", "<extension application=\"triptych\">",
        "xml:base=\"x/\"", "&amp;", "&#0;", "&#x41;", "<![CDATA[", "]]>", "<!DOCTYPE a>", "<!--",
        "-->", "<?xml version=\"1.0\" encoding=\"UTF-16\"?>", "<a/>", "<b>",
      ])
    for _ in 0..<runs {
      _ = try records(
        mutator.next(&dice), step: Int.random(in: 1...400, using: &dice), room: 65_536)
    }
  }
}
