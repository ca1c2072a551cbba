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
    let weights = Weights(partX, partY)
    // Columns whose both neighbours lie on the picture.
    let from = max(x, min(end, -moveX))
    let to = max(from, min(end, width - 1 - moveX))
    for column in x..<from {
      out[column - x] = Weights(0, partY).mix(Self.twice(top), Self.twice(bottom))
    }
    let skip = 4 * (from + moveX)
    let bytes = UnsafeMutableRawPointer(out + (from - x)).assumingMemoryBound(to: UInt8.self)
    Self.mix(top + skip, bottom + skip, weights, into: bytes, count: 4 * (to - from))
    let last = 4 * (width - 1)
    for column in to..<end {
      out[column - x] = Weights(0, partY).mix(Self.twice(top + last), Self.twice(bottom + last))
    }
  }

  /// Four constant weights over a run of bytes.
  @inline(__always)
  private static func mix(
    _ top: UnsafePointer<UInt8>, _ bottom: UnsafePointer<UInt8>, _ weights: Weights,
    into out: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let (w00, w01) = (UInt16(weights.topLeft), UInt16(weights.topRight))
    let (w10, w11) = (UInt16(weights.bottomLeft), UInt16(weights.bottomRight))
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
    let (line, part) = Self.pair(back.m22 * Double(y) + back.m23, count: height)
    let (top, bottom) = (row(line), row(line + 1))
    for column in x..<end {
      let pair = columns[column]
      let offset = Int(pair.offset)
      out[column &- x] = Weights(pair.part, part).mix(
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
    let startU = back.m11 * Double(x) + back.m12 * Double(y) + back.m13
    let startV = back.m21 * Double(x) + back.m22 * Double(y) + back.m23
    let reach = Double(end - x)
    guard abs(startU) + abs(back.m11) * reach < limit,
      abs(startV) + abs(back.m21) * reach < limit
    else { return readFar(x, end, row: y, into: out) }
    var u = Int(startU * unit + half)
    var v = Int(startV * unit + half)
    let (stepU, stepV) = (Int(back.m11 * unit), Int(back.m21 * unit))
    let (lastX, lastY) = (UInt(width - 1), UInt(height - 1))
    for index in 0..<(end &- x) {
      let (column, line) = (u &>> 32, v &>> 32)
      if UInt(bitPattern: column) < lastX && UInt(bitPattern: line) < lastY {
        let top = base + (line &* stride &+ column &* 4)
        let weights = Weights(
          UInt32(truncatingIfNeeded: u &>> 24) & 255, UInt32(truncatingIfNeeded: v &>> 24) & 255)
        out[index] = weights.mix(Self.pixels(top), Self.pixels(top + stride))
      } else {
        out[index] = pixel(Double(u) / unit, Double(v) / unit)
      }
      u &+= stepU
      v &+= stepV
    }
  }

  private func readPerspective(
    _ x: Int, _ end: Int, row y: Int, into out: UnsafeMutablePointer<UInt32>
  ) {
    let startU = back.m12 * Double(y) + back.m13
    let startV = back.m22 * Double(y) + back.m23
    let startW = back.m32 * Double(y) + back.m33
    // Beyond 2^30 the conversion to an integer would trap; the branch below never takes it there.
    let (lastX, lastY) = (Double(width - 1), Double(height - 1))
    for index in 0..<(end &- x) {
      let column = Double(x &+ index)
      let w = 1 / (back.m31 * column + startW)
      let u = (back.m11 * column + startU) * w
      let v = (back.m21 * column + startV) * w
      if u >= 0 && u < lastX && v >= 0 && v < lastY {
        let (fixedU, fixedV) = (Int32(u * 256), Int32(v * 256))
        let top = base + (Int(fixedV &>> 8) &* stride &+ Int(fixedU &>> 8) &* 4)
        let weights = Weights(
          UInt32(truncatingIfNeeded: fixedU) & 255, UInt32(truncatingIfNeeded: fixedV) & 255)
        out[index] = weights.mix(Self.pixels(top), Self.pixels(top + stride))
      } else {
        out[index] = pixel(u, v)
      }
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
    let (line, partY) = Self.pair(v, count: height)
    let (top, bottom) = (row(line), row(line + 1))
    guard width > 1 else { return Weights(0, partY).mix(Self.twice(top), Self.twice(bottom)) }
    let (column, partX) = Self.pair(u, count: width)
    let offset = 4 * column
    return Weights(partX, partY).mix(Self.pixels(top + offset), Self.pixels(bottom + offset))
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
struct Weights {
  let topLeft: UInt32
  let topRight: UInt32
  let bottomLeft: UInt32
  let bottomRight: UInt32

  /// `x`, `y`: 0…256, the weights of the right and of the lower pair.
  @inline(__always) init(_ x: UInt32, _ y: UInt32) {
    bottomRight = (x &* y &+ 128) &>> 8
    topRight = x &- bottomRight
    bottomLeft = y &- bottomRight
    topLeft = 256 &- x &- y &+ bottomRight
  }

  /// Mixes an upper and a lower pair of pixels, rounded to the nearest.
  @inline(__always) func mix(_ top: UInt64, _ bottom: UInt64) -> UInt32 {
    let sum =
      Self.spread(UInt32(truncatingIfNeeded: top)) &* UInt64(topLeft)
      &+ Self.spread(UInt32(truncatingIfNeeded: top &>> 32)) &* UInt64(topRight)
      &+ Self.spread(UInt32(truncatingIfNeeded: bottom)) &* UInt64(bottomLeft)
      &+ Self.spread(UInt32(truncatingIfNeeded: bottom &>> 32)) &* UInt64(bottomRight)
    let bytes = ((sum &+ 0x0080_0080_0080_0080) &>> 8) & 0x00FF_00FF_00FF_00FF
    return UInt32(truncatingIfNeeded: bytes | bytes &>> 24)
  }

  /// The four channels, 16 bits each, so that one multiplication serves all.
  @inline(__always) private static func spread(_ pixel: UInt32) -> UInt64 {
    (UInt64(pixel) | UInt64(pixel) &<< 24) & 0x00FF_00FF_00FF_00FF
  }
}
