/// What a key does.
public enum Action: Hashable, Sendable {
  case command(Command)
  /// Previous where the transition is vertical; else nothing. Likewise `down`: next.
  case up
  case down
  /// A digit of the number of an item. 9 and 0 have other uses until a number is begun.
  case digit(Int)
  /// Ends the number of an item; without one, plays or pauses the film.
  case enter
  /// Fills the screen, or comes back to a window.
  case fullscreen
  /// Shows or hides the line about the current item.
  case information
  /// Shows or hides the bars.
  case bars
  /// Shows or hides the keys.
  case help
  /// All items as a grid, or back.
  case overview
  /// Leaves the number that is being typed, else help or the line about the item; no more.
  case back
  /// The show follows a stick while it is pushed: for a whole axis of a pad only.
  case drag
  /// Leaves the number that is being typed, help, fullscreen, the program: the first of those.
  case leave
  /// The key does nothing.
  case ignore
}

extension Action {
  /// A line of the table of commands: how it is written and what it does.
  struct Entry: Sendable {
    let action: Action
    let words: String
    let summary: String
    /// True if holding the key does it again and again.
    var repeats = false
    /// True if a kiosk locks it (`quit` has a way out of its own).
    var isLockedInKiosk = false
  }

  /// The commands without a number, in the order of `triptych keys`.
  static let entries: [Entry] = [
    Entry(action: .command(.next), words: "next", summary: "the next item", repeats: true),
    Entry(
      action: .command(.previous), words: "previous", summary: "the item before", repeats: true),
    Entry(
      action: .down, words: "down", summary: "next, where the transition is vertical",
      repeats: true),
    Entry(
      action: .up, words: "up", summary: "previous, where the transition is vertical",
      repeats: true),
    Entry(action: .command(.first), words: "first", summary: "the first item"),
    Entry(action: .command(.last), words: "last", summary: "the last item"),
    Entry(
      action: .command(.togglePause), words: "toggle-pause", summary: "stop or resume the show"),
    Entry(action: .command(.setPause(true)), words: "pause", summary: "stop the show"),
    Entry(action: .command(.setPause(false)), words: "play", summary: "resume the show"),
    Entry(
      action: .enter, words: "enter", summary: "go to the number typed, else play or stop the film"
    ),
    Entry(action: .command(.toggleFilm), words: "film", summary: "play or stop the film alone"),
    Entry(
      action: .command(.stepFrame(by: 1)), words: "frame-step", summary: "hold the film a frame on",
      repeats: true),
    Entry(
      action: .command(.stepFrame(by: -1)), words: "frame-back",
      summary: "hold the film a frame back", repeats: true),
    Entry(action: .command(.toggleMute), words: "toggle-mute", summary: "sound off or on"),
    Entry(action: .command(.setMute(true)), words: "mute", summary: "sound off"),
    Entry(action: .command(.setMute(false)), words: "unmute", summary: "sound on"),
    Entry(
      action: .command(.toggleSubtitles), words: "toggle-subtitles",
      summary: "the next subtitles, or none"),
    Entry(
      action: .command(.toggleZoom(at: nil)), words: "zoom",
      summary: "enlarge the item (arrows look round), or back"),
    Entry(
      action: .command(.zoom(by: 1.25)), words: "zoom-in", summary: "a quarter larger",
      repeats: true),
    Entry(
      action: .command(.zoom(by: 0.8)), words: "zoom-out", summary: "a quarter less large",
      repeats: true),
    Entry(action: .command(.leaveZoom), words: "zoom-fit", summary: "as large as it fits"),
    Entry(action: .command(.reload), words: "reload", summary: "load the item anew"),
    Entry(
      action: .command(.drop), words: "drop",
      summary: "drop the item from the show (never from disk)"),
    Entry(
      action: .command(.toggleBlank), words: "toggle-blank", summary: "a blank screen, or back"),
    Entry(action: .command(.setBlank(true)), words: "blank", summary: "a blank screen"),
    Entry(action: .command(.setBlank(false)), words: "unblank", summary: "no blank screen"),
    Entry(
      action: .fullscreen, words: "fullscreen", summary: "the whole screen or a window",
      isLockedInKiosk: true),
    Entry(action: .overview, words: "overview", summary: "all items as a grid, or back"),
    Entry(action: .bars, words: "bars", summary: "title, counter and buttons, on or off"),
    Entry(action: .information, words: "info", summary: "a line about the item, on or off"),
    Entry(action: .help, words: "help", summary: "these keys, on or off"),
    Entry(
      action: .back, words: "back", summary: "put away a number, these keys or the line of info"),
    Entry(
      action: .leave, words: "leave",
      summary: "leave a number, help, zoom, overview, the whole screen, the program",
      isLockedInKiosk: true),
    Entry(
      action: .command(.quit), words: "quit", summary: "end the program", isLockedInKiosk: true),
    Entry(action: .drag, words: "drag", summary: "the show follows the stick"),
    Entry(action: .ignore, words: "ignore", summary: "nothing"),
  ]

