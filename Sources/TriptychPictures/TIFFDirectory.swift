/// The first directory of a TIFF file, which is what Exif data is too (TIFF 6.0, section 2):
/// only what the worker needs of it.
struct TIFFDirectory {
  private(set) var orientation = Orientation.upright
  /// Where the orientation's value stands, to be overwritten before libtiff sees it.
  private(set) var orientationOffset: Int?
  private(set) var width: UInt32?
  private(set) var height: UInt32?
  let isBigEndian: Bool

  private enum Tag {
    static let width: UInt16 = 256
    static let height: UInt16 = 257
    static let orientation: UInt16 = 274
  }

  /// nil if it is no TIFF or its directory lies outside of the bytes.
  init?(_ view: ByteView) {
    if view.has("II*\0", at: 0) {
      isBigEndian = false
    } else if view.has("MM\0*", at: 0) {
      isBigEndian = true
    } else {
      return nil
    }
    guard let first = view.u32(4, bigEndian: isBigEndian),
      let count = view.u16(Int(first), bigEndian: isBigEndian)
    else { return nil }
    for index in 0..<Int(count) {
      guard read(entry: Int(first) + 2 + index * 12, of: view) else { return }
    }
  }

  /// False where the entry lies outside of the bytes.
  private mutating func read(entry: Int, of view: ByteView) -> Bool {
    guard let tag = view.u16(entry, bigEndian: isBigEndian),
      let type = view.u16(entry + 2, bigEndian: isBigEndian),
      let count = view.u32(entry + 4, bigEndian: isBigEndian),
      let value = value(at: entry + 8, type: type, of: view)
    else { return view.u32(entry + 8, bigEndian: isBigEndian) != nil }
    guard count == 1 else { return true }
    switch tag {
    case Tag.width: width = value
    case Tag.height: height = value
    case Tag.orientation where type == Self.short && orientationOffset == nil:
      orientation = Orientation(tag: UInt16(truncatingIfNeeded: value))
      orientationOffset = entry + 8
    default: break
    }
    return true
  }

  private static let short: UInt16 = 3
  private static let long: UInt16 = 4

  private func value(at offset: Int, type: UInt16, of view: ByteView) -> UInt32? {
    switch type {
    case Self.short: view.u16(offset, bigEndian: isBigEndian).map { UInt32($0) }
    case Self.long: view.u32(offset, bigEndian: isBigEndian)
    default: nil
    }
  }
}
