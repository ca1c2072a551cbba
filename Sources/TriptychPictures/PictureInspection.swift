import CSDL2Image
import TriptychDecoding
import TriptychWire

/// What the picture worker says to people: which formats it has, and what a file is.
struct PictureInspection {
  /// nil: what comes in boxes is another worker's.
  private let boxes: BoxLibrary?

  init(_ boxes: BoxLibrary?) { self.boxes = boxes }

  static let isBoxed = Failure(.isHEIF, "a picture in HEIF's boxes")

  /// All on one line, with what the libraries at hand have.
  static var formats: String {
    let wanted = [
      ("PNG", IMG_INIT_PNG), ("TIFF", IMG_INIT_TIF), ("WebP", IMG_INIT_WEBP),
    ]
    let loaded = IMG_Init(Int32(wanted.reduce(0) { $0 | $1.1.rawValue }))
    let libraries = wanted.filter { loaded & Int32($0.1.rawValue) != 0 }.map(\.0)
    let own = ["GIF", "BMP", "TGA", "PNM", "PCX", "QOI", "SVG", "XCF", "XPM", "LBM", "ICO"]
    return (["JPEG"] + libraries + own).joined(separator: ", ")
  }

  /// `JPEG, 4000 × 3000 pixels, stored turned: 3000 × 4000 as shown`. Throws as decoding would.
  func words(on source: SourceFile) throws(Failure) -> String {
    let start = try source.bytes(at: 0, count: FileFormat.needed)
    let format = start.withUnsafeBytes { FileFormat(ByteView($0)) }
    switch format {
    case .film: throw Failure(.isFilm, "the file is a film")
    case .unsupported(let name): throw Failure(.unsupported, "\(name) pictures are not supported")
    case .other: return "picture of another kind"
    case .boxed(let name):
      return Self.words(name, try opened(source).size, .upright)
    case .jpeg, .png, .gif, .bmp, .webp, .tiff: break
    }
    let file = try Memory.reading(source)
    let view = ByteView(file.bytes)
    defer { withExtendedLifetime(file) {} }
    if format == .jpeg {
      let header = JPEGHeader(view)
      let name = header.isProgressive ? "JPEG (progressive)" : "JPEG"
      return Self.words(name, header.size, header.orientation)
    }
    let header = try PictureHeader(format, view)
    return Self.words(Self.name(of: format), header.size, header.orientation)
  }

  /// What the camera has written; nothing where it is not known how to find it.
  func facts(of source: SourceFile) throws(Failure) -> PictureFacts {
    let start = try source.bytes(at: 0, count: EarlyPreview.headBytes)
    let format = start.withUnsafeBytes { FileFormat(ByteView($0)) }
    switch format {
    case .jpeg:
      return start.withUnsafeBytes { bytes in
        let header = JPEGHeader(ByteView(bytes))
        return Self.facts(
          exif: header.exif.flatMap { Exif($0)?.facts }, xmp: header.xmp,
          photoshop: header.photoshop)
      }
    case .png, .webp:
      let file = try Memory.reading(source)
      defer { withExtendedLifetime(file) {} }
      let header = try PictureHeader(format, ByteView(file.bytes))
      return Self.facts(exif: header.exif.flatMap { Exif(chunk: $0)?.facts }, xmp: header.xmp)
    case .boxed:
      let picture = try opened(source)
      let facts = picture.exif?.withUnsafeBytes { Exif(chunk: ByteView($0))?.facts }
      guard let xmp = picture.xmp else { return Self.facts(exif: facts, xmp: nil) }
      return xmp.withUnsafeBytes { Self.facts(exif: facts, xmp: ByteView($0)) }
    case .gif, .bmp, .tiff, .other, .film, .unsupported: return PictureFacts()
    }
  }

  private static func facts(
    exif: PictureFacts?, xmp: ByteView?, photoshop: ByteView? = nil
  ) -> PictureFacts {
    var facts = exif ?? PictureFacts()
    facts.placeName = PlaceNames.line(xmp: xmp, photoshop: photoshop)
    return facts
  }

  private func opened(_ source: SourceFile) throws(Failure) -> any BoxedPicture {
    guard let boxes else { throw Self.isBoxed }
    return try boxes.look(at: source)
  }

  private static func name(of format: FileFormat) -> String {
    switch format {
    case .png: "PNG"
    case .gif: "GIF"
    case .bmp: "BMP"
    case .webp: "WebP"
    case .tiff: "TIFF"
    case .jpeg, .other, .film, .boxed, .unsupported: "picture"
    }
  }

  private static func words(
    _ name: String, _ size: PixelSize?, _ orientation: Orientation
  ) -> String {
    guard let size else { return name + ", of unknown size" }
    let stored = "\(name), \(size.width) × \(size.height) pixels"
    guard orientation != .upright else { return stored }
    let shown = orientation.swapsAxes ? size.transposed : size
    return "\(stored), stored \(orientation.words): \(shown.width) × \(shown.height) as shown"
  }
}

extension Orientation {
  /// How it was stored; it is shown upright.
  fileprivate var words: String {
    switch self {
    case .upright: "upright"
    case .mirrored, .flipped, .transposed, .transversed: "mirrored"
    case .upsideDown: "upside down"
    case .turnedRight, .turnedLeft: "turned"
    }
  }
}
