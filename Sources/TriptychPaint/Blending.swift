// The inner loops that write the screen. Weights are in 256ths; all rounding is to the nearest,
// so that 0 leaves and 256 replaces exactly. `Opaque` sources have alpha 255, others are
// premultiplied.

/// What is drawn over what is there.
enum Blending {
  /// `weight` 1…255.
  @inline(never)
  static func opaque(
    _ source: UnsafePointer<UInt32>, over target: UnsafeMutablePointer<UInt32>, count: Int,
    weight: Int
  ) {
    let new = UnsafeRawPointer(source).assumingMemoryBound(to: UInt8.self)
    let old = UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt8.self)
    let (take, keep) = (UInt16(weight), UInt16(256 - weight))
    for index in 0..<(4 &* count) {
      let sum = UInt16(new[index]) &* take &+ UInt16(old[index]) &* keep &+ 128
      old[index] = UInt8(truncatingIfNeeded: sum &>> 8)
    }
  }

  /// Two opaque sources into a target that neither overlaps: `weight` 1…255 of the upper one.
  @inline(never)
  static func both(
    _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>,
    into target: UnsafeMutablePointer<UInt32>, count: Int, weight: Int
  ) {
    let new = UnsafeRawPointer(upper).assumingMemoryBound(to: UInt8.self)
    let old = UnsafeRawPointer(lower).assumingMemoryBound(to: UInt8.self)
    let out = UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt8.self)
    let (take, keep) = (UInt16(weight), UInt16(256 - weight))
    for index in 0..<(4 &* count) {
      let sum = UInt16(new[index]) &* take &+ UInt16(old[index]) &* keep &+ 128
      out[index] = UInt8(truncatingIfNeeded: sum &>> 8)
    }
  }

  /// `weight` 1…256.
  @inline(never)
  static func premultiplied(
    _ source: UnsafePointer<UInt32>, over target: UnsafeMutablePointer<UInt32>, count: Int,
    weight: Int
  ) {
    let fours = count &>> 2
    let factor = SIMD8(repeating: UInt16(weight))
    for index in 0..<fours {
      let new = UnsafeRawPointer(source + 4 &* index).loadUnaligned(as: SIMD4<UInt32>.self)
      // Messages are mostly empty.
      if new == SIMD4(repeating: 0) { continue }
      let place = UnsafeMutableRawPointer(target + 4 &* index)
      let old = UnsafeRawPointer(place).loadUnaligned(as: SIMD4<UInt32>.self)
      place.storeBytes(of: over(new, old, factor), as: SIMD4<UInt32>.self)
    }
    for index in (4 &* fours)..<count {
      let pixel = source[index]
      if pixel != 0 { target[index] = over(scale(pixel, UInt32(weight)), target[index]) }
    }
  }

  /// Four pixels, each scaled and laid over another: the same as one by one.
  @inline(__always)
  private static func over(
    _ new: SIMD4<UInt32>, _ old: SIMD4<UInt32>, _ factor: SIMD8<UInt16>
  ) -> SIMD4<UInt32> {
    let (pixels, ground) = (channels(new), channels(old))
    // Blue and red, green and alpha: 16 bits each.
    let even = ((pixels & 255) &* factor &+ 128) &>> 8
    let odd = ((pixels &>> 8) &* factor &+ 128) &>> 8
    let alphas = unsafeBitCast(odd, to: SIMD4<UInt32>.self) &>> 16
    let keep = SIMD8(repeating: 255) &- channels(alphas | alphas &<< 16)
    var low = (ground & 255) &* keep &+ 128
    low = even &+ (low &+ low &>> 8) &>> 8
    var high = (ground &>> 8) &* keep &+ 128
    high = odd &+ (high &+ high &>> 8) &>> 8
    // Sums beyond 255 saturate: their ninth bit becomes eight ones.
    low = (low | (0 &- low &>> 8)) & 255
    high = (high | (0 &- high &>> 8)) & 255
    return unsafeBitCast(low | high &<< 8, to: SIMD4<UInt32>.self)
  }

  @inline(__always) private static func channels(_ pixels: SIMD4<UInt32>) -> SIMD8<UInt16> {
    unsafeBitCast(pixels, to: SIMD8<UInt16>.self)
  }

  /// Each pixel with its own weight: its area times `opacity`.
  @inline(never)
  static func edge(
    _ source: UnsafePointer<UInt32>, isOpaque: Bool, over target: UnsafeMutablePointer<UInt32>,
    count: Int, areas: UnsafePointer<Float>, opacity: Double
  ) {
    let scale = Float(256 * opacity)
    for index in 0..<count {
      let weight = UInt32(areas[index] * scale + 0.5)
      if isOpaque {
        target[index] = mix(source[index], target[index], weight)
      } else {
        target[index] = over(self.scale(source[index], weight), target[index])
      }
    }
  }

  /// A colour in all pixels.
  @inline(__always)
  static func fill(_ target: UnsafeMutablePointer<UInt32>, count: Int, with color: UInt32) {
    guard count > 0 else { return }
    target.update(repeating: color, count: count)
  }

  private static let even: UInt32 = 0x00FF_00FF

  @inline(__always)
  private static func mix(_ new: UInt32, _ old: UInt32, _ weight: UInt32) -> UInt32 {
    let keep = 256 &- weight
    let low = (new & even) &* weight &+ (old & even) &* keep &+ 0x0080_0080
    let high = ((new &>> 8) & even) &* weight &+ ((old &>> 8) & even) &* keep &+ 0x0080_0080
    return (low &>> 8) & even | high & ~even
  }

  @inline(__always) private static func scale(_ pixel: UInt32, _ weight: UInt32) -> UInt32 {
    let low = (pixel & even) &* weight &+ 0x0080_0080
    let high = ((pixel &>> 8) & even) &* weight &+ 0x0080_0080
    return (low &>> 8) & even | high & ~even
  }

  /// Premultiplied over: new + old × (255 − alpha) / 255, the division rounded exactly (Blinn's
  /// (t + t/256 + 128)/256). Channels of a damaged picture that exceed its alpha saturate.
  @inline(__always) private static func over(_ new: UInt32, _ old: UInt32) -> UInt32 {
    let keep = 255 &- new &>> 24
    var low = (old & even) &* keep &+ 0x0080_0080
    low = ((low &+ (low &>> 8) & even) &>> 8) & even
    var high = ((old &>> 8) & even) &* keep &+ 0x0080_0080
    high = ((high &+ (high &>> 8) & even) &>> 8) & even
    low = saturate(low &+ new & even)
    high = saturate(high &+ (new &>> 8) & even)
    return low | high &<< 8
  }

  /// Two 9-bit sums to 8 bits.
  @inline(__always) private static func saturate(_ sums: UInt32) -> UInt32 {
    let carry = (sums &>> 8) & 0x0001_0001
    return (sums | carry &* 255) & even
  }
}
