import Glibc
import TriptychWire

/// The file of a job, read by position: the descriptor's own offset is shared with the player,
/// and a mapped file that shrinks would end the process.
public final class SourceFile: Sendable {
  public let byteCount: Int
  private let descriptor: Descriptor

  /// Throws `unreadable` unless it is a regular file, `unknownFormat` if it is empty.
  public init(_ descriptor: Descriptor) throws(Failure) {
    var status = stat()
    guard fstat(descriptor.raw, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(.unreadable, "not a regular file")
    }
    guard status.st_size > 0 else { throw Failure(.unknownFormat, "the file is empty") }
    byteCount = Int(status.st_size)
    self.descriptor = descriptor
  }

  /// Reads at `offset` until `room` is full or the file ends; returns the number of bytes.
  public func read(
    at offset: Int, into room: UnsafeMutableRawBufferPointer
  ) throws(Failure) -> Int {
    var filled = 0
    while filled < room.count, offset >= 0, let base = room.baseAddress {
      let (position, tooFar) = offset.addingReportingOverflow(filled)
      if tooFar { break }
      let got = pread(descriptor.raw, base + filled, room.count - filled, position)
      if got > 0 {
        filled += got
      } else if got == 0 {
        break
      } else if errno != EINTR {
        throw Failure(.unreadable, String(cString: strerror(errno)))
      }
    }
    return filled
  }

  /// At most `count` bytes from `offset` on; fewer at the end of the file.
  public func bytes(at offset: Int, count: Int) throws(Failure) -> [UInt8] {
    var failure: Failure?
    let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 0)) { room, filled in
      do throws(Failure) {
        filled = try read(at: offset, into: UnsafeMutableRawBufferPointer(room))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
