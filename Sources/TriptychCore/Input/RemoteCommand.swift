/// A line of the table of the socket's commands: for the reference, for `commands` and for help.
public struct RemoteCommand: Hashable, Sendable {
  /// As it is written: `set OPTION VALUE`.
  public let usage: String
  /// What it does, in a few words.
  public let summary: String
  /// The words of an example.
  public let example: [String]

  init(_ usage: String, _ summary: String, _ example: [String]) {
    (self.usage, self.summary, self.example) = (usage, summary, example)
  }

  /// Its first word.
  public var name: String { String(usage.prefix { $0 != " " }) }

  /// Every command, those of the keys first.
  public static let all: [RemoteCommand] = keys + own

  /// Keys do them too (`triptych keys`); left out is what makes sense with a keyboard only.
  private static let keys: [RemoteCommand] =
    Action.entries.filter { !byHandOnly.contains($0.words) }.map {
      RemoteCommand($0.words, $0.summary, [$0.words])
    } + [
      RemoteCommand(
        "seek [+|-]SECONDS", "moves within the film, on or back", ["seek", "-5"]),
      RemoteCommand(
        "volume [+|-]PERCENT", "sets the loudness, or changes it by so much",
        ["volume", "+10"]),
      RemoteCommand(
        "speed [+|-]FACTOR", "sets how fast the film plays, or changes it by so much",
        ["speed", "1.5"]),
      RemoteCommand("go N", "the item of that number, the nearest if there is none", ["go", "3"]),
    ]

  private static let byHandOnly = ["up", "down", "enter", "leave", "back", "drag", "ignore"]

  private static let own: [RemoteCommand] = [
    RemoteCommand(
      "goto N|NAME", "the item of that number or file name; an error if there is none",
      ["goto", "harbour.jpg"]),
    RemoteCommand(
      "set OPTION VALUE",
      "gives an option another value; options: " + SettingChange.names.joined(separator: ", "),
      ["set", "transition", "wipe:left"]),
    RemoteCommand(
      "message TEXT [SECONDS]", "shows a text of up to 500 characters, for 5 s or so long",
      ["message", "We close at six", "30"]),
    RemoteCommand(
      "reload list", "reads the list anew, as SIGHUP does: what was changed by hand is undone",
      ["reload", "list"]),
    RemoteCommand(
      "insert PATH [N] [KEY=VALUE ...]",
      "puts a file in as item N, or last",
      ["insert", "/srv/signs/today.jpg", "1", "duration=30"]),
    RemoteCommand(
      "delete N", "takes an item out of the show (never from disk)", ["delete", "4"]),
    RemoteCommand("move N TO", "moves an item to another place in the list", ["move", "4", "1"]),
    RemoteCommand(
      "update N KEY=VALUE ...", "shows an item otherwise; keys as in playlists",
      ["update", "4", "fit=cover", "title=Harbour"]),
    RemoteCommand("status", "what is shown, and how", ["status"]),
    RemoteCommand("events", "what is, and from then on a line for each change", ["events"]),
    RemoteCommand("screenshot", "what is on the screen, as a PNG in base64", ["screenshot"]),
    RemoteCommand("commands", "this table", ["commands"]),
  ]
}
