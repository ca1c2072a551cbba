/// The rows of the table that say what is shown and how it changes.
extension Option {
  static let list = [playlist, fallback, null, order, watch, shuffle, seed, startAt, loop, atEnd]
  static let change = [
    duration, videoDuration, speed, transition, transitionDuration, easing, fastBrowse,
    reducedMotion,
  ]

  static let playlist = Option(
    "playlist", .list, .path("FILE"), in: .show,
    "play FILE as a playlist, whatever its name",
    """
    The file is read as a playlist: M3U, or one path a line. May be given several times. \
    Playlists named on the command line take the place of those of the configuration.
    """,
    set: { $1.paths.append(NamedPath(bytes: $0, isPlaylist: true)) })

  static let fallback = Option(
    "fallback", .list, .path("PATH"), in: [.play, .configuration],
    "show PATH while there is nothing else to show",
    """
    A file, a folder or a playlist, for as long as the paths that are named give nothing at all: \
    the folder in which sticks are mounted. May be given several times; it may come and go. What \
    lies there is not trusted: links that lead out of it are not followed, and lists name no \
    scripts. A folder in it with a list named triptych.m3u (m3u8, json, xspf, pls) goes by that \
    list. The settings in a file triptych.conf beside what is shown count for as long as it is \
    shown; there may stand what "set" may change while the show runs (triptych help ctl).
    """,
    set: { $1.fallbacks.append($0) })

  static let null = Option(
    "null", .list, .flag, in: [.play, .render, .check, .rehearse, .configuration],
    "the list on standard input ends its entries with NUL",
    "For names with line ends in them: find . -print0 | triptych -0 -",
    set: { $1.nulSeparated = $0 }
  ).by(default: "no", letter: "0")

  static let order = Option(
    "order", .list, .choice("ORDER") as ArgumentForm<FolderOrder>, in: .show,
    "order in a folder: name, date or mtime",
    """
    name: as people count (2 before 10), files before subfolders. date: what was taken first \
    comes first (Exif; else the last change), over all subfolders; the first picture waits until \
    all have been looked at. mtime: the oldest change first. A playlist keeps its own order.
    """,
    set: { $1.order = $0 }
  ).by(default: "name")

  static let watch = Option(
    "watch", .list, .flag, in: [.play, .configuration],
    "show what changes in folders and playlists while they play",
    """
    Files that come, go or change, and playlists that are edited, are seen within five seconds, \
    without a break: what is shown stays, and a file that is still being copied waits. A playlist \
    that becomes unreadable goes on as it was. Where the system does not tell of changes (network \
    mounts), they are looked for once a minute. A list on standard input is not watched.
    """,
    set: { $1.watch = $0 }
  ).by(default: "yes")

  static let shuffle = Option(
    "shuffle", .list, .flag, in: .showAndRunning, "deal the items like a deck of cards",
    """
    Every item comes once before any comes again, and none comes twice in a row. Going back \
    walks back through what was shown.
    """,
    set: { $1.show.shuffle = $0 }
  ).by(default: "no")

  static let seed = Option(
    "seed", .list, .seed, in: .show, "number from which chance starts",
    """
    The same seed gives the same deck, the same random transitions and the same slow crops. \
    Without it the program takes one by chance and says in the log which; render takes 0.
    """,
    set: { $1.seed = $0 }
  ).by(note: "by chance")

  static let startAt = Option(
    "start-at", .list, itemForm, in: .show, "first item: its number or its file name",
    "Counting starts at 1. A name that is a number needs ./ in front.",
    set: { $1.startAt = $0 }
  ).by(default: "1")

  static let loop = Option(
    "loop", .list, loopForm, in: .showAndRunning, "what comes after the last item",
    """
    yes: the first one, for ever. no: the show ends. A number: so many rounds, then the show \
    ends. The value may be left out: --loop is yes, --no-loop is no.
    """,
    set: { $1.show.loop = $0 }
  ).by(default: "yes", valueIsOptional: true)

  static let atEnd = Option(
    "at-end", .list, .choice("hold|quit") as ArgumentForm<AtEnd>, in: .showAndRunning,
    "what happens when the show ends",
    "hold: the last picture stays. quit: the program ends. Matters with --loop no or a number.",
    set: { $1.show.atEnd = $0 }
  ).by(default: "quit", kiosk: "hold")

