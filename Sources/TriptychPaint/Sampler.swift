import TriptychCore

/// A picture under the map that leads from screen pixels back into it, by the cheapest way that
/// gives the same pixels. Bilinear, weights in 256ths; beyond its edge the picture repeats its
/// last pixel.
struct Sampler {
  enum Way {
    /// The pixel grids coincide.
    case copy
    /// The same size, moved by a part of a pixel.
    case shift
    /// Upright, scaled.
    case upright
    /// Turned or sheared.
    case affine
    case perspective
  }

  /// Where the pair of pixels lies that a screen column mixes.
  struct Column {
    /// Bytes from the start of a row.
    var offset: Int32
    /// 0…256: the weight of the right one.
    var part: UInt32
  }

  let base: UnsafePointer<UInt8>
  let stride: Int
  let width: Int
  let height: Int
  let isOpaque: Bool
  let way: Way
  /// Screen pixel centres → picture pixels counted from the centre of the first, row-major.
  let back: Homography
  /// `copy` and `shift`: added to a screen pixel's place.
  let (moveX, moveY): (Int, Int)
  /// `shift`: 0…255.
  let (partX, partY): (UInt32, UInt32)
  /// The weight table's.
  let across: UnsafePointer<SIMD8<UInt16>>
  let parts: UnsafePointer<SIMD8<UInt16>>
  /// `upright`: one for each screen column.
  var columns: UnsafePointer<Column>?

  /// `back` leads from screen to picture coordinates, any factor. nil where it is degenerate.
  init?(
    picture: Picture, back raw: Homography, screen: Size, weights: WeightTable
  ) {
    let affine =
      abs(raw.m31) * screen.width + abs(raw.m32) * screen.height < 1e-9 * abs(raw.m33)
    let factor = affine ? raw.m33 : max(abs(raw.m31), abs(raw.m32), abs(raw.m33))
    guard factor != 0, factor.isFinite else { return nil }
    // To whole screen pixels at the one end, to pixel centres at the other.
    let toCenters = Homography.shift(0.5, 0.5)
    var back = toCenters.then(raw.divided(by: factor)).then(.shift(-0.5, -0.5))
    if affine { (back.m31, back.m32, back.m33) = (0, 0, 1) }
    guard back.isFinite else { return nil }
    across = UnsafePointer(weights.across)
    parts = UnsafePointer(weights.parts)
    base = picture.base.assumingMemoryBound(to: UInt8.self)
    (stride, width, height) = (picture.stride, picture.width, picture.height)
    (isOpaque, self.back) = (picture.isOpaque, back)
    let isUpright =
      affine && abs(back.m12) * screen.height < 1e-3 && abs(back.m21) * screen.width < 1e-3
    let isOneToOne =
      isUpright && abs(back.m11 - 1) * screen.width < 1e-3
      && abs(back.m22 - 1) * screen.height < 1e-3
    guard isOneToOne, abs(back.m13) < 1e6, abs(back.m23) < 1e6, width > 1 else {
      way = isUpright && width > 1 ? .upright : (affine ? .affine : .perspective)
      (moveX, moveY, partX, partY) = (0, 0, 0, 0)
      return
    }
    let (x, y) = (Int((back.m13 * 256).rounded()), Int((back.m23 * 256).rounded()))
    (moveX, moveY) = (x >> 8, y >> 8)
    (partX, partY) = (UInt32(x & 255), UInt32(y & 255))
    way = partX == 0 && partY == 0 ? .copy : .shift
  }

  /// Fills the table that `upright` needs for `count` screen columns.
  func fill(_ columns: UnsafeMutablePointer<Column>, count: Int) {
    for x in 0..<count {
      let (first, part) = Self.pair(back.m11 * Double(x) + back.m13, count: width)
      columns[x] = Column(offset: Int32(4 * first), part: part)
    }
  }

  /// The two neighbours that a place lies between, both within `count` pixels (at least two), and
  /// the second one's weight, 0…256.
  @inline(__always) static func pair(_ place: Double, count: Int) -> (Int, UInt32) {
    let (first, part) = Self.place(place, count: count)
    // The last pixel has no right neighbour: it is the right one of the pair before.
    return first < count - 1 ? (first, part) : (count - 2, 256)
  }

  /// The pixel at or before a place, within `count` pixels, and the next one's weight, 0…255.
  @inline(__always) static func place(_ place: Double, count: Int) -> (Int, UInt32) {
    let last = Double(count - 1)
    // In this form NaN becomes 0.
    let inside = place > 0 ? (place < last ? place : last) : 0
    let fixed = Int(inside * 256 + 0.5)
    return (fixed >> 8, UInt32(fixed & 255))
  }

  /// The row of the picture, or the nearest it has.
  @inline(__always) func row(_ y: Int) -> UnsafePointer<UInt8> {
    base + stride * max(0, min(y, height - 1))
  }

  /// The pixels for screen row `y` from column `x` on where they can be used as they stand;
  /// else nil.
  @inline(__always) func direct(_ x: Int, _ end: Int, row y: Int) -> UnsafePointer<UInt32>? {
    guard way == .copy, x + moveX >= 0, end + moveX <= width else { return nil }
    return UnsafeRawPointer(row(y + moveY) + 4 * (x + moveX)).assumingMemoryBound(to: UInt32.self)
  }
}

extension Homography {
  var isFinite: Bool {
    let sum = m11 + m12 + m13 + m21 + m22 + m23 + m31 + m32 + m33
    return sum.isFinite
  }

  func divided(by s: Double) -> Homography {
    Homography(m11 / s, m12 / s, m13 / s, m21 / s, m22 / s, m23 / s, m31 / s, m32 / s, m33 / s)
  }

  /// The inverse but for a factor, which a homography does not care for: all zero only if two
  /// dimensions collapse.
  var adjugate: Homography {
    Homography(
      m22 * m33 - m23 * m32, m13 * m32 - m12 * m33, m12 * m23 - m13 * m22,
      m23 * m31 - m21 * m33, m11 * m33 - m13 * m31, m13 * m21 - m11 * m23,
      m21 * m32 - m22 * m31, m12 * m31 - m11 * m32, m11 * m22 - m12 * m21)
  }
}
