/// The picture parts in the middle like a double door; behind it the next one settles.
public struct Doors: ContentTransformer {
  public let axis: Axis

  /// `horizontal`: the doors go to the left and the right.
  public init(axis: Axis = .horizontal) { self.axis = axis }

  public var name: String { "doors:" + axis.rawValue }

  public func place(_ p: Double, in scene: Scene) -> Placement? {
    guard p > 0 else { return .identity }
    let length = scene.length(along: axis)
    let door = scene.band(from: length / 2 * p, length: length * (1 - p), along: axis)
    return Placement(
      map: .scale(1 + 0.15 * p, about: scene.center), clips: [ConvexPolygon(door)])
  }
}
