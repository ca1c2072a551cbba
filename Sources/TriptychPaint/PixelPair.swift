/// Two pixels of the screen, each mixed from four of the picture; all rounding is to the nearest.
struct PixelPair {
  /// The left one in the lower half.
  let pixels: UInt64

  /// Two places that lie each among four pixels.
  @inline(__always) init(_ sampler: Sampler, _ u0: Int, _ v0: Int, _ u1: Int, _ v1: Int) {
    let stride = sampler.stride
    let first = sampler.base + ((v0 &>> 32) &* stride &+ (u0 &>> 32) &* 4)
    let second = sampler.base + ((v1 &>> 32) &* stride &+ (u1 &>> 32) &* 4)
    let parts = UnsafeRawPointer(sampler.parts)
    let down = Self.both(parts + Self.entry(v0), parts + Self.entry(v1))
    let upper = Self.both(first, second)
    let lower = Self.both(first + stride, second + stride)
    // Two channels of each pixel, then the other two; 16 bits a channel.
    let even = Self.mix(upper & 255, lower & 255, down)
    let odd = Self.mix(upper &>> 8, lower &>> 8, down)
    let (evens, odds) = (Self.pairs(even), Self.pairs(odd))
    let left = SIMD4(lowHalf: evens.evenHalf, highHalf: odds.evenHalf)
    let right = SIMD4(lowHalf: evens.oddHalf, highHalf: odds.oddHalf)
    let across = SIMD2(
      (parts + Self.entry(u0)).load(as: UInt32.self),
      (parts + Self.entry(u1)).load(as: UInt32.self))
    let mixed = Self.mix(
      Self.channels(left), Self.channels(right),
      Self.channels(SIMD4(lowHalf: across, highHalf: across)))
    let halves = unsafeBitCast(mixed, to: SIMD2<UInt64>.self)
    pixels = halves.x | halves.y &<< 8
  }

  /// The entry of the weight table for the part of a place, bytes.
  @inline(__always) private static func entry(_ place: Int) -> Int {
    (place &>> 20) & 0xFF0
  }

  /// 8 bytes from either place.
  @inline(__always)
  private static func both(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> SIMD8<UInt16> {
    SIMD8(
      lowHalf: a.loadUnaligned(as: SIMD4<UInt16>.self),
      highHalf: b.loadUnaligned(as: SIMD4<UInt16>.self))
  }

  /// `a` × (256 − part) + `b` × part, in 256ths; what overflows on the way comes back.
  @inline(__always)
  private static func mix(
    _ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>, _ part: SIMD8<UInt16>
  ) -> SIMD8<UInt16> {
    (a &<< 8 &+ (b &- a) &* part &+ 128) &>> 8
  }

  @inline(__always) private static func pairs(_ channels: SIMD8<UInt16>) -> SIMD4<UInt32> {
    unsafeBitCast(channels, to: SIMD4<UInt32>.self)
  }

  @inline(__always) private static func channels(_ pairs: SIMD4<UInt32>) -> SIMD8<UInt16> {
    unsafeBitCast(pairs, to: SIMD8<UInt16>.self)
  }
}
