import CSystem
import Glibc
import TriptychCore

/// The clock on the wall, for schedules alone: all else goes by the monotonic clock. Main thread.
final class WallClock {
  /// Readable at the time of `wake`, and whenever somebody sets the clock; −1 where the system has
  /// none left.
  let descriptor = waiting_wall_timer()
  /// How far it was ahead of the monotonic clock when it was looked at.
  private var lead: Duration?
  /// Steps below that are no more than the two clocks' being read one after the other.
  private static let smallestJump = Duration.milliseconds(200)

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Seconds since 1970-01-01 00:00 UTC, rounded down.
  static var now: Int64 { Int64(reading.tv_sec) }

  private static var reading: timespec {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time
  }

  /// The zone of TZ or /etc/localtime, as `readZone` found it.
  static let zone = WallZone { moment in
    var (seconds, parts) = (time_t(moment), tm())
    return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
  }

  /// The name of the zone at a moment, such as `CET`.
  static func zoneName(at moment: Int64) -> String {
    var (seconds, parts) = (time_t(moment), tm())
    guard localtime_r(&seconds, &parts) != nil, let name = parts.tm_zone else { return "UTC" }
    return String(cString: name)
  }

  /// Looks whether the zone has become another one.
  static func readZone() { tzset() }

  /// Has `descriptor` wake who polls it at a moment; nil: not any more.
  func wake(at moment: Int64?) {
    guard descriptor >= 0 else { return }
    waiting_wall_set(descriptor, moment ?? 0)
  }

  /// Remembers how the two clocks stand; `now`: what the monotonic one shows.
  func note(at now: Instant) { lead = lead(at: now) }

  /// True if it was set since, or stood still while the computer slept.
  func hasJumped(at now: Instant) -> Bool {
    guard let noted = lead else { return false }
    let change = lead(at: now) - noted
    return change > WallClock.smallestJump || change < .zero - WallClock.smallestJump
  }

  private func lead(at now: Instant) -> Duration {
    let time = WallClock.reading
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec) - now.sinceStart
  }
}
