/// Help, made from the option table; no line is wider than 80 columns.
public enum HelpText {
  /// The version of the program.
  public static let version = "0.1.0"

  /// What stands on standard error when nothing was asked for.
  public static let shortUsage = usage + "\ntriptych --help says more.\n"

  /// `--help`: usage, examples and all options.
  public static var all: String {
    usage + "\n" + purpose + "\n" + examples + chapters(OptionGroup.allCases) + closing
  }

  /// What `help WORD` prints; for a word that has no help throws what is to be said.
  public static func about(_ word: String) throws(OptionError) -> String {
    switch word {
    case "render": return render
    case "check": return check
    case "rehearse": return rehearse
    case "doctor": return doctor
    case "keys": return keys
    case "transitions": return transitions
    case "ctl": return ctl
    case "completions": return completions
    case "manual": return ManualPage.text
    default: break
    }
    if word != "kiosk", let option = Option.named(word) ?? Option.lettered(word) {
      return about(option)
    }
    if word == "kiosk" { return about(.kiosk) + kiosk }
    let bare = word.hasPrefix("no-") ? String(word.dropFirst(3)) : word
    if bare != word, let option = Option.named(bare), option.isFlag { return about(option) }
    if let command = RemoteCommand.all.first(where: { $0.name == word }) {
      return about(command)
    }
    let hint = Option.hint(word, subjects)
    let everywhere = "; triptych --help lists all options"
    throw OptionError(
      .unknown,
      "no help on \(quoted(Array(word.utf8)))" + (hint.isEmpty ? everywhere : hint))
  }

  /// The subcommands that have a help of their own.
  static let subcommands = [
    "render", "check", "rehearse", "doctor", "ctl", "transitions", "keys", "completions",
  ]

  /// All that `help` takes.
  static var subjects: [String] { subcommands + ["manual"] + Option.all.map(\.name) }

  static let usage = """
    Usage: triptych [OPTIONS] [PATH | -] ...
           triptych check [--entries | --play] PLAYLIST ...
           triptych render [OPTIONS] PATH ... --output DIR
           triptych rehearse [OPTIONS] PATH ... [--from DATE] [--until DATE]
           triptych doctor [FILE] ...
           triptych ctl COMMAND ...
           triptych transitions | keys | completions SHELL
           triptych help [OPTION] | --help | --version

    """

  static let purpose = """
    Shows pictures and films, one after the other. A PATH is a picture, a film, a
    folder or a playlist; - is a list on standard input.

    """

  static let examples = """
    Examples:
      triptych ~/Pictures                      all that is in a folder
      triptych --shuffle --duration 5 list.m3u
      triptych --transition wipe:left --fit cover *.jpg
      find . -name '*.jpg' -print0 | triptych -0 -
      triptych render list.m3u --output frames --size 1920x1080 --fps 25
      triptych check list.m3u
      triptych doctor                          what is missing on this machine

    """

  private static let closing = """

    Options take --x=VALUE or --x VALUE; -- ends them. --no-x turns off what is
    yes or no. triptych help OPTION says more of one; help also takes a command, and
    help manual prints the manual page for man -l -. What is said there to stand in
    a configuration file or in a playlist is written so: duration = 12 (help
    config), or for one item #TRIPTYCH: transition=wipe:up duration=12 fit=cover
    A file that has the name of a subcommand needs ./ in front.

    """

  private static func chapters(_ groups: [OptionGroup]) -> String {
    groups.map { group in
      "\n\(group.rawValue):\n"
        + Option.all.filter { $0.group == group }.map(row).joined()
    }.joined()
  }

  static func row(_ option: Option) -> String {
    row(option, option.group == .item ? itemLabel(option) : label(option))
  }

  private static func row(_ option: Option, _ label: String) -> String {
    let label = "  " + label
    let lines = wrapped(option.summary + fallback(option), to: 49)
    // A label that leaves no room has a line of its own.
    var text = label.count < 30 ? column(label, 30) + lines[0] : label
    for line in label.count < 30 ? Array(lines.dropFirst()) : lines {
      text += "\n" + column("", 30) + line
    }
    return text + "\n"
  }

