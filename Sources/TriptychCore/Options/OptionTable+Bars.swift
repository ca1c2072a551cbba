/// The rows of the table about the bars, and about what is kept free of the show.
extension Option {
  static let bars = [osd, osdTimeout, textScale, inset]

  static let osd = Option(
    "osd", .picture, .choice("auto|always|never") as ArgumentForm<BarsMode>,
    in: [.play, .configuration], "the bars with title, counter and buttons",
    """
    auto: a tap, the O key or the mouse shows them, for as long as --osd-timeout says. always: \
    they stand, but for what is enlarged. never: they do not come; messages about what a key \
    has done still do.
    """,
    set: { $1.bars.mode = $0 }
  ).by(default: "auto")

  static let osdTimeout = Option(
    "osd-timeout", .picture, .seconds(from: "0.5", to: "1h"), in: [.play, .configuration],
    "how long the bars stay after the last input",
    "Keys, buttons, fingers and the mouse count. Matters with --osd auto.",
    set: { $1.bars.timeout = $0 }
  ).by(default: "3")

  static let textScale = Option(
    "text-scale", .picture, .number("FACTOR", 0.5...3), in: [.play, .configuration],
    "size of the letters in the bars and messages",
    """
    1 can be read from three metres, on any display: letters follow its height. Buttons grow with \
    it, up to one and a half times, as far as there is room.
    """,
    set: { $1.bars.textScale = $0 }
  ).by(default: "1")

  static let inset = Option(
    "inset", .picture, insetForm, in: [.play, .render, .configuration],
    "what is kept free at the edges of the screen",
    """
    Pixels of a display 1080 high, on others in proportion: --inset 0,0,120,0 leaves room for a \
    line of text at the foot. Pictures, bars and messages lie within; the rest has the colour of \
    --background. One number counts for all four edges. As the viewer sees it, after \
    --screen-rotate.
    """,
    set: { $1.inset = $0 }
  ).by(default: "0,0,0,0")

  private static let insetForm = ArgumentForm<Insets>(
    "TOP,RIGHT,BOTTOM,LEFT", allowed: "four numbers from 0 to 2000, such as 0,0,120,0, or one"
  ) { text in
    let parts = text.split(separator: 0x2C, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Decimal(Array($0))?.asDouble }
    guard numbers.count == parts.count, numbers.allSatisfy({ (0...2000).contains($0) }) else {
      return nil
    }
    switch numbers.count {
    case 1:
      return Insets(top: numbers[0], right: numbers[0], bottom: numbers[0], left: numbers[0])
    case 4:
      return Insets(top: numbers[0], right: numbers[1], bottom: numbers[2], left: numbers[3])
    default: return nil
    }
  }
}

/// How the bars are to be shown.
public struct BarsSettings: Hashable, Sendable {
  public var mode = BarsMode.auto
  public var timeout = Duration.seconds(3)
  /// 0.5…3.
  public var textScale = 1.0

  public init() {}
}
