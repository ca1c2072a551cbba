/// The picture slides away; the next one has been lying beneath it.
public struct Uncover: ContentTransformer {
  public let direction: Direction
  public let drawOrder = DrawOrder.previousOnTop

  public init(_ direction: Direction = .left) { self.direction = direction }

  public var name: String { "uncover:" + direction.rawValue }
  public var axis: Axis { direction.axis }

  public func place(_ p: Double, in scene: Scene) -> Placement? {
    p < 0 ? Placement(map: direction.shift(-scene.pageLength(along: axis) * p)) : .identity
  }
}
