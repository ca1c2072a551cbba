import CSDL2Image

/// A file in memory as SDL's libraries read it. The memory stays as long as this does.
struct Reader: ~Copyable {
  let raw: UnsafeMutablePointer<SDL_RWops>
  private let tape: Tape

  /// `telling` hears how much has been read. nil: SDL has no memory.
  init?(_ file: Memory, _ telling: Telling? = nil) {
    guard let raw = SDL_AllocRW() else { return nil }
    (self.raw, tape) = (raw, Tape(file, telling))
    raw.pointee.hidden.unknown.data1 = Unmanaged.passUnretained(tape).toOpaque()
    raw.pointee.size = { Int64(Tape.of($0)?.file.byteCount ?? -1) }
    raw.pointee.seek = { Tape.of($0)?.seek($1, from: $2) ?? -1 }
    raw.pointee.read = { ops, room, size, count in
      guard let room, size > 0, let tape = Tape.of(ops) else { return 0 }
      return tape.read(into: room, size, count)
    }
    raw.pointee.write = { _, _, _, _ in 0 }
    raw.pointee.close = { _ in 0 }
  }

  deinit {
    SDL_FreeRW(raw)
    withExtendedLifetime(tape) {}
  }
}

/// Where reading is.
private final class Tape {
  let file: Memory
  private let telling: Telling?
  private var offset = 0
  private var farthest = 0

  init(_ file: Memory, _ telling: Telling?) { (self.file, self.telling) = (file, telling) }

  static func of(_ ops: UnsafeMutablePointer<SDL_RWops>?) -> Tape? {
    ops?.pointee.hidden.unknown.data1.map { Unmanaged<Tape>.fromOpaque($0).takeUnretainedValue() }
  }

  /// SDL stops at both ends.
  func seek(_ way: Int64, from whence: Int32) -> Int64 {
    let origin: Int
    switch whence {
    case RW_SEEK_SET: origin = 0
    case RW_SEEK_CUR: origin = offset
    case RW_SEEK_END: origin = file.byteCount
    default: return -1
    }
    let (sum, isTooFar) = origin.addingReportingOverflow(Int(way))
    offset = isTooFar ? (way > 0 ? file.byteCount : 0) : min(max(sum, 0), file.byteCount)
    return Int64(offset)
  }

  /// `count` pieces of `size` bytes, as far as there are; how many are whole.
  func read(into room: UnsafeMutableRawPointer, _ size: Int, _ count: Int) -> Int {
    let (wish, isTooMany) = size.multipliedReportingOverflow(by: count)
    let bytes = isTooMany ? file.byteCount - offset : min(wish, file.byteCount - offset)
    guard bytes > 0 else { return 0 }
    room.copyMemory(from: file.base + offset, byteCount: bytes)
    offset += bytes
    if let telling, offset > farthest {
      farthest = offset
      telling.decoded(Double(farthest) / Double(max(file.byteCount, 1)))
    }
    return bytes / size
  }
}
