/// The pictures stand on a ring of six that draws back, turns to the next one and comes near
/// again.
public struct Carousel: ContentTransformer {
  public let direction: Direction

  public init(_ direction: Direction = .left) { self.direction = direction }

  public var name: String { "carousel:" + direction.rawValue }
  public var axis: Axis { direction.axis }

  public func place(_ p: Double, in scene: Scene) -> Placement? {
    guard p != 0 else { return .identity }
    let (sine, cosine) = quarterTurns(p * direction.sign * 2 / 3)
    let length = scene.length(along: axis)
    // From the ring's middle to its pictures: six of them, with the gap between, close it.
    let radius = 0.75.squareRoot() * (length + scene.gap)
    // The same for both views, and none at either end.
    let back = 1.6 * length * abs(p) * (1 - abs(p))
    let turning = Turning(
      reach: cosine, shift: radius * sine, slope: sine, depth: radius * (1 - cosine) + back)
    return turning.placement(along: axis, in: scene)
  }
}
