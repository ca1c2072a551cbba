import TriptychDecoding

/// The first frame of an animated WebP, which SDL2_image 2.6 refuses: wrapped up as a still one
/// (WebP Container Specification, "ANMF").
struct WebPFrame {
  private let canvas: PixelSize
  private let (x, y): (Int, Int)
  private let size: PixelSize
  /// The frame's own chunks.
  private let chunks: ByteView

  /// nil if the file is not animated or has no frame.
  init?(firstOf view: ByteView) {
    guard view.has("VP8X", at: 12), let flags = view.u8(20), flags & 0x02 != 0,
      let canvas = Self.size(view, 24)
    else { return nil }
    var offset = 12
    while let length = view.u32(offset + 4, bigEndian: false).map({ Int($0) }) {
      if view.has("ANMF", at: offset), length > 16,
        let x = Self.u24(view, offset + 8), let y = Self.u24(view, offset + 11),
        let size = Self.size(view, offset + 14),
        let chunks = view.part(offset + 24, count: length - 16)
      {
        (self.canvas, self.size, self.chunks) = (canvas, size, chunks)
        (self.x, self.y) = (2 * x, 2 * y)
        return
      }
      offset += 8 + length + length & 1
    }
    return nil
  }

  private static func u24(_ view: ByteView, _ offset: Int) -> Int? {
    guard let low = view.u16(offset, bigEndian: false), let high = view.u8(offset + 2) else {
      return nil
    }
    return Int(low) | Int(high) << 16
  }

  private static func size(_ view: ByteView, _ offset: Int) -> PixelSize? {
    guard let width = u24(view, offset), let height = u24(view, offset + 3) else { return nil }
    return PixelSize(width: width + 1, height: height + 1)
  }

  /// A still WebP of the frame alone.
  func asFile() throws(Failure) -> Memory {
    var bytes = Array("RIFF".utf8) + Self.number(22 + chunks.count) + Array("WEBPVP8X".utf8)
    bytes += Self.number(10)
    // Flag 0x10: there may be transparency.
    bytes += [0x10, 0, 0, 0]
    for value in [size.width - 1, size.height - 1] {
      bytes += Self.number(value).prefix(3)
    }
    bytes += chunks.bytes
    let file = try Memory(byteCount: bytes.count)
    file.base.copyMemory(from: bytes, byteCount: bytes.count)
    return file
  }

  private static func number(_ value: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).littleEndian) { Array($0) }
  }

  /// The frame where it belongs on its canvas.
  func placed(
    _ frame: PlanarPicture, over background: UInt32
  ) throws(Failure) -> PlanarPicture {
    if frame.size == canvas { return frame }
    guard canvas.area <= PictureHeader.pixelLimit else { throw PictureHeader.tooLarge(canvas) }
    guard x + frame.size.width <= canvas.width, y + frame.size.height <= canvas.height else {
      throw Failure(.damaged, "a frame lies outside of the picture")
    }
    var whole = PlanarPicture(colors: .rgb, planes: [])
    for (plane, ground) in zip(frame.planes, PixelLayout.channels(of: background)) {
      let wide = try Plane(width: canvas.width, height: canvas.height)
      wide.base.initialize(repeating: ground, count: wide.stride * wide.height)
      for row in 0..<plane.height {
        (wide.base + (y + row) * wide.stride + x).update(
          from: plane.base + row * plane.stride, count: plane.width)
      }
      whole.planes.append(wide)
    }
    return whole
  }
}
