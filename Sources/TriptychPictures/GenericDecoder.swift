import CSDL2Image
import TriptychDecoding
import TriptychWire

/// An SDL surface with one owner.
struct Surface: ~Copyable {
  let raw: UnsafeMutablePointer<SDL_Surface>

  init?(_ raw: UnsafeMutablePointer<SDL_Surface>?) {
    guard let raw else { return nil }
    self.raw = raw
  }

  deinit { SDL_FreeSurface(raw) }

  var size: PixelSize { PixelSize(width: Int(raw.pointee.w), height: Int(raw.pointee.h)) }
}

/// Everything but JPEG, by SDL2_image, from memory.
struct GenericDecoder {
  /// Under what is transparent, 0xRRGGBB.
  var background: UInt32
  /// The alpha channel is to be taken for nothing.
  var isOpaque = false
  /// A grey that is transparent, in a picture of 256 greys.
  var clearGray: UInt8?
  /// Hears how far it is.
  var telling: Telling?

  /// Decodes the first picture of a file. The result is opaque.
  func decode(_ file: Memory, _ format: FileFormat) throws(Failure) -> PlanarPicture {
    let view = ByteView(file.bytes)
    if format == .webp, let frame = WebPFrame(firstOf: view) {
      let surface = try load(try frame.asFile(), type: nil)
      return try frame.placed(try planes(of: surface), over: background)
    }
    return try planes(of: try load(file, type: nil))
  }

  /// TGA is what may be one and is claimed by nobody else.
  func isTarga(_ file: Memory) -> Bool {
    Targa.isPlausible(ByteView(file.bytes)) && !isKnown(file)
  }

  func decodeTarga(_ file: Memory) throws(Failure) -> PlanarPicture {
    try planes(of: try load(file, type: "TGA"))
  }

  /// Draws an SVG so large that it needs no scaling; nil if the file is none.
  func draw(
    _ file: Memory, fitting: (PixelSize) -> Fitting
  ) throws(Failure) -> PlanarPicture? {
    guard let probe = Reader(file), IMG_isSVG(probe.raw) != 0 else { return nil }
    let side = Int32(4096)
    // A vector has a shape rather than a size: what it says of its size is not asked, it may be
    // a million pixels.
    let first = try surface(drawing: file, width: 256, height: 256)
    let target = fitting(first.size).whole
    guard target.area <= PictureHeader.pixelLimit else { throw PictureHeader.tooLarge(target) }
    let drawn = try surface(
      drawing: file, width: min(Int32(clamping: target.width), side * 4),
      height: min(Int32(clamping: target.height), side * 4))
    return try planes(of: drawn)
  }

  private func surface(
    drawing file: Memory, width: Int32, height: Int32
  ) throws(Failure) -> Surface {
    guard let reader = Reader(file),
      let surface = Surface(IMG_LoadSizedSVG_RW(reader.raw, width, height))
    else { throw Self.failure() }
    return surface
  }

  private func load(_ file: Memory, type: String?) throws(Failure) -> Surface {
    guard let reader = Reader(file, telling) else { throw Self.failure() }
    let raw = type.map { IMG_LoadTyped_RW(reader.raw, 0, $0) } ?? IMG_Load_RW(reader.raw, 0)
    guard let surface = Surface(raw) else { throw Self.failure() }
    guard surface.size.area <= PictureHeader.pixelLimit else {
      throw PictureHeader.tooLarge(surface.size)
    }
    return surface
  }

  /// True if one of the formats that have a magic number claims the file.
  private func isKnown(_ file: Memory) -> Bool {
    guard let reader = Reader(file) else { return false }
    let claims = [
      IMG_isCUR, IMG_isICO, IMG_isBMP, IMG_isGIF, IMG_isLBM, IMG_isPCX, IMG_isPNM, IMG_isSVG,
      IMG_isQOI, IMG_isXCF, IMG_isXPM, IMG_isXV,
    ]
    return claims.contains { $0(reader.raw) != 0 }
  }

  private static func failure() -> Failure {
    let words = String(cString: SDL_GetError())
    if words.contains("Unsupported image format") {
      return Failure(.unknownFormat, "not a picture of a known format")
    }
    if words.lowercased().contains("memory") { return Failure(.noMemory, words) }
    return Failure(.damaged, words)
  }

  // MARK: - Pixels

