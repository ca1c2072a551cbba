/// One picture is there, then the other. In a drag the nearer place is shown whole.
public struct Cut: ContentTransformer {
  public let name = "cut"

  public init() {}

  public func place(_ p: Double, in scene: Scene) -> Placement? {
    // Half way the next one is current already: place floor(x + 0.5).
    p > -0.5 && p <= 0.5 ? .identity : nil
  }
}