  private static func label(_ option: Option) -> String {
    let letter = option.letter.map { "-\($0), " } ?? ""
    if option.isFlag { return letter + "--" + (option.letter == nil ? "[no-]" : "") + option.name }
    let value = option.valueIsOptional ? "[=\(option.placeholder)]" : " " + option.placeholder
    return letter + "--" + option.name + value
  }

  private static func itemLabel(_ option: Option) -> String {
    option.name + "=" + option.placeholder
  }

  private static func fallback(_ option: Option) -> String {
    if let note = option.fallbackNote { return " (\(note))" }
    return option.fallback.map { " (\($0))" } ?? ""
  }
}

/// Help on one subject.
extension HelpText {
  /// As `--help` has it in front.
  static func synopsis(of option: Option) -> String {
    option.group == .item ? itemLabel(option) : label(option)
  }

  /// What is allowed, the built-in value and the places, in one paragraph.
  static func facts(about option: Option) -> String {
    var text = "Allowed: \(capitalFree(option.allowed))."
    if let fallback = option.fallbackNote ?? option.fallback {
      let kiosk = option.kioskFallback.map { "; with --kiosk \($0)" } ?? ""
      text += " Default: \(fallback)\(kiosk)."
    }
    if option.places.contains(.item), option.group != .item { text += " Also in playlists." }
    if let others = OptionSynonym.others(of: option.name) {
      text += " Elsewhere: \(others.replacing("\u{A0}", with: " "))."
    }
    return text
  }

  static func about(_ option: Option) -> String {
    let isForItems = option.places == .item
    var text = (isForItems ? itemLabel(option) : label(option)) + "\n"
    text += "  " + option.summary + "\n\n"
    text += wrapped(option.details, to: 76).map { "  " + $0 + "\n" }.joined() + "\n"
    text += field("Allowed", capitalFree(option.allowed))
    if let fallback = option.fallbackNote ?? option.fallback {
      let kiosk = option.kioskFallback.map { "; with --kiosk \($0)" } ?? ""
      text += field("Default", fallback + kiosk)
    }
    for (index, place) in places(option).enumerated() {
      text += field(index == 0 ? "Where" : "", place)
    }
    if let others = OptionSynonym.others(of: option.name) { text += field("Elsewhere", others) }
    return text
  }

  private static func capitalFree(_ allowed: String) -> String {
    allowed.hasPrefix("one of ") ? String(allowed.dropFirst(7)) : allowed
  }

  private static func field(_ name: String, _ value: String) -> String {
    let lines = wrapped(value, to: 65)
    return lines.enumerated().map { index, line in
      let start = index == 0 && !name.isEmpty ? name + ":" : ""
      return "  " + column(start, 11) + line.map { $0 == "\u{A0}" ? " " : String($0) }.joined()
        + "\n"
    }.joined()
  }

  private static func places(_ option: Option) -> [String] {
    var places: [String] = []
    let verbs: [(OptionPlaces, String)] = [
      (.play, "triptych"), (.render, "render"), (.check, "check"),
      (.rehearse, "rehearse"), (.keys, "keys"), (.ctl, "ctl"),
    ]
    let names = verbs.filter { option.places.contains($0.0) }.map(\.1)
    if !names.isEmpty { places.append("command line (\(names.joined(separator: ", ")))") }
    if option.places.contains(.configuration) {
      let key = option.isKeyed ? "\(option.name).KEY = ..." : option.name + " = ..."
      places.append("configuration file (\(key))")
    }
    if option.places.contains(.running) {
      places.append("while the show runs (triptych ctl set \(option.name) ...)")
    }
    if option.places.contains(.item) { places.append("playlist (#TRIPTYCH: \(option.name)=...)") }
    return places
  }

