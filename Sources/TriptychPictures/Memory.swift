import Glibc
import TriptychDecoding

/// Bytes with one owner. Unlike an array it says no rather than ending the process when the
/// address space is used up.
package final class Memory {
  package let base: UnsafeMutableRawPointer
  package let byteCount: Int

  /// Room that vector code may read or write beyond the end.
  private static let margin = 64

  init(byteCount: Int) throws(Failure) {
    guard byteCount >= 0, let base = Self.allocate(byteCount + Self.margin) else {
      throw Failure(.noMemory, "\(byteCount >> 20) MiB of memory are not to be had")
    }
    (self.base, self.byteCount) = (base, byteCount)
  }

  /// What is large comes in huge pages where the system has them: a fault for each 4 KiB costs
  /// more than scaling does.
  private static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    let hugePage = 2 << 20
    guard byteCount >= 2 * hugePage else { return malloc(byteCount) }
    let base = aligned_alloc(hugePage, (byteCount + hugePage - 1) & ~(hugePage - 1))
    if let base { madvise(base, byteCount, MADV_HUGEPAGE) }
    return base
  }

  deinit { free(base) }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: byteCount) }
}

extension Memory {
  /// The largest file that is read.
  static let fileLimit = 256 << 20
  /// Bytes that are read at a time.
  private static let piece = 1 << 20

  /// A whole file.
  static func reading(
    _ file: SourceFile, telling: Telling? = nil
  ) throws(Failure) -> Memory {
    guard file.byteCount <= fileLimit else {
      throw Failure(.tooLarge, "the file has \(file.byteCount >> 20) MiB, the limit is 256")
    }
    let memory = try Memory(byteCount: file.byteCount)
    let room = UnsafeMutableRawBufferPointer(start: memory.base, count: memory.byteCount)
    for offset in stride(from: 0, to: room.count, by: piece) {
      let part = UnsafeMutableRawBufferPointer(
        rebasing: room[offset..<min(offset + piece, room.count)])
      guard try file.read(at: offset, into: part) == part.count else {
        throw Failure(.unreadable, "the file became shorter while it was read")
      }
      telling?.read(Double(offset + part.count) / Double(room.count))
    }
    return memory
  }
}

/// One channel of a picture, 8 bits a sample.
struct Plane {
  let memory: Memory
  /// The top left sample.
  let base: UnsafeMutablePointer<UInt8>
  let width: Int
  let height: Int
  /// Bytes from a row to the next.
  let stride: Int

  init(width: Int, height: Int) throws(Failure) {
    stride = (width + 63) & ~63
    memory = try Memory(byteCount: stride * height)
    base = memory.base.assumingMemoryBound(to: UInt8.self)
    (self.width, self.height) = (width, height)
  }

  private init(memory: Memory, base: UnsafeMutablePointer<UInt8>, _ size: PixelSize, stride: Int) {
    (self.memory, self.base, self.stride) = (memory, base, stride)
    (width, height) = (size.width, size.height)
  }

  /// The part that is `size` large at (x, y), which must lie within.
  func part(x: Int, y: Int, size: PixelSize) -> Plane {
    precondition(x >= 0 && y >= 0 && x + size.width <= width && y + size.height <= height)
    return Plane(memory: memory, base: base + y * stride + x, size, stride: stride)
  }
}

/// A decoded picture before it is scaled: as stored, not yet oriented.
package struct PlanarPicture {
  enum Colors {
    case gray
    /// Full range, BT.601 (JFIF).
    case yCbCr
    case rgb
  }

  var colors: Colors
  /// One plane for grey, else three. Chroma planes may be smaller; all cover the same area.
  var planes: [Plane]
  /// Of the first plane.
  var size: PixelSize { PixelSize(width: planes[0].width, height: planes[0].height) }
}
