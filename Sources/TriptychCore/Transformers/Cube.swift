/// The pictures are faces of a cube that is turned by a quarter. The edge between them stays in
/// the plane of the screen, so that nothing is cut off.
public struct Cube: ContentTransformer {
  public let direction: Direction

  public init(_ direction: Direction = .left) { self.direction = direction }

  public var name: String { "cube:" + direction.rawValue }
  public var axis: Axis { direction.axis }

  public func place(_ p: Double, in scene: Scene) -> Placement? {
    guard p != 0 else { return .identity }
    let length = scene.length(along: axis)
    let side = direction.sign
    let (sine, cosine) = quarterTurns(p * side)
    var turning = Turning(
      reach: cosine, shift: length / 2 * sine, slope: sine, depth: length / 2 * abs(sine))
    // The lower view goes a thousandth of its size on beneath the edge: two smooth edges on each
    // other would let the background through.
    if p < 0 { turning.stretch(by: min(-p, 0.001), from: -side * length / 2) }
    return turning.placement(along: axis, in: scene)
  }
}

extension Turning {
  /// Makes the cell longer by that part; its end at `fixed`, pixels from its middle, stays.
  fileprivate mutating func stretch(by part: Double, from fixed: Double) {
    shift -= reach * part * fixed
    depth -= slope * part * fixed
    reach *= 1 + part
    slope *= 1 + part
  }
}