  /// What `--kiosk` changes: from the table, and what is no option.
  static var kiosk: String {
    let changed = Option.all.compactMap { option in
      option.kioskFallback.map { (option.name, option.fallback ?? "", $0) }
    }
    var text = "\n  Built-in values that differ:\n"
    for (name, usual, kiosk) in changed {
      text += "    " + column("--" + name, 22) + "\(kiosk) instead of \(usual)\n"
    }
    text += "\n  Besides:\n"
    for line in kioskBehaviour {
      let lines = wrapped(line, to: 74)
      text += "    " + lines.joined(separator: "\n      ") + "\n"
    }
    return text
  }

  private static let kioskBehaviour = [
    "what is missing or fails is tried again for ever: the program does not give up",
    "nothing playable: a card says what was looked for and where to put pictures",
    "no card for an item that cannot be shown: it is skipped, and named in the log",
    "a bad line of a configuration file is an error in the log, and ignored",
    "no key quits but Ctrl+Q, whatever is bound",
    "no key leaves the whole screen",
    "the pointer is hidden",
    "triptych ctl is answered, at $RUNTIME_DIRECTORY/control unless --control-socket says where",
  ]

  private static var render: String {
    """
    Usage: triptych render [OPTIONS] PATH ... --output DIR

    Renders the show to pictures, on a clock of its own: frame k shows the moment
    k/fps exactly. Loading takes no time, and items that cannot be shown take none.
    The same words give the same files. All options of the show that are not about
    the display count too (triptych --help). Exit code 1: nothing could be shown or
    written, or a transition's script failed; the frames with a crossfade in its
    place stay.

    """ + chapters([.render])
  }

  private static var check: String {
    """
    Usage: triptych check [--entries | --play] PLAYLIST ...

    Reads playlists and prints what is wrong with them, a line each:
    FILE:LINE:COLUMN: error|warning: MESSAGE, counted from 1, columns in bytes.
    A missing file is a warning, and with --play a film that this machine is too
    slow for. Exit code 1 if there is an error.

    """ + chapters([.check])
  }

  private static var rehearse: String {
    """
    Usage: triptych rehearse [OPTIONS] PATH ... [--from DATE] [--until DATE]

    Plays a stretch of time at once and prints what will be shown when, as the days
    and times of the list's items say: a line for each time in which the same items
    are on, with how often each comes. hole: nothing is on. clash: an item was on,
    and its turn never came. A film whose length the list does not say takes 60 s.
    The options of the show count too (triptych --help). Exit code 1: there is a
    clash, or nothing is shown at all.

    For rehearse:
      --from DATE                 where it begins: 2026-12-01 or 2026-12-01T08:00
                                  (now)
      --until DATE                where it ends; a date to its end (a day later)

    """ + Option.all.filter { $0.group == .rehearse }.map { row($0, label($0)) }.joined()
  }

  private static var doctor: String {
    """
    Usage: triptych doctor [FILE] ...

    Looks at all that a show needs: display, sound, inputs, the user's groups,
    decoders, fonts, the clock. Prints a line each: ok, warn or FAIL, what there is,
    and what to do about it. Exit code 1 if a show could not run: a line says FAIL.
    With files: what each is, its size, orientation, length and codec, and whether
    it can be shown; films are played for two seconds, to see whether this machine
    is quick enough. Nothing is changed, and nothing takes longer than some seconds.

    """
  }

  private static var transitions: String {
    """
    Usage: triptych transitions

    Prints the names that --transition takes, and what one sees. Where directions
    stand behind a name, one of them may be added: wipe:up; without one it is left.

    """
  }

  private static var completions: String {
    """
    Usage: triptych completions bash | zsh | fish

    Prints what makes a shell complete the words of a command line. make install
    puts it where the shells look; by hand: source <(triptych completions bash)

    """
  }

  private static var keys: String {
    """
    Usage: triptych keys [--bind KEY=COMMAND] [--kiosk] [--config FILE]
           triptych keys --input-test

    Prints what keys, pad and mouse do, as command line and configuration have it,
    then the commands that nothing has. With --input-test it shows on the display
    what is pressed, and does nothing; hold Escape to leave.

    """
  }
}
