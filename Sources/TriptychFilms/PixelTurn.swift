/// Work on BGRA pixels after the conversion: turning, and laying over a background.
enum PixelTurn {
  /// Pixels of a tile's side: both the rows read and the rows written stay in the cache.
  private static let tile = 16

  /// Writes `width × height` turned pixels. Strides in bytes, multiples of 4.
  static func turn(
    _ source: UnsafeRawPointer, stride sourceStride: Int, by orientation: Orientation,
    into target: UnsafeMutableRawPointer, stride targetStride: Int, width: Int, height: Int
  ) {
    // The source pixel of target (x, y) lies at origin + x·stepX + y·stepY.
    let (across, down) = orientation.transposes ? (sourceStride, 4) : (4, sourceStride)
    let stepX = orientation.flipsX ? -across : across
    let stepY = orientation.flipsY ? -down : down
    let origin =
      source + (orientation.flipsX ? (width - 1) * across : 0)
      + (orientation.flipsY ? (height - 1) * down : 0)
    for top in stride(from: 0, to: height, by: tile) {
      for left in stride(from: 0, to: width, by: tile) {
        for y in top..<min(top + tile, height) {
          var from = origin + (y * stepY + left * stepX)
          var to = target + (y * targetStride + left * 4)
          for _ in left..<min(left + tile, width) {
            to.storeBytes(of: from.load(as: UInt32.self), as: UInt32.self)
            from += stepX
            to += 4
          }
        }
      }
    }
  }

  /// Lays straight-alpha pixels over an opaque background, 0xRRGGBB, in place.
  static func lay(
    _ pixels: UnsafeMutableRawPointer, stride: Int, width: Int, height: Int,
    over background: UInt32
  ) {
    let under = (background & 0xFF, background >> 8 & 0xFF, background >> 16 & 0xFF)
    for y in 0..<height {
      var at = pixels + y * stride
      for _ in 0..<width {
        let pixel = at.load(as: UInt32.self)
        let alpha = pixel >> 24
        if alpha != 255 {
          let blue = mix(pixel & 0xFF, under.0, alpha)
          let green = mix(pixel >> 8 & 0xFF, under.1, alpha)
          let red = mix(pixel >> 16 & 0xFF, under.2, alpha)
          at.storeBytes(of: 0xFF00_0000 | red << 16 | green << 8 | blue, as: UInt32.self)
        }
        at += 4
      }
    }
  }

  private static func mix(_ over: UInt32, _ under: UInt32, _ alpha: UInt32) -> UInt32 {
    (over * alpha + under * (255 - alpha) + 127) / 255
  }
}
