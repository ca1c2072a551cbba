/// The rows of the table that say who may control the show from outside, and how.
extension Option {
  static let remote = [controlSocket, controlGroup, controlRoot, json, record, replay, trace]

  static let controlSocket = Option(
    "control-socket", .program, .path("PATH"), in: [.play, .ctl, .configuration],
    "listen at PATH for triptych ctl",
    """
    A Unix socket that the user who plays the show, and root, may use: triptych ctl --help. A \
    kiosk listens at $RUNTIME_DIRECTORY/control by itself. triptych ctl looks at PATH, else at \
    $XDG_RUNTIME_DIR/triptych/control and /run/triptych/control.
    """,
    set: { $1.controlSocket = $0 }
  ).by(note: "none; in a kiosk $RUNTIME_DIRECTORY/control")

  static let controlGroup = Option(
    "control-group", .program, .text("GROUP"), in: [.play, .configuration],
    "let members of GROUP control the show too",
    """
    Its name or its number; the user who plays the show must be in it. They also need the right \
    to pass the folder in which the socket lies.
    """,
    set: { $1.controlGroup = $0 }
  ).by(note: "nobody else")

  static let controlRoot = Option(
    "control-root", .program, .path("DIR"), in: [.play, .configuration],
    "let triptych ctl insert files beneath DIR",
    """
    May be given several times. Files beneath the folders that are played, and beside the \
    pictures, films and playlists, may be inserted anyway; links that lead out of these folders \
    are refused.
    """,
    set: { $1.controlRoots.append($0) })

  static let json = Option(
    "json", .ctl, .flag, in: .ctl, "print answers as they come, a JSON object a line",
    "For programs. docs/control.md says what is in them.",
    set: { $1.printsJSON = $0 }
  ).by(default: "no")

  static let record = Option(
    "record", .program, .path("FILE"), in: [.play, .render],
    "write what happens to FILE, to be replayed",
    """
    A line of text for each key that is bound, each finger, each command from outside and all that \
    the show hears, with its instant; nothing that was typed besides. docs/replay.md says what a \
    line means.
    """,
    set: { $1.record = $0 })

  static let replay = Option(
    "replay", .program, .path("FILE"), in: [.play, .render],
    "do again what FILE recorded",
    """
    With the list that was shown then. Its options and its seed count, unless others are given. \
    The window gets its keys, fingers and commands; render gives the same pictures, whatever \
    loading took, up to the record's end unless --frames or --seconds say otherwise.
    """,
    set: { $1.replay = $0 })

  static let trace = Option(
    "trace", .program, .path("FILE"), in: [.play, .render, .configuration],
    "file for a line about each frame",
    """
    k t x current, then for each view that is drawn, lowest first: place item p opacity m11 \
    m12 m13 m21 m22 m23 m31 m32 m33. t is in seconds; items count from 1, places from 0; the \
    numbers m are the map from the view's pixels to those of the screen, row by row. In a window \
    t counts as in the record.
    """,
    set: { $1.trace = $0 })
}
