import CFFmpeg
import TriptychWire

/// A subtitle that is a picture, as its decoder gives it: numbers of colours.
struct SubtitleImage: Sendable, Hashable {
  /// What the film is, in its pixels.
  let canvasWidth: UInt32
  let canvasHeight: UInt32
  let x: UInt32
  let y: UInt32
  let width: UInt32
  let height: UInt32
  /// Premultiplied, 0xAARRGGBB.
  let palette: [UInt32]
  let pixels: [UInt8]

  /// nil: nothing of it can be seen, or it is larger than anything that people read.
  init?(_ rect: AVSubtitleRect, on canvas: (width: Int32, height: Int32)) {
    guard rect.type == SUBTITLE_BITMAP, rect.w > 0, rect.h > 0, rect.x >= 0, rect.y >= 0,
      let indices = rect.data.0, let colors = rect.data.1, rect.linesize.0 >= rect.w,
      (1...256).contains(rect.nb_colors)
    else { return nil }
    // What hangs over the edge makes the canvas larger rather than be cut.
    canvasWidth = UInt32(max(canvas.width, rect.x + rect.w))
    canvasHeight = UInt32(max(canvas.height, rect.y + rect.h))
    (x, y, width, height) = (UInt32(rect.x), UInt32(rect.y), UInt32(rect.w), UInt32(rect.h))
    guard max(canvasWidth, canvasHeight) <= WireLimit.subtitleSide,
      Int(width) * Int(height) <= WireLimit.subtitleArea
    else { return nil }
    let count = Int(rect.nb_colors)
    palette = (0..<count).map {
      Self.premultiplied(
        UnsafeRawPointer(colors).loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))
    }
    let (columns, lines, stride) = (Int(width), Int(height), Int(rect.linesize.0))
    pixels = [UInt8](unsafeUninitializedCapacity: columns * lines) { room, filled in
      for y in 0..<lines {
        for x in 0..<columns {
          // A number beyond the palette is that of nothing.
          room[y * columns + x] = UInt8(min(Int(indices[y * stride + x]), count - 1))
        }
      }
      filled = columns * lines
    }
    guard palette.contains(where: { $0 >> 24 > 0 }) else { return nil }
  }

  private static func premultiplied(_ color: UInt32) -> UInt32 {
    let alpha = color >> 24
    let parts = [16, 8, 0].map { (shift: UInt32) in
      (((color >> shift & 0xFF) * alpha + 127) / 255) << shift
    }
    return parts.reduce(alpha << 24, |)
  }

  /// What fits in messages, from top to bottom.
  func parts(track: UInt32, start: Int64, end: Int64) -> [SubtitlePart] {
    let most = SubtitlePart.rows(width: width)
    return stride(from: 0, to: Int(height), by: most).map { row in
      let rows = min(most, Int(height) - row)
      let columns = Int(width)
      return SubtitlePart(
        track: track, start: start, end: end, canvasWidth: canvasWidth,
        canvasHeight: canvasHeight, x: x, y: y, width: width, height: height, row: UInt32(row),
        palette: palette, pixels: Array(pixels[row * columns..<(row + rows) * columns]))
    }
  }
}
