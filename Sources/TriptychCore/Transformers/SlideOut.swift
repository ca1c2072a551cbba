/// The next picture slides over the one before it, which sinks back to nine tenths of its size.
public struct SlideOut: ContentTransformer {
  public let axis: Axis

  public init(axis: Axis) { self.axis = axis }

  public var name: String { axis.prefix + "slide-out" }

  public func place(_ p: Double, in scene: Scene) -> Placement? {
    if p >= 0 { return Placement(map: axis.shift(scene.pageLength(along: axis) * p)) }
    return Placement(map: .scale(1 + 0.2 * max(p, -0.5), about: scene.center))
  }
}
