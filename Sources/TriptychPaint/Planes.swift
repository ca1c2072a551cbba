import TriptychCore

extension Layer {
  /// The same with a picture of pixels: planes are meant for graphics processors, and come here
  /// only while the painters change.
  var inPixels: Layer {
    guard let picture, picture.layout == .planes else { return self }
    var layer = self
    layer.picture = picture.converted()
    return layer
  }
}

extension Picture {
  /// The picture as BGRA. Each pixel takes the nearest colour: plain, not fast.
  public func converted() -> Picture {
    guard layout == .planes else { return self }
    let bytes = base.assumingMemoryBound(to: UInt8.self)
    let (second, third, chroma) = (bytes + secondPlane, bytes + thirdPlane, stride / 2)
    return Picture.make(width: width, height: height) { to, pitch in
      for row in 0..<height {
        let (luma, colors) = (bytes + row * stride, row / 2 * chroma)
        let out = (to + row * pitch).assumingMemoryBound(to: UInt32.self)
        for column in 0..<width {
          out[column] = Self.pixel(
            luma[column], second[colors + column / 2], third[colors + column / 2])
        }
      }
    }
  }

  /// BT.709, limited range, in 1/65536.
  @inline(__always)
  private static func pixel(_ y: UInt8, _ u: UInt8, _ v: UInt8) -> UInt32 {
    let (light, blue, red) = (76309 * (Int32(y) - 16), Int32(u) - 128, Int32(v) - 128)
    let mixed = SIMD4<Int32>(
      light + 138_438 * blue, light - 13_975 * blue - 34_925 * red, light + 117_489 * red,
      255 << 16)
    let rounded = (mixed &+ 32768) &>> 16
    let clamped = rounded.clamped(
      lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
    return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: clamped), to: UInt32.self)
  }
}
