import TriptychCore

// Reading turned pictures: along a row of the screen in short straight runs. Everything here works
// on bare pointers, as in Sampling.swift.

/// Screen pixels of a row whose places in the picture lie evenly on a straight line.
///
/// 32 bits after the point, and half of the last of the eight that count, for rounding.
struct SlantedRun {
  /// The leftmost pixel's place.
  var u: Int
  var v: Int
  /// A pixel to the right.
  var stepU: Int
  var stepV: Int
  /// At least 1.
  var count: Int

  static let unit = 4_294_967_296.0
  static let half = unit / 512
  /// No place may be farther from the picture's corner.
  static let farthest = 1_073_741_824.0
  /// The most pixels of a run.
  static let longest = 64
  /// Picture pixels that a place may lie beside the exact one where the picture is not made
  /// smaller; else as much more as it is smaller, up to a sixteenth.
  static let tolerance = 1.0 / 128
  static let mostTolerance = 1.0 / 16
  /// Runs that would be shorter than this take as long as exact places.
  static let shortest = 6
}

/// The places in the picture of a screen row's pixels: (start + step x) / (startW + stepW x).
struct SlantedRow {
  let start: SIMD2<Double>
  let step: SIMD2<Double>
  let startW: Double
  let stepW: Double

  init(_ back: Homography, _ y: Int) {
    start = SIMD2(back.m12, back.m22) * Double(y) + SIMD2(back.m13, back.m23)
    step = SIMD2(back.m11, back.m21)
    (startW, stepW) = (back.m32 * Double(y) + back.m33, back.m31)
  }

  @inline(__always) func place(_ column: Int) -> SIMD2<Double> {
    (step * Double(column) + start) * (1 / divisor(column))
  }

  @inline(__always) private func divisor(_ column: Int) -> Double {
    stepW * Double(column) + startW
  }

  /// True if places move down the picture from left to right: the same all over a row.
  var goesDown: Bool { step.y * startW > start.y * stepW }

  /// False where the horizon crosses the row.
  func isBeforeTheEye(_ x: Int, _ end: Int) -> Bool { divisor(x) * divisor(end) > 0 }

  /// How many pixels may lie evenly on a straight line between two exact places: even, 0…64.
  ///
  /// Between two exact ones whose divisors are W and W + ΔW a straight line is wrong by ΔW / 4W
  /// of their distance at most, W the lesser.
  func straight(_ x: Int, _ end: Int) -> Int {
    let nearest = min(abs(divisor(x)), abs(divisor(end)))
    let turn = step * startW - start * stepW
    // Picture pixels from one screen pixel to the next, where they are most.
    let stride = max(abs(turn.x), abs(turn.y)) / (nearest * nearest)
    let bend = stride * abs(stepW) / (4 * nearest)
    let tolerance = min(SlantedRun.tolerance * max(stride, 1), SlantedRun.mostTolerance)
    let length = (tolerance / bend).squareRoot()
    // In this form NaN becomes 0.
    return length >= 2 ? Int(min(length, Double(SlantedRun.longest))) & ~1 : 0
  }
}

extension Sampler {
  func readAffine(_ x: Int, _ end: Int, row y: Int, into out: UnsafeMutablePointer<UInt32>) {
    let startU = back.m11 * Double(x) + back.m12 * Double(y) + back.m13
    let startV = back.m21 * Double(x) + back.m22 * Double(y) + back.m23
    guard abs(startU) + abs(back.m11) * Double(end - x) < SlantedRun.farthest,
      abs(startV) + abs(back.m21) * Double(end - x) < SlantedRun.farthest
    else { return readExactly(x, end, row: y, into: out) }
    let u = Int(startU * SlantedRun.unit + SlantedRun.half)
    let v = Int(startV * SlantedRun.unit + SlantedRun.half)
    // A row of 16384 pixels drifts by less than 1/100000.
    let stepU = Int(back.m11 * SlantedRun.unit)
    let stepV = Int(back.m21 * SlantedRun.unit)
    let count = end - x
    let runs = (count + SlantedRun.longest - 1) / SlantedRun.longest
    for index in 0..<runs {
      let first = index * SlantedRun.longest
      let run = SlantedRun(
        u: u &+ stepU &* first, v: v &+ stepV &* first, stepU: stepU, stepV: stepV,
        count: min(SlantedRun.longest, count - first))
      read(run, false, into: out + first)
    }
  }

  func readPerspective(
    _ x: Int, _ end: Int, row y: Int, into out: UnsafeMutablePointer<UInt32>
  ) {
    let row = SlantedRow(back, y)
    let (first, last) = (row.place(x), row.place(end))
    let farthest = max(abs(first.x), abs(first.y), abs(last.x), abs(last.y))
    guard row.isBeforeTheEye(x, end), farthest < SlantedRun.farthest else {
      return readExactly(x, end, row: y, into: out)
    }
    let straight = row.straight(x, end)
    let isBent = straight < SlantedRun.shortest
    let length = isBent ? SlantedRun.longest : straight
    let runs = (end - x + length - 1) / length
    // Against the way the picture's rows go down: so each row of the picture is read in the same
    // direction within a screen row and from one to the next, and the processor reads it ahead.
    let backwards = row.goesDown
    var (near, index) = backwards ? (last, runs - 1) : (first, 0)
    while index >= 0 && index < runs {
      let column = index &* length
      let count = min(length, end - x - column)
      let far = row.place(x + column + (backwards ? 0 : count))
      let (left, right) = backwards ? (far, near) : (near, far)
      if isBent {
        readBent(row, x + column, count, left, right, row: y, into: out + column)
      } else {
        let even = (right - left) * (SlantedRun.unit / Double(count))
        let begin = left * SlantedRun.unit + SlantedRun.half
        let run = SlantedRun(
          u: Int(begin.x), v: Int(begin.y), stepU: Int(even.x), stepV: Int(even.y),
          count: count)
        read(run, backwards, into: out + column)
      }
      near = far
      index += backwards ? -1 : 1
    }
  }

