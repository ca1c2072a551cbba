/// What an input leads to.
public enum UserAction: Hashable, Sendable {
  case command(Command)
  case toggleFullscreen
  case toggleInformation
  case toggleBars
  case toggleHelp
  case toggleOverview
  /// In the overview.
  case overview(OverviewMove)
  /// Put away help, else the line about the item; no more.
  case back
  /// Leave help, else fullscreen, else the program.
  case leave
}

extension UserAction {
  /// True for what a stick does with every frame.
  public var isDrag: Bool {
    switch self {
    case .command(.drag), .command(.look), .overview(.scroll): true
    // A key has a factor of its own.
    case .command(.zoom): words == Action.ignore.words
    default: false
    }
  }

  /// For the log: `next`, `seek -5`, `help`.
  public var words: String {
    switch self {
    case .command(.release): "release"
    case .command(let command): Action.command(command).words
    case .toggleFullscreen: Action.fullscreen.words
    case .toggleInformation: Action.information.words
    case .toggleBars: Action.bars.words
    case .toggleHelp: Action.help.words
    case .toggleOverview, .overview: Action.overview.words
    case .back: Action.back.words
    case .leave: Action.leave.words
    }
  }
}

/// Turns inputs into actions: bindings, held keys, numbers typed digit by digit, kiosk locks, and
/// what the sticks of a pad do.
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
  /// A key of which nothing is heard so long counts as released: its keyboard may be unplugged, or
  /// something may lie on the pad.
  public static let longestHold = Duration.seconds(60)

  public var bindings: Bindings
  /// The current item is enlarged: arrows look round, and leaving leads to how it fits.
  public var isZoomed = false
  /// The overview is open: keys that move the show choose cells.
  public var isInOverview = false
  /// Leaving, windows and quitting (but for Ctrl+Q) are locked.
  public let isKiosk: Bool

  enum Source: Hashable, Sendable {
    case key(Key)
    case button(pad: Int, PadButton)
    case stick(PadSticks.Way)

    var pad: Int? {
      switch self {
      case .key: nil
      case .button(let pad, _): pad
      case .stick(let way): way.pad
      }
    }
  }

  struct Held: Sendable {
    var source: Source
    var action: Action
    var due: Instant
    var heard: Instant
    /// Set for what is held in the overview.
    var move: OverviewMove?
    /// How often it has been repeated.
    var count = 0
  }

  var held: Held?
  var sticks = PadSticks()
  /// At most one that drags or scrolls, or several that enlarge and look round.
  var drags: [StickDrag] = []
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

  /// False for a key that does nothing here.
  public func isBound(_ input: Input) -> Bool {
    switch input {
    case .keyDown(let key, let modifiers, _): binding(of: key, modifiers) != nil
    case .keyUp(let key): key.names.contains { bindings.action(Chord([], $0)) != nil }
    default: true
    }
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
      if held?.source == .key(key) { held?.heard = now }
      return []
    case .keyDown(let key, let modifiers, isRepeat: false):
      return press(key, modifiers, at: now, axis)
    case .keyUp(let key):
      letGo(.key(key))
      return []
    case .mouseDown(let button, let modifiers):
      return perform(Chord(modifiers, "mouse." + button.rawValue), at: now, axis)
    case .wheel(let direction, let modifiers):
      return perform(Chord(modifiers, "wheel." + direction.rawValue), at: now, axis)
    case .padDown(let pad, let button):
      return press("pad." + button.rawValue, of: .button(pad: pad, button), at: now, axis)
    case .padUp(let pad, let button):
      letGo(.button(pad: pad, button))
      return []
    case .padMoved(let pad, let stick, let value): return move(pad, stick, value, at: now, axis)
    case .padGone(let pad): return lose(pad, at: now)
    case .allReleased:
      if held?.source.pad == nil { held = nil }
      return []
    }
  }

  /// What time leads to: at most one repetition of a held key, the way of a stick that holds the
  /// show, and the end of a number. Call it once a turn of the loop; a turn that comes late does
  /// not catch up.
  public mutating func advance(to now: Instant, axis: Axis = .horizontal) -> [UserAction] {
    var actions: [UserAction] = []
    if !digits.isEmpty, now >= digitsEnd { actions += go() }
    actions += pull(to: now)
    guard let key = held else { return actions }
    guard now - key.heard < InputReader.longestHold else {
      held = nil
      if case .stick(let way) = key.source { sticks.settle(way) }
      return actions
    }
    guard now >= key.due else { return actions }
    let period = key.move == nil ? InputReader.repeatPeriod : key.period
    let next = key.due + period
    held?.due = next > now ? next : now + period
    if case .stick(let way) = key.source, !sticks.isFar(way) { return actions }
    held?.count += 1
    if let move = key.move { return isInOverview ? actions + [.overview(move)] : actions }
    return actions + outcome(of: key.accelerated, axis)
  }

  /// A key or button is pressed that has only one name.
  mutating func press(
    _ name: String, of source: Source, at now: Instant, _ axis: Axis
  ) -> [UserAction] {
    held = nil
    let chord = Chord([], name)
    guard let action = bindings.action(chord) else { return [] }
    return press(action, chord, of: source, at: now, axis)
  }

  mutating func letGo(_ source: Source) {
    if held?.source == source { held = nil }
  }

  private mutating func press(
    _ key: Key, _ modifiers: Modifiers, at now: Instant, _ axis: Axis
  ) -> [UserAction] {
    held = nil
    lastPress = (key, now)
    guard let (chord, action) = binding(of: key, modifiers) else { return [] }
    return press(action, chord, of: .key(key), at: now, axis)
  }

  private mutating func press(
    _ bound: Action, _ chord: Chord, of source: Source, at now: Instant, _ axis: Axis
  ) -> [UserAction] {
    if isInOverview, digits.isEmpty, let move = chord.overviewMove(bound) {
      held = Held(
        source: source, action: bound, due: now + InputReader.repeatDelay, heard: now, move: move)
      if !move.repeats { held = nil }
      return [.overview(move)]
    }
    let action = isZoomed ? chord.whenZoomed(bound) : bound
    let actions = perform(action, chord, at: now, axis)
    if action.repeats, isAllowed(action, chord) {
      held = Held(source: source, action: action, due: now + InputReader.repeatDelay, heard: now)
    }
    return actions
  }

  /// Within a number every digit key is a digit; else what is bound to the name of the key, else
  /// to its place.
  private func binding(of key: Key, _ modifiers: Modifiers) -> (Chord, Action)? {
    let chords = key.names.map { Chord(modifiers, $0) }
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
      if chord.name == "Escape" || action == .back { return [] }
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
    case .bars: [.toggleBars]
    case .help: [.toggleHelp]
    case .overview: [.toggleOverview]
    case .back: [.back]
    case .leave: [.leave]
    case .digit, .drag, .ignore: []
    }
  }
}
