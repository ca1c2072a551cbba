/// The picture slides away and uncovers the next one, which grows from nine tenths of its size.
public struct SlideIn: ContentTransformer {
  public let axis: Axis
  public let drawOrder = DrawOrder.previousOnTop

  public init(axis: Axis) { self.axis = axis }

  public var name: String { axis.prefix + "slide-in" }

  public func place(_ p: Double, in scene: Scene) -> Placement? {
    if p <= 0 { return Placement(map: axis.shift(scene.pageLength(along: axis) * p)) }
    return Placement(map: .scale(1 - 0.2 * min(p, 0.5), about: scene.center))
  }
}
