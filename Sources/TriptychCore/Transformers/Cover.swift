/// The next picture slides in over the one before it, which stays where it is.
public struct Cover: ContentTransformer {
  public let direction: Direction

  public init(_ direction: Direction = .left) { self.direction = direction }

  public var name: String { "cover:" + direction.rawValue }
  public var axis: Axis { direction.axis }

  public func place(_ p: Double, in scene: Scene) -> Placement? {
    // As far as a push goes, so that the picture stays under the finger.
    p > 0 ? Placement(map: direction.shift(-scene.pageLength(along: axis) * p)) : .identity
  }
}
