/// How a picture fills its cell.
public enum Fit: String, CaseIterable, Sendable {
  /// Whole, as large as it goes.
  case contain
  /// Fills the cell, cut at two sides.
  case cover
  /// `cover` if |w/h − W/H| < 0.17, else `contain`.
  case auto
  /// Fills the cell, out of shape.
  case stretch
  /// One picture pixel a screen pixel, centred.
  case none
  /// `contain`; the rest is filled with the picture itself, blurred and darkened.
  case blur
}

/// The shape of a timed change, cubic.
public enum Easing: String, CaseIterable, Sendable {
  case linear
  case easeIn = "ease-in"
  case easeOut = "ease-out"
  case easeInOut = "ease-in-out"
}

/// What happens past the last item.
public enum Loop: Hashable, Sendable {
  /// A carousel.
  case forever
  /// Linear.
  case no
  /// So many rounds.
  case rounds(Int)
}

/// What happens when the last item of a linear list has been shown.
public enum AtEnd: String, CaseIterable, Sendable { case hold, quit }

/// How long a film plays.
public enum FilmLength: Hashable, Sendable {
  case full
  case limited(Duration)
}

/// The values that say how an item is shown. The show has one set; a list or an item changes
/// some of them (`ItemOptions`).
public struct ItemSettings: Hashable, Sendable {
  public var duration: Duration = .seconds(10)
  public var filmLength: FilmLength = .full
  /// As given to `--transition`: a name with its direction, or `random`.
  public var transition = "crossfade"
  public var transitionDuration: Duration = .seconds(1)
  /// nil: ease-in-out for the timer, ease-out for commands.
  public var easing: Easing?
  public var fit = Fit.contain
  public var kenBurns = false
  public var background = Color.black
  public var mute = false
  /// Percent, 0…100.
  public var volume = 100
  public var subtitles = SubtitleChoice.auto
  /// The language of a film's sound; nil: its first.
  public var soundLanguage: LanguageName?
  public var title: String?
  /// Clockwise, over what the file itself says of its orientation.
  public var rotation = Rotation.none
  /// Where a film starts and ends; nil: its own ends.
  public var start: Duration?
  public var end: Duration?
  /// How often a film plays before the show goes on, at least 1.
  public var repetitions = 1
  /// How fast a film plays.
  public var speed = FilmSpeed.normal

  public init() {}
}

/// A language as people write it: `de`, `ger`, `pt-BR`.
public struct LanguageName: Hashable, Sendable {
  public let text: String

  /// nil: it cannot be one.
  public init?(_ text: String) {
    let letters = text.utf8.prefix { $0 != 0x2D && $0 != 0x5F }
    let isWord = { (byte: UInt8) in byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
    guard (2...3).contains(letters.count), letters.allSatisfy(isWord), text.utf8.count <= 32,
      text.utf8.allSatisfy({ isWord($0) || $0 == 0x2D || $0 == 0x5F || (0x30...0x39) ~= $0 })
    else { return nil }
    self.text = text
  }
}

/// Whether a film's subtitles are shown.
public enum SubtitleChoice: Hashable, Sendable {
  /// While there is no sound.
  case auto
  case off
  /// Always, those of a language.
  case language(LanguageName)

  /// nil: it is none.
  public init?(_ text: String) {
    switch text {
    case "auto": self = .auto
    case "off": self = .off
    default:
      guard let name = LanguageName(text) else { return nil }
      self = .language(name)
    }
  }
}

/// Quarter turns clockwise.
public enum Rotation: String, CaseIterable, Sendable {
  case none = "0"
  case quarter = "90"
  case half = "180"
  case threeQuarters = "270"
}

/// What a list says of one item: only what differs.
public struct ItemOptions: Hashable, Sendable {
  public var duration: Duration?
  public var transition: String?
  public var transitionDuration: Duration?
  public var easing: Easing?
  public var fit: Fit?
  public var kenBurns: Bool?
  public var background: Color?
  public var mute: Bool?
  public var volume: Int?
  public var subtitles: SubtitleChoice?
  public var soundLanguage: LanguageName?
  public var title: String?
  /// More about the item, for the information line.
  public var caption: String?
  /// By what the item can be named, besides its file.
  public var name: String?
  public var rotation: Rotation?
  public var start: Duration?
  public var end: Duration?
  public var repetitions: Int?
  public var speed: FilmSpeed?
  /// When the item may be shown; nil: always.
  public var schedule: Schedule?

  public init() {}
}

/// The show's own values, not those of an item.
public struct ShowSettings: Hashable, Sendable {
  public var item = ItemSettings()
  /// Pixels on a display 1080 high.
  public var gap = 50.0
  public var loop = Loop.forever
  public var atEnd = AtEnd.quit
  public var shuffle = false
  public var seed: UInt64 = 0
  /// Item index to start at.
  public var startAt = 0
  /// The round in which `startAt` is meant, where a show goes on; nil: a show that begins.
  public var startRound: Int?
  /// Film time at which `startAt` goes on, if it is a film; nil: at its beginning.
  public var startTime: Duration?
  /// A kiosk tries for ever and shows no card for a failed item.
  public var kiosk = false
  /// False: the whole screen changes at most three times a second by command.
  public var fastBrowse = true
  /// Every change is a crossfade of half a second or more; nothing drifts.
  public var reducedMotion = false

  public init() {}
}
