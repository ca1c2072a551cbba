import TriptychDecoding
import TriptychWire

/// A thumbnail's file on the disk, and what it has to show.
struct StoredFile {
  let source: SourceFile
  let subject: ThumbnailSubject

  /// The largest kind of thumbnail has 1024 pixels each way; what claims more is none.
  private static let side = 1024
  private static let mostBytes = 8 << 20

  /// nil: it shows something else, or is no thumbnail. It is upright, whatever its file says.
  /// `background`: under what is transparent, 0xRRGGBB.
  func picture(over background: UInt32) throws(Failure) -> PlanarPicture? {
    guard source.byteCount <= Self.mostBytes else { return nil }
    let file = try Memory.reading(source)
    let view = ByteView(file.bytes)
    guard FileFormat(view) == .png, StoredThumbnail(view).shows(subject) else { return nil }
    let header = try PictureHeader(.png, view)
    guard let size = header.size, max(size.width, size.height) <= Self.side else { return nil }
    header.hideFromDecoders(in: file)
    var decoder = GenericDecoder(background: background)
    decoder.clearGray = header.clearGray
    return try decoder.decode(file, .png)
  }

  /// True if a thumbnail of that size can show a picture of `size`, whole and not turned: one of
  /// its sides may be rounded.
  static func shows(_ size: PixelSize, _ thumbnail: PixelSize) -> Bool {
    let off = thumbnail.width * size.height - thumbnail.height * size.width
    return abs(off) <= max(size.width, size.height)
  }
}
