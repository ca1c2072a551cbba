import CSystem
import Glibc

/// Why there is no shared memory.
public enum SharedMemoryError: Error, Hashable, Sendable {
  /// The descriptor holds another number of bytes than was said.
  case wrongSize
  /// The system refused; errno.
  case system(Int32)
}

/// Memory that player and worker both see. The player makes it, sealed against any change of
/// size, and looks at it through a read-only mapping; the worker writes.
///
/// What a worker writes may change while the player looks: geometry never comes from here.
public final class SharedMemory: @unchecked Sendable {
  /// Where it begins. Written through only if `isWritable`.
  public let base: UnsafeMutableRawPointer
  public let byteCount: Int
  public let isWritable: Bool
  private let owner: Descriptor
  /// To be passed to the worker; stays the memory's own.
  public var descriptor: Int32 { owner.raw }

  /// Player: new memory of `byteCount` bytes, all 0. `writable`: for pixels that the worker
  /// reads (to be written as PNG).
  public convenience init(
    sealed byteCount: Int, writable: Bool = false
  ) throws(SharedMemoryError) {
    guard byteCount > 0 else { throw .wrongSize }
    let raw = sys_memfd_sealed("triptych-slots", UInt64(byteCount))
    guard raw >= 0 else { throw .system(-raw) }
    try self.init(
      mapping: Descriptor(owning: raw), byteCount: byteCount, writable: writable)
  }

  /// Maps memory that exists; throws `wrongSize` unless it holds `byteCount` bytes exactly.
  public init(
    mapping descriptor: Descriptor, byteCount: Int, writable: Bool
  ) throws(SharedMemoryError) {
    var status = stat()
    guard fstat(descriptor.raw, &status) == 0 else { throw .system(errno) }
    guard byteCount > 0, Int(status.st_size) == byteCount else { throw .wrongSize }
    let protection = writable ? PROT_READ | PROT_WRITE : PROT_READ
    let mapped = mmap(nil, byteCount, protection, MAP_SHARED, descriptor.raw, 0)
    guard let mapped, mapped != MAP_FAILED else { throw .system(errno) }
    base = mapped
    self.byteCount = byteCount
    isWritable = writable
    owner = descriptor
  }

  deinit { munmap(base, byteCount) }
}
