import TriptychCore
import TriptychMedia

/// What the overview says of its cells: which are films and how long, which cannot be shown, and
/// how far the pictures in sight have come.
struct OverviewSigns {
  /// A text's bitmap, once it has come.
  let text: (TextRequest) -> Picture?
  /// Of letters.
  var scale = 1.0

  /// The sign of a film: a triangle on a dark plate at the lower left, and its length where that
  /// is known and fits.
  func film(_ length: Duration?, in cell: Rect) -> [Layer] {
    let side = (cell.height / 6).rounded()
    var ground = Rect(
      x: cell.x + side / 2, y: cell.maxY - 1.5 * side, width: side, height: side)
    let sign = Self.shape(
      ground, .init(red: 255, green: 255, blue: 255),
      [
        ConvexPolygon([
          Point(ground.x + side * 0.3, ground.y + side * 0.2),
          Point(ground.x + side * 0.8, ground.y + side * 0.5),
          Point(ground.x + side * 0.3, ground.y + side * 0.8),
        ])
      ])
    let letters = max((side * 0.62 * scale).rounded(), 6)
    let time = length.flatMap { Figures($0.clock, letters: letters, set: text) }
    var signs: [Layer] = []
    if let time, side * 1.4 + time.width < cell.width - side {
      ground.width = (side * 1.4 + time.width).rounded()
      signs = time.signs.map { sign in
        let height = Double(sign.picture.height)
        return Self.glyph(
          sign.picture, x: ground.x + side + sign.x,
          y: ground.y + ((ground.height - height) / 2).rounded())
      }
    }
    return [Layer(filling: ground, with: .black, opacity: 0.6), sign] + signs
  }

  /// A cross over a cell whose item cannot be shown.
  func failure(in cell: Rect) -> [Layer] {
    let side = (cell.height / 5).rounded()
    let (x, y) = (cell.x + cell.width / 2, cell.y + cell.height / 2)
    let (reach, half) = (side / 2, max(side / 16, 1))
    /// From the lower left to the upper right, or (−1) from the upper left to the lower right.
    func bar(_ turn: Double) -> ConvexPolygon {
      ConvexPolygon([
        Point(x - reach - half, y + (reach - half) * turn),
        Point(x - reach + half, y + (reach + half) * turn),
        Point(x + reach + half, y - (reach - half) * turn),
        Point(x + reach - half, y - (reach + half) * turn),
      ])
    }
    return [Self.shape(cell, Color(red: 120, green: 120, blue: 124), [bar(1), bar(-1)])]
  }

  /// A line along the lower edge of the screen.
  func progress(_ part: Double, on size: Size) -> [Layer] {
    let height = max((size.height / 270).rounded(), 2)
    let track = Rect(x: 0, y: size.height - height, width: size.width, height: height)
    var done = track
    done.width = (track.width * min(max(part, 0), 1)).rounded()
    let light = BarsScreen.light
    let ground = Layer(filling: track, with: light, opacity: 0.25)
    return done.width < 1 ? [ground] : [ground, Layer(filling: done, with: light, opacity: 1)]
  }

  private static func shape(_ area: Rect, _ color: Color, _ pieces: [ConvexPolygon]) -> Layer {
    var layer = Layer(filling: area, with: color, opacity: 1)
    layer.placement.clips = pieces
    return layer
  }

  private static func glyph(_ picture: Picture, x: Double, y: Double) -> Layer {
    let box = Size(Double(picture.width), Double(picture.height))
    return Layer(
      cell: box, picture: picture, target: Rect(box), crop: Rect(box), backdrop: nil,
      placement: Placement(map: .shift(x, y)))
  }
}
