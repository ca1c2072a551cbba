import Testing

@testable import TriptychCore

@Suite struct OptionHelpTests {
  @Test("--help says this")
  func all() { expectSnapshot(HelpText.all, "help") }

  @Test("help kiosk says this")
  func kiosk() throws { expectSnapshot(try HelpText.about("kiosk"), "help-kiosk") }

  @Test("help OPTION says this, for each option")
  func options() throws {
    let names = Option.all.map(\.name).filter { $0 != "kiosk" } + HelpText.subcommands
    let text = try names.map { try HelpText.about($0) }.joined(separator: "\n")
    expectSnapshot(text, "help-options")
  }

  @Test("keys says this, and this in a kiosk")
  func keys() {
    expectSnapshot(
      Bindings.builtIn.table() + "\nIn a kiosk:\n" + Bindings.builtIn.table(kiosk: true), "keys")
  }

  @Test("no line of help is wider than 80 columns")
  func width() throws {
    var texts = [HelpText.all, HelpText.shortUsage]
    texts += [Bindings.builtIn.table(), Bindings.builtIn.table(kiosk: true)]
    texts += try (Option.all.map(\.name) + HelpText.subcommands).map { try HelpText.about($0) }
    for line in texts.flatMap({ $0.split(separator: "\n") }) {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test("help on what is not there names the nearest")
  func unknown() {
    #expect(throws: OptionError(.unknown, "no help on 'durations'; did you mean duration?")) {
      try HelpText.about("durations")
    }
    #expect(throws: OptionError(.unknown, "no help on 'D'; feh's -D is --duration here")) {
      try HelpText.about("D")
    }
  }
}
