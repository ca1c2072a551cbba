import Glibc
import Testing
import TriptychCore
import TriptychWire

@testable import TriptychMedia

@Suite(.serialized) struct DateReaderTests {
  /// What a worker says of a file that holds the script; a hostile one reads it from a socket.
  private func taken(_ script: String, by reader: DateReader) throws -> Int64? {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    _ = write(ends[0], script, script.utf8.count)
    return reader.taken(ends[1])
  }

  @Test("one worker answers for all files, and what kills it costs one of them")
  func answers() throws {
    let reader = DateReader(programs: Programs.hostile)
    for round in 0..<3 {
      #expect(try taken("5", by: reader) == 5)
      let script = ["exits", "other", "facts"][round]
      #expect(try taken(script, by: reader) == nil)
    }
    #expect(try taken("beyond", by: reader) == nil)
    #expect(try taken("-7", by: reader) == -7)
    // It says nothing, which is an answer.
    #expect(try taken("nothing", by: reader) == nil)
    // The other worker says the same again: there is no third.
    #expect(try taken("heif", by: reader) == nil)
    #expect(try taken("8", by: reader) == 8)
    reader.rest()
    #expect(try taken("9", by: reader) == 9)
  }

  @Test("where workers only fail they are soon asked no more, until the next time")
  func patience() throws {
    let none = Array("/nonexistent".utf8)
    let reader = DateReader(
      programs: WorkerPrograms(picture: none, film: none, text: none))
    for _ in 0..<20 { #expect(try taken("5", by: reader) == nil) }
    let deadly = DateReader(programs: Programs.hostile)
    for _ in 0..<8 { #expect(try taken("exits", by: deadly) == nil) }
    #expect(try taken("5", by: deadly) == nil)
    deadly.rest()
    #expect(try taken("5", by: deadly) == 5)
  }

  @Test("the real worker is asked, and knows none of a plain PNG")
  func real() throws {
    let bench = try Bench(Programs.real)
    let file = try RealWorkerTests.writePNG(bench, width: 64, height: 36)
    defer { close(file) }
    let reader = DateReader(programs: Programs.real)
    #expect(reader.taken(file) == nil)
    let device = open("/dev/null", O_RDONLY)
    defer { close(device) }
    #expect(reader.taken(device) == nil)
  }
}