  /// How it is written: `next`, `seek -5`.
  public var words: String {
    switch self {
    case .command(.seek(let time)): "seek \(signed(time.inSeconds))"
    case .command(.volume(let points)): "volume \(signed(Double(points)))"
    case .command(.setVolume(let percent)): "volume \(percent)"
    case .command(.speed(let more)): "speed \(signed(Double(more) / 1000))"
    case .command(.setSpeed(let speed)): "speed \(speed.text)"
    case .command(.go(let number)): "go \(number)"
    case .command(.look(let x, let y)): "look \(plain(x)) \(plain(y))"
    case .digit(let digit): "digit \(digit)"
    default: entry?.words ?? "ignore"
    }
  }

  /// What it does, in a few words.
  public var summary: String {
    switch self {
    case .command(.seek(let time)):
      time < .zero
        ? "\(plain(-time.inSeconds)) s back in the film"
        : "\(plain(time.inSeconds)) s on in the film"
    case .command(.volume(let points)):
      points < 0 ? "\(-points) points less loud" : "\(points) points louder"
    case .command(.setVolume(let percent)): "loudness \(percent) %"
    case .command(.speed(let more)):
      "the film \(more < 0 ? "slower" : "faster") by \(plain(Double(abs(more)) / 1000))"
    case .command(.setSpeed(let speed)):
      speed == .normal ? "the film at its own speed" : "the film \(speed.text) times as fast"
    case .command(.go(let number)): "item \(number)"
    case .digit:
      "a digit of an item's number, within which 9 and 0 are digits, too; Enter or 1.5 s end it"
    default: entry?.summary ?? ""
    }
  }

  /// True if holding the key does it again and again.
  public var repeats: Bool {
    switch self {
    case .command(.seek), .command(.volume), .command(.look), .command(.speed): true
    default: entry?.repeats ?? false
    }
  }

  /// True if a kiosk does not do it.
  public var isLockedInKiosk: Bool { entry?.isLockedInKiosk ?? false }

  private var entry: Entry? { Action.entries.first { $0.action == self } }

  /// Reads `next`, `seek -5`, `volume +10`, `speed 1.5`, `go 3`; any other word is answered with
  /// the nearest.
  public init(parsing text: String) throws(OptionError) {
    let parts = text.split(separator: " ").map { $0.lowercased() }
    if let entry = Action.entries.first(where: { [$0.words] == parts }) {
      self = entry.action
      return
    }
    let withNumber = ["seek", "volume", "speed", "go", "digit"]
    guard let word = parts.first, withNumber.contains(word) else {
      let known = Action.entries.map(\.words) + withNumber
      throw OptionError(
        .unknown,
        "\(quoted(Array(text.utf8))) is not a command (triptych keys lists them)"
          + suggestion(closestWord(to: parts.first ?? "", among: known)))
    }
    guard parts.count == 2, let action = Action.action(word, Array(parts[1].utf8)) else {
      let rest = Array(parts.dropFirst().joined(separator: " ").utf8)
      let trouble = rest.isEmpty ? "something is missing" : "\(quoted(rest)) is not what it takes"
      throw OptionError(
        .badValue, "\(word): \(trouble); write \(Action.examples[word] ?? word)")
    }
    self = action
  }

  private static let examples = [
    "seek": "seek -5 or seek 1m, up to a day",
    "volume": "volume +5 or volume -5 to change it, volume 50 to set it, up to 100",
    "speed": "speed +0.25 or speed -0.25 to change it, speed 1.5 to set it, from 0.25 to 4",
    "go": "go 3: the number of an item", "digit": "digit 3: from 0 to 9",
  ]

  private static func action(_ word: String, _ text: [UInt8]) -> Action? {
    if word == "seek" {
      let isBack = text.first == 0x2D
      let digits = isBack || text.first == 0x2B ? Array(text.dropFirst()) : text
      guard let time = Duration(written: digits), time <= .seconds(86_400) else { return nil }
      return .command(.seek(by: isBack ? .zero - time : time))
    }
    if word == "speed" { return speed(text) }
    guard let number = Decimal(text)?.whole else { return nil }
    switch word {
    case "volume" where abs(number) <= 100:
      let isRelative = text.first == 0x2D || text.first == 0x2B
      return .command(isRelative ? .volume(by: number) : .setVolume(number))
    case "go" where number >= 1: return .command(.go(to: number))
    case "digit" where (0...9).contains(number): return .digit(number)
    default: return nil
    }
  }

  private static func speed(_ text: [UInt8]) -> Action? {
    guard text.first == 0x2D || text.first == 0x2B else {
      return FilmSpeed(written: text).map { .command(.setSpeed($0)) }
    }
    guard let more = FilmSpeed.thousandths(written: text), more != 0, abs(more) <= 4000 else {
      return nil
    }
    return .command(.speed(by: more))
  }
}

private func signed(_ number: Double) -> String { (number < 0 ? "" : "+") + plain(number) }