  static let duration = Option(
    "duration", .change, .seconds(from: "0.1", to: "366d"), in: .showAndRunning,
    "how long a picture stands still",
    """
    Counted from the moment at which the picture has arrived; the change comes on top. In a \
    playlist #EXTINF says it for one picture. On a film of a playlist it ends or repeats the \
    film.
    """,
    set: { $1.show.item.duration = $0 }, item: { $1.duration = $0 }
  ).by(default: "10")

  static let videoDuration = Option(
    "video-duration", .change, filmLength, in: .showAndRunning,
    "how long a film plays: full or SECONDS",
    "full: to its end. A time: so long, then the show goes on.",
    set: { $1.show.item.filmLength = $0 }
  ).by(default: "full")

  static let speed = Option(
    "speed", .change, .speed, in: .showAndRunning, "how fast films play: 0.25 to 4",
    "2: twice as fast. Tones keep their height. The keys [ and ] change it for the film alone.",
    set: { $1.show.item.speed = $0 }, item: { $1.speed = $0 }
  ).by(default: "1")

  static let transition = Option(
    "transition", .change, .transition, in: .showAndRunning, "how a picture gives way to the next",
    """
    triptych transitions lists the names. Many take a direction, which says where the motion \
    goes: wipe:left. random takes another one at each change. A name that ends in .lua is a \
    script of your own: it lies beside the playlist that names it, or in the folder transitions \
    of the configuration, ~/.config/triptych/transitions.
    """,
    set: { $1.show.item.transition = $0 }, item: { $1.transition = $0 }
  ).by(default: "crossfade")

  static let transitionDuration = Option(
    "transition-duration", .change, .seconds(from: "0", to: "10m"), in: .showAndRunning,
    "how long the change takes",
    "0 changes at once.",
    set: { $1.show.item.transitionDuration = $0 }, item: { $1.transitionDuration = $0 }
  ).by(default: "1.0")

  static let easing = Option(
    "easing", .change, .choice("NAME") as ArgumentForm<Easing>, in: .showAndRunning,
    "linear, ease-in, ease-out or ease-in-out",
    "How the change gathers and loses speed.",
    set: { $1.show.item.easing = $0 }, item: { $1.easing = $0 }
  ).by(note: "ease-in-out, by key ease-out")

  static let fastBrowse = Option(
    "fast-browse", .change, .flag, in: .show, "keys may change the screen as fast as they come",
    """
    Without it, keys change the whole screen at most three times a second, so that nobody can \
    make it flash.
    """,
    set: { $1.show.fastBrowse = $0 }
  ).by(default: "yes", kiosk: "no")

  static let reducedMotion = Option(
    "reduced-motion", .change, .flag, in: .show,
    "every change is a slow crossfade, and nothing drifts",
    """
    For people whom motion makes unwell: whatever a list says, each change is a crossfade of at \
    least half a second, cuts too, and --ken-burns is off. Keys go one picture at a time. The \
    overview fades in and out, and what is enlarged or scrolled is there at once.
    """,
    set: { $1.show.reducedMotion = $0 }
  ).by(default: "no")

  static let itemForm = ArgumentForm<StartPoint>(
    "N|NAME", allowed: "a number from 1 on, or a file name"
  ) { text in
    guard !text.isEmpty, !text.contains(0) else { return nil }
    guard let number = Decimal(text) else { return .name(text) }
    guard let whole = number.whole, whole >= 1 else { return nil }
    return .number(whole)
  }

  private static let loopForm: ArgumentForm<Loop> = {
    var form = rounds
    (form.takesNo, form.words) = (true, ["yes", "no"])
    return form
  }()

  private static let rounds = ArgumentForm<Loop>(
    "yes|no|N", allowed: "yes, no or a number of rounds from 1 to 1000000",
    nearest: { closestWord(to: String(decoding: $0, as: UTF8.self), among: ["yes", "no"]) },
    read: { text in
      if let number = Decimal(text) {
        // 0 rounds are none to show, and not the 0 that elsewhere means no.
        guard let rounds = number.whole, (1...1_000_000).contains(rounds) else { return nil }
        return .rounds(rounds)
      }
      return Bool(written: text).map { $0 ? .forever : .no }
    })

  private static let filmLength = ArgumentForm<FilmLength>(
    "full|SECONDS", allowed: "full or a time from 0.1 to 366d, such as 30, 500ms or 5m",
    nearest: { closestWord(to: String(decoding: $0, as: UTF8.self), among: ["full"]) },
    read: { text in
      if String(decoding: text, as: UTF8.self).lowercased() == "full" { return .full }
      guard let time = Duration(written: text), time >= .milliseconds(100),
        time <= .seconds(366 * 86_400)
      else { return nil }
      return .limited(time)
    })
}
