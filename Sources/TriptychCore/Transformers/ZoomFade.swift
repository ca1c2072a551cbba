/// The picture comes nearer by a quarter as it dissolves; the next one stands still behind it.
public struct ZoomFade: ContentTransformer {
  public let name = "zoom-fade"
  public let drawOrder = DrawOrder.previousOnTop

  public init() {}

  public func place(_ p: Double, in scene: Scene) -> Placement? {
    guard p < 0 else { return .identity }
    return Placement(map: .scale(1 - 0.25 * p, about: scene.center), opacity: 1 + p)
  }
}
