/// Where an option may stand.
public struct OptionPlaces: OptionSet, Sendable {
  public let rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// `triptych [OPTIONS] PATH`.
  public static let play = OptionPlaces(rawValue: 1)
  /// `triptych render`.
  public static let render = OptionPlaces(rawValue: 2)
  /// `triptych check`.
  public static let check = OptionPlaces(rawValue: 4)
  /// `triptych keys`.
  public static let keys = OptionPlaces(rawValue: 8)
  /// A configuration file.
  public static let configuration = OptionPlaces(rawValue: 16)
  /// One item of a playlist.
  public static let item = OptionPlaces(rawValue: 32)

  /// `set`, while the show runs (control socket).
  public static let running = OptionPlaces(rawValue: 64)
  /// `triptych rehearse`.
  public static let rehearse = OptionPlaces(rawValue: 128)

  /// `triptych ctl`.
  public static let ctl = OptionPlaces(rawValue: 256)

  static let show: OptionPlaces = [.play, .render, .rehearse, .configuration]
  static let showAndRunning: OptionPlaces = show.union(.running)
  static let anywhere: OptionPlaces = [.play, .render, .check, .rehearse, .keys, .configuration]
}

/// A chapter of `--help`.
public enum OptionGroup: String, CaseIterable, Sendable {
  case list = "What is shown"
  case change = "How it changes"
  case picture = "How it looks"
  case sound = "Sound"
  case program = "Display, keys and program"
  case render = "For render"
  case check = "For check"
  case rehearse = "For rehearse"
  case ctl = "For ctl"
  case item = "In playlists"
}

/// A row of the one table from which parsing, help and configuration come.
public struct Option: Sendable {
  typealias Change = @Sendable (inout ProgramSettings) -> Void
  typealias ItemChange = @Sendable (inout ItemOptions) -> Void

  public let name: String
  /// `-0` besides `--null`.
  public var letter: Character?
  public let group: OptionGroup
  public let places: OptionPlaces
  /// As help shows it: `SECONDS`.
  public let placeholder: String
  /// Ends the sentence "'x' is not …".
  public let allowed: String
  public let isFlag: Bool
  /// Values that a shell can complete.
  public let words: [String]
  /// `--no-x` writes the value `no`.
  public let takesNo: Bool
  /// `--x` alone means yes, a value that follows is taken if it is one of those allowed.
  public var valueIsOptional = false
  /// Relative to the folder of the configuration file that names it.
  public let isPath: Bool
  /// The built-in value as written; nil where there is none.
  public var fallback: String?
  /// What help says instead of `fallback`.
  public var fallbackNote: String?
  /// The built-in value with `--kiosk`, where it differs.
  public var kioskFallback: String?
  /// Help in a few words, for the list of all options.
  public let summary: String
  /// Whole sentences, for `help OPTION`.
  public let details: String
  let read: @Sendable ([UInt8]) throws(OptionError) -> Change
  let readItem: (@Sendable ([UInt8]) throws(OptionError) -> ItemChange)?

  init<Value>(
    _ name: String, _ group: OptionGroup, _ form: ArgumentForm<Value>, in places: OptionPlaces,
    _ summary: String, _ details: String,
    set: @escaping @Sendable (Value, inout ProgramSettings) -> Void,
    item: (@Sendable (Value, inout ItemOptions) -> Void)? = nil
  ) {
    (self.name, self.group, self.summary, self.details) = (name, group, summary, details)
    (placeholder, allowed, words) = (form.placeholder, form.allowed, form.words)
    (isFlag, isPath, takesNo) = (form.isFlag, form.isPath, form.takesNo)
    self.places = item == nil ? places : places.union(.item)
    read = { (text: [UInt8]) throws(OptionError) -> Change in
      let value = try form.parse(text)
      return { set(value, &$0) }
    }
    guard let item else {
      readItem = nil
      return
    }
    readItem = { (text: [UInt8]) throws(OptionError) -> ItemChange in
      let value = try form.parse(text)
      return { item(value, &$0) }
    }
  }

  /// The same option with its built-in value.
  func by(
    default fallback: String? = nil, note: String? = nil, kiosk: String? = nil,
    letter: Character? = nil, valueIsOptional: Bool = false
  ) -> Option {
    var option = self
    (option.fallback, option.fallbackNote, option.kioskFallback) = (fallback, note, kiosk)
    (option.letter, option.valueIsOptional) = (letter, valueIsOptional)
    return option
  }
}

extension Option {
  /// Every option that works, in the order of help.
  public static let all: [Option] =
    list + change + picture + bars + wording + sound + program + surroundings + remote
    + renderOnly + [entries, play] + itemOnly + schedule

  /// The option of that name (without dashes), if there is one.
  public static func named(_ name: String) -> Option? {
    all.first { $0.name == name }
  }

  /// The option of that letter, if the word is one letter and there is one.
  static func lettered(_ word: String) -> Option? {
    guard word.count == 1, let letter = word.first else { return nil }
    return all.first { $0.letter == letter }
  }

  /// Names of the options that may stand in one of `places`.
  static func names(in places: OptionPlaces) -> [String] {
    all.filter { !$0.places.isDisjoint(with: places) }.map(\.name)
  }
}
