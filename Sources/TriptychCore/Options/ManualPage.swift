/// The manual page triptych(1), as troff, from the same tables as `--help`.
public enum ManualPage {
  /// For `man -l` and for `share/man/man1/triptych.1`.
  public static var text: String {
    var page = Troff()
    page.raw(".TH TRIPTYCH 1 \"\" \"Triptych \(HelpText.version)\" \"User Commands\"")
    page.section("Name")
    page.text("triptych - a slideshow that owns a display")
    page.section("Synopsis")
    page.verbatim(HelpText.usage.replacing("Usage: ", with: "       "))
    page.section("Description")
    page.text(HelpText.purpose)
    page.text(
      "It needs no X and no Wayland: on a bare console it draws through KMS. Transitions follow "
        + "one position, so that they can be turned round in the middle.")
    addCommands(to: &page)
    addOptions(to: &page)
    addKeys(to: &page)
    addRest(to: &page)
    return page.lines.joined(separator: "\n") + "\n"
  }

  private static func addCommands(to page: inout Troff) {
    page.section("Commands")
    for name in HelpText.subcommands {
      // Known names have a help; the first paragraph is the usage, the options come below.
      guard let help = try? HelpText.about(name) else { continue }
      let paragraphs = help.split(separator: "\n\n").map { String($0) }
      page.term(String(paragraphs[0].dropFirst("Usage: ".count)))
      let isChapter = { (text: String) in
        text.hasPrefix("Options:")
          || OptionGroup.allCases.contains { text.hasPrefix($0.rawValue + ":") }
      }
      for paragraph in paragraphs.dropFirst().prefix(while: { !isChapter($0) }) {
        // A table stays one.
        let isTable = paragraph.hasPrefix("  ") || paragraph.contains("\n  ")
        if isTable { page.verbatim(paragraph) } else { page.text(paragraph) }
      }
    }
  }

  private static func addOptions(to page: inout Troff) {
    page.section("Options")
    page.text(
      "--x=VALUE or --x VALUE; -- ends them. --no-x turns off what is yes or no. What may stand "
        + "in a playlist is marked: it is written there as #TRIPTYCH: name=value.")
    for group in OptionGroup.allCases {
      page.subsection(group.rawValue)
      for option in Option.all where option.group == group {
        page.term(HelpText.synopsis(of: option))
        page.text(option.summary.prefix(1).uppercased() + option.summary.dropFirst() + ".")
        page.text(option.details)
        page.text(HelpText.facts(about: option))
      }
    }
  }

  private static func addKeys(to page: inout Troff) {
    page.section("Keys")
    for row in Bindings.builtIn.rows(kiosk: false) {
      page.term(row.keys)
      page.text(row.summary)
    }
    page.text("triptych keys prints these and the commands; --bind changes them.", indented: false)
  }

  private static func addRest(to page: inout Troff) {
    page.section("Kiosk")
    page.verbatim(HelpText.kiosk)
    page.section("Files")
    for (path, words) in files {
      page.term(path)
      page.text(words)
    }
    page.section("Environment")
    for (name, words) in environment {
      page.term(name)
      page.text(words)
    }
    page.section("Exit status")
    for (code, words) in exitCodes {
      page.term(code)
      page.text(words)
    }
    page.section("Examples")
    page.verbatim(HelpText.examples.split(separator: "\n").dropFirst().joined(separator: "\n"))
  }

  private static let files = [
    (
      "$XDG_CONFIG_HOME/triptych/triptych.conf",
      "The user's configuration: name = value, with the names of the options."
    ),
    ("/etc/triptych/triptych.conf", "The machine's; the user's stands before it."),
    ("/etc/triptych/kiosk.conf", "What the service triptych.service shows."),
  ]

  private static let environment = [
    ("DISPLAY, WAYLAND_DISPLAY", "The session to show in; without one, the console."),
    ("SDL_VIDEODRIVER, SDL_AUDIODRIVER", "SDL's drivers, where its own choice is not wanted."),
    ("JOURNAL_STREAM", "Set by systemd: the log has levels that the journal reads."),
    (
      "NOTIFY_SOCKET, WATCHDOG_USEC",
      "Set by systemd: it hears when the show runs, and that it does."
    ),
  ]

  private static let exitCodes = [
    ("0", "Asked to end, or the list ended."),
    ("1", "Nothing playable, a check failed, or what render wrote is not all that was asked for."),
    ("2", "Bad usage."),
    ("3", "No display, or it is lost."),
  ]
}

/// Lines of troff with the macros of man(7).
struct Troff {
  private(set) var lines: [String] = []
  /// The paragraph that follows belongs to a term.
  private var isIndented = false
  private var followsTerm = false

  mutating func raw(_ line: String) { lines.append(line) }

  mutating func section(_ title: String) {
    (isIndented, followsTerm) = (false, false)
    lines.append(".SH \(title.uppercased())")
  }

  mutating func subsection(_ title: String) {
    (isIndented, followsTerm) = (false, false)
    lines.append(".SS \(title)")
  }

  /// What is explained by the texts that follow.
  mutating func term(_ words: String) {
    lines += [".TP", "\\fB\(Troff.escaped(words))\\fR"]
    (isIndented, followsTerm) = (true, true)
  }

  /// A paragraph; nothing for an empty one.
  mutating func text(_ words: String, indented: Bool = true) {
    let words = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { return }
    if !followsTerm { lines.append(isIndented && indented ? ".IP" : ".PP") }
    if !indented { isIndented = false }
    followsTerm = false
    // Short lines, so that a changed word is a changed line.
    lines += wrapped(words, to: 90).map { Troff.line($0) }
  }

  /// Lines as they are, without the blanks that all have in front.
  mutating func verbatim(_ words: String) {
    let all = words.split(separator: "\n").map { String($0) }
    let margin = all.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    lines +=
      [isIndented ? ".IP" : ".PP", ".nf"] + all.map { Troff.line(String($0.dropFirst(margin))) } + [
        ".fi"
      ]
    followsTerm = false
  }

  /// What begins with a point or an apostrophe would be a command.
  private static func line(_ words: String) -> String {
    let isCommand = words.hasPrefix(".") || words.hasPrefix("'")
    return (isCommand ? "\\&" : "") + escaped(words)
  }

  static func escaped(_ words: String) -> String {
    words.map { character in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "^": "\\(ha"
      case "~": "\\(ti"
      default: String(character)
      }
    }.joined()
  }
}
