/// A key, mouse button or wheel direction with its modifiers, or a part of a game controller: what
/// a command is bound to.
public struct Chord: Hashable, Sendable {
  /// None for a game controller.
  public var modifiers: Modifiers
  /// SDL's key name, or `mouse.left`, `wheel.up`, `pad.a`, `pad.leftx-`, `pad.rightx`.
  public var name: String

  public init(_ modifiers: Modifiers = [], _ name: String) {
    self.modifiers = modifiers
    self.name = name
  }

  /// As `--bind` takes it: `Ctrl+Right`.
  public var text: String {
    // As they are printed on the keys.
    if name == "/", modifiers == .shift { return "?" }
    let shown = name == "Return" ? "Enter" : name
    return Chord.modifierNames.filter { modifiers.contains($0.modifier) }
      .map { $0.name + "+" }.joined() + shown
  }

  /// Reads `Ctrl+Right`, in any case; a word that is no key is answered with the nearest one.
  public init(parsing text: String) throws(OptionError) {
    var rest = text[...]
    var modifiers: Modifiers = []
    // A `+` at the end is the key of that name.
    while let plus = rest.dropLast().firstIndex(of: "+"), plus > rest.startIndex {
      let word = String(rest[..<plus])
      guard let modifier = Chord.modifierWords[word.lowercased()] else {
        let names = Chord.modifierNames.map(\.name)
        throw OptionError(
          .unknown,
          "\(quoted(Array(word.utf8))) is none of \(names.joined(separator: ", "))"
            + suggestion(closestWord(to: word, among: names)))
      }
      modifiers.insert(modifier)
      rest = rest[rest.index(after: plus)...]
    }
    if rest == "?" {
      // The key that bears it on most keyboards.
      self.init(modifiers.union(.shift), "/")
      return
    }
    self.init(modifiers, try Chord.keyName(String(rest)))
    if !modifiers.isEmpty, kind == .pad {
      throw OptionError(
        .badValue, "\(quoted(Array(text.utf8))): a game controller has no Ctrl, Alt, Shift, Meta")
    }
  }

  /// The device that a chord belongs to.
  public enum Kind: Sendable { case key, mouse, pad }

  /// The device that it belongs to.
  public var kind: Kind {
    if name.hasPrefix("pad.") { return .pad }
    return name.hasPrefix("mouse.") || name.hasPrefix("wheel.") ? .mouse : .key
  }

  /// True for a whole axis of a stick, both ways.
  var isWholeAxis: Bool { KeyNames.wholeAxes.contains(name) }

  private static func keyName(_ word: String) throws(OptionError) -> String {
    let small = word.lowercased()
    if let other = KeyNames.others[small] { return other }
    if let name = KeyNames.all.first(where: { $0.lowercased() == small }) { return name }
    // Keys of other layouts: SDL names them by their character.
    if word.count == 1, let scalar = word.unicodeScalars.first, scalar.value > 0xA0,
      String(escaping: word.utf8) == word
    {
      return word
    }
    let names = KeyNames.all + KeyNames.others.keys.sorted()
    throw OptionError(
      .unknown,
      "\(quoted(Array(word.utf8))) is not the name of a key"
        + suggestion(closestWord(to: word, among: names)))
  }

  private static let modifierNames: [(modifier: Modifiers, name: String)] = [
    (.control, "Ctrl"), (.alt, "Alt"), (.shift, "Shift"), (.meta, "Meta"),
  ]

  private static let modifierWords: [String: Modifiers] = [
    "ctrl": .control, "control": .control, "alt": .alt, "shift": .shift, "meta": .meta,
    "super": .meta, "gui": .meta, "win": .meta, "cmd": .meta,
  ]
}

/// The names of keys: SDL 2's (`SDL_GetScancodeName`), and those of the mouse and of pads.
enum KeyNames {
  static let all: [String] =
    letters + digits + functionKeys + named + signs + keypad + media + mouse + pad

