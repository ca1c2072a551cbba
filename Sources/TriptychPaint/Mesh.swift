import TriptychCore

/// Triangles for a graphics processor.
public struct Mesh: Sendable {
  /// A corner of a triangle. Colours are premultiplied: what is under it is kept by 1 − alpha,
  /// then the picture's colour times `light` is added.
  public struct Vertex: Hashable, Sendable {
    /// Screen pixels.
    public var x: Float
    public var y: Float
    /// Picture pixels.
    public var u: Float
    public var v: Float
    /// 0…1.
    public var light: Float
    /// 0…1.
    public var alpha: Float
  }

  public private(set) var vertices: [Vertex] = []
  /// Three a triangle.
  public private(set) var indices: [Int32] = []

  init() {}

  public var isEmpty: Bool { indices.isEmpty }

  /// True if nothing of what is under it is seen, provided that the picture is opaque.
  public var isSolid: Bool { vertices.allSatisfy { $0.light == 1 && $0.alpha == 1 } }

  /// `texel`: from the screen into the picture.
  mutating func add(_ facet: Facet, texel: (SIMD4<Double>) -> Point) {
    let first = Int32(vertices.count)
    for corner in facet.corners {
      let place = texel(corner)
      vertices.append(
        Vertex(
          x: Float(corner.x), y: Float(corner.y), u: Float(place.x), v: Float(place.y),
          light: Float(corner.z), alpha: Float(corner.w)))
    }
    for index in 2..<Int32(facet.corners.count) {
      indices += [first, first + index - 1, first + index]
    }
  }

  /// Adds quadrilaterals side by side: each pair of corners makes one with the next pair.
  mutating func addRibbon(_ pairs: [[Vertex]]) {
    let first = Int32(vertices.count)
    for pair in pairs { vertices += pair }
    for index in 0..<Int32(max(pairs.count - 1, 0)) {
      let corner = first + 2 * index
      indices += [corner, corner + 1, corner + 3, corner, corner + 3, corner + 2]
    }
  }
}

/// How a picture that no texture can hold is cut: whole pixels, tiles of equal size but for the
/// last ones.
public struct Tiling: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// The tiles' size, pixels.
  public let across: Int
  public let down: Int

  /// `limit`: the sides that a tile may have, without what it repeats of its neighbours.
  public init(width: Int, height: Int, limit: Int) {
    (self.width, self.height) = (width, height)
    (across, down) = (min(width, limit), min(height, limit))
  }

  public var columns: Int { (width + across - 1) / across }
  public var rows: Int { (height + down - 1) / down }
  public var count: Int { columns * rows }
}

/// What is drawn of a layer: first the bars, then the picture, tile by tile.
public struct MeshedLayer: Sendable {
  /// In the layer's backdrop colour.
  public internal(set) var bars = Mesh()
  /// One for each tile, by rows.
  public internal(set) var tiles: [Mesh] = []

  init() {}
}
