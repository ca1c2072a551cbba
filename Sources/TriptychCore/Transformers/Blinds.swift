/// Eight slats open side by side, each as a wipe does, and show the next picture. Neither moves.
public struct Blinds: ContentTransformer {
  public let direction: Direction

  public init(_ direction: Direction = .left) { self.direction = direction }

  public var name: String { "blinds:" + direction.rawValue }
  public var axis: Axis { direction.axis }

  public func place(_ p: Double, in scene: Scene) -> Placement? {
    guard p > 0 else { return .identity }
    let slat = scene.length(along: axis) / Double(Self.slats)
    let open = slat * (1 - p)
    return Placement(
      clips: (0..<Self.slats).map { index in
        let begin = slat * Double(index) + (direction.sign > 0 ? slat * p : 0)
        return ConvexPolygon(scene.band(from: begin, length: open, along: axis))
      })
  }

  private static let slats = 8
}
