import Testing

@testable import TriptychCore

@Suite struct OptionConfigurationTests {
  private func read(_ text: String, folder: String = "/etc/triptych") -> ConfigurationText {
    ConfigurationText(Array(text), folder: Array(folder))
  }

  @Test("lines, comments, empty lines and every kind of line end are read")
  func lines() {
    let text = "\u{FEFF}# comment\r\n\r\nduration = 3\r  fit=cover  \n\n\tbackground =  #102030\n"
    let file = read(text + "shuffle = yes")
    #expect(file.problems == [])
    let item = ProgramSettings(layers: [file.layer]).show.item
    #expect(item.duration == .seconds(3) && item.fit == .cover)
    #expect(item.background == Color(red: 0x10, green: 0x20, blue: 0x30))
    #expect(ProgramSettings(layers: [file.layer]).show.shuffle)
  }

  @Test("each bad line has its number and its reason; the others count")
  func problems() {
    let file = read(
      """
      duration = abc
      volume = 30
      shufle = yes
      nonsense
      bind.F99 = quit
      bind. = x
      fit = cover # whole
      config = other.conf
      title = x
      image-display-duration = 4
      = 3
      volume =
      """)
    let lines = file.problems.map { "\($0.line): \($0.error.message)" }
    expectSnapshot(lines.joined(separator: "\n") + "\n", "configuration-errors")
    #expect(ProgramSettings(layers: [file.layer]).show.item.volume == 30)
  }

  @Test("a relative path starts at the folder of its file")
  func paths() {
    let file = read("playlist = a.m3u\nplaylist = /b.m3u\noutput = out\nplaylist = -")
    let settings = ProgramSettings(layers: [file.layer])
    #expect(
      settings.paths.map { String(escaping: $0.bytes) } == ["/etc/triptych/a.m3u", "/b.m3u", "-"])
    #expect(settings.render.output == Array("/etc/triptych/out"))
  }

  @Test("bindings have lines of their own, even for the key =")
  func bindings() {
    let file = read("bind.Ctrl+Right = seek 60\nbind.= = next\nbind.F = ignore\nbind = X=quit")
    #expect(file.problems == [])
    let bindings = ProgramSettings(layers: [file.layer]).bindings
    #expect(bindings.action(Chord(.control, "Right")) == .command(.seek(by: .seconds(60))))
    #expect(bindings.action(Chord([], "=")) == .command(.next))
    #expect(bindings.action(Chord([], "F")) == .ignore)
    #expect(bindings.action(Chord([], "X")) == .command(.quit))
  }

  @Test("the higher layer wins, value by value")
  func precedence() throws {
    let system = read("duration = 1\nvolume = 10\nfit = cover\nplaylist = sys.m3u").layer
    let user = read("duration = 2\nvolume = 20").layer
    let line = try Invocation(words("--duration 3 a.jpg")).layer
    let settings = ProgramSettings(layers: [system, user, line])
    #expect(settings.show.item.duration == .seconds(3))
    #expect(settings.show.item.volume == 20)
    #expect(settings.show.item.fit == .cover)
    #expect(settings.show.item.transitionDuration == .seconds(1))
    #expect(settings.paths == [NamedPath(bytes: Array("a.jpg"))])
    let withoutPath = ProgramSettings(layers: [system, user, try Invocation([]).layer])
    #expect(withoutPath.paths.map(\.isPlaylist) == [true])
  }

  @Test("a kiosk changes built-in values only, whoever says that it is one")
  func kiosk() throws {
    let file = read("volume = 80\nkiosk = yes").layer
    let line = try Invocation(words("--at-end quit")).layer
    let settings = ProgramSettings(layers: [file, line])
    #expect(settings.show.kiosk && !settings.show.fastBrowse)
    #expect(settings.show.item.volume == 80 && settings.show.atEnd == .quit)
    let off = ProgramSettings(layers: [file, try Invocation(words("--no-kiosk")).layer])
    #expect(!off.show.kiosk && off.show.fastBrowse && off.show.atEnd == .quit)
  }

  @Test("--frames of the command line wins over seconds of a file")
  func framesAndSeconds() throws {
    let line = try Invocation(words("render --frames 5")).layer
    let render = ProgramSettings(layers: [read("seconds = 3").layer, line]).render
    #expect(render.frames == 5 && render.seconds == nil)
  }
}

@Suite struct OptionItemTests {
  @Test("an item takes its keys")
  func good() throws {
    var options = ItemOptions()
    for (key, value) in [
      ("title", "a b"), ("duration", "12"), ("transition", "wipe:up"),
      ("transition-duration", "0.5"), ("easing", "linear"), ("fit", "cover"),
      ("background", "#123456"), ("ken-burns", "yes"), ("start", "1.5"), ("end", "2m"),
      ("volume", "40"),
    ] {
      try options.parse(key: Array(key), value: Array(value))
    }
    try options.parse(key: Array("mute"))
    var expected = ItemOptions()
    (expected.title, expected.duration) = ("a b", .seconds(12))
    (expected.transition, expected.transitionDuration) = ("wipe:up", .milliseconds(500))
    (expected.easing, expected.fit, expected.kenBurns) = (.linear, .cover, true)
    expected.background = Color(red: 0x12, green: 0x34, blue: 0x56)
    (expected.start, expected.end) = (.milliseconds(1500), .seconds(120))
    (expected.volume, expected.mute) = (40, true)
    #expect(options == expected)
  }

  @Test("what an item does not take is answered with these words, and changes nothing")
  func bad() {
    let lines = [
      ("duratoin", "3"), ("repeat", "0"), ("rotate", "45"), ("page", "3"), ("caption", "a\u{7}"),
      ("days", "mon-fry"), ("", "x"),
      ("shuffle", "yes"), ("window", "8x8"), ("duration", "0"), ("fit", "covr"),
      ("transition", "irs"), ("volume", "101"), ("ken-burns", "2"), ("start", "-1"),
      ("title", "a\u{1}b"), ("background", "blue"), ("duration", nil),
    ]
    var text = ""
    for (key, value) in lines {
      var options = ItemOptions()
      do throws(OptionError) {
        try options.parse(key: Array(key), value: value.map { Array($0) })
        text += "\(key)=\(value ?? ""): taken\n"
      } catch {
        text += error.message + "\n"
      }
      #expect(options == ItemOptions())
    }
    expectSnapshot(text, "item-errors")
  }
}
