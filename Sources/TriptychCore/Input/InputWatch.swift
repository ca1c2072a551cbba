/// What `--input-test` makes of inputs: each with its name and its command; none is carried out.
/// A value without a clock.
public struct InputWatch: Sendable {
  /// One thing that a person did.
  public struct Sight: Hashable, Sendable {
    /// As `--bind` takes it: `Ctrl+Right`; of an axis with how far it is out: `pad.leftx 0.5`.
    public var name: String
    /// The command; empty for an axis on its way.
    public var words: String

    public init(name: String, words: String) { (self.name, self.words) = (name, words) }

    /// A line of standard output.
    public var line: String { words.isEmpty ? name : name + ": " + words }
  }

  /// How the test is left, for the screen.
  public static let farewell =
    "Nothing is sent to the show. The end: hold Escape for a second, press Q twice, Ctrl+C,"
    + " or close the window."
  private static let escapeHold = Duration.seconds(1)

  public private(set) var isOver = false
  private let bindings: Bindings
  private let isKiosk: Bool
  private var escapeSince: Instant?
  private var wasQ = false
  private var sticks = PadSticks()
  private var told: [PadSticks.Way: Double] = [:]  // sign 1 only

  public init(bindings: Bindings, isKiosk: Bool) {
    (self.bindings, self.isKiosk) = (bindings, isKiosk)
  }

  /// When `advance` has something to do; nil: never.
  public var due: Instant? { escapeSince.map { $0 + InputWatch.escapeHold } }

  /// Lets time pass: an Escape that is held long enough ends the test.
  public mutating func advance(to now: Instant) {
    if let due, now >= due { isOver = true }
  }

  /// What is to be shown of an input.
  public mutating func see(_ input: Input, at now: Instant) -> [Sight] {
    switch input {
    case .keyDown(let key, let modifiers, isRepeat: false): return see(key, modifiers, at: now)
    case .keyUp(let key):
      if key.name == "Escape" { escapeSince = nil }
      return []
    case .mouseDown(let button, let modifiers):
      return [sight(Chord(modifiers, "mouse." + button.rawValue))]
    case .wheel(let direction, let modifiers):
      return [sight(Chord(modifiers, "wheel." + direction.rawValue))]
    case .padDown(_, let button): return [sight(Chord([], "pad." + button.rawValue))]
    case .padMoved(let pad, let axis, let value): return see(pad, axis, value)
    case .padGone(let pad):
      sticks.remove(pad)
      return []
    case .allReleased:
      escapeSince = nil
      return []
    case .keyDown, .padUp: return []
    }
  }

  private mutating func see(_ key: Key, _ modifiers: Modifiers, at now: Instant) -> [Sight] {
    let isQ = key.names.contains("Q") && modifiers.isEmpty
    if isQ && wasQ || key.names.contains("C") && modifiers == .control { isOver = true }
    wasQ = isQ
    escapeSince = key.name == "Escape" ? now : nil
    // Ctrl itself is not Ctrl+Left Ctrl.
    let isModifier = ["Ctrl", "Shift", "Alt", "GUI"].contains { key.position.hasSuffix(" " + $0) }
    let modifiers = isModifier ? [] : modifiers
    let chords = key.names.map { Chord(modifiers, $0) }
    let bound = chords.first { bindings.action($0) != nil }
    var sight = sight(bound ?? chords.first { !$0.name.isEmpty } ?? Chord(modifiers, "no name"))
    // What is printed on the key, and where the key is.
    if let bound, bound.name != key.name, !key.name.isEmpty {
      sight.name = Chord(modifiers, key.name).text + " (at the place of \(bound.name))"
    }
    return [sight]
  }

  private mutating func see(_ pad: Int, _ axis: PadAxis, _ value: Double) -> [Sight] {
    let way = PadSticks.Way(pad: pad, axis: axis, sign: 1)
    let changes = sticks.move(pad, axis, to: value)
    let value = sticks.value(pad, axis)
    var sights: [Sight] = []
    // Not each tremble; the first one only says where it rests.
    let last = told[way]
    if last == nil || abs(value - (last ?? 0)) >= 0.1 {
      told[way] = value
      let whole = Chord([], "pad." + axis.rawValue)
      let tenths = (value * 10).rounded() / 10
      let words = bindings.action(whole) == .drag && abs(value) >= StickDrag.takes ? "drag" : ""
      if last != nil { sights.append(Sight(name: "\(whole.text) \(tenths)", words: words)) }
    }
    for case .begins(let way) in changes {
      // A stick that drags has no ways of its own.
      let chord = Chord([], way.name)
      let isDragged = bindings.action(Chord([], "pad." + way.axis.rawValue)) == .drag
      if bindings.action(chord) != nil || !isDragged { sights.append(sight(chord)) }
    }
    return sights
  }

  private func sight(_ chord: Chord) -> Sight {
    guard let action = bindings.action(chord), action != .ignore else {
      return Sight(name: chord.text, words: "nothing")
    }
    let isLocked = isKiosk && !Bindings.isOpenInKiosk(action, chord)
    return Sight(name: chord.text, words: action.words + (isLocked ? ", locked in a kiosk" : ""))
  }
}
