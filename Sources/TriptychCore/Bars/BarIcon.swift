/// What the buttons show: convex pieces in a square of side 1, so that both painters draw them and
/// no font need have them.
public enum BarIcon: String, CaseIterable, Sendable {
  case close, previous, next, play, pause, zoomIn, zoomOut, overview, sound, silence

  /// A set of pieces in one shade, drawn over those before.
  public struct Coat: Hashable, Sendable {
    public var isLight: Bool
    public var pieces: [ConvexPolygon]
  }

  /// Lowest first, in a square of side 1, y down.
  public var coats: [Coat] {
    switch self {
    case .close: light([bar(0.24, 0.24, 0.76, 0.76), bar(0.76, 0.24, 0.24, 0.76)])
    case .previous: light([bar(0.62, 0.2, 0.34, 0.5), bar(0.34, 0.5, 0.62, 0.8)])
    case .next: light([bar(0.38, 0.2, 0.66, 0.5), bar(0.66, 0.5, 0.38, 0.8)])
    case .play: light([polygon((0.3, 0.2), (0.8, 0.5), (0.3, 0.8))])
    case .pause: light([box(0.28, 0.22, 0.14, 0.56), box(0.58, 0.22, 0.14, 0.56)])
    case .zoomIn: glass + light([box(0.29, 0.395, 0.26, 0.05), box(0.395, 0.29, 0.05, 0.26)])
    case .zoomOut: glass + light([box(0.29, 0.395, 0.26, 0.05)])
    case .overview: light(grid)
    case .sound: light(speaker + wave(0.2) + wave(0.32))
    case .silence: light(speaker + [bar(0.62, 0.4, 0.82, 0.6), bar(0.82, 0.4, 0.62, 0.6)])
    }
  }

  private func light(_ pieces: [ConvexPolygon]) -> [Coat] { [Coat(isLight: true, pieces: pieces)] }

  private var grid: [ConvexPolygon] {
    (0..<9).map { box(0.2 + 0.22 * Double($0 % 3), 0.2 + 0.22 * Double($0 / 3), 0.16, 0.16) }
  }

  /// A ring with a handle.
  private var glass: [Coat] {
    light([bar(0.58, 0.58, 0.8, 0.8), .disc(about: Point(0.42, 0.42), radius: 0.25)])
      + [Coat(isLight: false, pieces: [.disc(about: Point(0.42, 0.42), radius: 0.185)])]
  }

  private var speaker: [ConvexPolygon] {
    [box(0.16, 0.38, 0.12, 0.24), polygon((0.28, 0.38), (0.48, 0.2), (0.48, 0.8), (0.28, 0.62))]
  }

  /// A quarter of a ring, to the right of the speaker.
  private func wave(_ radius: Double) -> [ConvexPolygon] {
    let (inner, outer) = (radius - 0.03, radius + 0.03)
    let points = [-0.5, -0.25, 0, 0.25, 0.5].map { quarterTurns($0) }
    return zip(points, points.dropFirst()).map { a, b in
      polygon(
        (0.5 + inner * a.cosine, 0.5 + inner * a.sine),
        (0.5 + outer * a.cosine, 0.5 + outer * a.sine),
        (0.5 + outer * b.cosine, 0.5 + outer * b.sine),
        (0.5 + inner * b.cosine, 0.5 + inner * b.sine))
    }
  }

  private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> ConvexPolygon {
    ConvexPolygon(Rect(x: x, y: y, width: width, height: height))
  }

  private func polygon(_ points: (Double, Double)...) -> ConvexPolygon {
    ConvexPolygon(points.map { Point($0.0, $0.1) })
  }

  /// A stroke from a point to another.
  private func bar(_ x: Double, _ y: Double, _ toX: Double, _ toY: Double) -> ConvexPolygon {
    let (dx, dy) = (toX - x, toY - y)
    let length = (dx * dx + dy * dy).squareRoot()
    let (ox, oy) = (-dy / length * 0.045, dx / length * 0.045)
    // A little longer, so that strokes that meet leave no gap.
    let (ex, ey) = (dx / length * 0.03, dy / length * 0.03)
    return polygon(
      (x - ex + ox, y - ey + oy), (toX + ex + ox, toY + ey + oy),
      (toX + ex - ox, toY + ey - oy), (x - ex - ox, y - ey - oy))
  }
}

extension ConvexPolygon {
  /// A circle, nearly: 24 corners.
  public static func disc(about center: Point, radius: Double) -> ConvexPolygon {
    let corners = 24
    return ConvexPolygon(
      (0..<corners).map { corner in
        // Halves of a turn and their mirror images.
        let turns = Double(corner) * 4 / Double(corners)
        let (sine, cosine) = quarterTurns(turns.truncatingRemainder(dividingBy: 1))
        let (x, y) =
          switch Int(turns) {
          case 0: (cosine, sine)
          case 1: (-sine, cosine)
          case 2: (-cosine, -sine)
          default: (sine, -cosine)
          }
        return Point(center.x + radius * x, center.y + radius * y)
      })
  }

  /// The same in a square of the screen, from a square of side 1.
  public func placed(in square: Rect) -> ConvexPolygon {
    ConvexPolygon(
      points.map { Point(square.x + $0.x * square.width, square.y + $0.y * square.height) })
  }
}
