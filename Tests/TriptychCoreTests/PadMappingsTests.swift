import Testing

@testable import TriptychCore

@Suite struct PadMappingsTests {
  private static let guid = "030000005e0400008e02000010010000"
  private func read(_ text: String) -> PadMappings { PadMappings(Array(text.utf8)) }

  @Test("lines for this system are taken as they are, comments and other systems passed over")
  func good() {
    let line = "\(Self.guid),My Pad,a:b0,-leftx:-a0,dpup:h0.1,lefttrigger:a2~,platform:Linux,"
    let others = "\(Self.guid),Other,a:b1,platform:Windows,\nxinput,P,platform:Windows"
    let text = "\u{FEFF}# pads\r\n\r\n\(line)\r\n" + others
    #expect(read(text).lines == [line])
    #expect(read(text).problems == [])
    // With a checksum, as newer programs print it.
    #expect(read("03001234" + line.dropFirst(8)).lines == [line])
    #expect(read("\(Self.guid),Any,a:b0,crc:12ab,sdk>=:2026,hint:x:=1").lines.count == 1)
  }

  @Test("what is wrong is named by its line, the other lines hold")
  func bad() {
    let good = "\(Self.guid),Pad,a:b0,"
    let lines = [
      "", good, "xinput", "\(Self.guid)", "\(Self.guid),,a:b0", "\(Self.guid),Pad,a",
      "\(Self.guid),Pad,a:b", "\(Self.guid),Pad,a:h0", "\(Self.guid),Pad,platform:Linux", good,
      "\(Self.guid)\u{7},Pad,a:b0", String(repeating: "a,", count: 3000),
    ]
    let read = read(lines.joined(separator: "\n"))
    #expect(read.lines == [good, good])
    #expect(read.problems.map(\.line) == [3, 4, 5, 6, 7, 8, 9, 11, 12])
    expectSnapshot(
      read.problems.map { "\($0.line): \($0.message)\n" }.joined(), "pad-mapping-errors")
  }

  @Test("a file without a line for a pad, and a file of something else, are named")
  func nothing() {
    #expect(read("").problems.count == 1)
    #expect(read("# nothing\n").problems.count == 1)
    let picture = PadMappings((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 3) })
    #expect(picture.lines == [])
    #expect((1...8).contains(picture.problems.count))
  }

  @Test("random bytes do no harm")
  func random() {
    var chance = SplitMix64(seed: 5)
    let alphabet = Array("0123456789abcdef,:abxyh.~+-\n\r# platform:Linux".utf8)
    for _ in 0..<2000 {
      var text = chance.below(2) == 0 ? Array("\(Self.guid),P,".utf8) : []
      for _ in 0..<chance.below(200) {
        text.append(
          chance.below(9) == 0 ? UInt8(chance.below(256)) : alphabet[chance.below(alphabet.count)])
      }
      for line in PadMappings(text).lines { #expect(line.hasPrefix(String(line.prefix(32)))) }
    }
  }
}
