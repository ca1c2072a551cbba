/// The rows of the table that say how it looks and sounds, and what the program does.
extension Option {
  static let picture = [fit, kenBurns, background, gap]
  static let sound = [mute, volume, audio, subtitles]
  static let program = [
    window, renderer, bind, padMappings, inputTest, prove, kiosk, configuration,
    safeConfiguration, logLevel,
  ]
  static let renderOnly = [size, fps, frames, seconds, output, instants]

  static let fit = Option(
    "fit", .picture, .choice("MODE") as ArgumentForm<Fit>, in: .showAndRunning,
    "contain, cover, auto, stretch, none or blur",
    """
    contain: the whole picture, as large as it goes. cover: fills the screen, cut at two \
    sides. auto: cover where that cuts little, else contain. stretch: fills the screen, out of \
    shape. none: one pixel of the picture is one pixel of the screen, centred. blur: contain, \
    with the picture itself, blurred and dark, in the rest of the screen.
    """,
    set: { $1.show.item.fit = $0 }, item: { $1.fit = $0 }
  ).by(default: "contain")

  static let kenBurns = Option(
    "ken-burns", .picture, .flag, in: .showAndRunning,
    "pictures drift and grow slowly while they stand",
    "A slow crop, from the moment a picture first comes into view until it is gone.",
    set: { $1.show.item.kenBurns = $0 }, item: { $1.kenBurns = $0 }
  ).by(default: "no")

  static let background = Option(
    "background", .picture, .color, in: .showAndRunning, "colour beside and under the pictures",
    """
    Fills what a picture leaves free of the screen, and lies under what is transparent. A \
    shell takes # for a comment: write '#204060' in quotes, or 204060.
    """,
    set: { $1.show.item.background = $0 }, item: { $1.background = $0 }
  ).by(default: "#000000")

  static let gap = Option(
    "gap", .picture, .number("PIXELS", 0...1000), in: .showAndRunning,
    "room between two pictures that slide",
    "Pixels of a display 1080 high; on others in proportion.",
    set: { $1.show.gap = $0 }
  ).by(default: "50")

  static let mute = Option(
    "mute", .sound, .flag, in: .showAndRunning, "films make no sound",
    "The M key turns the sound on again; of an item, only its own sound is off.",
    set: { $1.show.item.mute = $0 }, item: { $1.mute = $0 }
  ).by(default: "no")

  static let volume = Option(
    "volume", .sound, .percent, in: .showAndRunning, "loudness of films",
    "The volume of an item is a part of that of the show.",
    set: { $1.show.item.volume = $0 }, item: { $1.volume = $0 }
  ).by(default: "100", kiosk: "50")

  static let audio = Option(
    "audio", .sound, .language, in: .showAndRunning, "language of a film's sound",
    "As in --audio de. Of a film without it, and without the option, the first is heard.",
    set: { $1.show.item.soundLanguage = $0 }, item: { $1.soundLanguage = $0 })

  static let subtitles = Option(
    "subtitles", .sound, .subtitles, in: .showAndRunning, "auto, off, or the language of subtitles",
    """
    auto: while there is no sound. With a language, as in --subtitles de, they are shown always, \
    in the film's first where it does not have that one. The V key shows the next of them, or \
    none. Known are those within the film's file, of text and of pictures, and files beside it: of \
    film.mp4, film.srt and film.de.srt, or with the endings ass, ssa and vtt.
    """,
    set: { $1.show.item.subtitles = $0 }, item: { $1.subtitles = $0 }
  ).by(default: "auto")

  static let window = Option(
    "window", .program, .size(16...16384), in: [.play, .configuration],
    "a window of that size instead of the whole screen",
    "The F key fills the screen and comes back.",
    set: { $1.window = $0 })

  static let renderer = Option(
    "renderer", .program, .choice("NAME") as ArgumentForm<Renderer>, in: [.play, .configuration],
    "who draws: auto, cpu, gpu, opengles2 or opengl",
    """
    cpu: the processor. gpu: OpenGL ES 2, else OpenGL; the next two ask for one of them. auto: \
    gpu where a graphics processor answers, not a program that imitates one (llvmpipe), else \
    cpu. What cannot be had is said in the log, and the show goes on with what there is. On a \
    bare console opengl shows black; opengles2 takes its place.
    """,
    set: { $1.renderer = $0 }
  ).by(default: "auto")

