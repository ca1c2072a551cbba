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

/// Opens a picture in boxes; the file stays with it.
package typealias BoxOpener = (Memory) throws(Failure) -> any BoxedPicture

/// Serves as a picture worker that also knows pictures in boxes.
/// `formats`: what it knows of those, for people.
package func servePictures(boxes: @escaping BoxOpener, formats: String) -> Never {
  serve(PictureWorker(boxes: boxes, formats: formats), in: .picture)
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
