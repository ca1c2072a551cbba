import TriptychCore

/// Makes layers into triangles that show what the compositor would paint.
///
/// Perspective: a graphics processor reads the picture linearly within a triangle, so the picture
/// is cut by straight lines until that is wrong by no more than a sixteenth of a picture's pixel
/// (128 lines each way at most). Edges that lie between the pixels' borders are smoothed by light
/// that falls over one pixel: exact along an edge that is upright, within a few hundredths along
/// others; corners, and pieces thinner than a pixel, are rounded off a little.
public struct Mesher: Sendable {
  private let frame: [Point]
  private static let mostLines = 128.0
  /// Picture pixels.
  private static let tolerance = 1.0 / 16

  /// `screen`: pixels.
  public init(screen: Size) { frame = ConvexPolygon(Rect(screen)).points }

  /// nil if nothing of the layer is seen. `tiling`: of the layer's picture.
  public func mesh(_ layer: Layer, tiling: Tiling?) -> MeshedLayer? {
    let opacity = min(layer.placement.opacity, 1)
    // In this form NaN draws nothing.
    guard opacity * 256 >= 0.5 else { return nil }
    let pieces = pieces(of: layer)
    guard !pieces.isEmpty else { return nil }
    var meshed = MeshedLayer()
    if let tiling, layer.showsPicture {
      meshed.tiles = Array(repeating: Mesh(), count: tiling.count)
    }
    for points in pieces { add(points, of: layer, opacity, tiling, to: &meshed) }
    let isEmpty = meshed.bars.isEmpty && meshed.tiles.allSatisfy(\.isEmpty)
    return isEmpty ? nil : meshed
  }

  private func add(
    _ points: [Point], of layer: Layer, _ opacity: Double, _ tiling: Tiling?,
    to meshed: inout MeshedLayer
  ) {
    let facets = facets(of: points, opacity: opacity)
    guard let tiling, layer.showsPicture, let view = PictureView(layer, points) else {
      for facet in facets where layer.backdrop != nil {
        meshed.bars.add(facet) { _ in Point(0, 0) }
      }
      return
    }
    let cuts = view.cuts(tolerance: Self.tolerance, most: Self.mostLines)
    for facet in share(facets, of: layer, into: &meshed.bars) {
      for part in view.partedAtEdges(facet, of: tiling) {
        add(part, view: view, cuts: cuts, tiling: tiling, to: &meshed)
      }
    }
  }

  /// The seen parts of the cell, or of the picture where it has no backdrop: one for each clip.
  private func pieces(of layer: Layer) -> [[Point]] {
    guard layer.showsPicture || layer.backdrop != nil, layer.placement.map.isFinite else {
      return []
    }
    let cell = Rect(layer.cell)
    guard let shown = layer.backdrop == nil ? cell.common(with: layer.target) : cell,
      shown.isProper
    else { return [] }
    let points = Outline.clip(Outline.project(shown, by: layer.placement.map), to: frame)
    let clips = layer.placement.clips
    let pieces = clips.isEmpty ? [points] : clips.map { Outline.clip(points, to: $0.points) }
    return pieces.filter(Outline.hasArea)
  }

  /// The outline's inside, and the rims of its soft borders.
  private func facets(of points: [Point], opacity: Double) -> [Facet] {
    let borders = Borders(of: points)
    let even = SIMD4(0, 0, opacity, opacity)
    let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
    let (top, bottom) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
    let box = Rect(x: left - 1, y: top - 1, width: right - left + 2, height: bottom - top + 2)
    let whole = Facet(ConvexPolygon(box).points.map { SIMD4($0.x, $0.y, 0, 0) + even })
    let inside = whole.clipped(to: borders.inner)
    let thickness = borders.thickness(of: points)
    let rims = borders.rims(of: whole).map { border, facet in
      facet.lit { corner in
        // A piece thinner than a pixel never covers more of one than it is thick.
        let cover = min(Borders.cover(border, corner), thickness)
        return SIMD4(corner.x, corner.y, opacity * cover, opacity * cover)
      }
    }
    return (inside.map { [$0] } ?? []) + rims
  }

  /// Gives the bars their part of the facets; returns the picture's.
  ///
  /// Where a soft border parts them, both lie over the pixel: the bar takes away what is under
  /// both, the picture only adds its share.
  private func share(_ facets: [Facet], of layer: Layer, into bars: inout Mesh) -> [Facet] {
    guard layer.backdrop != nil, let reach = layer.target.reach(in: layer.cell) else {
      return facets
    }
    let points = Outline.project(reach, by: layer.placement.map)
    guard abs(Outline.area(points)) > 1e-9 else {
      for facet in facets { bars.add(facet) { _ in Point(0, 0) } }
      return []
    }
    let borders = Borders(of: points)
    var pictured: [Facet] = []
    for facet in facets {
      pictured += facet.clipped(to: borders.inner).map { [$0] } ?? []
      for (border, rim) in borders.rims(of: facet) {
        bars.add(
          rim.lit { SIMD4($0.x, $0.y, $0.z * (1 - Borders.cover(border, $0)), $0.w) }
        ) { _ in Point(0, 0) }
        pictured.append(rim.lit { SIMD4($0.x, $0.y, $0.z * Borders.cover(border, $0), 0) })
      }
      var rest: Facet? = facet
      for border in borders.outer {
        guard let facet = rest else { break }
        if let outside = facet.clipped(to: border.opposite) {
          bars.add(outside) { _ in Point(0, 0) }
        }
        rest = facet.clipped(to: border)
      }
    }
    return pictured
  }

  private func add(
    _ facet: Facet, view: PictureView, cuts: PictureView.Cuts, tiling: Tiling,
    to meshed: inout MeshedLayer
  ) {
    for (row, band) in view.tiles(of: facet, tiling.rows, tiling.down, isColumn: false) {
      for (column, tile) in view.tiles(of: band, tiling.columns, tiling.across, isColumn: true) {
        view.add(tile, cuts, to: &meshed.tiles[row * tiling.columns + column])
      }
    }
  }
}

extension Borders {
  /// The least distance between two borders of a convex outline, at most 1 pixel.
  func thickness(of points: [Point]) -> Double {
    soft.reduce(1) { least, border in
      min(least, points.reduce(0) { max($0, border.side(SIMD4($1.x, $1.y, 0, 0))) })
    }
  }
}
