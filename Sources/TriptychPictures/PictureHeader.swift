import TriptychDecoding

/// What a picture's header says before anything is decoded.
struct PictureHeader {
  /// As stored; nil where the header does not say it in a place known here.
  var size: PixelSize?
  var orientation = Orientation.upright
  /// The fourth channel is to be taken for nothing (BMP).
  var isOpaque = false
  /// A chunk of Exif data, without a mark before it.
  private(set) var exif: ByteView?
  /// A packet of XMP; nil: there is none.
  private(set) var xmp: ByteView?
  /// A grey that stands for transparency (PNG), in 8 bits, and where the chunk's name stands.
  var clearGray: UInt8?
  var clearGrayOffset: Int?

  /// The most pixels that the generic decoders may have.
  static let pixelLimit = 64_000_000

  init(_ format: FileFormat, _ view: ByteView) throws(Failure) {
    switch format {
    case .png: try readPNG(view)
    case .gif: size = Self.size(view.u16(6, bigEndian: false), view.u16(8, bigEndian: false))
    case .bmp: readBMP(view)
    case .webp: readWebP(view)
    case .tiff: readTIFF(view)
    case .jpeg, .other, .film, .boxed, .unsupported: break
    }
    if let size, size.area > Self.pixelLimit { throw Self.tooLarge(size) }
  }

  /// The size as stored, from the file's beginning alone; nil: it does not stand there.
  static func early(_ format: FileFormat, _ head: ByteView) -> PixelSize? {
    switch format {
    case .png:
      // The walk over all chunks would find that the file is cut off.
      size(head.u32(16, bigEndian: true), head.u32(20, bigEndian: true))
    case .gif, .bmp, .webp, .tiff: (try? PictureHeader(format, head))?.size
    case .jpeg, .other, .film, .boxed, .unsupported: nil
    }
  }

  static func tooLarge(_ size: PixelSize, limit: Int = pixelLimit) -> Failure {
    Failure(
      .tooLarge,
      "\(size.width)×\(size.height) pixels; the limit is \(limit / 1_000_000) million")
  }

