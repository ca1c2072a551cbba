/// The pictures lie in a row with a gap between them, and the row is pushed along: the next one
/// pushes the one before it out.
public struct MoveInOut: ContentTransformer {
  public let axis: Axis

  public init(axis: Axis) { self.axis = axis }

  public var name: String { axis.prefix + "move-in-out" }

  public func place(_ p: Double, in scene: Scene) -> Placement? {
    Placement(map: axis.shift(scene.pageLength(along: axis) * p))
  }
}