  /// Each pixel at its exact place: `left` and `right` are the first's, and that behind the last.
  @inline(__always)
  private func readBent(
    _ row: SlantedRow, _ x: Int, _ count: Int, _ left: SIMD2<Double>, _ right: SIMD2<Double>,
    row y: Int, into out: UnsafeMutablePointer<UInt32>
  ) {
    // All places lie between the two.
    let last = SIMD2(Double(width - 1), Double(height - 1)) - 1 / 256
    let (low, high) = (pointwiseMin(left, right), pointwiseMax(left, right))
    guard low.x >= 0, low.y >= 0, high.x < last.x, high.y < last.y else {
      return readExactly(x, x + count, row: y, into: out)
    }
    if count & 1 == 1 {
      let place = row.place(x + count - 1) * SlantedRun.unit + SlantedRun.half
      out[count - 1] = inside(Int(place.x), Int(place.y))
    }
    // 20 bits after the point: added to 2⁵² they are the lowest of the sum.
    let unit = 1_048_576.0
    let shifter = SIMD2(repeating: 4_503_599_627_370_496 + unit / 512)
    let pairs = count &>> 1
    let (first, turn) = row.goesDown ? (2 &* (pairs &- 1), -2) : (0, 2)
    let columns = SIMD2(Double(x &+ first), Double(x &+ first &+ 1))
    var u = (columns * row.step.x + row.start.x) * unit
    var v = (columns * row.step.y + row.start.y) * unit
    var w = columns * row.stepW + row.startW
    let steps = SIMD2(row.step.x, row.step.y) * (Double(turn) * unit)
    let stepW = row.stepW * Double(turn)
    var place = UnsafeMutableRawPointer(out + first)
    for _ in 0..<pairs {
      let inverse = 1 / w
      let across = unsafeBitCast(u * inverse + shifter, to: SIMD2<Int>.self) &<< 12
      let down = unsafeBitCast(v * inverse + shifter, to: SIMD2<Int>.self) &<< 12
      let pair = PixelPair(self, across.x, down.x, across.y, down.y)
      place.storeBytes(of: pair.pixels, as: UInt64.self)
      place += 4 &* turn
      u += steps.x
      v += steps.y
      w += stepW
    }
  }

  @inline(__always)
  private func read(
    _ run: SlantedRun, _ backwards: Bool, into out: UnsafeMutablePointer<UInt32>
  ) {
    let lastU = run.u &+ run.stepU &* (run.count &- 1)
    let lastV = run.v &+ run.stepV &* (run.count &- 1)
    if isInside(run.u, run.v) && isInside(lastU, lastV) {
      readInside(run, backwards, into: out)
    } else {
      readAtEdge(run, into: out)
    }
  }

  /// True if the place lies among four pixels of the picture.
  @inline(__always) private func isInside(_ u: Int, _ v: Int) -> Bool {
    UInt(bitPattern: u &>> 32) < UInt(bitPattern: width &- 1)
      && UInt(bitPattern: v &>> 32) < UInt(bitPattern: height &- 1)
  }

  /// A run that lies wholly among the picture's pixels: two at a time.
  @inline(__always)
  private func readInside(
    _ run: SlantedRun, _ backwards: Bool, into out: UnsafeMutablePointer<UInt32>
  ) {
    let (stepU, stepV) = (run.stepU, run.stepV)
    let pairs = run.count &>> 1
    // An odd last pixel.
    let rest = run.count & 1
    if rest == 1 {
      let index = run.count &- 1
      out[index] = inside(run.u &+ stepU &* index, run.v &+ stepV &* index)
    }
    let first = backwards ? 2 &* (pairs &- 1) : 0
    let turn = backwards ? -2 : 2
    var (u, v) = (run.u &+ stepU &* first, run.v &+ stepV &* first)
    var place = UnsafeMutableRawPointer(out + first)
    for _ in 0..<pairs {
      let pair = PixelPair(self, u, v, u &+ stepU, v &+ stepV)
      place.storeBytes(of: pair.pixels, as: UInt64.self)
      place += 4 &* turn
      u &+= stepU &* turn
      v &+= stepV &* turn
    }
  }

  @inline(__always) private func inside(_ u: Int, _ v: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: PixelPair(self, u, v, u, v).pixels)
  }

  /// A run that leaves the picture: each pixel is looked at.
  @inline(never)
  private func readAtEdge(_ run: SlantedRun, into out: UnsafeMutablePointer<UInt32>) {
    var (u, v) = (run.u, run.v)
    for index in 0..<run.count {
      if isInside(u, v) {
        out[index] = inside(u, v)
      } else {
        let (exactU, exactV) = (u &- Int(SlantedRun.half), v &- Int(SlantedRun.half))
        out[index] = pixel(Double(exactU) / SlantedRun.unit, Double(exactV) / SlantedRun.unit)
      }
      u &+= run.stepU
      v &+= run.stepV
    }
  }

  /// The slow way, each place by itself: far from the picture, and where the view is so steep that
  /// straight runs would be too short.
  @inline(never)
  func readExactly(_ x: Int, _ end: Int, row y: Int, into out: UnsafeMutablePointer<UInt32>) {
    for column in x..<end {
      let divisor = back.m31 * Double(column) + back.m32 * Double(y) + back.m33
      let u = back.m11 * Double(column) + back.m12 * Double(y) + back.m13
      let v = back.m21 * Double(column) + back.m22 * Double(y) + back.m23
      out[column - x] = pixel(u / divisor, v / divisor)
    }
  }
}
