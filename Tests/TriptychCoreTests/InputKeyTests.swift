import Testing

@testable import TriptychCore

@Suite struct InputKeyTests {
  @Test(
    "a key is known by SDL's name and by those that people use",
    arguments: [
      ("right", "Right"), ("CTRL+right", "Ctrl+Right"), ("Shift+Control+a", "Ctrl+Shift+A"),
      ("enter", "Enter"), ("Return", "Enter"), ("esc", "Escape"), ("PgDn", "PageDown"),
      ("Page Down", "PageDown"), ("+", "+"), ("Ctrl++", "Ctrl++"), ("?", "?"), ("Shift+/", "?"),
      ("Keypad 5", "Keypad 5"), ("keypad +", "Keypad +"), ("Super+F24", "Meta+F24"),
      ("mouse.back", "mouse.back"), ("Alt+Wheel.UP", "Alt+wheel.up"), ("ß", "ß"), ("Ж", "Ж"),
      ("AC Back", "AC Back"), ("plus", "+"), ("=", "="), ("Pad.A", "pad.a"),
      ("pad.leftx-", "pad.leftx-"), ("pad.rightx+", "pad.rightx+"), ("pad.rb", "pad.rightshoulder"),
      ("pad.up", "pad.dpup"), ("pad.rightx", "pad.rightx"),
    ])
  func good(_ written: String, _ shown: String) throws {
    let chord = try Chord(parsing: written)
    #expect(chord.text == shown)
    #expect(try Chord(parsing: chord.text) == chord)
  }

  @Test("every name of the table reads as itself")
  func all() throws {
    for name in KeyNames.all where name != "?" {
      #expect(try Chord(parsing: name) == Chord([], name))
    }
  }

  @Test("a word that is no key is answered with the nearest")
  func bad() {
    var text = ""
    for word in [
      "Rigth", "F25", "Ctl+A", "Ctrl+", "", "Ctrl+Shift+Pageup x", "mouse.lft", "AA",
      "pad.leftsholder", "pad.lefx-", "Ctrl+pad.a", "pad.",
    ] {
      do throws(OptionError) {
        text += "\(word) is \(try Chord(parsing: word).text)\n"
      } catch {
        text += error.message + "\n"
      }
    }
    expectSnapshot(text, "key-errors")
  }

  @Test("a command reads as it is written")
  func commands() throws {
    for entry in Action.entries { #expect(try Action(parsing: entry.words) == entry.action) }
    for binding in Bindings.builtIn.all() {
      #expect(try Action(parsing: binding.action.words) == binding.action)
    }
    #expect(try Action(parsing: " SEEK  -1.5 ") == .command(.seek(by: .milliseconds(-1500))))
    #expect(try Action(parsing: "volume 10") == .command(.setVolume(10)))
    #expect(try Action(parsing: "speed +0.5") == .command(.speed(by: 500)))
    #expect(
      try Action(parsing: "speed 0.333") == .command(.setSpeed(FilmSpeed(thousandths: 333))))
    #expect(try Action(parsing: "go 12") == .command(.go(to: 12)))
    for bad in [
      "", "go 0", "go", "seek 2d", "volume 101", "next 3", "digit 10", "seek --5", "speed 0",
      "speed 5", "speed +0", "speed +9", "speed x",
    ] {
      #expect(throws: OptionError.self) { try Action(parsing: bad) }
    }
  }

  @Test("the key's place counts where nothing is bound to its name")
  func layouts() {
    let bindings = Bindings.builtIn
    #expect(bindings.action(Key("Т", position: "N"), []) == .command(.next))
    #expect(bindings.action(Key("&", position: "1"), []) == .digit(1))
    // On a French keyboard A is where Q is elsewhere: what is printed on it counts.
    #expect(bindings.action(Key("Q", position: "A"), []) == .command(.quit))
  }

  @Test("a key of a Latin keyboard never does what another of its keys bears")
  func latin() {
    let bindings = Bindings.builtIn
    // French: A and the comma stand at Q and M; é, a letter, is the digit 2.
    #expect(bindings.action(Key("A", position: "Q"), []) == nil)
    #expect(bindings.action(Key(";", position: "M"), []) == nil)
    #expect(bindings.action(Key(",", position: "M"), []) == .command(.stepFrame(by: -1)))
    #expect(bindings.action(Key("é", position: "2"), []) == .digit(2))
    // Dvorak: R is printed where O is elsewhere, and its place of R bears P.
    #expect(bindings.action(Key("R", position: "O"), []) == .command(.reload))
    #expect(bindings.action(Key("P", position: "R"), []) == .command(.togglePause))
    // Greek, Cyrillic, Hebrew, Arabic: by their place.
    for (name, place) in [("Ρ", "R"), ("Й", "Q"), ("ר", "R"), ("ق", "R")] {
      #expect(bindings.action(Key(name, position: place), []) == bindings.action(Key(place), []))
    }
    // A key without a name, and one without a place.
    #expect(bindings.action(Key("", position: "N"), []) == .command(.next))
    #expect(bindings.action(Key("N", position: ""), []) == .command(.next))
    #expect(bindings.action(Key("", position: ""), []) == nil)
  }

  @Test("two modifiers are not one")
  func modifiers() throws {
    var bindings = Bindings.builtIn
    bindings.bind(try Chord(parsing: "Ctrl+Shift+Right"), to: .command(.last))
    #expect(bindings.action(Key("Right"), [.control, .shift]) == .command(.last))
    #expect(bindings.action(Key("Right"), .control) == nil)
    #expect(bindings.action(Key("Right"), [.control, .alt]) == nil)
    #expect(bindings.action(Key("Q"), [.control, .shift]) == nil)
  }

  @Test("drag is for the sticks alone, and a whole stick for drag alone")
  func drag() throws {
    func binding(_ text: String) throws -> Bindings.Binding {
      try Bindings.Binding(parsing: Array(text.utf8))
    }
    #expect(try binding("pad.leftx=drag").action == .drag)
    #expect(try binding("pad.rightx=ignore").action == .ignore)
    for bad in ["F=drag", "pad.a=drag", "pad.rightx+=drag", "pad.rightx=next"] {
      #expect(throws: OptionError.self) { try binding(bad) }
    }
  }

  @Test("what is bound to ignore is gone from the table")
  func ignored() throws {
    var bindings = Bindings.builtIn
    bindings.bind(try Chord(parsing: "Q"), to: .ignore)
    #expect(!bindings.all().contains { $0.chord == Chord([], "Q") })
    #expect(bindings.all().contains { $0.chord == Chord(.control, "Q") })
  }
}
