extension Layer {
  /// This layer fading in over another that stands where it does: together they are as opaque as
  /// the view is. `part` 0: only the other is seen, 1: only this.
  public func revealed(_ part: Double, over other: Layer) -> [Layer] {
    let (whole, part) = (placement.opacity, min(max(part, 0), 1))
    var (below, above) = (other, self)
    // Over what lies beneath both: 1 − whole is left of it, whole × part is this one's.
    below.placement.opacity = whole * (1 - part) / max(1 - whole * part, 1e-9)
    above.placement.opacity = whole * part
    return [below, above]
  }
}
