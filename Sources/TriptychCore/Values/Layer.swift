/// What a painter draws: a cell under a homography, with opacity and clips.
///
/// The cell is `cell` pixels large. Inside `target` it shows `crop` of the picture, elsewhere the
/// backdrop; so a letterboxed picture is one polygon, and its opacity is that of the whole.
/// Views, messages and cards are all this.
public struct Layer: Sendable {
  public var cell: Size
  /// nil: the cell is all backdrop.
  public var picture: Picture?
  /// Where the picture lies, cell pixels.
  public var target: Rect
  /// The part of the picture shown there, picture pixels (fractions allowed).
  public var crop: Rect
  /// What fills the rest; nil: nothing is drawn there (messages).
  public var backdrop: Color?
  public var placement: Placement

  public init(
    cell: Size, picture: Picture?, target: Rect, crop: Rect, backdrop: Color?,
    placement: Placement
  ) {
    self.cell = cell
    self.picture = picture
    self.target = target
    self.crop = crop
    self.backdrop = backdrop
    self.placement = placement
  }
}
