/// A subcommand, for help, the manual page and the completions of shells.
struct Subcommand: Sendable {
  /// What may follow it besides options.
  enum Operand: Sendable {
    case none, paths
    /// One of these words.
    case words([String])
  }

  let name: String
  let summary: String
  /// Where its options are found in the table.
  let places: OptionPlaces
  let operand: Operand

  init(_ name: String, _ summary: String, _ places: OptionPlaces = [], _ operand: Operand = .none) {
    (self.name, self.summary, self.places, self.operand) = (name, summary, places, operand)
  }

  static let all = [
    Subcommand("render", "renders the show to pictures or a film", .render, .paths),
    Subcommand("check", "says what is wrong with playlists", .check, .paths),
    Subcommand("rehearse", "prints what will be shown when", .rehearse, .paths),
    Subcommand("doctor", "says what is missing on this machine", [], .paths),
    Subcommand(
      "ctl", "tells a show that runs what to do", .ctl, .words(RemoteCommand.all.map(\.name))),
    Subcommand("transitions", "lists the transitions"),
    Subcommand("keys", "lists keys and commands", .keys),
    Subcommand(
      "completions", "prints completions for a shell", [], .words(Shell.allCases.map(\.rawValue))),
    Subcommand("help", "says more of an option or command", [], .words(HelpText.subjects)),
  ]
}

/// A shell that completions are written for.
public enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }
