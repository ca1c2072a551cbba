import CExif
import TriptychWire

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

  /// `chunk`: bytes that begin as a TIFF file does.
  init?(chunk: ByteView) {
    guard chunk.count <= 65_535 else { return nil }
    let marked = Array("Exif\0\0".utf8) + chunk.bytes
    guard let raw = exif_data_new() else { return nil }
    self.raw = raw
    exif_data_load_data(raw, marked, UInt32(marked.count))
  }

  deinit { exif_data_unref(raw) }

  private func entry(_ tag: UInt32, _ part: Int) -> UnsafeMutablePointer<ExifEntry>? {
    let parts = raw.pointee.ifd
    let content = [parts.0, parts.1, parts.2, parts.3, parts.4][part]
    return content.flatMap { exif_content_get_entry($0, ExifTag(tag)) }
  }

  /// A text without blanks at its ends; nil: there is none.
  func text(_ tag: UInt32, _ part: Int) -> String? {
    guard let entry = entry(tag, part)?.pointee, entry.format == EXIF_FORMAT_ASCII,
      let bytes = entry.data
    else { return nil }
    let all = UnsafeBufferPointer(start: bytes, count: Int(entry.size)).prefix { $0 != 0 }
    let text = PictureFacts.line(String(decoding: all.prefix(120), as: UTF8.self))
    return text.isEmpty ? nil : text
  }

  /// Whole numbers and fractions; without those that are none.
  func numbers(_ tag: UInt32, _ part: Int) -> [Double] {
    guard let entry = entry(tag, part)?.pointee, let bytes = entry.data else { return [] }
    let order = exif_data_get_byte_order(raw)
    let step = Int(exif_format_get_size(entry.format))
    guard step > 0 else { return [] }
    let count = min(Int(entry.components), Int(entry.size) / step, 8)
    return (0..<count).compactMap { index in
      let at = bytes + index * step
      switch entry.format {
      case EXIF_FORMAT_SHORT: return Double(exif_get_short(at, order))
      case EXIF_FORMAT_LONG: return Double(exif_get_long(at, order))
      case EXIF_FORMAT_RATIONAL:
        let value = exif_get_rational(at, order)
        return value.denominator == 0
          ? nil : Double(value.numerator) / Double(value.denominator)
      default: return nil
      }
    }
  }

  func number(_ tag: UInt32, _ part: Int) -> Double? { numbers(tag, part).first }

  /// The thumbnail's file, a JPEG of its own; nil: there is none.
  var thumbnail: [UInt8]? {
    guard let bytes = raw.pointee.data, raw.pointee.size > 0 else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(raw.pointee.size)))
  }
}
