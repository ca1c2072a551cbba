import Glibc
import TriptychWire

/// Wakes a thread that waits in poll. Rings count as one until they are heard.
final class Doorbell: Sendable {
  private let inside: Descriptor
  private let outside: Descriptor

  /// Nil if the system has no descriptors left.
  init?() {
    guard let (reading, writing) = openPipe() else { return nil }
    (inside, outside) = (reading, writing)
  }

  /// Readable after a ring.
  var descriptor: Int32 { inside.raw }

  /// Any thread; never waits. A full pipe has rung already.
  func ring() {
    var byte: UInt8 = 1
    _ = write(outside.raw, &byte, 1)
  }

  func hush() {
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    while read(inside.raw, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
  }
}

/// Both ends non-blocking and closed in children (spawning closes all descriptors but those of
/// the worker, so the gap before FD_CLOEXEC does no harm).
func openPipe() -> (reading: Descriptor, writing: Descriptor)? {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return nil }
  for end in ends {
    _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    _ = fcntl(end, F_SETFL, O_NONBLOCK)
  }
  return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
}
