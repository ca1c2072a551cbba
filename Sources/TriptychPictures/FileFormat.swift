/// What a file is, by its first bytes. Names are never looked at.
enum FileFormat: Equatable {
  case jpeg
  case png
  case gif
  case bmp
  case webp
  case tiff
  /// Another picture, or nothing known: the generic decoders say.
  case other
  case film
  /// HEIF, AVIF and what else comes in such boxes; its name.
  case boxed(String)
  /// A picture of a format that this build does not decode.
  case unsupported(String)

  /// How many bytes the decision needs, where the file has them.
  static let needed = 1024

  init(_ view: ByteView) {
    if let picture = Self.picture(view) {
      self = picture
    } else if let boxed = Self.boxed(view) {
      self = boxed
    } else if Self.isFilm(view) {
      self = .film
    } else {
      self = .other
    }
  }

  private static func picture(_ view: ByteView) -> FileFormat? {
    if view.has([0xFF, 0xD8, 0xFF], at: 0) { return .jpeg }
    if view.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) { return .png }
    if view.has("GIF8", at: 0) { return .gif }
    if view.has("RIFF", at: 0) && view.has("WEBP", at: 8) { return .webp }
    if view.has("II*\0", at: 0) || view.has("MM\0*", at: 0) { return .tiff }
    if view.has("BM", at: 0) { return .bmp }
    if view.has([0xFF, 0x0A], at: 0) { return .unsupported("JPEG XL") }
    if view.has([0xFF, 0x4F, 0xFF, 0x51], at: 0) { return .unsupported("JPEG 2000") }
    if view.has("8BPS", at: 0) { return .unsupported("PSD") }
    return nil
  }

  /// ISO base media and its relatives: a length, then the kind of box.
  private static func boxed(_ view: ByteView) -> FileFormat? {
    if view.has("JXL ", at: 4) { return .unsupported("JPEG XL") }
    if view.has("jP  ", at: 4) { return .unsupported("JPEG 2000") }
    if view.has("ftyp", at: 4) { return brand(view) }
    let films: [StaticString] = ["moov", "mdat", "wide", "free", "skip", "pnot"]
    return films.contains { view.has($0, at: 4) } ? .film : nil
  }

  /// The major brand decides; where it names a container only, the compatible ones do.
  private static func brand(_ view: ByteView) -> FileFormat {
    if let name = still(view, at: 8) { return .boxed(name) }
    let length = min(Int(view.u32(0, bigEndian: true) ?? 0), needed)
    for offset in stride(from: 16, to: max(length, 16), by: 4) {
      if let name = still(view, at: offset) { return .boxed(name) }
    }
    return containers.contains { view.has($0, at: 8) } ? .boxed("HEIF") : .film
  }

  private static let containers: [StaticString] = ["mif1", "mif2", "mif3", "msf1", "miaf", "jpeg"]

  private static func still(_ view: ByteView, at offset: Int) -> String? {
    let names: [(StaticString, String)] = [
      ("avif", "AVIF"), ("avis", "AVIF"), ("heic", "HEIC"), ("heix", "HEIC"), ("heim", "HEIC"),
      ("heis", "HEIC"), ("hevc", "HEIC"), ("hevx", "HEIC"), ("j2ki", "JPEG 2000"),
      ("jxl ", "JPEG XL"), ("jp2 ", "JPEG 2000"),
    ]
    return names.first { view.has($0.0, at: offset) }?.1
  }

  private static func isFilm(_ view: ByteView) -> Bool {
    if view.has([0x1A, 0x45, 0xDF, 0xA3], at: 0) { return true }  // Matroska, WebM
    if view.has("RIFF", at: 0) && view.has("AVI ", at: 8) { return true }
    if view.has("OggS", at: 0) || view.has("FLV\u{1}", at: 0) { return true }
    if view.has([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], at: 0) { return true }  // ASF
    // MPEG programme and video streams.
    if view.has([0, 0, 1, 0xBA], at: 0) || view.has([0, 0, 1, 0xB3], at: 0) { return true }
    return isTransportStream(view)
  }

  /// MPEG-TS: a sync byte every 188 bytes, or every 192 with a time stamp before each packet.
  private static func isTransportStream(_ view: ByteView) -> Bool {
    let sync: UInt8 = 0x47
    return [(0, 188), (4, 192)].contains { start, packet in
      (0..<3).allSatisfy { view.u8(start + $0 * packet) == sync }
    }
  }
}