  static let bind = Option(
    "bind", .program, .binding, in: [.play, .keys, .configuration],
    "KEY does COMMAND; ignore frees the key",
    """
    As in --bind Ctrl+Right='seek 60' or --bind F=ignore. In a configuration file the line \
    is bind.KEY = COMMAND. May be given several times. triptych keys lists keys and commands. \
    Keys have SDL's names; Ctrl+, Shift+, Alt+ and Meta+ stand in front. mouse.left, \
    mouse.middle, mouse.right, mouse.back, mouse.forward, wheel.up, wheel.down, wheel.left and \
    wheel.right are the mouse's, pad.a, pad.leftshoulder, pad.dpup, pad.leftx- and so on those of \
    a game controller, by SDL's names; pad.rightx and pad.righty take only drag.
    """,
    set: { $1.bindings.bind($0.chord, to: $0.action) })

  static let padMappings = Option(
    "pad-mappings", .program, .path("FILE"), in: [.play, .keys, .configuration],
    "names for the buttons of pads that SDL does not know",
    """
    Lines in the form of gamecontrollerdb.txt, a line for each kind of pad; they go before what \
    SDL knows by itself. triptych keys --input-test shows whether they are right. A pad without \
    a line still steps: by its hat, its first stick, and two buttons, which are a and b.
    """,
    set: { $1.padMappings = $0 })

  static let inputTest = Option(
    "input-test", .program, .flag, in: [.play, .keys, .configuration],
    "show what each key and button does, and do nothing",
    """
    On the display and, a line for each, on standard output: the name that --bind takes, and the \
    command. Keys, mouse, pads with their axes. Ends when Escape is held for a second, Q pressed \
    twice, by Ctrl+C, or when the window is closed.
    """,
    set: { $1.testsInput = $0 }
  ).by(default: "no")

  static let prove = Option(
    "prove", .program, .integer("N", 1...1_000_000), in: [.play, .render, .configuration],
    "play N items and name each frame that was wrong",
    """
    Ends after N items, or N rounds of a film that is alone. Each frame that was seen more than \
    a refresh late, in which an item was black, or that was not the one that was due, is a line \
    on standard output; a summary ends it. Exit code 1 if there was any. Of films that carry a \
    number in each frame (docs/proof.md) the numbers are read: render reads them from the frames \
    that it has painted, and then needs no --output.
    """,
    set: { $1.prove = $0 })

  static let kiosk = Option(
    "kiosk", .program, .flag, in: [.play, .keys, .configuration],
    "for a display that nobody looks after; see help kiosk",
    """
    For a display that nobody looks after. It changes built-in values only: what is set on \
    the command line, in a configuration file or in a playlist wins, but for the keys, which \
    stay locked.
    """,
    set: { $1.show.kiosk = $0 }
  ).by(default: "no")

  static let configuration = Option(
    "config", .program, .path("FILE"), in: [.play, .render, .check, .rehearse, .keys],
    "read FILE besides the usual configuration",
    """
    Lines are name = value, with the names of these options; # begins a comment line. What \
    comes first wins: playlist item, playlist defaults, command line, --config FILE, \
    $XDG_CONFIG_HOME/triptych/triptych.conf (~/.config where that is not set), \
    /etc/triptych/triptych.conf, built in. Relative paths in a file start at its folder.
    """,
    set: { $1.configuration = $0 })

  static let safeConfiguration = Option(
    "safe-config", .program, .path("FILE"), in: [.play, .configuration],
    "read settings of how it looks from FILE, if it is there",
    """
    For a file that anybody may write who has the memory card in hand, such as \
    /boot/firmware/triptych.conf. Lines as in --config. Only these options can stand there: what \
    can be set while the show runs (triptych help ctl), order, screen-rotate and language. What \
    the command line says comes before it, and all other files after it. Wrong lines are named \
    and passed over, and a file that is not there is no error.
    """,
    set: { $1.safeConfiguration = $0 })

