import TriptychCore

// A picture in perspective is many small cells. Those that lie wholly in an evenly lit facet, by
// far most of them, are made without clipping each.

extension PictureView {
  /// Adds a facet to a mesh, cut along all lines.
  func add(_ facet: Facet, _ cuts: Cuts, to mesh: inout Mesh) {
    guard !cuts.across.isEmpty || !cuts.down.isEmpty else { return mesh.add(facet, texel: texel) }
    guard let light = facet.evenLight, let grid = Grid(self, cuts, in: facet) else {
      for strip in facet.cut(along: cuts.across) { addPieces(of: strip, cuts.down, to: &mesh) }
      return
    }
    var rest = facet
    for (index, line) in cuts.across.enumerated() {
      guard let beyond = rest.clipped(to: line) else { break }
      if let strip = rest.clipped(to: line.opposite) {
        add(strip, cuts, grid.wholeCells(leftOf: index), grid, light, to: &mesh)
      }
      rest = beyond
    }
    addPieces(of: rest, cuts.down, to: &mesh)
  }

  private func addPieces(
    of strip: Facet, _ lines: some Collection<HalfPlane>, to mesh: inout Mesh
  ) {
    for piece in strip.cut(along: lines) { mesh.add(piece, texel: texel) }
  }

  /// Adds a strip between two columns of which the cells between the rows `whole` are whole.
  private func add(
    _ strip: Facet, _ cuts: Cuts, _ whole: (column: Int, rows: ClosedRange<Int>)?, _ grid: Grid,
    _ light: SIMD2<Double>, to mesh: inout Mesh
  ) {
    guard let (column, rows) = whole else { return addPieces(of: strip, cuts.down, to: &mesh) }
    if let above = strip.clipped(to: cuts.down[rows.lowerBound].opposite) {
      addPieces(of: above, cuts.down[..<rows.lowerBound], to: &mesh)
    }
    mesh.addRibbon(
      rows.map { row in
        [column - 1, column].map { grid.corner($0, row, light) }
      })
    if let below = strip.clipped(to: cuts.down[rows.upperBound]) {
      addPieces(of: below, cuts.down[(rows.upperBound + 1)...], to: &mesh)
    }
  }
}

/// Where the columns and rows along which a picture is cut meet on the screen.
private struct Grid {
  private let cuts: PictureView.Cuts
  private let places: [Point]
  private let isInside: [Bool]

  /// nil if there are no cells. `facet`: what counts as inside.
  init?(_ view: PictureView, _ cuts: PictureView.Cuts, in facet: Facet) {
    guard cuts.columns.count > 1, cuts.rows.count > 1, let first = facet.corners.first else {
      return nil
    }
    self.cuts = cuts
    let front = view.back.adjugate
    // Behind the eye the divisor has the other sign.
    let seen = view.texel(first)
    let sign = front.m31 * seen.x + front.m32 * seen.y + front.m33
    let borders = facet.borders
    var (places, isInside): ([Point], [Bool]) = ([], [])
    for v in cuts.rows {
      for u in cuts.columns {
        let divisor = front.m31 * u + front.m32 * v + front.m33
        let place = front.apply(Point(u, v))
        let corner = SIMD4(place.x, place.y, 0, 0)
        places.append(place)
        isInside.append(divisor * sign > 0 && borders.allSatisfy { $0.side(corner) >= 0 })
      }
    }
    (self.places, self.isInside) = (places, isInside)
  }

  /// The whole cells to the left of a column: their rows, at least two.
  func wholeCells(leftOf column: Int) -> (column: Int, rows: ClosedRange<Int>)? {
    guard column > 0 else { return nil }
    let width = cuts.columns.count
    let both = cuts.rows.indices.filter {
      isInside[$0 * width + column - 1] && isInside[$0 * width + column]
    }
    // They follow each other: a facet is convex.
    guard let first = both.first, let last = both.last, last > first else { return nil }
    return (column, first...last)
  }

  func corner(_ column: Int, _ row: Int, _ light: SIMD2<Double>) -> Mesh.Vertex {
    let place = places[row * cuts.columns.count + column]
    return Mesh.Vertex(
      x: Float(place.x), y: Float(place.y), u: Float(cuts.columns[column]),
      v: Float(cuts.rows[row]), light: Float(light.x), alpha: Float(light.y))
  }
}

extension Facet {
  /// Light and alpha if they are the same at each corner.
  fileprivate var evenLight: SIMD2<Double>? {
    guard let first = corners.first,
      corners.allSatisfy({ $0.z == first.z && $0.w == first.w })
    else { return nil }
    return SIMD2(first.z, first.w)
  }

  /// Its sides; the inside is positive.
  fileprivate var borders: [HalfPlane] {
    let points = corners.map { Point($0.x, $0.y) }
    let borders = Borders(of: points)
    return borders.sharp + borders.soft
  }
}
