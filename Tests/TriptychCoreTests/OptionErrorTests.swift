import Testing

@testable import TriptychCore

@Suite struct OptionErrorTests {
  /// Command lines that are wrong, in one way each.
  static let bad = [
    "--shufle", "--foo", "--zzzzzzzz", "--no-shufl", "--no-duration", "--no-shuffle=yes",
    "--slideshow-delay 3", "--image-display-duration=3", "-D 5", "-D5", "--randomize",
    "--recursive", "-f list", "--fullscreen", "--cycle-once", "-x", "--no-audio", "-", "--=3",
    "--playlist", "--playlist=", "--null=maybe", "--order size", "--shuffle=y", "--seed -1",
    "--seed 18446744073709551616", "--start-at 0", "--start-at 1.5", "--loop=maybe",
    "--loop=-2", "--loop=0", "--loop=0.5", "--at-end hodl", "--duration", "--duration --shuffle",
    "--duration 0",
    "--duration abc", "--duration 1e5", "--duration inf", "--duration -3", "--duration 367d",
    "--duration 2,5", "--video-duration ful", "--video-duration 0", "--transition wip",
    "--transition wipe:lefd", "--transition-duration 11m", "--easing ease", "--fast-browse=2",
    "--fit covr", "--ken-burns=slow", "--background red", "--background #12345", "--gap 5000",
    "--gap -1", "--mute=loud", "--volume 150", "--volume 50.5", "--volume abc", "--window 1x1",
    "--window 800", "--window 800x600x2", "--renderer vulkan", "--bind F", "--bind F=ful",
    "--bind Ctl+F=quit", "--bind F25=quit", "--bind F=seek", "--bind F=seek x",
    "--bind F=volume=+500", "--kiosk=1.5", "--display 0", "--display=", "--mode 1920",
    "--mode 1920x1080@", "--mode 800x600@0",
    "--mode 8x8", "--idle-reset 0", "--idle-reset off", "--no-idle-reset=3", "--no-display",
    "--idle-goto 0", "--screen 0", "--drm-connector=HDMI-A-1", "render --display 2", "--config",
    "--log-level verbose",
    "--fps 5", "--entries", "--title x", "--end 3", "render --window 8x8", "render --size 8",
    "render --fps 0", "render --frames 0", "render --seconds 0", "render --frames 3 --seconds 3",
    "render a --output x.mp4", "render --output=-", "render --entries", "check --shuffle",
    "check --entrys", "keys foo", "keys --shuffle", "transitions foo", "transitions --kiosk",
    "help duration loop", "--help=x", "--version=2",
  ]

  @Test("each mistake on the command line is answered with these words")
  func messages() {
    var text = ""
    for line in Self.bad {
      do throws(OptionError) {
        _ = try Invocation(words(line))
        text += "\(line)\n    (taken)\n"
      } catch {
        text += "\(line)\n    \(error.code): \(error.message)\n"
      }
    }
    expectSnapshot(text, "command-line-errors")
  }

  @Test("a word that is not UTF-8 is named escaped")
  func escaped() {
    #expect(throws: OptionError(.unknown, "unknown option --\\xFF\\x0A")) {
      try Invocation([[0x2D, 0x2D, 0xFF, 0x0A]])
    }
  }

  @Test("render and check say what they miss")
  func missing() throws {
    for (line, message) in [
      ("render", "render needs a PATH: what is to be rendered"),
      ("render a", "render needs --output DIR: a folder for the pictures"),
      ("check", "check needs a PLAYLIST: what is to be checked"),
    ] {
      let invocation = try Invocation(words(line))
      #expect(throws: OptionError(.missingValue, message)) {
        try invocation.verify(ProgramSettings(layers: [invocation.layer]))
      }
    }
  }

  @Test("subcommands are known by the first word alone, -- ends options")
  func verbs() throws {
    #expect(try Invocation(words("check a")).verb == .check)
    #expect(try Invocation(words("./check")).verb == .play)
    #expect(try Invocation(words("a check")).verb == .play)
    #expect(try Invocation(words("-- check")).verb == .play)
    #expect(try Invocation(words("render --help")).verb == .help("render"))
    #expect(try Invocation(words("a -h")).verb == .help(nil))
    #expect(try Invocation(words("help --loop")).verb == .help("loop"))
    #expect(try Invocation(words("--version")).verb == .version)
    let paths = ProgramSettings(layers: [try Invocation(words("-- --shuffle check")).layer]).paths
    #expect(paths.map(\.bytes) == [Array("--shuffle"), Array("check")])
  }

  @Test("the nearest word is the one that a person meant")
  func nearest() {
    let words = ["contain", "cover", "auto", "stretch", "none"]
    #expect(closestWord(to: "covr", among: words) == "cover")
    #expect(closestWord(to: "AUTO", among: words) == "auto")
    #expect(closestWord(to: "str", among: words) == "stretch")
    #expect(closestWord(to: "cvoer", among: words) == "cover")
    #expect(closestWord(to: "xyzxyz", among: words) == nil)
    #expect(closestWord(to: "", among: words) == nil)
  }

  @Test(
    "a word that is far from all has no nearest one",
    arguments: [
      ("foo", "loop"), ("ye", "yes"), ("abcd", "abef"), ("abcdefgh", "abcdeXYZ"),
      ("abcdefghi", "abcdeWXYZ"), ("abcde", "abcXY"),
    ])
  func farWords(word: String, other: String) {
    #expect(closestWord(to: word, among: [other]) == nil)
  }

  @Test(
    "a first word that is nearly a subcommand is told from a path by its letters",
    arguments: [
      ("rendr", "render"), ("chekc", "check"), ("tranistions", "transitions"), ("HELP", "help"),
      ("key", "keys"),
    ])
  func mistypedVerbs(word: String, verb: String) {
    #expect(Invocation.mistypedVerb(words("\(word) a"))?.verb == verb)
    for path in ["./\(word)", "\(word)/", "-- \(word)", "a \(word)", verb] {
      #expect(Invocation.mistypedVerb(words(path)) == nil)
    }
  }
}
