import CExif

/// What a camera has written beside a picture, read by libexif.
struct Exif: ~Copyable {
  private let raw: UnsafeMutablePointer<ExifData>

  /// `part`: the bytes of a JPEG's marker segment, or of another file's Exif chunk. nil: there is
  /// nothing in them that can be read.
  init?(_ part: ByteView) {
    guard let raw = exif_data_new() else { return nil }
    self.raw = raw
    let bytes = part.bytes.assumingMemoryBound(to: UInt8.self)
    exif_data_load_data(raw, bytes.baseAddress, UInt32(clamping: part.count))
  }

  deinit { exif_data_unref(raw) }

  /// The thumbnail's file, a JPEG of its own; nil: there is none.
  var thumbnail: [UInt8]? {
    guard let bytes = raw.pointee.data, raw.pointee.size > 0 else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(raw.pointee.size)))
  }
}
