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

  private func readAffine(
    _ x: Int, _ end: Int, row y: Int, into out: UnsafeMutablePointer<UInt32>
  ) {
    // 32 bits after the point: a row of 16384 pixels drifts by less than 1/100000.
    let unit = 4_294_967_296.0
    let half = unit / 512
    let limit = 1_073_741_824.0
    // Against the way the picture's rows go down: so each row of the picture is read in the same
    // direction within a screen row and from one to the next, and the processor reads it ahead.
    let backwards = back.m21 > 0
    let count = end - x
    let (begin, turn) = backwards ? (end - 1, -1) : (x, 1)
    let startU = back.m11 * Double(begin) + back.m12 * Double(y) + back.m13
    let startV = back.m21 * Double(begin) + back.m22 * Double(y) + back.m23
    guard abs(startU) + abs(back.m11) * Double(count) < limit,
      abs(startV) + abs(back.m21) * Double(count) < limit
    else { return readFar(x, end, row: y, into: out) }
    var u = Int(startU * unit + half)
    var v = Int(startV * unit + half)
    let (stepU, stepV) = (Int(back.m11 * unit) &* turn, Int(back.m21 * unit) &* turn)
    let (lastX, lastY, across) = (UInt(width - 1), UInt(height - 1), across)
    var place = out + (begin - x)
    for _ in 0..<count {
      let (column, line) = (u &>> 32, v &>> 32)
      if UInt(bitPattern: column) < lastX && UInt(bitPattern: line) < lastY {
        let top = base + (line &* stride &+ column &* 4)
        let weights = Weights(across[(u &>> 24) & 255], UInt32(truncatingIfNeeded: v &>> 24) & 255)
        place.pointee = weights.mix(Self.pixels(top), Self.pixels(top + stride))
      } else {
        place.pointee = pixel(Double(u) / unit, Double(v) / unit)
      }
      place += turn
      u &+= stepU
      v &+= stepV
    }
  }

  private func readPerspective(
    _ x: Int, _ end: Int, row y: Int, into out: UnsafeMutablePointer<UInt32>
  ) {
    let start = SIMD2(back.m12, back.m22) * Double(y) + SIMD2(back.m13, back.m23)
    let step = SIMD2(back.m11, back.m21)
    let startW = back.m32 * Double(y) + back.m33
    // A 256th less, for the rounding below must not come to the last pixel.
    let (lastX, lastY) = (Double(width - 1) - 1 / 256, Double(height - 1) - 1 / 256)
    // Added to a number it leaves its nearest integer in the low bits, without a check for range.
    let shifter = SIMD2(repeating: 4_503_599_627_370_496.0)
    let across = across
    // As in `readAffine`; the sign of the derivative of v is the same all over a row.
    let backwards = step.y * startW > start.y * back.m31
    var index = backwards ? end - x - 1 : 0
    let turn = backwards ? -1 : 1
    for _ in 0..<(end &- x) {
      let column = Double(x &+ index)
      let place = (step * column + start) * (1 / (back.m31 * column + startW))
      if place.x >= 0 && place.x < lastX && place.y >= 0 && place.y < lastY {
        let fixed = place * 256 + shifter
        let u = Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: fixed.x.bitPattern))
        let v = Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: fixed.y.bitPattern))
        let top = base + ((v &>> 8) &* stride &+ (u &>> 8) &* 4)
        let weights = Weights(across[u & 255], UInt32(truncatingIfNeeded: v) & 255)
        out[index] = weights.mix(Self.pixels(top), Self.pixels(top + stride))
      } else {
        out[index] = pixel(place.x, place.y)
      }
      index &+= turn
    }
  }

  /// The slow way for places far from the picture.
  private func readFar(
    _ x: Int, _ end: Int, row y: Int, into out: UnsafeMutablePointer<UInt32>
  ) {
    for column in x..<end {
      let u = back.m11 * Double(column) + back.m12 * Double(y) + back.m13
      let v = back.m21 * Double(column) + back.m22 * Double(y) + back.m23
      out[column - x] = pixel(u, v)
    }
  }

  /// One pixel anywhere; beyond the edge the nearest place on it.
  @inline(never)
  private func pixel(_ u: Double, _ v: Double) -> UInt32 {
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

/// The weights of a left and a right pixel for each part from 0 to 256: looked up faster than made.
final class WeightTable {
  let across: UnsafeMutablePointer<SIMD8<UInt16>>

  init() {
    across = .allocate(capacity: 257)
    for part in 0...256 {
      let (left, right) = (UInt16(256 - part), UInt16(part))
      across[part] = SIMD8(left, left, left, left, right, right, right, right)
    }
  }

  deinit { across.deallocate() }
}
