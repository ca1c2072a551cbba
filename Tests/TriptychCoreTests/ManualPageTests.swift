import Testing

@testable import TriptychCore

@Suite struct ManualPageTests {
  @Test("every option and command has a place in it")
  func whole() {
    let page = ManualPage.text
    for option in Option.all {
      #expect(page.contains(Troff.escaped(option.name)), "\(option.name)")
    }
    for name in HelpText.subcommands { #expect(page.contains("\n\\fBtriptych \(name)"), "\(name)") }
  }

  @Test("what troff would take for a command or a sign of its own is escaped")
  func escaping() {
    var page = Troff()
    page.text(".so /etc/passwd and 'x' with a \\ and a-b")
    page.term("-x")
    page.text("after")
    page.verbatim("    .a\n      b")
    #expect(
      page.lines == [
        ".PP", "\\&.so /etc/passwd and \\(aqx\\(aq with a \\e and a\\-b", ".TP",
        "\\fB\\-x\\fR", "after", ".IP", ".nf", "\\&.a", "  b", ".fi",
      ])
  }

  @Test("the table of commands has those that are taken")
  func commands() throws {
    for command in Subcommand.all {
      let verb = try? Invocation([Array(command.name)]).verb
      #expect(verb != .play, "\(command.name)")
    }
    #expect(Subcommand.all.map(\.name).sorted() == Invocation.commandNames)
  }
}
