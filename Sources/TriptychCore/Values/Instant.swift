/// A point on the show's one monotonic clock. Only differences mean anything.
public struct Instant: Hashable, Comparable, Sendable {
  /// Time since the clock's own beginning.
  public var sinceStart: Duration

  public init(_ sinceStart: Duration) { self.sinceStart = sinceStart }

  public static let zero = Instant(.zero)

  public static func < (a: Instant, b: Instant) -> Bool { a.sinceStart < b.sinceStart }
  public static func + (a: Instant, b: Duration) -> Instant { Instant(a.sinceStart + b) }
  public static func - (a: Instant, b: Duration) -> Instant { Instant(a.sinceStart - b) }
  public static func - (a: Instant, b: Instant) -> Duration { a.sinceStart - b.sinceStart }
}

extension Duration {
  /// The length in seconds, rounded to the nearest double.
  public var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// The length in whole nanoseconds, rounded towards zero.
  public var inNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
