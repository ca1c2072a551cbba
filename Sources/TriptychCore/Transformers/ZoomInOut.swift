/// The pictures lie in a row that is pushed along; those beside the middle are half as large.
public struct ZoomInOut: ContentTransformer {
  public let axis: Axis

  public init(axis: Axis) { self.axis = axis }

  public var name: String { axis.prefix + "zoom-in-out" }

  public func place(_ p: Double, in scene: Scene) -> Placement? {
    let scale = Homography.scale(max(0.5, 1 - 0.5 * abs(p)), about: scene.center)
    // Half a screen less than a push: each of the two is half as large when it is out.
    let length = 0.75 * scene.length(along: axis) + scene.gap
    return Placement(map: scale.then(axis.shift(length * p)))
  }
}