  /// What people write instead, in small letters.
  static let others: [String: String] = [
    "enter": "Return", "esc": "Escape", "del": "Delete", "ins": "Insert", "pgup": "PageUp",
    "pgdn": "PageDown", "pgdown": "PageDown", "page up": "PageUp", "page down": "PageDown",
    "prior": "PageUp", "next": "PageDown", "bs": "Backspace", "plus": "+", "minus": "-",
    "comma": ",", "period": ".", "slash": "/", "equal": "=", "equals": "=",
    "print": "PrintScreen", "play": "AudioPlay",
    "pad.up": "pad.dpup", "pad.down": "pad.dpdown", "pad.left": "pad.dpleft",
    "pad.right": "pad.dpright", "pad.select": "pad.back", "pad.home": "pad.guide",
    "pad.lb": "pad.leftshoulder", "pad.rb": "pad.rightshoulder", "pad.lt": "pad.lefttrigger",
    "pad.rt": "pad.righttrigger", "pad.l1": "pad.leftshoulder", "pad.r1": "pad.rightshoulder",
    "pad.l2": "pad.lefttrigger", "pad.r2": "pad.righttrigger", "pad.l3": "pad.leftstick",
    "pad.r3": "pad.rightstick",
  ]

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { String($0) }
  private static let digits = "1234567890".map { String($0) }
  private static let functionKeys = (1...24).map { "F\($0)" }
  private static let named = [
    "Return", "Escape", "Backspace", "Tab", "Space", "Right", "Left", "Down", "Up", "Home",
    "End", "PageUp", "PageDown", "Insert", "Delete", "CapsLock", "PrintScreen", "ScrollLock",
    "Pause", "Numlock", "Application", "Menu", "Help", "Select", "Stop", "Again", "Undo", "Cut",
    "Copy", "Paste", "Find", "Power", "Sleep",
  ]
  private static let signs = "-=[]\\;'`,./+*?!#$%&()<>@^_:\"".map { String($0) }
  private static let keypad =
    (digits + ["Enter", "/", "*", "-", "+", "."]).map { "Keypad \($0)" }
  private static let media = [
    "AudioPlay", "AudioStop", "AudioNext", "AudioPrev", "AudioMute", "AudioRewind",
    "AudioFastForward", "MediaSelect", "Mute", "VolumeUp", "VolumeDown", "Eject", "AC Back",
    "AC Forward", "AC Home", "AC Refresh", "AC Stop",
  ]
  private static let mouse =
    MouseButton.allCases.map { "mouse." + $0.rawValue }
    + Direction.allCases.map { "wheel." + $0.rawValue }
  private static let pad =
    PadButton.allCases.map { "pad." + $0.rawValue }
    + PadAxis.allCases.flatMap { axis in
      axis.isTrigger ? ["pad." + axis.rawValue] : [axis.name(-1), axis.name(1)]
    } + wholeAxes
  /// A stick's way from side to side: all that `drag` fits.
  static let wholeAxes = PadAxis.allCases.filter { !$0.isTrigger }.map { "pad." + $0.rawValue }
}

extension PadAxis {
  var isTrigger: Bool { self == .lefttrigger || self == .righttrigger }

  /// The other axis of the same stick; nil for a trigger.
  var across: PadAxis? {
    switch self {
    case .leftx: .lefty
    case .lefty: .leftx
    case .rightx: .righty
    case .righty: .rightx
    case .lefttrigger, .righttrigger: nil
    }
  }

  /// The way that a stick goes along it.
  var way: Axis { self == .lefty || self == .righty ? .vertical : .horizontal }

  /// What is bound: `pad.leftx-`; of a trigger `pad.lefttrigger`.
  func name(_ sign: Double) -> String {
    "pad." + rawValue + (isTrigger ? "" : sign < 0 ? "-" : "+")
  }
}

extension Chord {
  /// What the key does while the item is enlarged: arrows, and what stands for them on a pad, look
  /// round; leaving leads to how it fits.
  func whenZoomed(_ action: Action) -> Action {
    if action == .leave || action == .back { return .command(.leaveZoom) }
    guard modifiers.isEmpty else { return action }
    let step = 0.25
    switch name {
    case "Right", "pad.dpright", "pad.leftx+": return .command(.look(x: step, y: 0))
    case "Left", "pad.dpleft", "pad.leftx-": return .command(.look(x: -step, y: 0))
    case "Down", "pad.dpdown", "pad.lefty+": return .command(.look(x: 0, y: step))
    case "Up", "pad.dpup", "pad.lefty-": return .command(.look(x: 0, y: -step))
    default: return action
    }
  }
}

extension Chord {
  /// What the key does in the overview; nil: what it does everywhere.
  func overviewMove(_ action: Action) -> OverviewMove? {
    guard modifiers.isEmpty else { return nil }
    switch name {
    case "Right", "pad.dpright", "pad.leftx+": return .right
    case "Left", "pad.dpleft", "pad.leftx-": return .left
    case "Down", "pad.dpdown", "pad.lefty+": return .down
    case "Up", "pad.dpup", "pad.lefty-": return .up
    case "PageDown", "pad.rightshoulder": return .pageDown
    case "PageUp", "pad.leftshoulder": return .pageUp
    default: break
    }
    switch action {
    case .command(.next): return .right
    case .command(.previous): return .left
    case .down: return .down
    case .up: return .up
    case .command(.first): return .first
    case .command(.last): return .last
    case .enter, .command(.togglePause): return .open
    case .leave, .back, .overview: return .close
    default: return nil
    }
  }
}

extension OverviewMove {
  /// True if holding the key does it again and again.
  var repeats: Bool {
    switch self {
    case .left, .right, .up, .down, .pageUp, .pageDown: true
    case .first, .last, .open, .close, .scroll: false
    }
  }
}
