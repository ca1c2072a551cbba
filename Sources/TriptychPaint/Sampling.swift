// The inner loops that read pictures. Everything here works on bare pointers: no reference
// counting, no exclusivity checks, no bounds checks in the loops.

extension Sampler {
  /// Writes the pixels of screen row `y`, columns `x..<end`, to `out`.
  @inline(never)
  func read(_ x: Int, _ end: Int, row y: Int, into out: UnsafeMutablePointer<UInt32>) {
    switch way {
    case .copy: copy(x, end, row: y, into: out)
    case .shift: readShifted(x, end, row: y, into: out)
    case .upright: readUpright(x, end, row: y, into: out)
    case .affine: readAffine(x, end, row: y, into: out)
    case .perspective: readPerspective(x, end, row: y, into: out)
    }
  }

  private func copy(_ x: Int, _ end: Int, row y: Int, into out: UnsafeMutablePointer<UInt32>) {
    let line = UnsafeRawPointer(row(y + moveY)).assumingMemoryBound(to: UInt32.self)
    // Screen columns that lie on the picture.
    let from = max(x, min(end, -moveX))
    let to = max(from, min(end, width - moveX))
    for column in x..<from { out[column - x] = line[0] }
    (out + (from - x)).update(from: line + (from + moveX), count: to - from)
    for column in to..<end { out[column - x] = line[width - 1] }
  }

  private func readShifted(
    _ x: Int, _ end: Int, row y: Int, into out: UnsafeMutablePointer<UInt32>
  ) {
    let (top, bottom) = (row(y + moveY), row(y + moveY + 1))
    // Columns whose both neighbours lie on the picture.
    let from = max(x, min(end, -moveX))
    let to = max(from, min(end, width - 1 - moveX))
    for column in x..<from {
      out[column - x] = Weights(across[0], partY).mix(Self.twice(top), Self.twice(bottom))
    }
    let skip = 4 * (from + moveX)
    let bytes = UnsafeMutableRawPointer(out + (from - x)).assumingMemoryBound(to: UInt8.self)
    mix(top + skip, bottom + skip, into: bytes, count: 4 * (to - from))
    let last = 4 * (width - 1)
    for column in to..<end {
      out[column - x] = Weights(across[0], partY).mix(
        Self.twice(top + last), Self.twice(bottom + last))
    }
  }

  /// The four weights of `shift` over a run of bytes.
  @inline(__always)
  private func mix(
    _ top: UnsafePointer<UInt8>, _ bottom: UnsafePointer<UInt8>,
    into out: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let weights = Weights(across[Int(partX)], partY)
    let (w00, w01) = (weights.top[0], weights.top[4])
    let (w10, w11) = (weights.bottom[0], weights.bottom[4])
    for index in 0..<count {
      let upper = UInt16(top[index]) &* w00 &+ UInt16(top[index &+ 4]) &* w01
      let lower = UInt16(bottom[index]) &* w10 &+ UInt16(bottom[index &+ 4]) &* w11
      out[index] = UInt8(truncatingIfNeeded: (upper &+ lower &+ 128) &>> 8)
    }
  }

  private func readUpright(
    _ x: Int, _ end: Int, row y: Int, into out: UnsafeMutablePointer<UInt32>
  ) {
    guard let columns else { return }
    let (line, part) = Self.place(back.m22 * Double(y) + back.m23, count: height)
    let (top, bottom, across) = (row(line), row(line + 1), across)
    for column in x..<end {
      let pair = columns[column]
      let offset = Int(pair.offset)
      out[column &- x] = Weights(across[Int(pair.part)], part).mix(
        Self.pixels(top + offset), Self.pixels(bottom + offset))
    }
  }

  /// One pixel anywhere; beyond the edge the nearest place on it.
  @inline(never)
  func pixel(_ u: Double, _ v: Double) -> UInt32 {
    let (line, partY) = Self.place(v, count: height)
    let (top, bottom) = (row(line), row(line + 1))
    guard width > 1 else {
      return Weights(across[0], partY).mix(Self.twice(top), Self.twice(bottom))
    }
    let (column, partX) = Self.pair(u, count: width)
    let offset = 4 * column
    return Weights(across[Int(partX)], partY).mix(
      Self.pixels(top + offset), Self.pixels(bottom + offset))
  }

  /// A pixel and its right neighbour.
  @inline(__always) private static func pixels(_ place: UnsafePointer<UInt8>) -> UInt64 {
    UnsafeRawPointer(place).loadUnaligned(as: UInt64.self)
  }

  /// A pixel that stands for its neighbour as well.
  @inline(__always) private static func twice(_ place: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(UnsafeRawPointer(place).loadUnaligned(as: UInt32.self)) &* 0x1_0000_0001
  }
}

/// The weights of four neighbours in 256ths; their sum is 256, so an even area stays as it is.
///
/// Eight lanes: four channels of the left pixel, four of the right one.
struct Weights {
  let top: SIMD8<UInt16>
  let bottom: SIMD8<UInt16>

  /// `across`: the weights of left and right, from the table. `part`: 0…255, that of the lower
  /// pair.
  @inline(__always) init(_ across: SIMD8<UInt16>, _ part: UInt32) {
    let down = SIMD8(repeating: UInt16(truncatingIfNeeded: part))
    bottom = (across &* down &+ SIMD8(repeating: 128)) &>> SIMD8(repeating: 8)
    top = across &- bottom
  }

  /// Mixes an upper and a lower pair of pixels, rounded to the nearest.
  @inline(__always) func mix(_ upper: UInt64, _ lower: UInt64) -> UInt32 {
    let sum = Self.channels(upper) &* top &+ Self.channels(lower) &* bottom
    let mixed = (sum.lowHalf &+ sum.highHalf &+ SIMD4(repeating: 128)) &>> SIMD4(repeating: 8)
    return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: mixed), to: UInt32.self)
  }

  /// The channels of two pixels, 16 bits each: a product with 256 just fits.
  @inline(__always) private static func channels(_ pixels: UInt64) -> SIMD8<UInt16> {
    SIMD8(truncatingIfNeeded: unsafeBitCast(pixels, to: SIMD8<UInt8>.self))
  }
}

/// Weights for each part from 0 to 256: looked up faster than made.
final class WeightTable {
  /// Of a left and a right pixel.
  let across: UnsafeMutablePointer<SIMD8<UInt16>>
  /// The part itself, in all lanes.
  let parts: UnsafeMutablePointer<SIMD8<UInt16>>

  init() {
    across = .allocate(capacity: 257)
    parts = .allocate(capacity: 257)
    for part in 0...256 {
      let (left, right) = (UInt16(256 - part), UInt16(part))
      across[part] = SIMD8(left, left, left, left, right, right, right, right)
      parts[part] = SIMD8(repeating: right)
    }
  }

  deinit {
    across.deallocate()
    parts.deallocate()
  }
}
