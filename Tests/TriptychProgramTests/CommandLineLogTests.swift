import Synchronization
import Testing
import TriptychCore

@testable import TriptychApp

/// Keeps what a log writes; takes nothing while it is stopped.
final class Paper: Sendable {
  private let state = Mutex<(text: String, isStopped: Bool)>(("", false))

  func take(_ line: [UInt8]) -> Bool {
    state.withLock { state in
      if state.isStopped { return false }
      state.text += String(decoding: line, as: UTF8.self)
      return true
    }
  }

  func stop(_ isStopped: Bool) { state.withLock { $0.isStopped = isStopped } }

  var lines: [String] {
    state.withLock { $0.text }.split(separator: "\n").map { String($0) }
  }
}

@Suite struct CommandLineLogTests {
  private let paper = Paper()

  private func log(_ level: LogLevel = .info, journal: Bool = false) -> Log {
    let paper = paper
    return Log(level: level, hasJournal: journal, sink: { paper.take($0) })
  }

  private func at(_ seconds: Int) -> Instant { Instant(.seconds(seconds)) }

  @Test("a line has its level; levels beyond the one asked for are not written")
  func levels() {
    let log = log()
    log.error("a", at: at(0))
    log.warn("b", at: at(0))
    log.info("c", at: at(0))
    log.debug("d")
    #expect(paper.lines == ["triptych: error: a", "triptych: warn: b", "triptych: info: c"])
  }

  @Test("under the journal a line begins with its syslog level")
  func journal() {
    let log = log(.debug, journal: true)
    log.error("a", at: at(0))
    log.warn("b", at: at(0))
    log.info("c", at: at(0))
    log.debug("d")
    #expect(paper.lines == ["<3>error: a", "<4>warn: b", "<6>info: c", "<7>debug: d"])
  }

  @Test("no name can forge a line")
  func escaping() {
    let log = log()
    log.skipped([0x61, 0x0A, 0x1B, 0xFF, 0xC3, 0xA9, 0x5C], reason: "gone\r", at: at(0))
    log.info("\u{202E}x\u{85}\u{2028}", at: at(0))
    #expect(
      paper.lines == [
        "triptych: warn: skipped a\\x0A\\x1B\\xFFé\\: gone\\x0D",
        "triptych: info: \\xE2\\x80\\xAEx\\xC2\\x85\\xE2\\x80\\xA8",
      ])
  }

  @Test("a line is never longer than 2000 bytes, and not cut within a character")
  func length() {
    let log = log()
    log.info(String(repeating: "é", count: 3000), at: at(0))
    log.info("a" + String(repeating: "\u{301}", count: 3000), at: at(0))
    #expect(paper.lines.count == 2)
    for line in paper.lines {
      #expect(line.utf8.count <= 2000 && line.hasSuffix("...") && !line.contains("\u{FFFD}"))
    }
  }

  @Test("an item is named once an hour")
  func items() {
    let log = log()
    for minute in stride(from: 0, to: 125, by: 5) {
      log.skipped(Array("a.jpg".utf8), reason: "damaged", at: at(minute * 60))
    }
    #expect(
      paper.lines == Array(repeating: "triptych: warn: skipped a.jpg: damaged", count: 3))
  }

  @Test("at most twenty lines a minute, and those held back are counted")
  func minute() {
    let log = log()
    for index in 0..<100 { log.skipped(Array("\(index)".utf8), reason: "gone", at: at(index / 10)) }
    #expect(paper.lines.count == 20)
    for index in 0..<80 { log.info("\(index)", at: at(20)) }
    log.warn("later", at: at(61))
    #expect(paper.lines.count == 22)
    #expect(paper.lines[20...] == ["triptych: warn: 80 lines held back", "triptych: warn: later"])
  }

  @Test("skipped items that were held back are named later, many in a line, and only once")
  func rest() {
    let log = log()
    for index in 0..<500 { log.skipped(Array("<\(index)>".utf8), reason: "gone", at: at(0)) }
    #expect(paper.lines.count == 20)
    #expect(log.restIsDue(at: at(1)) == at(60))
    log.tellRest(at: at(59))
    #expect(paper.lines.count == 20)
    log.tellRest(at: at(60))
    #expect(paper.lines[20].hasPrefix("triptych: warn: skipped ") && paper.lines.count < 30)
    #expect(paper.lines[20].contains(" more: <20>: gone; <21>: gone; "))
    #expect(log.restIsDue(at: at(60)) == nil)
    for index in 0..<500 {
      log.skipped(Array("<\(index)>".utf8), reason: "gone", at: at(61))
      #expect(paper.lines.count { $0.contains("<\(index)>: gone") } == 1)
    }
    log.close()
    #expect(paper.lines.count < 30 && !paper.lines.contains { $0.contains("held back") })
  }

  @Test("100,000 skipped items at once do not make a long log; those not named are counted")
  func flood() {
    let log = log()
    for index in 0..<100_000 { log.skipped(Array("\(index)".utf8), reason: "gone", at: at(0)) }
    log.close()
    #expect(paper.lines.count < 60)
    #expect(paper.lines.last?.hasSuffix(" lines held back") == true)
  }

  @Test("in no minute of an hour of storm are there more than twenty lines")
  func storm() {
    var limit = LogLimit()
    var written: [Int] = []
    for second in 0..<3600 {
      for _ in 0..<3 {
        switch limit.judge(at: at(second)) {
        case .hold, .known: break
        case .write: written.append(second)
        case .writeAfter: written += [second, second]
        }
      }
    }
    for second in 0..<3600 {
      #expect(written.filter { ($0...$0 + 59).contains(second) }.count <= 20)
    }
    #expect(written.count > 1000)
  }

  @Test("errors of the start are not limited, and the end says what was held back")
  func startAndEnd() {
    let log = log()
    for index in 0..<50 { log.atStart(.error, "\(index)") }
    #expect(paper.lines.count == 50)
    for index in 0..<25 { log.info("\(index)", at: at(0)) }
    log.close()
    log.close()
    #expect(paper.lines.count == 71)
    #expect(paper.lines.last == "triptych: warn: 5 lines held back")
  }

  @Test("lines that standard error does not take are counted")
  func stopped() {
    let log = log()
    paper.stop(true)
    log.info("a", at: at(0))
    log.info("b", at: at(0))
    paper.stop(false)
    log.info("c", at: at(0))
    #expect(
      paper.lines == [
        "triptych: warn: 2 lines lost: standard error took none", "triptych: info: c",
      ])
  }
}
