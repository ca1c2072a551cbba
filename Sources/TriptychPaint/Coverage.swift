/// How one row of pixels is covered by a convex outline: exact areas.
///
/// From left to right: `start..<solidStart` rises, `solidStart..<solidEnd` is covered alike by
/// `solid`, `solidEnd..<end` falls. The rising and falling pixels have their area in the row's
/// `areas`.
struct RowCover {
  var start: Int
  var solidStart: Int
  var solidEnd: Int
  var end: Int
  /// 0…1; less than 1 where the outline begins or ends within the row.
  var solid: Double
}

/// The pixels that left or right edges touch in a row.
private struct Touched {
  var first = Int.max
  var last = Int.min

  var isEmpty: Bool { first == Int.max }

  @inline(__always) mutating func add(from low: Double, to high: Double) {
    // An edge that stands on the line between two pixels touches none: first = last + 1.
    first = min(first, Int(low.rounded(.down)))
    last = max(last, Int(high.rounded(.up)) - 1)
  }
}

extension RowCover {
  /// A row of an upright rectangle on whole pixels.
  init(whole columns: Range<Int>) {
    (start, solidStart) = (columns.lowerBound, columns.lowerBound)
    (solidEnd, end, solid) = (columns.upperBound, columns.upperBound, 1)
  }

  /// The covered part of row `y`; nil if there is none. `areas` has room for the screen's width
  /// and two more; the edges lie within the screen.
  @inline(never)
  static func of(
    row y: Int, edges: UnsafeBufferPointer<Edge>, areas: UnsafeMutablePointer<Float>
  ) -> RowCover? {
    let (left, right, solid) = touched(row: y, edges: edges)
    guard !left.isEmpty, !right.isEmpty, solid > 0 else { return nil }
    let from = min(left.first, right.first)
    let to = max(left.last, right.last)
    guard to >= from || left.last + 1 < right.first else { return nil }
    // The pixel after the last left one still carries a change of theirs: it must not be a right
    // one too.
    let isSplit = left.last + 1 < right.first
    if isSplit {
      clear(areas, left.first, left.last + 1)
      clear(areas, right.first, right.last + 1)
    } else {
      clear(areas, from, to + 1)
    }
    for edge in edges { accumulate(edge, row: Double(y), into: areas) }
    var sum: Float = 0
    if !isSplit {
      sumUp(areas, from, to, &sum)
      return RowCover(start: from, solidStart: to + 1, solidEnd: to + 1, end: to + 1, solid: 0)
    }
    sumUp(areas, left.first, left.last, &sum)
    sum = Float(solid)
    sumUp(areas, right.first, right.last, &sum)
    return RowCover(
      start: left.first, solidStart: left.last + 1, solidEnd: right.first, end: right.last + 1,
      solid: solid)
  }

  /// The pixels of row `y` that the outline covers wholly.
  static func solidPart(row y: Int, edges: UnsafeBufferPointer<Edge>) -> Range<Int>? {
    let (left, right, solid) = touched(row: y, edges: edges)
    guard solid > 1 - 1e-6, !right.isEmpty, left.last + 1 < right.first else { return nil }
    return left.last + 1..<right.first
  }

  @inline(__always)
  private static func touched(
    row y: Int, edges: UnsafeBufferPointer<Edge>
  ) -> (left: Touched, right: Touched, solid: Double) {
    var (left, right, solid) = (Touched(), Touched(), 0.0)
    for edge in edges {
      let top = max(edge.top, Double(y))
      let bottom = min(edge.bottom, Double(y + 1))
      guard top < bottom else { continue }
      let (a, b) = (edge.x(at: top), edge.x(at: bottom))
      if edge.isLeft {
        left.add(from: min(a, b), to: max(a, b))
        solid += bottom - top
      } else {
        right.add(from: min(a, b), to: max(a, b))
      }
    }
    return (left, right, min(solid, 1))
  }

  /// Adds what the part of the edge in this row changes from pixel to pixel (signed areas, as
  /// font rasterisers do it): the area to its right within the pixel, the rest in the next one.
  @inline(__always)
  private static func accumulate(
    _ edge: Edge, row: Double, into areas: UnsafeMutablePointer<Float>
  ) {
    let top = max(edge.top, row)
    let bottom = min(edge.bottom, row + 1)
    guard top < bottom else { return }
    let (a, b) = (edge.x(at: top), edge.x(at: bottom))
    let (low, high) = (min(a, b), max(a, b))
    let height = edge.isLeft ? bottom - top : top - bottom
    let first = Int(low.rounded(.down))
    let last = Int(high.rounded(.up)) - 1
    if last <= first {
      let part = (low + high) / 2 - Double(first)
      areas[first] += Float(height * (1 - part))
      areas[first + 1] += Float(height * part)
      return
    }
    let perPixel = height / (high - low)
    for pixel in first...last {
      let begin = max(low, Double(pixel))
      let finish = min(high, Double(pixel + 1))
      let share = perPixel * (finish - begin)
      let part = (begin + finish) / 2 - Double(pixel)
      areas[pixel] += Float(share * (1 - part))
      areas[pixel + 1] += Float(share * part)
    }
  }

  @inline(__always)
  private static func clear(_ areas: UnsafeMutablePointer<Float>, _ first: Int, _ last: Int) {
    for index in stride(from: first, through: last, by: 1) { areas[index] = 0 }
  }

  @inline(__always)
  private static func sumUp(
    _ areas: UnsafeMutablePointer<Float>, _ first: Int, _ last: Int, _ sum: inout Float
  ) {
    for index in stride(from: first, through: last, by: 1) {
      sum += areas[index]
      areas[index] = max(0, min(sum, 1))
    }
  }
}
