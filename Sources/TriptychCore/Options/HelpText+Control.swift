/// `triptych ctl --help`.
extension HelpText {
  static var ctl: String {
    """
    Usage: triptych ctl [--control-socket PATH] [--json] COMMAND ...

    Tells a show that runs what to do, or asks it how it is. The show must listen:
    a kiosk does, others with --control-socket PATH.

    Exit codes: 0 done, 1 the show refuses, 2 bad usage, 3 no show answers.

    Commands:

    """ + RemoteCommand.all.map(row).joined() + controlExamples + controlOptions
  }

  private static func row(_ command: RemoteCommand) -> String {
    let lines = wrapped(command.summary, to: 50)
    // A command that leaves no room has a line of its own.
    let isLong = command.usage.count >= 26
    let first = isLong ? "  " + command.usage + "\n" : ""
    return first
      + lines.enumerated().map { index, line in
        "  " + column(index == 0 && !isLong ? command.usage : "", 26) + line + "\n"
      }.joined()
  }

  private static let controlExamples = """

    Examples:
      triptych ctl next
      triptych ctl set transition wipe:left
      triptych ctl message "We close at six" 30
      triptych ctl status --json
      triptych ctl screenshot >screen.png
      triptych ctl events

    """

  private static var controlOptions: String {
    "\nOptions:\n" + [Option.controlSocket, .json].map(row).joined()
  }
}

extension HelpText {
  /// A word that keys and `ctl` know.
  static func about(_ command: RemoteCommand) -> String {
    let hasKeys = Action.entries.contains { $0.words == command.name }
    let place = hasKeys ? "; triptych keys lists the keys" : ""
    return command.usage + "\n  " + command.summary + "\n\n"
      + wrapped("A command: triptych ctl \(command.usage)\(place)", to: 76)
      .map { "  " + $0 + "\n" }.joined()
  }
}
