/// The picture turns over like a card and the next one is on its back, upright. Its near edge
/// stays in the plane of the screen, so that nothing is cut off.
public struct Flip: ContentTransformer {
  public let direction: Direction

  public init(_ direction: Direction = .left) { self.direction = direction }

  public var name: String { "flip:" + direction.rawValue }
  public var axis: Axis { direction.axis }

  public func place(_ p: Double, in scene: Scene) -> Placement? {
    guard p != 0 else { return .identity }
    // Half way the card stands on edge; beyond that its other side is seen.
    guard abs(p) < 0.5 else { return nil }
    let (sine, cosine) = quarterTurns(2 * p * direction.sign)
    let half = scene.length(along: axis) / 2
    let turning = Turning(reach: cosine, shift: 0, slope: sine, depth: half * abs(sine))
    return turning.placement(along: axis, in: scene)
  }
}
