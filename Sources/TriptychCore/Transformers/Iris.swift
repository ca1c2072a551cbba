/// A circle opens from the middle of the screen and shows the next picture. Neither moves.
public struct Iris: ContentTransformer {
  public let name = "iris"

  public init() {}

  public func place(_ p: Double, in scene: Scene) -> Placement? {
    guard p > 0 else { return .identity }
    let (width, height) = (scene.size.width, scene.size.height)
    // Its sides, too, are beyond the screen's corners when it is open.
    let full = (width * width + height * height).squareRoot() / 2 * Self.outward
    return Placement(clips: [Self.circle(about: scene.center, radius: full * (1 - p))])
  }

  /// Round to a quarter of a pixel on a screen of 1920×1080.
  private static let corners = 128
  private static let outward = 1 / quarterTurns(2 / Double(corners)).cosine

  private static func circle(about center: Point, radius: Double) -> ConvexPolygon {
    let quarter = corners / 4
    return ConvexPolygon(
      (0..<corners).map { corner in
        let (sine, cosine) = quarterTurns(Double(corner % quarter) / Double(quarter))
        let (x, y) =
          switch corner / quarter {
          case 0: (cosine, sine)
          case 1: (-sine, cosine)
          case 2: (-cosine, -sine)
          default: (sine, -cosine)
          }
        return Point(center.x + radius * x, center.y + radius * y)
      })
  }
}
