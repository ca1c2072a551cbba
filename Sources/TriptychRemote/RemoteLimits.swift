import TriptychCore

/// What a client of the control socket may take up (RELIABILITY section 7).
enum RemoteLimits {
  /// Clients at a time; more are told so and let go.
  static let clients = 4
  /// Bytes of a line, its end not counted.
  static let line = 4096
  /// Commands a second and client; more wait, unread.
  static let rate = 20
  /// Bytes that wait to be read by a client, a screenshot not counted; more: it is dropped.
  static let backlog = 256 << 10
  /// Bytes of an answer, a screenshot not counted.
  static let answer = 64 << 10
  /// Bytes of a screenshot's PNG.
  static let picture = 64 << 20
  /// From connecting, or from the first byte of a line, to the line's end.
  static let completion = Duration.seconds(5)
  /// Without a line, for who has not asked for events.
  static let idle = Duration.seconds(600)
  /// Without a byte taken, while some wait.
  static let stall = Duration.seconds(10)
  /// Connections taken a second.
  static let connections = 1000
}

/// So many things a second, and as many at once after a rest. A value without a clock.
struct Allowance: Sendable {
  private let rate: Int
  private var full: Instant

  init(rate: Int, at now: Instant) {
    self.rate = rate
    full = now
  }

  private var period: Duration { .nanoseconds(1_000_000_000 / rate) }

  /// When the next thing is allowed.
  var opens: Instant { full - period * (rate - 1) }

  /// Takes one if it is allowed.
  mutating func take(at now: Instant) -> Bool {
    guard now >= opens else { return false }
    full = max(full, now) + period
    return true
  }
}
