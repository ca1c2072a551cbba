import TriptychCore

/// A painter that is slow and plain: double arithmetic, every pixel on its own, its square cut by
/// each border in turn. What the real one must come near to.
struct ReferencePainter {
  let width: Int
  let height: Int
  /// Red, green, blue of each pixel, 0…255.
  private(set) var pixels: [SIMD3<Double>]

  init(width: Int, height: Int, background: Color) {
    (self.width, self.height) = (width, height)
    let color = SIMD3(
      Double(background.red), Double(background.green), Double(background.blue))
    pixels = Array(repeating: color, count: width * height)
  }

  mutating func paint(_ layer: Layer) {
    guard layer.placement.clips.isEmpty else {
      for clip in layer.placement.clips { paint(layer, within: Border.around(clip)) }
      return
    }
    paint(layer, within: [])
  }

  private mutating func paint(_ layer: Layer, within clip: [Border]) {
    guard let back = layer.placement.map.inverse else { return }
    let borders = clip + Border.around(Rect(layer.cell), back, layer.placement.map)
    let target = Border.around(layer.target, back, layer.placement.map)
    for y in 0..<height {
      for x in 0..<width {
        let whole = area(x, y, within: borders)
        guard whole > 0 else { continue }
        let inside = layer.picture == nil ? 0 : area(x, y, within: borders + target) / whole
        let content = content(
          of: layer, back.apply(Point(Double(x) + 0.5, Double(y) + 0.5)), inside)
        let weight = whole * layer.placement.opacity
        let under = pixels[y * width + x] * (1 - content.w / 255 * weight)
        pixels[y * width + x] = under + SIMD3(content.z, content.y, content.x) * weight
      }
    }
  }

  /// The picture mixed with the backdrop by the share of the pixel that lies on it. BGRA.
  private func content(of layer: Layer, _ place: Point, _ inside: Double) -> SIMD4<Double> {
    var content = SIMD4<Double>()
    if let ground = layer.backdrop {
      content = SIMD4(Double(ground.blue), Double(ground.green), Double(ground.red), 255)
    }
    guard let picture = layer.picture, inside > 0 else { return content }
    let color = read(picture, at: place, of: layer)
    return content * (1 - color.w / 255 * inside) + color * inside
  }

  /// The part of the pixel's square that lies on the inner side of all borders.
  private func area(_ x: Int, _ y: Int, within borders: [Border]) -> Double {
    let center = Point(Double(x) + 0.5, Double(y) + 0.5)
    var crossing: [Border] = []
    for border in borders {
      let distance = border.side(center)
      // Farther than half a diagonal: the square lies on one side.
      if distance <= -0.7072 { return 0 }
      if distance < 0.7072 { crossing.append(border) }
    }
    if crossing.isEmpty { return 1 }
    var left = ConvexPolygon(Rect(x: Double(x), y: Double(y), width: 1, height: 1)).points
    for border in crossing where !left.isEmpty {
      var kept: [Point] = []
      for (index, a) in left.enumerated() {
        let b = left[(index + 1) % left.count]
        let (here, there) = (border.side(a), border.side(b))
        if here >= 0 { kept.append(a) }
        if (here < 0) != (there < 0) {
          let part = here / (here - there)
          kept.append(Point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part))
        }
      }
      left = kept
    }
    var twice = 0.0
    for (index, a) in left.enumerated() {
      let b = left[(index + 1) % left.count]
      twice += (a.x - Double(x)) * (b.y - Double(y)) - (b.x - Double(x)) * (a.y - Double(y))
    }
    return abs(twice) / 2
  }

  /// Bilinear, premultiplied BGRA.
  private func read(_ picture: Picture, at place: Point, of layer: Layer) -> SIMD4<Double> {
    let (target, crop) = (layer.target, layer.crop)
    let u = crop.x + (place.x - target.x) * crop.width / target.width - 0.5
    let v = crop.y + (place.y - target.y) * crop.height / target.height - 0.5
    let (left, top) = (u.rounded(.down), v.rounded(.down))
    let (partX, partY) = (u - left, v - top)
    func texel(_ dx: Double, _ dy: Double) -> SIMD4<Double> {
      let x = Int(max(0, min(left + dx, Double(picture.width - 1))))
      let y = Int(max(0, min(top + dy, Double(picture.height - 1))))
      let bytes = picture.base + y * picture.stride + 4 * x
      func byte(_ index: Int) -> Double {
        Double(bytes.load(fromByteOffset: index, as: UInt8.self))
      }
      return SIMD4(byte(0), byte(1), byte(2), byte(3))
    }
    let upper = texel(0, 0) * (1 - partX) + texel(1, 0) * partX
    let lower = texel(0, 1) * (1 - partX) + texel(1, 1) * partX
    return upper * (1 - partY) + lower * partY
  }
}

/// A line on the screen: `a x + b y + c` ≥ 0 on the inner side, a² + b² = 1 (both 0: everywhere).
struct Border {
  let a: Double
  let b: Double
  let c: Double

  init(a: Double, b: Double, c: Double) {
    let length = (a * a + b * b).squareRoot()
    (self.a, self.b, self.c) =
      length < 1e-12 ? (0, 0, c < 0 ? -1 : 1) : (a / length, b / length, c / length)
  }

  func side(_ point: Point) -> Double { a * point.x + b * point.y + c }

  /// The sides of a polygon on the screen.
  static func around(_ polygon: ConvexPolygon) -> [Border] {
    let points = polygon.points
    let middle = Point(
      points.reduce(0) { $0 + $1.x } / Double(points.count),
      points.reduce(0) { $0 + $1.y } / Double(points.count))
    return points.indices.map { index in
      let (p, q) = (points[index], points[(index + 1) % points.count])
      let border = Border(a: p.y - q.y, b: q.x - p.x, c: p.x * q.y - q.x * p.y)
      return border.side(middle) >= 0
        ? border : Border(a: -border.a, b: -border.b, c: -border.c)
    }
  }

  /// The sides of a rectangle of the cell, and the horizon: behind the eye nothing is seen.
  static func around(_ rect: Rect, _ back: Homography, _ map: Homography) -> [Border] {
    let x = SIMD3(back.m11, back.m12, back.m13)
    let y = SIMD3(back.m21, back.m22, back.m23)
    let w = SIMD3(back.m31, back.m32, back.m33)
    var all = [w, rect.maxX * w - x, rect.maxY * w - y, x - rect.x * w, y - rect.y * w]
    // The inverse may come with the other sign: a point before the eye tells.
    let probe = [
      Point(0, 0), Point(rect.maxX, 0), Point(0, rect.maxY), Point(rect.maxX, rect.maxY),
    ]
    .first { map.m31 * $0.x + map.m32 * $0.y + map.m33 > 0 }
    if let probe {
      let seen = map.apply(probe)
      if w.x * seen.x + w.y * seen.y + w.z < 0 { all = all.map { -$0 } }
    }
    return all.map { Border(a: $0.x, b: $0.y, c: $0.z) }
  }
}
