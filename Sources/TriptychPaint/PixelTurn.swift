import TriptychCore

/// Turns whole frames by quarters, clockwise, pixel for pixel.
///
/// In squares that the processor's nearest memory holds, four by four pixels at a time: a column
/// of a large picture lies all over the memory.
///
/// Bare pointers: they hold until the last row is turned.
struct PixelTurn {
  private let source: UnsafePointer<UInt32>
  private let target: UnsafeMutablePointer<UInt32>
  /// Pixels from a row to the next.
  private let sourcePitch: Int
  private let targetPitch: Int
  /// The source's.
  private let width: Int
  private let height: Int
  private let rotation: Rotation

  static let square = 32

  /// Strides are in bytes, whole pixels; the two do not overlap. `width` and `height`: the
  /// source's.
  init(
    _ source: UnsafeRawPointer, stride: Int, width: Int, height: Int, by rotation: Rotation,
    into target: UnsafeMutableRawPointer, stride targetStride: Int
  ) {
    precondition(stride % 4 == 0 && targetStride % 4 == 0, "rows hold whole pixels")
    self.source = source.assumingMemoryBound(to: UInt32.self)
    self.target = target.assumingMemoryBound(to: UInt32.self)
    (sourcePitch, targetPitch) = (stride / 4, targetStride / 4)
    (self.width, self.height) = (max(width, 0), max(height, 0))
    self.rotation = rotation
  }

  /// Rows of the target.
  var rows: Int { rotation.isSideways ? width : height }

  /// Nothing is turned.
  var isCopy: Bool { rotation == .none }

  /// Fills rows of the target: each by itself, in any order.
  func turn(_ rows: Range<Int>) {
    switch rotation {
    case .none: copy(rows)
    case .half: half(rows)
    case .quarter: inSquares(rows, clockwise: true)
    // The first row is the last column.
    case .threeQuarters:
      inSquares(width - rows.upperBound..<width - rows.lowerBound, clockwise: false)
    }
  }

  private func copy(_ rows: Range<Int>) {
    for y in rows {
      (target + y * targetPitch).update(from: source + y * sourcePitch, count: width)
    }
  }

  private func half(_ rows: Range<Int>) {
    for y in rows {
      let line = source + (height - 1 - y) * sourcePitch
      let end = target + y * targetPitch + (width - 1)
      for x in 0..<width { (end - x).pointee = line[x] }
    }
  }

  private func inSquares(_ columns: Range<Int>, clockwise: Bool) {
    for left in stride(from: columns.lowerBound, to: columns.upperBound, by: Self.square) {
      for top in stride(from: 0, to: height, by: Self.square) {
        turn(
          left..<min(left + Self.square, columns.upperBound),
          top..<min(top + Self.square, height), clockwise)
      }
    }
  }

  private func turn(_ columns: Range<Int>, _ rows: Range<Int>, _ clockwise: Bool) {
    let wholeColumns = columns.lowerBound + columns.count / 4 * 4
    let wholeRows = rows.lowerBound + rows.count / 4 * 4
    for x in stride(from: columns.lowerBound, to: wholeColumns, by: 4) {
      for y in stride(from: rows.lowerBound, to: wholeRows, by: 4) {
        turnFour(x, y, clockwise)
      }
    }
    for y in rows {
      let from = y < wholeRows ? wholeColumns : columns.lowerBound
      for x in from..<columns.upperBound {
        place(x, y, clockwise).pointee = source[y * sourcePitch + x]
      }
    }
  }

  /// Where a pixel goes.
  @inline(__always)
  private func place(_ x: Int, _ y: Int, _ clockwise: Bool) -> UnsafeMutablePointer<UInt32> {
    clockwise
      ? target + (x &* targetPitch &+ (height - 1 - y))
      : target + ((width - 1 - x) &* targetPitch &+ y)
  }

  /// Sixteen pixels: their columns become rows.
  @inline(__always)
  private func turnFour(_ x: Int, _ y: Int, _ clockwise: Bool) {
    let first = source + (y &* sourcePitch &+ x)
    let (a, b) = (Self.four(first), Self.four(first + sourcePitch))
    let (c, d) = (Self.four(first + 2 &* sourcePitch), Self.four(first + 3 &* sourcePitch))
    for column in 0..<4 {
      let down = SIMD4(a[column], b[column], c[column], d[column])
      // Clockwise the lowest row comes first.
      let row = clockwise ? SIMD4(down.w, down.z, down.y, down.x) : down
      UnsafeMutableRawPointer(place(x &+ column, clockwise ? y &+ 3 : y, clockwise))
        .storeBytes(of: row, as: SIMD4<UInt32>.self)
    }
  }

  @inline(__always) private static func four(_ pixels: UnsafePointer<UInt32>) -> SIMD4<UInt32> {
    UnsafeRawPointer(pixels).loadUnaligned(as: SIMD4<UInt32>.self)
  }
}
