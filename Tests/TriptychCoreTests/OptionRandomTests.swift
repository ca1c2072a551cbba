import Glibc
import Testing

@testable import TriptychCore

@Suite struct OptionRandomTests {
  /// Pieces of what is right, so that random words come deep into the parsers.
  static let pieces: [[UInt8]] =
    Option.all.map { Array($0.name) } + OptionSynonym.all.map { Array($0.name) }
    + [
      "--", "-", "--no-", "=", "+", ":", ".", ",", "#", " ", "\n", "\r", "'", "x", "ms", "d", "%",
      "bind.", "Ctrl+", "Shift+", "seek ", "go ", "volume -", "wipe", "full", "yes", "no", "9",
      "0", "99999999999999999999", "1e9", "inf", "nan", "0x10", "-0", "e\u{301}", "\u{202E}",
      "help", "check", "render", "keys", "é", "🙂",
    ].map { Array($0) } + [[0], [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90], [0x1B]]

  /// A tenth of what is tried with TRIPTYCH_LONG_TESTS=1, as a debug build takes 0.3 ms each.
  private func rounds(_ all: Int) -> Int { getenv("TRIPTYCH_LONG_TESTS") == nil ? all / 10 : all }

  private func word(_ chance: inout SplitMix64) -> [UInt8] {
    (0..<1 + chance.below(5)).flatMap { _ in
      chance.below(4) == 0
        ? [UInt8(chance.below(256))] : Self.pieces[chance.below(Self.pieces.count)]
    }
  }

  private func expectSpeakable(_ message: String) {
    #expect(!message.isEmpty && String(escaping: message.utf8) == message)
  }

  @Test("random command lines are read or refused in clear words")
  func commandLines() {
    var chance = SplitMix64(seed: 1)
    for _ in 0..<rounds(100_000) {
      let words = (0..<1 + chance.below(4)).map { _ in
        (chance.below(2) == 0 ? [0x2D, 0x2D] : []) + word(&chance)
      }
      do throws(OptionError) {
        let invocation = try Invocation(words)
        _ = ProgramSettings(layers: [invocation.layer])
        if case .help(let name?) = invocation.verb { _ = try HelpText.about(name) }
      } catch {
        expectSpeakable(error.message)
      }
    }
  }

  @Test("random configuration files are read or refused in clear words")
  func configurations() {
    var chance = SplitMix64(seed: 2)
    for _ in 0..<rounds(50_000) {
      var text: [UInt8] = []
      for _ in 0..<1 + chance.below(4) {
        text += word(&chance) + [[0x3D], [0x20, 0x3D, 0x20], []][chance.below(3)]
        text += word(&chance) + [0x0A]
      }
      let file = ConfigurationText(text, folder: Array("/etc"))
      _ = ProgramSettings(layers: [file.layer])
      for problem in file.problems { expectSpeakable(problem.error.message) }
    }
  }

  @Test("random bindings and item options are read or refused in clear words")
  func bindings() {
    var chance = SplitMix64(seed: 3)
    var options = ItemOptions()
    for _ in 0..<rounds(50_000) {
      do throws(OptionError) {
        if chance.below(2) == 0 {
          _ = try Bindings.Binding(parsing: word(&chance) + [0x3D] + word(&chance))
        } else {
          let names = Option.all
          let key =
            chance.below(2) == 0 ? Array(names[chance.below(names.count)].name) : word(&chance)
          try options.parse(key: key, value: word(&chance))
        }
      } catch {
        expectSpeakable(error.message)
      }
    }
  }
}
