import TriptychDecoding
import TriptychWire

/// A picture in boxes (HEIF, AVIF) that is open. A program of its own has the libraries for it.
package protocol BoxedPicture {
  /// Upright, pixels; not checked against any limit.
  var size: PixelSize { get }
  /// That of the small picture that it has with it; nil: it has none.
  var thumbnailSize: PixelSize? { get }
  /// Upright. `background`: under what is transparent, 0xRRGGBB.
  func decode(over background: UInt32) throws(Failure) -> PlanarPicture
  /// The small one, upright.
  func decodeThumbnail(over background: UInt32) throws(Failure) -> PlanarPicture
  /// Exif data that begins as a TIFF file does; nil: it has none.
  var exif: [UInt8]? { get }
  /// A packet of XMP; nil: it has none.
  var xmp: [UInt8]? { get }
}

/// What opens pictures in boxes.
package struct BoxLibrary {
  /// To decode it; the file stays with it.
  let open: (Memory) throws(Failure) -> any BoxedPicture
  /// To look what stands beside it: only that is read.
  let peek: (SourceFile) throws(Failure) -> any BoxedPicture
  /// What it knows, for people.
  let formats: String

  package init(
    formats: String, open: @escaping (Memory) throws(Failure) -> any BoxedPicture,
    peek: @escaping (SourceFile) throws(Failure) -> any BoxedPicture
  ) {
    (self.formats, self.open, self.peek) = (formats, open, peek)
  }

  /// What is small is read whole: libheif 1.15 finds nothing in files of less than 1 KiB that it
  /// reads by itself.
  private static let small = 64 << 10

  /// For what stands beside the picture.
  func look(at source: SourceFile) throws(Failure) -> any BoxedPicture {
    source.byteCount <= Self.small ? try open(Memory.reading(source)) : try peek(source)
  }
}

/// Serves as a picture worker that also knows pictures in boxes.
package func servePictures(boxes: BoxLibrary) -> Never {
  serve(PictureWorker(boxes: boxes), in: .picture)
}

extension BoxedPicture {
  /// As fine as `fitting` wants it: the small one, if it is no coarser.
  func decode(for fitting: Fitting, over background: UInt32) throws(Failure) -> PlanarPicture {
    let whole = fitting.whole
    if let small = thumbnailSize, small.width >= whole.width, small.height >= whole.height,
      StoredFile.shows(size, small)
    {
      return try decodeThumbnail(over: background)
    }
    return try decode(over: background)
  }

  func check() throws(Failure) {
    guard size.width > 0, size.height > 0 else { throw Failure(.damaged, "an empty picture") }
    guard size.area <= PictureHeader.pixelLimit else { throw PictureHeader.tooLarge(size) }
  }
}
