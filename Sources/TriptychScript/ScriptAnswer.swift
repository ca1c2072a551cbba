import CScript
import Glibc
import TriptychCore

/// What a script said of a view, turned into a placement.
struct ScriptAnswer {
  private let raw: script_placement

  init(_ raw: script_placement) { self.raw = raw }

  /// Throws where the numbers make no shape.
  func placement(of size: Size) throws(ScriptError) -> Placement? {
    let map = raw.has_corners == 1 ? try corners(size) : parts(size)
    guard let map else { return nil }
    return Placement(map: map, opacity: min(max(raw.opacity, 0), 1), clips: try clips())
  }

  /// Scale and rotation about the anchor, then the shift; nil: nothing is left of the view.
  private func parts(_ size: Size) -> Homography? {
    guard abs(raw.scale_x) > 1e-6, abs(raw.scale_y) > 1e-6 else { return nil }
    let (x, y) = (raw.anchor_x * size.width, raw.anchor_y * size.height)
    let angle = raw.rotation * .pi / 180
    let (c, s) = (cos(angle), sin(angle))
    return Homography.shift(-x, -y)
      .then(Homography(raw.scale_x, 0, 0, 0, raw.scale_y, 0, 0, 0, 1))
      .then(Homography(c, -s, 0, s, c, 0, 0, 0, 1))
      .then(.shift(x + raw.x, y + raw.y))
  }

  private func corners(_ size: Size) throws(ScriptError) -> Homography? {
    let points = withUnsafeBytes(of: raw.corners) { bytes in
      let values = bytes.bindMemory(to: Double.self)
      return (0..<4).map { Point(values[2 * $0], values[2 * $0 + 1]) }
    }
    guard let square = Homography(unitSquareTo: points) else {
      throw ScriptError(words: "'corners' are not those of a convex quadrilateral")
    }
    return Homography(1 / size.width, 0, 0, 0, 1 / size.height, 0, 0, 0, 1).then(square)
  }

  private func clips() throws(ScriptError) -> [ConvexPolygon] {
    guard raw.clip_count > 0 else { return [] }
    let count = Int(raw.clip_count)
    let points = withUnsafeBytes(of: raw.clip) { bytes in
      let values = bytes.bindMemory(to: Double.self)
      return (0..<count).map { Point(values[2 * $0], values[2 * $0 + 1]) }
    }
    guard points.areConvex else {
      throw ScriptError(words: "'clip' is not a convex polygon")
    }
    return [ConvexPolygon(points)]
  }
}

extension [Point] {
  /// True if the points go round a convex shape, either way; points on a line may be among them.
  var areConvex: Bool {
    var (left, right) = (false, false)
    for index in indices {
      let (a, b) = (self[index], self[(index + 1) % count])
      let c = self[(index + 2) % count]
      let turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
      if turn > 1e-9 { right = true }
      if turn < -1e-9 { left = true }
    }
    return !(left && right)
  }
}

extension Homography {
  /// The map of the unit square's corners (0,0) (1,0) (1,1) (0,1) to four points; nil unless they
  /// are the corners of a convex quadrilateral. Heckbert, "Fundamentals of Texture Mapping and
  /// Image Warping" (1989), section 2.2.3.
  init?(unitSquareTo points: [Point]) {
    guard points.count == 4, points.areConvex else { return nil }
    let (a, b, c, d) = (points[0], points[1], points[2], points[3])
    let (x1, y1) = (b.x - c.x, b.y - c.y)
    let (x2, y2) = (d.x - c.x, d.y - c.y)
    let (x3, y3) = (a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y)
    let area = x1 * y2 - x2 * y1
    guard abs(area) > 1e-9 else { return nil }
    let g = (x3 * y2 - x2 * y3) / area
    let h = (x1 * y3 - x3 * y1) / area
    self.init(
      b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x, b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y,
      g, h, 1)
    // The horizon may not cut the square.
    guard 1 + g > 1e-6, 1 + h > 1e-6, 1 + g + h > 1e-6 else { return nil }
  }
}
