import Glibc
import TriptychCore

/// CLOCK_MONOTONIC, the clock of the show and of `nanosleep`; wall-clock jumps do not move it.
public enum MonotonicClock {
  public static var now: Instant {
    var t = timespec()
    clock_gettime(CLOCK_MONOTONIC, &t)
    return Instant(.seconds(t.tv_sec) + .nanoseconds(t.tv_nsec))
  }
}
