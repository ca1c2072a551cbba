/// What an input leads to.
public enum UserAction: Hashable, Sendable {
  case command(Command)
  case toggleFullscreen
  case toggleInformation
  case toggleHelp
  /// Leave help, else fullscreen, else the program.
  case leave
}

/// Turns inputs into actions: bindings, held keys, numbers typed digit by digit, kiosk locks.
///
/// A state machine without a clock: every call brings its instant, and instants never fall.
/// A held key repeats by `advance` only: nothing is queued, and after its release nothing comes.
public struct InputReader: Sendable {
  /// From the press to the first repetition; a slow tap is shorter.
  public static let repeatDelay = Duration.milliseconds(400)
  /// Eight a second.
  public static let repeatPeriod = Duration.milliseconds(125)
  /// No system repeats a key so soon. SDL on X11 takes a release and a press that lie less than
  /// 2 ms apart for a repetition, though a quick finger or a remote control made them.
  public static let soonestRepeat = Duration.milliseconds(150)
  /// A number without Enter ends by itself.
  public static let digitPause = Duration.milliseconds(1500)
  /// A key of which nothing is heard so long counts as released: its keyboard may be unplugged.
  public static let longestHold = Duration.seconds(60)

  public var bindings: Bindings
  /// Leaving, windows and quitting (but for Ctrl+Q) are locked.
  public let isKiosk: Bool

  private struct Held {
    var key: Key
    var action: Action
    var due: Instant
    var heard: Instant
  }

  private var held: Held?
  private var lastPress: (key: Key, at: Instant)?
  private var digits: [Int] = []
  private var digitsEnd = Instant.zero

  public init(bindings: Bindings, isKiosk: Bool) {
    self.bindings = bindings
    self.isKiosk = isKiosk
  }

  /// The number that is being typed, to be shown; nil if there is none.
  public var typed: Int? {
    digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + $1 }
  }

  /// When `advance` has something to do next, if nothing is heard before; nil: never.
  public var due: Instant? {
    let ends = digits.isEmpty ? nil : digitsEnd
    guard let held else { return ends }
    return min(held.due, ends ?? held.due)
  }

  /// What the input leads to. `axis`: that of the transition at the current item.
  public mutating func read(_ input: Input, at now: Instant, axis: Axis = .horizontal)
    -> [UserAction]
  {
    switch input {
    case .keyDown(let key, let modifiers, isRepeat: true):
      if let lastPress, lastPress.key == key, now - lastPress.at < InputReader.soonestRepeat {
        return press(key, modifiers, at: now, axis)
      }
      if held?.key == key { held?.heard = now }
      return []
    case .keyDown(let key, let modifiers, isRepeat: false):
      return press(key, modifiers, at: now, axis)
    case .keyUp(let key):
      if held?.key == key { held = nil }
      return []
    case .mouseDown(let button, let modifiers):
      return perform(Chord(modifiers, "mouse." + button.rawValue), at: now, axis)
    case .wheel(let direction, let modifiers):
      return perform(Chord(modifiers, "wheel." + direction.rawValue), at: now, axis)
    case .allReleased:
      held = nil
      return []
    }
  }

  /// What time leads to: at most one repetition of a held key, and the end of a number. Call it
  /// once a turn of the loop; a turn that comes late does not catch up.
  public mutating func advance(to now: Instant, axis: Axis = .horizontal) -> [UserAction] {
    var actions: [UserAction] = []
    if !digits.isEmpty, now >= digitsEnd { actions += go() }
    guard let key = held else { return actions }
    guard now - key.heard < InputReader.longestHold else {
      held = nil
      return actions
    }
    guard now >= key.due else { return actions }
    let next = key.due + InputReader.repeatPeriod
    held?.due = next > now ? next : now + InputReader.repeatPeriod
    return actions + outcome(of: key.action, axis)
  }

  private mutating func press(
    _ key: Key, _ modifiers: Modifiers, at now: Instant, _ axis: Axis
  ) -> [UserAction] {
    held = nil
    lastPress = (key, now)
    guard let (chord, action) = binding(of: key, modifiers) else { return [] }
    let actions = perform(action, chord, at: now, axis)
    if action.repeats, isAllowed(action, chord) {
      held = Held(key: key, action: action, due: now + InputReader.repeatDelay, heard: now)
    }
    return actions
  }

  /// Within a number every digit key is a digit; else what is bound to the name of the key, else
  /// to its place.
  private func binding(of key: Key, _ modifiers: Modifiers) -> (Chord, Action)? {
    let chords = [Chord(modifiers, key.name), Chord(modifiers, key.position)]
    if !digits.isEmpty, modifiers.isEmpty {
      for chord in chords {
        if chord.name.utf8.count == 1, let digit = Int(chord.name) { return (chord, .digit(digit)) }
        // Corrects the number instead of going back an item.
        if chord.name == "Backspace" { return (chord, .ignore) }
      }
    }
    for chord in chords {
      if let action = bindings.action(chord) { return (chord, action) }
    }
    return nil
  }

  private mutating func perform(_ chord: Chord, at now: Instant, _ axis: Axis) -> [UserAction] {
    guard let action = bindings.action(chord) else { return [] }
    return perform(action, chord, at: now, axis)
  }

  private mutating func perform(
    _ action: Action, _ chord: Chord, at now: Instant, _ axis: Axis
  ) -> [UserAction] {
    if case .digit(let digit) = action {
      // Nine digits are more than any list has.
      if digits.count < 9 { digits.append(digit) }
      digitsEnd = now + InputReader.digitPause
      return []
    }
    if !digits.isEmpty {
      if action == .enter { return go() }
      if chord.name == "Backspace", action == .ignore {
        digits.removeLast()
        digitsEnd = now + InputReader.digitPause
        return []
      }
      digits = []
      if chord.name == "Escape" { return [] }
    }
    return isAllowed(action, chord) ? outcome(of: action, axis) : []
  }

  private mutating func go() -> [UserAction] {
    let number = typed ?? 0
    digits = []
    return number > 0 ? [.command(.go(to: number))] : []
  }

  private func isAllowed(_ action: Action, _ chord: Chord) -> Bool {
    !isKiosk || Bindings.isOpenInKiosk(action, chord)
  }

  private func outcome(of action: Action, _ axis: Axis) -> [UserAction] {
    switch action {
    case .command(let command): [.command(command)]
    case .down: axis == .vertical ? [.command(.next)] : []
    case .up: axis == .vertical ? [.command(.previous)] : []
    case .enter: [.command(.toggleFilm)]
    case .fullscreen: [.toggleFullscreen]
    case .information: [.toggleInformation]
    case .help: [.toggleHelp]
    case .leave: [.leave]
    case .digit, .ignore: []
    }
  }
}
