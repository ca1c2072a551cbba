import TriptychCore

/// A rectangle of whole pixels.
struct PixelArea {
  var columns: Range<Int>
  var rows: Range<Int>
}

/// A layer made ready for its rows: numbers and pointers only.
struct PlannedLayer {
  /// The seen part of the cell; indexes into the plan's edges.
  var outline: Range<Int>
  /// Where the picture lies; nil: everywhere in the cell.
  var target: Range<Int>?
  /// nil: backdrop only.
  var sampler: Sampler?
  /// Transparent where nil.
  var backdrop: UInt32?
  /// > 0…1.
  var opacity: Double
  /// Rows that may show it.
  var rows: Range<Int>
  /// Set where the seen part is an upright rectangle on whole pixels, as at rest and in every
  /// crossfade: all of its rows are covered alike and need no measuring.
  var columns: Range<Int>?
  /// Likewise for the place of the picture.
  var targetArea: PixelArea?

  /// True if every pixel that the layer fills has alpha 255, opacity apart.
  var isOpaque: Bool { backdrop != nil || (sampler?.isOpaque ?? true) }

  /// 0…256.
  func weight(covered: Double) -> Int { Int((256 * opacity * covered).rounded()) }
}

/// All that is drawn in a frame, lowest first. Layers that show nothing are left out.
struct Plan {
  var layers: [PlannedLayer] = []
  var edges: [Edge] = []
  private let screen: Size
  private let frame: [Point]

  private let weights: WeightTable

  init(_ layers: [Layer], width: Int, height: Int, weights: WeightTable) {
    self.weights = weights
    screen = Size(Double(width), Double(height))
    frame = ConvexPolygon(Rect(screen)).points
    for layer in layers { add(layer) }
  }

  private mutating func add(_ layer: Layer) {
    let opacity = min(layer.placement.opacity, 1)
    // In this form NaN draws nothing.
    guard opacity * 256 >= 0.5 else { return }
    let cell = Rect(layer.cell)
    let picture = layer.showsPicture ? layer.picture : nil
    guard picture != nil || layer.backdrop != nil else { return }
    // Without a backdrop there is nothing beside the picture.
    let shown = layer.backdrop == nil ? cell.common(with: layer.target) : cell
    guard let shown, shown.isProper, layer.placement.map.isFinite else { return }
    let points = Outline.clip(Outline.project(shown, by: layer.placement.map), to: frame)
    guard Outline.hasArea(points) else { return }
    var planned = PlannedLayer(
      outline: 0..<0, target: nil, sampler: nil, backdrop: layer.backdrop?.bgra, opacity: opacity,
      rows: 0..<0)
    if let picture { place(picture, of: layer, in: &planned) }
    guard planned.sampler != nil || planned.backdrop != nil else { return }
    let clips = layer.placement.clips
    if clips.isEmpty { add(planned, seenIn: points) }
    for clip in clips { add(planned, seenIn: Outline.clip(points, to: clip.points)) }
  }

  /// Adds the layer, or the part of it that one of its clips shows.
  private mutating func add(_ layer: PlannedLayer, seenIn points: [Point]) {
    var planned = layer
    planned.outline = Outline.addEdges(of: points, to: &edges)
    guard !planned.outline.isEmpty else { return }
    let heights = edges[planned.outline]
    let top = heights.reduce(screen.height) { min($0, $1.top) }
    let bottom = heights.reduce(0) { max($0, $1.bottom) }
    planned.rows = Int(top.rounded(.down))..<Int(bottom.rounded(.up))
    planned.columns = Self.wholeArea(of: points)?.columns
    layers.append(planned)
  }

  /// Works out where the picture lies on the screen and how it is read.
  private mutating func place(
    _ picture: Picture, of layer: Layer, in planned: inout PlannedLayer
  ) {
    let (target, crop) = (layer.target, layer.crop)
    let (x, y) = (crop.width / target.width, crop.height / target.height)
    let intoPicture = Homography(
      x, 0, crop.x - target.x * x, 0, y, crop.y - target.y * y, 0, 0, 1)
    let back = layer.placement.map.adjugate.then(intoPicture)
    planned.sampler = Sampler(picture: picture, back: back, screen: screen, weights: weights)
    guard layer.backdrop != nil, let reach = target.reach(in: layer.cell) else { return }
    let points = Outline.clip(Outline.project(reach, by: layer.placement.map), to: frame)
    let range = Outline.addEdges(of: points, to: &edges)
    planned.target = range
    planned.targetArea = Self.wholeArea(of: points)
    if range.isEmpty { planned.sampler = nil }
  }

  /// The rectangle that the points are the corners of; nil if it is not upright or not on whole
  /// pixels.
  private static func wholeArea(of points: [Point]) -> PixelArea? {
    guard points.count == 4 else { return nil }
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
      (xs + ys).allSatisfy({ $0 == $0.rounded() }),
      points.allSatisfy({ ($0.x == left || $0.x == right) && ($0.y == top || $0.y == bottom) })
    else { return nil }
    return PixelArea(columns: Int(left)..<Int(right), rows: Int(top)..<Int(bottom))
  }
}
