import Glibc
import Testing
import TriptychCore
import TriptychWire

@testable import TriptychMedia

/// Time passes by itself: each look at it is a second later.
private struct HastyClock: MediaClock {
  let time = ScriptedClock()

  func now() -> Instant {
    time.advance(by: .seconds(1))
    return time.now()
  }

  func timeout(until instant: Instant?) -> Int32 {
    guard let instant, instant > now() else { return 0 }
    return 20
  }
}

@Suite struct MarkupReaderTests {
  /// What a hostile worker's answer becomes; the file is a socket that holds the script.
  private func answer(_ script: String, clock: any MediaClock = MonotonicClock()) throws
    -> Result<MarkupText, MediaError>
  {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    _ = write(ends[0], script, script.utf8.count)
    var programs = Programs.hostile
    programs.list = programs.picture
    let reader = MarkupReader(programs: programs, clock: clock)
    do throws(MediaError) {
      return .success(try reader.read(ends[1]))
    } catch {
      return .failure(error)
    }
  }

  @Test func anHonestAnswerIsTaken() throws {
    let text = try answer("good").get()
    #expect(text.marks.map(\.kind) == [.track, .location])
    #expect(text.text == Array("a.png".utf8))
  }

  @Test(arguments: [
    "beyond-slot", "other-job", "other-slot", "other-answer", "half-record", "unknown-kind", "nul",
    "long-record",
  ])
  func aLieIsFoundOut(_ script: String) throws {
    guard case .failure(let error) = try answer(script) else {
      Issue.record("\(script) was believed")
      return
    }
    #expect(error.code == .decoderLied)
  }

  @Test(arguments: ["dies", "ends"]) func aDeathCostsTheListAlone(_ script: String) throws {
    guard case .failure(let error) = try answer(script) else {
      Issue.record("\(script) gave a list")
      return
    }
    #expect(error.code == .decoderDied)
    #expect(try answer("good").get().marks.count == 2)
  }

  @Test func silenceHasAnEnd() throws {
    guard case .failure(let error) = try answer("silent", clock: HastyClock()) else {
      Issue.record("silence gave a list")
      return
    }
    #expect(error.code == .tookTooLong)
  }

  @Test func aWorkerThatIsMissingIsNamed() throws {
    let programs = WorkerPrograms(picture: [], film: [], text: [], list: Array("/no/such".utf8))
    let file = try #require(FileOfText("x"))
    #expect(throws: MediaError.self) { try MarkupReader(programs: programs).read(file.raw) }
  }

  @Test func theRealWorkerReadsAList() throws {
    let text = """
      <playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList>
        <track><location>a%20b.png</location><duration>1500</duration></track>
      </trackList></playlist>
      """
    let file = try #require(FileOfText(text))
    let markup = try MarkupReader(programs: Programs.real).read(file.raw)
    #expect(markup.marks.map(\.kind) == [.track, .location, .duration])
    #expect(markup.marks.map(\.line) == [2, 2, 2])
    #expect(markup.text == Array("a%20b.png1500".utf8))
  }

  @Test func theRealWorkerReadsNoEntities() throws {
    let text = "<!DOCTYPE p [<!ENTITY a \"b\">]><playlist>&a;</playlist>"
    let file = try #require(FileOfText(text))
    let markup = try MarkupReader(programs: Programs.real).read(file.raw)
    #expect(markup.marks.map(\.kind) == [.fault])
    #expect(throws: MediaError.self) {
      try MarkupReader(programs: Programs.real).read(FileOfText("")?.raw ?? -1)
    }
  }
}

/// A file in memory.
private final class FileOfText {
  let raw: Int32

  init?(_ text: String) {
    var name = Array("/tmp/triptych-list-XXXXXX".utf8CString)
    raw = mkstemp(&name)
    guard raw >= 0 else { return nil }
    unlink(name)
    guard write(raw, text, text.utf8.count) == text.utf8.count else { return nil }
  }

  deinit { close(raw) }
}
