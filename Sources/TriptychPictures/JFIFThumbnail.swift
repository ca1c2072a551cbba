/// A thumbnail in the marker segment APP0 (JFIF 1.02): pixels, or a JPEG of its own.
enum JFIFThumbnail {
  /// Red, green and blue, rows without a gap.
  case pixels(ByteView, PixelSize)
  case jpeg(ByteView)

  private enum Kind {
    static let jpeg: UInt8 = 0x10
    static let pixels: UInt8 = 0x13
  }

  /// nil: the segment has none, or one with a palette, which nobody writes.
  init?(_ part: ByteView) {
    if part.has("JFIF\0", at: 0) {
      self.init(pixelsAt: 14, sizeAt: 12, of: part)
    } else if part.has("JFXX\0", at: 0), let kind = part.u8(5) {
      switch kind {
      case Kind.jpeg:
        guard let file = part.part(6, count: part.count), file.count > 0 else { return nil }
        self = .jpeg(file)
      case Kind.pixels: self.init(pixelsAt: 8, sizeAt: 6, of: part)
      default: return nil
      }
    } else {
      return nil
    }
  }

  private init?(pixelsAt start: Int, sizeAt place: Int, of part: ByteView) {
    guard let width = part.u8(place), let height = part.u8(place + 1), width > 0, height > 0
    else { return nil }
    let size = PixelSize(width: Int(width), height: Int(height))
    guard let pixels = part.part(start, count: 3 * size.area), pixels.count == 3 * size.area else {
      return nil
    }
    self = .pixels(pixels, size)
  }
}
