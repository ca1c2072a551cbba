import CSystem
import Glibc

/// Wakes the main loop from any thread. Rings are merged: however many, one wake-up.
public final class Bell: Sendable {
  let descriptor: Int32

  /// Traps where the system has no descriptors left at start: nothing could run then.
  public init() {
    descriptor = waiting_bell()
    precondition(descriptor >= 0, "no descriptor is free for the main loop's bell")
  }

  deinit { close(descriptor) }

  /// Any thread; never blocks.
  public func ring() { waiting_ring(descriptor) }
  func hush() { waiting_hush(descriptor) }

  /// Sleeps until it rings, or so long.
  func wait(atMost limit: Duration? = nil) {
    var ready: Int16 = 0
    var number = descriptor
    _ = waiting_poll(&number, &ready, 1, limit?.inNanoseconds ?? -1)
    hush()
  }
}
