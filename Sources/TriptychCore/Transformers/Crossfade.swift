/// The next picture appears through the one before it, straight and not through black.
public struct Crossfade: ContentTransformer {
  public let name = "crossfade"

  public init() {}

  public func place(_ p: Double, in scene: Scene) -> Placement? {
    // The lower view stays whole: two half-transparent views would let the background through.
    Placement(opacity: p > 0 ? 1 - p : 1)
  }
}