  private func planes(of surface: borrowing Surface) throws(Failure) -> PlanarPicture {
    let raw = surface.raw
    if let palette = raw.pointee.format.pointee.palette,
      raw.pointee.format.pointee.BitsPerPixel == 8
    {
      return try lookUp(surface, palette)
    }
    if let layout = layout(of: raw) {
      return try layout.planes(
        of: UnsafeRawPointer(raw.pointee.pixels), size: surface.size, over: background)
    }
    let format = SDL_PIXELFORMAT_ARGB8888.rawValue
    guard let converted = Surface(SDL_ConvertSurfaceFormat(raw, format, 0)),
      let layout = layout(of: converted.raw)
    else { throw Self.failure() }
    return try layout.planes(
      of: UnsafeRawPointer(converted.raw.pointee.pixels), size: converted.size, over: background)
  }

  /// nil: the channels are no whole bytes, or one colour stands for transparency.
  private func layout(of raw: UnsafeMutablePointer<SDL_Surface>) -> PixelLayout? {
    let format = raw.pointee.format.pointee
    guard format.BytesPerPixel >= 3, raw.pointee.pixels != nil, SDL_HasColorKey(raw) == SDL_FALSE,
      let red = Self.offset(format.Rmask), let green = Self.offset(format.Gmask),
      let blue = Self.offset(format.Bmask)
    else { return nil }
    return PixelLayout(
      red: red, green: green, blue: blue, alpha: isOpaque ? nil : Self.offset(format.Amask),
      depth: Int(format.BytesPerPixel), stride: Int(raw.pointee.pitch))
  }

  private static func offset(_ mask: UInt32) -> Int? {
    [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000].firstIndex(of: mask)
  }

  private func lookUp(
    _ surface: borrowing Surface, _ palette: UnsafeMutablePointer<SDL_Palette>
  ) throws(Failure) -> PlanarPicture {
    let raw = surface.raw
    guard let pixels = raw.pointee.pixels, let colors = palette.pointee.colors else {
      throw Failure(.damaged, "a palette without colours")
    }
    var key: UInt32 = 0
    let hasKey = SDL_GetColorKey(raw, &key) == 0
    let ground = PixelLayout.channels(of: background)
    var tables = [[UInt8]](repeating: [UInt8](repeating: 0, count: 256), count: 3)
    for index in 0..<min(256, Int(palette.pointee.ncolors)) {
      let color = colors[index]
      let isClear = hasKey && key == UInt32(index) || clearGray.map { Int($0) } == index
      let alpha = isClear ? 0 : color.a
      for (channel, value) in [color.r, color.g, color.b].enumerated() {
        tables[channel][index] = PixelLayout.mix(value, alpha, ground[channel])
      }
    }
    var picture = PlanarPicture(colors: .rgb, planes: [])
    let source = UnsafePointer(pixels.assumingMemoryBound(to: UInt8.self))
    for table in tables {
      let plane = try Plane(width: surface.size.width, height: surface.size.height)
      for y in 0..<plane.height {
        let (from, to) = (source + y * Int(raw.pointee.pitch), plane.base + y * plane.stride)
        for x in 0..<plane.width { to[x] = table[Int(from[x])] }
      }
      picture.planes.append(plane)
    }
    return picture
  }
}

/// TGA has no magic number: a file may be one if nothing in its header speaks against it
/// (Truevision TGA 2.0).
enum Targa {
  static func isPlausible(_ view: ByteView) -> Bool {
    guard let mapType = view.u8(1), let imageType = view.u8(2), let depth = view.u8(16),
      let width = view.u16(12, bigEndian: false), let height = view.u16(14, bigEndian: false)
    else { return false }
    let isMapped = imageType == 1 || imageType == 9
    return [1, 2, 3, 9, 10, 11].contains(imageType) && mapType <= 1 && (mapType == 1 || !isMapped)
      && [8, 15, 16, 24, 32].contains(depth) && width > 0 && height > 0
      && Int(width) * Int(height) <= PictureHeader.pixelLimit
  }

  /// SDL2_image knows no rows that run from right to left: they are read as if they ran to the
  /// right, and the picture is mirrored.
  static func straighten(_ file: Memory) -> Orientation {
    let (descriptor, leftwards) = (17, UInt8(0x10))
    guard let flags = ByteView(file.bytes).u8(descriptor), flags & leftwards != 0 else {
      return .upright
    }
    file.base.storeBytes(of: flags & ~leftwards, toByteOffset: descriptor, as: UInt8.self)
    return .mirrored
  }
}
