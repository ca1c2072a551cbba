/// Which key does what. A value: the built-in keys with what the user changed.
public struct Bindings: Hashable, Sendable {
  /// A key and what it does.
  public struct Binding: Hashable, Sendable {
    public var chord: Chord
    public var action: Action

    public init(_ chord: Chord, _ action: Action) {
      self.chord = chord
      self.action = action
    }

    /// Reads `Ctrl+Right=next`.
    public init(parsing text: [UInt8]) throws(OptionError) {
      // The key may be `=` itself.
      guard let equals = text.dropFirst().firstIndex(of: 0x3D) else {
        throw OptionError(
          .badValue, "\(quoted(text)) is not KEY=COMMAND, such as Ctrl+Right=next or F=ignore")
      }
      self.init(
        try Chord(parsing: String(escaping: trimmed(text[..<equals]))),
        try Action(parsing: String(escaping: trimmed(text[(equals + 1)...]))))
      guard action != .ignore, chord.isWholeAxis != (action == .drag) else { return }
      throw OptionError(
        .badValue,
        chord.isWholeAxis
          ? "\(chord.text) takes drag or ignore; \(chord.text)- and \(chord.text)+ take the rest"
          : "drag is for \(KeyNames.wholeAxes.joined(separator: ", ")), not for \(chord.text)")
    }
  }

  private var actions: [Chord: Action] = [:]
  /// Chords in the order in which they were bound first.
  private var order: [Chord] = []

  public init() {}

  public init(_ bindings: [Binding]) {
    for binding in bindings { bind(binding.chord, to: binding.action) }
  }

  /// Makes the key do something else; `ignore` frees it.
  public mutating func bind(_ chord: Chord, to action: Action) {
    if actions.updateValue(action, forKey: chord) == nil { order.append(chord) }
  }

  /// What the chord does; nil if nothing is bound to it.
  public func action(_ chord: Chord) -> Action? { actions[chord] }

  /// What a key does: by what is printed on it, else by its place.
  public func action(_ key: Key, _ modifiers: Modifiers) -> Action? {
    for name in key.names {
      if let action = actions[Chord(modifiers, name)] { return action }
    }
    return nil
  }

  /// All bindings but the freed ones, in the order in which they were made. In a kiosk without
  /// what it locks: leaving, windows, and quitting by any key but Ctrl+Q.
  public func all(kiosk: Bool = false) -> [Binding] {
    order.compactMap { chord in
      guard let action = actions[chord], action != .ignore,
        !kiosk || Bindings.isOpenInKiosk(action, chord)
      else { return nil }
      return Binding(chord, action)
    }
  }

  /// The one way out of a kiosk.
  static let kioskQuit = Chord(.control, "Q")

  static func isOpenInKiosk(_ action: Action, _ chord: Chord) -> Bool {
    !action.isLockedInKiosk || (action == .command(.quit) && chord == kioskQuit)
  }
}

extension Bindings {
  /// The keys of DESIGN section 5, as far as what they do is built.
  public static let builtIn = Bindings(moving + playing + showing + typing + pad)

  private static let moving: [Binding] =
    keys(["Right", "PageDown", "N", "AudioNext"], .command(.next))
    + keys(["Left", "PageUp", "Backspace", "AudioPrev"], .command(.previous))
    + keys(["Down"], .down) + keys(["Up"], .up)
    + keys(["Home"], .command(.first)) + keys(["End"], .command(.last))

  private static let playing: [Binding] =
    keys(["Space", "P", "AudioPlay", "AudioStop", "Pause"], .command(.togglePause))
    + keys(["Return", "Keypad Enter"], .enter)
    + [
      Binding(Chord(.shift, "Right"), .command(.seek(by: .seconds(5)))),
      Binding(Chord(.shift, "Left"), .command(.seek(by: .seconds(-5)))),
    ]
    + keys(["."], .command(.stepFrame(by: 1))) + keys([","], .command(.stepFrame(by: -1)))
    + keys(["]"], .command(.speed(by: FilmSpeed.step)))
    + keys(["["], .command(.speed(by: -FilmSpeed.step)))
    + keys(["0", "VolumeUp"], .command(.volume(by: 5)))
    + keys(["9", "VolumeDown"], .command(.volume(by: -5)))
    + keys(["M", "AudioMute", "Mute"], .command(.toggleMute))
    + keys(["V"], .command(.toggleSubtitles))

  private static let showing: [Binding] =
    keys(["R"], .command(.reload)) + keys(["Delete"], .command(.drop))
    + keys(["Z"], .command(.toggleZoom(at: nil)))
    + keys(["=", "+", "Keypad +"], .command(.zoom(by: 1.25))) + zoomWithShift
    + keys(["-", "Keypad -"], .command(.zoom(by: 0.8)))
    + keys(["B"], .command(.toggleBlank)) + keys(["F"], .fullscreen)
    + keys(["G"], .overview) + keys(["O"], .bars)
    + keys(["I"], .information) + keys(["F1"], .help) + [
      Binding(Chord(.shift, "/"), .help)
    ]
    + keys(["Escape"], .leave) + keys(["Q"], .command(.quit))
    + [Binding(kioskQuit, .command(.quit))]

  /// Where + stands above =.
  private static let zoomWithShift = [Binding(Chord(.shift, "="), .command(.zoom(by: 1.25)))]

  private static let typing: [Binding] =
    (1...8).map { Binding(Chord([], String($0)), .digit($0)) }
    + (0...9).map { Binding(Chord([], "Keypad \($0)"), .digit($0)) }

  private static let pad: [Binding] =
    keys(["pad.dpright", "pad.leftx+", "pad.rightshoulder"], .command(.next))
    + keys(["pad.dpleft", "pad.leftx-", "pad.leftshoulder"], .command(.previous))
    + keys(["pad.dpdown", "pad.lefty+"], .down) + keys(["pad.dpup", "pad.lefty-"], .up)
    + keys(["pad.rightx", "pad.righty"], .drag)
    + keys(["pad.a"], .enter) + keys(["pad.b"], .back) + keys(["pad.x"], .command(.reload))
    + keys(["pad.righttrigger"], .command(.zoom(by: 1.25)))
    + keys(["pad.lefttrigger"], .command(.zoom(by: 0.8)))
    + keys(["pad.back"], .overview) + keys(["pad.y"], .information)
    + keys(["pad.start"], .command(.togglePause))

  private static func keys(_ names: [String], _ action: Action) -> [Binding] {
    names.map { Binding(Chord([], $0), action) }
  }
}

extension ArgumentForm where Value == Bindings.Binding {
  /// `Ctrl+Right=next`.
  static var binding: ArgumentForm {
    ArgumentForm("KEY=COMMAND", allowed: "a key and a command, such as Ctrl+Right=next") {
      (text: [UInt8]) throws(OptionError) -> Bindings.Binding in
      try Bindings.Binding(parsing: text)
    }
  }
}
