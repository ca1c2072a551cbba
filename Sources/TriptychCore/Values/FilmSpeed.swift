/// How fast a film plays, in thousandths of its own speed: 0.25 to 4.
public struct FilmSpeed: Hashable, Sendable {
  public let thousandths: Int

  public static let range = 250...4000
  /// The film's own.
  public static let normal = FilmSpeed(thousandths: 1000)
  /// By how much a key changes it.
  public static let step = 250

  /// Beyond the range: the nearest.
  public init(thousandths: Int) {
    self.thousandths = min(max(thousandths, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Reads `1.5`; nil: it is none, or beyond the range.
  public init?(written text: [UInt8]) {
    guard let number = Self.thousandths(written: text), Self.range.contains(number) else {
      return nil
    }
    self.init(thousandths: number)
  }

  /// Reads `+0.25` or `-0.25`, too.
  static func thousandths(written text: [UInt8]) -> Int? {
    guard let number = Decimal(text)?.asDouble, abs(number) <= 1000 else { return nil }
    return Int((number * 1000).rounded())
  }

  /// So many thousandths more, within the range.
  public func changed(by more: Int) -> FilmSpeed {
    FilmSpeed(thousandths: thousandths + min(max(more, -4000), 4000))
  }

  /// 1: the film's own.
  public var factor: Double { Double(thousandths) / 1000 }

  /// As it is written: `1.5`.
  public var text: String { plain(factor) }

  /// As it is told to people; nil: it is the film's own, which needs no words.
  public var label: String? { self == .normal ? nil : text + "×" }

  /// So much of the film passes in a time.
  public func filmTime(in time: Duration) -> Duration {
    guard self != .normal else { return time }
    return Duration(attoseconds: time.attoseconds * Int128(thousandths) / 1000)
  }

  /// In such a time so much of the film has passed, at the earliest.
  public func time(of filmTime: Duration) -> Duration {
    guard self != .normal else { return filmTime }
    let (whole, divisor) = (filmTime.attoseconds * 1000, Int128(thousandths))
    return Duration(attoseconds: (whole > 0 ? whole + divisor - 1 : whole) / divisor)
  }
}
