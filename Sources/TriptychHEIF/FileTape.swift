import CHeif
import TriptychDecoding

/// A file as libheif reads it piece by piece. Lives at least as long as its context.
final class FileTape {
  private let file: SourceFile
  private var offset: Int64 = 0
  /// What libheif calls.
  let reader: UnsafeMutablePointer<heif_reader>

  init(_ file: SourceFile) {
    self.file = file
    reader = .allocate(capacity: 1)
    reader.initialize(
      to: heif_reader(
        reader_api_version: 1, get_position: { tape($0)?.offset ?? 0 },
        read: { room, count, own in tape(own)?.read(into: room, count) ?? 1 },
        seek: { to, own in tape(own)?.seek(to) ?? 1 },
        wait_for_file_size: { size, own in
          size <= tape(own)?.file.byteCount ?? 0
            ? heif_reader_grow_status_size_reached : heif_reader_grow_status_size_beyond_eof
        }))
  }

  deinit { reader.deallocate() }

  /// What libheif gives back to each call.
  var own: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// 0: all of it came.
  private func read(into room: UnsafeMutableRawPointer?, _ count: Int) -> Int32 {
    guard let room, count >= 0, offset <= Int64(file.byteCount) else { return 1 }
    do throws(Failure) {
      let wanted = UnsafeMutableRawBufferPointer(start: room, count: count)
      guard try file.read(at: Int(offset), into: wanted) == count else { return 1 }
    } catch {
      return 1
    }
    offset += Int64(count)
    return 0
  }

  private func seek(_ to: Int64) -> Int32 {
    guard to >= 0, to <= Int64(file.byteCount) else { return 1 }
    offset = to
    return 0
  }
}

private func tape(_ own: UnsafeMutableRawPointer?) -> FileTape? {
  own.map { Unmanaged<FileTape>.fromOpaque($0).takeUnretainedValue() }
}
