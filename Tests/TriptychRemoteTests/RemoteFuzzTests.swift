import Glibc
import Testing
import TriptychCore

@testable import TriptychRemote

/// Lines that are almost requests. `FUZZ_RUNS` says how many; the seed is in what fails.
@Suite struct RemoteFuzzTests {
  private static let runs = getenv("FUZZ_RUNS").flatMap { Int(String(cString: $0)) } ?? 20_000

  @Test("no line ends the conversation but a long one, and each has one answer")
  func lines() {
    for seed in 0..<UInt64(Self.runs) {
      var dice = Dice(seed: seed)
      let line = dice.line()
      var talk = Talk()
      talk.conversation.receive(line + [0x0A], at: .zero)
      var count = 0
      while let request = talk.conversation.next(at: .zero) {
        count += 1
        talk.conversation.answer(dice.below(2) == 0 ? .done : .failure(.init(.failed, "no")))
        _ = request
      }
      talk.drain()
      let isBlank = line.split(separator: 0x0A).allSatisfy {
        $0.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      }
      if isBlank ? !talk.lines.isEmpty : talk.lines.isEmpty {
        Issue.record("seed \(seed): \(talk.lines.count) answers")
      }
      for text in talk.lines {
        guard let answer = try? JSON(reading: Array(text.utf8)), answer["ok"] != nil else {
          Issue.record("seed \(seed): \(text)")
          continue
        }
      }
    }
  }

  @Test("what is read is written so that it is read again as the same")
  func roundTrip() {
    for seed in 0..<UInt64(Self.runs) {
      var dice = Dice(seed: seed)
      guard let value = try? JSON(reading: dice.line()) else { continue }
      if (try? JSON(reading: value.line)) != value { Issue.record("seed \(seed)") }
    }
  }
}

/// Makes requests and breaks some of them.
private struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func below(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(limit))
  }

  private static let pieces = [
    "next", "goto", "set", "message", "events", "seek", "volume", "transition", "wipe:left", "fit",
    "cover", "-5", "+10", "3", "99999999999999999999", "", " ", "a b", "ä😀", "\\u0000",
    "\\ud83d\\ude00",
    "\\ud800", "\\", "\u{202E}", "reload", "list", "status", "true", "x.lua", "../../etc/passwd",
  ]

  private mutating func word() -> String {
    let piece = Self.pieces[below(Self.pieces.count)]
    switch below(8) {
    case 0: return "\(below(2000) - 1000)"
    case 1: return "[\"\(piece)\"]"
    case 2: return "{\"\(piece)\":1}"
    case 3: return ["true", "false", "null", "1e5", "-0"][below(5)]
    default: return "\"\(piece)\""
    }
  }

  mutating func line() -> [UInt8] {
    let words = (0..<below(4)).map { _ in word() }.joined(separator: ",")
    let command = below(4) == 0 ? word() : "[\(words)]"
    let id = below(3) == 0 ? "" : "\"id\":\(word()),"
    var line = Array("{\(id)\"command\":\(command)}".utf8)
    for _ in 0..<[0, 0, 1, 3][below(4)] where !line.isEmpty {
      let at = below(line.count)
      switch below(4) {
      case 0: line.remove(at: at)
      case 1: line.insert(UInt8(below(256)), at: at)
      case 2: line[at] ^= UInt8(1 << below(8))
      default: line += line[..<min(at, 200)]
      }
    }
    return line
  }
}
