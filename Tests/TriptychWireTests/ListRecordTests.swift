import Testing
import TriptychWire

@Suite struct ListRecordTests {
  private func written(_ words: [(ListRecordKind, [UInt8])], room: Int = 256) -> [UInt8] {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    var writer = ListRecordWriter(memory)
    for (index, word) in words.enumerated() {
      _ = writer.put(word.0, line: index + 1, column: 300, word.1)
    }
    return Array(memory[..<writer.byteCount])
  }

  @Test func recordsComeBackAsTheyWere() throws {
    let bytes = written(ListRecordKind.allCases.map { ($0, Array("text \($0)".utf8)) }, room: 4096)
    let (records, text) = try ListRecord.all(in: bytes)
    #expect(records.map(\.kind) == ListRecordKind.allCases)
    #expect(records.map(\.line) == Array(1...10).map(UInt32.init))
    #expect(records.allSatisfy { $0.column == 300 })
    #expect(String(decoding: text[records[2].place], as: UTF8.self) == "text location")
    #expect(try ListRecord.all(in: []).records.isEmpty)
  }

  @Test func whatHasNoRoomIsNotWritten() {
    let bytes = written([(.track, []), (.location, [UInt8](repeating: 0x61, count: 40))], room: 64)
    #expect(bytes.count == ListRecord.headBytes)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 1)
    defer { memory.deallocate() }
    var writer = ListRecordWriter(memory)
    let long = [UInt8](repeating: 0x61, count: ListRecord.longest + 1)
    let tooLong = writer.put(.title, line: 1, column: 1, long)
    let longest = writer.put(.title, line: -5, column: .max, long.dropLast())
    #expect(!tooLong && longest)
  }

  @Test func everyBreachIsRefused() {
    let good = written([(.track, []), (.location, Array("a.png".utf8))])
    for count in 1..<good.count where count != ListRecord.headBytes {
      #expect(throws: WireError.tooShort) { try ListRecord.all(in: Array(good[..<count])) }
    }
    var bytes = good
    bytes[0] = 0
    #expect(throws: WireError.unknownTag(0)) { try ListRecord.all(in: bytes) }
    bytes = good
    bytes[bytes.count - 1] = 0
    #expect(throws: WireError.badValue(.text)) { try ListRecord.all(in: bytes) }
    bytes = good
    bytes[12] = 0xFF
    #expect(throws: WireError.badValue(.text)) { try ListRecord.all(in: bytes) }
  }

  @Test func noiseNeverTraps() {
    var dice = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var bytes = written([(.track, []), (.location, Array("a.png".utf8)), (.title, [0x62])])
      for _ in 0..<Int.random(in: 1...4, using: &dice) {
        bytes[Int.random(in: bytes.indices, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
      }
      _ = try? ListRecord.all(in: Array(bytes.prefix(Int.random(in: 0...bytes.count))))
    }
  }
}
