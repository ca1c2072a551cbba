import TriptychCore

/// Turns whole frames by quarters, clockwise, pixel for pixel.
///
/// In squares that the processor's nearest memory holds, four by four pixels at a time: a column
/// of a large picture lies all over the memory.
public struct PixelTurn {
  private let source: UnsafePointer<UInt32>
  private let target: UnsafeMutablePointer<UInt32>
  /// Pixels from a row to the next.
  private let sourcePitch: Int
  private let targetPitch: Int
  private let width: Int
  private let height: Int

  private static let square = 32

  /// Fills `target` with the turned frame: `height`×`width` pixels where `rotation` is sideways.
  /// Strides are in bytes, whole pixels; the two do not overlap. `width` and `height`: the
  /// source's.
  public static func turn(
    _ source: UnsafeRawPointer, stride: Int, width: Int, height: Int, by rotation: Rotation,
    into target: UnsafeMutableRawPointer, stride targetStride: Int
  ) {
    precondition(stride % 4 == 0 && targetStride % 4 == 0, "rows hold whole pixels")
    guard width > 0, height > 0 else { return }
    let turn = PixelTurn(
      source: source.assumingMemoryBound(to: UInt32.self),
      target: target.assumingMemoryBound(to: UInt32.self), sourcePitch: stride / 4,
      targetPitch: targetStride / 4, width: width, height: height)
    switch rotation {
    case .none: turn.copy()
    case .half: turn.half()
    case .quarter: turn.inSquares(clockwise: true)
    case .threeQuarters: turn.inSquares(clockwise: false)
    }
  }

  private func copy() {
    for y in 0..<height {
      (target + y * targetPitch).update(from: source + y * sourcePitch, count: width)
    }
  }

  private func half() {
    for y in 0..<height {
      let line = source + y * sourcePitch
      let end = target + (height - 1 - y) * targetPitch + (width - 1)
      for x in 0..<width { (end - x).pointee = line[x] }
    }
  }

  private func inSquares(clockwise: Bool) {
    for top in stride(from: 0, to: height, by: Self.square) {
      for left in stride(from: 0, to: width, by: Self.square) {
        turn(
          left..<min(left + Self.square, width), top..<min(top + Self.square, height), clockwise)
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
