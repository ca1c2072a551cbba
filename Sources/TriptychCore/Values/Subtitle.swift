/// Something that is read with a film: words, or a picture of some.
public struct Subtitle: Sendable {
  /// Which of the film's tracks it belongs to, from 0.
  public var track: Int
  public var content: Content

  /// What is read.
  public enum Content: Sendable {
    /// Lines of plain text.
    case text(String)
    /// `place`: where it lies on a film that is as large as `canvas`.
    case picture(Picture, place: Rect, canvas: Size)
  }

  public init(track: Int, _ content: Content) {
    (self.track, self.content) = (track, content)
  }
}
