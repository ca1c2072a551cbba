/// What the markers of a JPEG file say (ITU-T T.81 Annex B), up to the first scan.
struct JPEGHeader {
  private(set) var orientation = Orientation.upright
  private(set) var isProgressive = false
  /// As stored; nil where there is no frame.
  private(set) var size: PixelSize?
  /// Photoshop and its relatives store ink values inverted and say so by this marker.
  private(set) var hasAdobeMarker = false
  /// Blocks of 8 × 8 samples, of all components.
  private(set) var blocks = 0
  /// Bytes of picture data that follow the first scan's header; 0: there is none.
  private(set) var scanBytes = 0
  /// The segment that has Exif data, its mark included; nil: there is none.
  private(set) var exif: ByteView?
  /// A packet of XMP, without its mark; nil: there is none.
  private(set) var xmp: ByteView?
  /// The segment in which Photoshop and its relatives keep IPTC's data, its mark included.
  private(set) var photoshop: ByteView?
  /// A thumbnail of JFIF's own kind (JFIF 1.02); nil: there is none.
  private(set) var thumbnail: JFIFThumbnail?

  init(_ view: ByteView) {
    var offset = 2
    while let marker = Self.marker(view, &offset) {
      if marker == Marker.endOfImage { return }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
      guard let length = view.u16(offset, bigEndian: true).map({ Int($0) }), length >= 2 else {
        return
      }
      if marker == Marker.startOfScan {
        scanBytes = max(0, view.count - offset - length)
        return
      }
      if let part = view.part(offset + 2, count: length - 2) { read(marker, part) }
      offset += length
    }
  }

  private enum Marker {
    static let frames: [UInt8] = [
      0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF,
    ]
    static let progressive: [UInt8] = [0xC2, 0xC6, 0xCA, 0xCE]
    static let endOfImage: UInt8 = 0xD9
    static let startOfScan: UInt8 = 0xDA
    static let jfif: UInt8 = 0xE0
    static let exif: UInt8 = 0xE1
    static let photoshop: UInt8 = 0xED
    static let adobe: UInt8 = 0xEE
    static let xmpName: StaticString = "http://ns.adobe.com/xap/1.0/\0"
  }

  /// The next marker's code; leaves `offset` after it.
  private static func marker(_ view: ByteView, _ offset: inout Int) -> UInt8? {
    // Between segments some files have bytes that belong to nothing; libjpeg skips them too.
    while let byte = view.u8(offset) {
      offset += 1
      if byte != 0xFF { continue }
      while view.u8(offset) == 0xFF { offset += 1 }
      guard let code = view.u8(offset) else { return nil }
      offset += 1
      if code != 0 { return code }
    }
    return nil
  }

  private mutating func read(_ marker: UInt8, _ part: ByteView) {
    if Marker.progressive.contains(marker) { isProgressive = true }
    if Marker.frames.contains(marker) { readFrame(part) }
    if marker == Marker.adobe, part.has("Adobe", at: 0) { hasAdobeMarker = true }
    if marker == Marker.jfif { thumbnail = thumbnail ?? JFIFThumbnail(part) }
    if marker == Marker.photoshop, part.has("Photoshop 3.0\0", at: 0) {
      photoshop = photoshop ?? part
    }
    if marker == Marker.exif, part.has(Marker.xmpName, at: 0) {
      xmp = xmp ?? part.part(Marker.xmpName.utf8CodeUnitCount, count: part.count)
    }
    guard marker == Marker.exif, part.has("Exif\0\0", at: 0) else { return }
    exif = exif ?? part
    if let directory = part.part(6, count: part.count).flatMap({ TIFFDirectory($0) }) {
      orientation = directory.orientation
    }
  }

  private mutating func readFrame(_ part: ByteView) {
    guard let height = part.u16(1, bigEndian: true), let width = part.u16(3, bigEndian: true),
      let count = part.u8(5)
    else { return }
    size = PixelSize(width: Int(width), height: Int(height))
    let factors = (0..<Int(count)).compactMap { part.u8(7 + 3 * $0) }
    let wide = max(factors.map { Int($0 >> 4) }.max() ?? 1, 1)
    let high = max(factors.map { Int($0 & 15) }.max() ?? 1, 1)
    let units =
      ((Int(width) + 8 * wide - 1) / (8 * wide)) * ((Int(height) + 8 * high - 1) / (8 * high))
    blocks = factors.reduce(0) { $0 + units * Int($1 >> 4) * Int($1 & 15) }
  }

  /// A picture that is cut off is shown, grey where the data ends. But where the data could not
  /// even fill a sixth of it if it were blank (2 bits a block), there is nothing worth showing.
  var isWorthShowing: Bool {
    scanBytes > 0 && (isProgressive || scanBytes * 8 * 6 >= blocks * 2)
  }
}
