/// The rows of the table that say on which display it plays, and what happens when nobody is there.
extension Option {
  static let surroundings = [
    display, mode, screenRotate, screenHours, idleReset, idleGoto, resume,
  ]

  static let display = Option(
    "display", .program, displayForm, in: [.play, .configuration],
    "which display: its number or its connector",
    """
    Counting starts at 1. Or a name: on a bare console the connector as the kernel has it, such \
    as HDMI-A-1, in an X or Wayland session what the session calls the display. triptych doctor \
    lists both. A display that is not there ends the program with 3.
    """,
    set: { $1.display = $0 }
  ).by(note: "the first")

  static let mode = Option(
    "mode", .program, modeForm, in: [.play, .configuration],
    "pixels of the display, and refreshes a second",
    """
    As in 1920x1080 or 1920x1080@50. triptych doctor lists what the display has. One that it does \
    not have is named in the log with the nearest, and the display stays as it is. Without \
    effect on a --window.
    """,
    set: { $1.mode = $0 }
  ).by(note: "as the display is")

  static let screenRotate = Option(
    "screen-rotate", .program, .choice("DEGREES") as ArgumentForm<Rotation>,
    in: [.play, .render, .configuration], "turn all clockwise: 0, 90, 180 or 270",
    """
    For a display that hangs on its side or upside down: 90 brings the top of the picture to the \
    display's right side. --mode, --window and the --size of render stay the display's own; \
    render writes what the display would get.
    """,
    set: { $1.screenRotation = $0 }
  ).by(default: "0")

  static let screenHours = Option(
    "screen-hours", .program, .screenHours, in: [.play, .configuration],
    "days and times at which the screen is on",
    """
    As in 'mon-fri 07:00-22:30; sat 9-18': each part has days, times of the day, or both; they are \
    written as for days and times of an item. May be given several times. Outside of them the \
    screen is blank, and on a bare console its display is switched off; the show goes on unseen, \
    and a film is silent. The B key and ctl unblank switch it on until the next of these times. As \
    long as the computer's clock stands before 2025 it has not been set, and the screen is on.
    """,
    set: { $1.screenHours.hours += $0.hours }
  ).by(note: "always")

  static let idleReset = Option(
    "idle-reset", .program, idleForm, in: [.play, .configuration],
    "undo what a person did, so long after the last key",
    """
    Ends a pause, a blank screen and an enlargement, brings back the sound's own volume and what \
    was taken out of the show, and closes what stands over it. For a display that many people \
    touch. no: never.
    """,
    set: { $1.idleReset = $0.limit }
  ).by(default: "no", kiosk: "60")

  static let idleGoto = Option(
    "idle-goto", .program, itemForm, in: [.play, .configuration],
    "the item that --idle-reset goes to",
    "Its number, counting from 1, or its file name. Needs --idle-reset.",
    set: { $1.idleGoto = $0 }
  ).by(note: "the show goes on where it is")

  static let resume = Option(
    "resume", .program, .flag, in: [.play, .configuration],
    "go on where the show was when it ended",
    """
    At the same item, a film at the same time of it, with the same deck and seed, also after a \
    power cut. Kept in $STATE_DIRECTORY (a service), else in $XDG_STATE_HOME/triptych \
    (~/.local/state where that is not set); written at the end, and before at most once a minute \
    if another item came, every half minute while a film plays. Counts for the same files, \
    folders and playlists; before --start-at.
    """,
    set: { $1.resumes = $0 }
  ).by(default: "no")

  private static let displayForm = ArgumentForm<DisplayChoice>(
    "N|CONNECTOR", allowed: "a number from 1 on, or the name of a connector such as HDMI-A-1"
  ) { text in
    guard let number = Decimal(text) else {
      let name = String(escaping: text)
      return name.isEmpty || Array(name.utf8) != text ? nil : .named(name)
    }
    guard let whole = number.whole, (1...64).contains(whole) else { return nil }
    return .number(whole)
  }

  private static let modeForm = ArgumentForm<ModeChoice>(
    "WxH[@HZ]", allowed: "a mode such as 1920x1080 or 1920x1080@50"
  ) { (text: [UInt8]) throws(OptionError) -> ModeChoice? in
    let parts = text.split(separator: 0x40, omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2,
      let size = try ArgumentForm<PixelSize>.size(16...16384).read(Array(first))
    else { return nil }
    guard parts.count == 2 else { return ModeChoice(size: size) }
    guard let rate = Decimal(Array(parts[1]))?.asDouble, (1...1000).contains(rate) else {
      return nil
    }
    return ModeChoice(size: size, refreshRate: Int(rate.rounded()))
  }

  private static let idleForm: ArgumentForm<IdleLimit> = {
    let seconds = ArgumentForm<Duration>.seconds(from: "1", to: "7d")
    var form = ArgumentForm<IdleLimit>(
      "SECONDS|no", allowed: "no or " + seconds.allowed, nearest: seconds.nearest
    ) { (text: [UInt8]) throws(OptionError) -> IdleLimit? in
      if String(decoding: text, as: UTF8.self).lowercased() == "no" { return IdleLimit() }
      return try seconds.read(text).map { IdleLimit(limit: $0) }
    }
    (form.takesNo, form.words) = (true, ["no"])
    return form
  }()

  private struct IdleLimit: Sendable { var limit: Duration? }
}
