import Glibc
import TriptychCore

/// The time by which deadlines are held. Tests bring one of their own.
protocol MediaClock: Sendable {
  /// Never goes back. Any thread.
  func now() -> Instant
  /// For poll(2): milliseconds until the instant, rounded up; −1 to wait for ever.
  func timeout(until instant: Instant?) -> Int32
}

/// CLOCK_MONOTONIC.
struct MonotonicClock: MediaClock {
  func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(.seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
  }

  func timeout(until instant: Instant?) -> Int32 {
    guard let instant else { return -1 }
    let left = (instant - now()).inNanoseconds
    return Int32(clamping: max(0, (left + 999_999) / 1_000_000))
  }
}
