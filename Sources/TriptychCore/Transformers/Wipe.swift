/// An edge moves across the screen and leaves the next picture behind it. Neither picture moves.
public struct Wipe: ContentTransformer {
  public let direction: Direction

  public init(_ direction: Direction = .left) { self.direction = direction }

  public var name: String { "wipe:" + direction.rawValue }
  public var axis: Axis { direction.axis }

  public func place(_ p: Double, in scene: Scene) -> Placement? {
    guard p > 0 else { return .identity }
    let (width, height) = (scene.size.width, scene.size.height)
    let seen =
      switch direction {
      case .left: Rect(x: width * p, y: 0, width: width * (1 - p), height: height)
      case .right: Rect(x: 0, y: 0, width: width * (1 - p), height: height)
      case .up: Rect(x: 0, y: height * p, width: width, height: height * (1 - p))
      case .down: Rect(x: 0, y: 0, width: width, height: height * (1 - p))
      }
    return Placement(clips: [ConvexPolygon(seen)])
  }
}
