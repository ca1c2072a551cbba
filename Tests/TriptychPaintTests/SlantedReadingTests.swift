import Testing
import TriptychCore

@testable import TriptychPaint

/// Straight runs beside exact division, at the size of a real screen.
@Suite struct SlantedReadingTests {
  private let size = Size(1920, 1080)

  /// Rows of every turned view, and the columns that show it.
  private func rows() -> [(row: SlantedRow, columns: Range<Int>, name: String)] {
    let scene = Scene(size: size, gap: 50)
    var found: [(row: SlantedRow, columns: Range<Int>, name: String)] = []
    for name in ["flip:left", "cube:left", "cube:right", "carousel:left", "carousel:right"] {
      guard let transformer = TransformerTable.builtIn.transformer(named: name) else { continue }
      for step in -9...9 {
        guard let map = transformer.place(Double(step) / 10, in: scene)?.map,
          map.m31 != 0
        else { continue }
        let outline = Outline.clip(
          Outline.project(Rect(size), by: map), to: ConvexPolygon(Rect(size)).points)
        let xs = outline.map(\.x)
        guard let left = xs.min(), let right = xs.max(), right - left > 2 else { continue }
        for y in stride(from: 0, to: 1080, by: 90) {
          found.append((SlantedRow(map.adjugate, y), Int(left)..<Int(right), "\(name) at \(step)"))
        }
      }
    }
    return found
  }

  @Test func aStraightRunStaysWithinASixteenthOfAPixel() {
    var (bent, straight) = (0, 0)
    for (row, columns, name) in rows() {
      let length = row.straight(columns.lowerBound, columns.upperBound)
      guard length >= SlantedRun.shortest else {
        bent += 1
        continue
      }
      straight += 1
      var worst = 0.0
      for start in stride(from: columns.lowerBound, to: columns.upperBound, by: length) {
        let end = min(start + length, columns.upperBound)
        let (left, right) = (row.place(start), row.place(end))
        for x in start..<end {
          let even = left + (right - left) * (Double(x - start) / Double(end - start))
          let error = even - row.place(x)
          worst = max(worst, abs(error.x), abs(error.y))
        }
      }
      #expect(worst <= SlantedRun.mostTolerance, "\(name): \(worst)")
    }
    // Both ways are taken by real transitions.
    #expect(bent > 0 && straight > 0, "\(bent) bent, \(straight) straight")
  }

  /// The pixels themselves: a picture whose colour says where it is read.
  @Test func aTiltedScreenShowsThePlacesThatDivisionGives() {
    let picture = Picture.make(width: 1920, height: 1080) { base, stride in
      for y in 0..<1080 {
        let row = (base + y * stride).assumingMemoryBound(to: UInt32.self)
        for x in 0..<1920 {
          // A level of blue or green is a sixteenth of a pixel, up and down.
          let (u, v) = (UInt32(abs(16 * (x % 30) - 240)), UInt32(abs(16 * (y % 30) - 240)))
          row[x] = 0xFF00_0000 | v << 8 | u
        }
      }
    }
    for map in [
      Homography(1, 0.1, 10, 0.05, 1, 5, 0.0001, 0.00005, 1),
      Homography(0.9, -0.05, 90, -0.04, 0.8, 90, -0.00012, 0.00006, 1),
      Homography(0.5, 0, 400, 0, 0.8, 100, 0.0006, 0, 1),
    ] {
      var canvas = Canvas(1920, 1080)
      canvas.paint([Sample.layer(picture, cell: size, Placement(map: map))])
      guard let back = map.inverse else { continue }
      var compared = 0
      for y in stride(from: 40, to: 1040, by: 37) {
        for x in 0..<1920 {
          let place = back.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
          let (u, v) = (place.x - 0.5, place.y - 0.5)
          // Not at the smooth edges.
          guard u > 8, v > 8, u < 1911, v < 1071 else { continue }
          compared += 1
          let color = canvas.color(x, y)
          let worst = max(abs(color.z - level(u)), abs(color.y - level(v)))
          // One level for the place's sixteenth, one and a half for three roundings.
          if worst > 2.5 {
            Issue.record("(\(x), \(y)) is \(color), expected \(level(u)), \(level(v))")
            return
          }
        }
      }
      #expect(compared > 1_000)
    }
  }

  /// What bilinear reading makes of the picture at a place.
  private func level(_ place: Double) -> Double {
    let left = place.rounded(.down)
    func texel(_ x: Double) -> Double { abs(16 * Double(Int(x) % 30) - 240) }
    return texel(left) * (1 - (place - left)) + texel(left + 1) * (place - left)
  }
}
