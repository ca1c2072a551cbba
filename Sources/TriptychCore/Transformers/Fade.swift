/// The picture sinks into the background, and the next one rises out of it.
public struct Fade: ContentTransformer {
  public let name = "fade"

  public init() {}

  public func place(_ p: Double, in scene: Scene) -> Placement? {
    let opacity = 1 - 2 * abs(p)
    return opacity > 0 ? Placement(opacity: opacity) : nil
  }
}