  static let logLevel = Option(
    "log-level", .program, .choice("LEVEL") as ArgumentForm<LogLevel>, in: .anywhere,
    "error, warn, info or debug",
    """
    The log goes to standard error, one line an event. warn: files that are skipped, things \
    that are missing. debug: all that happens.
    """,
    set: { $1.logLevel = $0 }
  ).by(default: "info")
}

/// The rows of `render` and of `check`.
extension Option {
  static let size = Option(
    "size", .render, .size(16...16384, most: RenderSettings.largestPicture),
    in: [.render, .configuration], "pixels of a frame",
    """
    Width and height of the display that render imagines. A film's frames have no more pixels \
    than \(RenderSettings.largestFilm).
    """,
    set: { $1.render.size = $0 }
  ).by(default: "1280x720")

  static let fps = Option(
    "fps", .render, .number("N", 0.1...1000), in: [.render, .configuration], "frames a second",
    "Frame k (from 0) shows the moment k/fps exactly.",
    set: { $1.render.fps = $0 }
  ).by(default: "30")

  static let frames = Option(
    "frames", .render, .integer("N", 1...100_000_000), in: [.render, .configuration],
    "how many frames",
    "Past the end of the show the last frame repeats. Without --frames and --seconds: one pass.",
    set: { ($1.render.frames, $1.render.seconds) = ($0, nil) }
  ).by(note: "one pass")

  static let seconds = Option(
    "seconds", .render, .seconds(from: "0.001", to: "366d"), in: [.render, .configuration],
    "how much of the show",
    "Instead of --frames; rounded up to whole frames.",
    set: { ($1.render.frames, $1.render.seconds) = (nil, $0) }
  ).by(note: "one pass")

  static let output = Option(
    "output", .render, .output, in: [.render, .configuration],
    "folder for pictures, or FILE.mp4; must be given",
    """
    A folder gets frame-00000.png, frame-00001.png and so on; it is made where it is missing. \
    Frames that lie there are written over; those of a longer run before stay, and are named. \
    FILE.mp4 becomes a film with sound (H.264, AAC; width and height must be even); it has \
    another name, FILE.mp4.part, until it is whole. - writes such a film to standard output.
    """,
    set: { $1.render.output = $0 })

  static let instants = Option(
    "instants", .render, .path("FILE"), in: [.render],
    "render the frames of a trace again",
    """
    FILE was written by --trace. Frame k shows the instant of its line k; with --replay and the \
    record of the same show these are the frames that were on the screen.
    """,
    set: { $1.render.instants = $0 })

  static let entries = Option(
    "entries", .check, .flag, in: [.check, .configuration],
    "print the entries instead of the problems",
    """
    One absolute path or address a line, nested playlists unrolled, missing files included. \
    Problems go to standard error.
    """,
    set: { $1.listsEntries = $0 }
  ).by(default: "no")

  static let play = Option(
    "play", .check, .flag, in: [.check, .configuration],
    "play each film for two seconds; name those that are too slow",
    """
    Made ready for a screen of 1920x1080 as fast as this machine can, with nothing else to do. A \
    film that cannot be decoded, or not a quarter faster than it plays, is a warning with the \
    figures. Without it only the first bytes of a film are looked at.
    """,
    set: { $1.playsFilms = $0 }
  ).by(default: "no")
}

extension ArgumentForm where Value == [UInt8] {
  /// Where rendered frames go; what promises an output that is not made is refused.
  static var output: ArgumentForm {
    var form = ArgumentForm(
      "DIR|FILE.mp4|-", allowed: "a folder, a name that ends in .mp4, or -"
    ) { text in
      let name = String(decoding: text, as: UTF8.self).lowercased()
      let isOther = [".mkv", ".webm", ".mov", ".avi", ".gif", ".png", ".jpg"].contains {
        name.hasSuffix($0)
      }
      return isOther || text.isEmpty || text.contains(0) ? nil : text
    }
    form.isPath = true
    return form
  }
}