  private static func size<I: BinaryInteger>(_ width: I?, _ height: I?) -> PixelSize? {
    guard let width, let height, width > 0, height > 0, width <= 1_000_000,
      height <= 1_000_000
    else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// PNG (ISO 15948): walks over all chunks, because libpng 1.6.39 as SDL2_image calls it does
  /// not come back from some chunks that claim to be longer than the file.
  private mutating func readPNG(_ view: ByteView) throws(Failure) {
    var offset = 8
    while let length = view.u32(offset, bigEndian: true) {
      guard Int(length) <= view.count - offset - 12 else {
        throw Failure(.damaged, "a PNG chunk is longer than the file")
      }
      if view.has("IHDR", at: offset + 4) {
        size = Self.size(
          view.u32(offset + 8, bigEndian: true), view.u32(offset + 12, bigEndian: true))
      } else if view.has("eXIf", at: offset + 4) {
        read(exif: view.part(offset + 8, count: Int(length)))
      } else if view.has("iTXt", at: offset + 4) {
        xmp = xmp ?? view.part(offset + 8, count: Int(length)).flatMap(Self.xmp)
      } else if view.has("tRNS", at: offset + 4) {
        readClearGray(view, at: offset + 4)
      } else if view.has("IEND", at: offset + 4) {
        return
      }
      offset += 12 + Int(length)
    }
    throw Failure(.damaged, "the PNG file ends too early")
  }

  /// A text of a PNG that is a packet of XMP, not compressed.
  private static func xmp(_ chunk: ByteView) -> ByteView? {
    let mark: StaticString = "XML:com.adobe.xmp\0\0\0"
    guard chunk.has(mark, at: 0) else { return nil }
    // Then its language and its name in that, both mostly empty.
    var offset = mark.utf8CodeUnitCount
    for _ in 0..<2 {
      while let byte = chunk.u8(offset), byte != 0 { offset += 1 }
      offset += 1
    }
    return chunk.part(offset, count: chunk.count)
  }

  /// Colour type 0: one grey of 1 to 16 bits is transparent. The other types need no help.
  private mutating func readClearGray(_ view: ByteView, at offset: Int) {
    guard let depth = view.u8(24), [1, 2, 4, 8, 16].contains(depth), view.u8(25) == 0,
      let gray = view.u16(offset + 4, bigEndian: true)
    else { return }
    clearGrayOffset = offset
    if depth == 16 {
      clearGray = UInt8(gray >> 8)
    } else {
      let most = UInt16(1) << UInt16(depth) - 1
      clearGray = UInt8(min(gray, most) * 255 / most)
    }
  }

  private mutating func readBMP(_ view: ByteView) {
    // Only 32 bits with masks of their own (BI_BITFIELDS) mean an alpha channel.
    let (depth, compression) = (view.u16(28, bigEndian: false), view.u32(30, bigEndian: false))
    isOpaque = depth != 32 || compression != 3
    let isCore = view.u32(14, bigEndian: false) == 12
    if isCore {
      size = Self.size(view.u16(18, bigEndian: false), view.u16(20, bigEndian: false))
    } else if let width = view.u32(18, bigEndian: false),
      let height = view.u32(22, bigEndian: false)
    {
      // A negative height: rows from the top.
      size = Self.size(
        Int(Int32(bitPattern: width)), Int(Int32(bitPattern: height).magnitude))
    }
  }

  private mutating func readWebP(_ view: ByteView) {
    var offset = 12
    while let length = view.u32(offset + 4, bigEndian: false) {
      if view.has("EXIF", at: offset), let part = view.part(offset + 8, count: Int(length)) {
        // Some writers put the JPEG marker's name before.
        read(exif: part.has("Exif\0\0", at: 0) ? part.part(6, count: part.count) : part)
      } else if view.has("XMP ", at: offset) {
        xmp = xmp ?? view.part(offset + 8, count: Int(length))
      } else if view.has("VP8X", at: offset) {
        size = Self.size(
          u24(view, offset + 12).map { $0 + 1 }, u24(view, offset + 15).map { $0 + 1 })
      } else if view.has("VP8 ", at: offset), size == nil {
        let (width, height) = (
          view.u16(offset + 14, bigEndian: false), view.u16(offset + 16, bigEndian: false)
        )
        size = Self.size(width.map { $0 & 0x3FFF }, height.map { $0 & 0x3FFF })
      } else if view.has("VP8L", at: offset), size == nil,
        let packed = view.u32(offset + 9, bigEndian: false)
      {
        size = Self.size((packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1)
      }
      offset += 8 + Int(length) + Int(length & 1)
    }
  }

  private func u24(_ view: ByteView, _ offset: Int) -> UInt32? {
    guard let low = view.u16(offset, bigEndian: false), let high = view.u8(offset + 2) else {
      return nil
    }
    return UInt32(low) | UInt32(high) << 16
  }

  private mutating func readTIFF(_ view: ByteView) {
    guard let directory = TIFFDirectory(view) else { return }
    size = Self.size(directory.width, directory.height)
    orientation = directory.orientation
  }

  private mutating func read(exif view: ByteView?) {
    guard let view, let directory = TIFFDirectory(view) else { return }
    orientation = directory.orientation
    exif = exif ?? view
  }
}

extension PictureHeader {
  /// Changes bytes in memory that the libraries would answer wrongly.
  func hideFromDecoders(in file: Memory) {
    let view = ByteView(file.bytes)
    // libtiff would mirror the picture for some values but not turn it: here all is done by us.
    if let directory = TIFFDirectory(view), let offset = directory.orientationOffset,
      offset + 2 <= file.byteCount
    {
      let upright: UInt16 = directory.isBigEndian ? 0x0100 : 0x0001
      file.base.storeBytes(of: upright.littleEndian, toByteOffset: offset, as: UInt16.self)
    }
    // SDL2_image 2.6.3 takes grey with a transparent value for RGB of 16 bits. As a chunk that
    // nobody knows it is skipped, and the value is looked for in the decoded picture.
    if let offset = clearGrayOffset, offset + 4 <= file.byteCount {
      file.base.storeBytes(of: UInt8(ascii: "s"), toByteOffset: offset + 3, as: UInt8.self)
    }
  }
}
