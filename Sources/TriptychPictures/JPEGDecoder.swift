import CTurboJPEG
import TriptychDecoding

/// JPEG by libjpeg-turbo, into planes where the file has them (STACK section 3 says why).
struct JPEGDecoder: ~Copyable {
  private let handle: tjhandle

  /// Pixels, baseline and progressive; the latter keeps all its coefficients in memory.
  static let pixelLimit = 400_000_000
  static let progressiveLimit = 200_000_000
  /// The most that the planes may take.
  private static let planeBytes = 400 << 20

  /// Milliseconds (`DecodingCost`) from which on it is decoded row by row, which costs more but
  /// says how far it is.
  private static let watched = 250.0

  init() throws(Failure) {
    guard let handle = tjInitDecompress() else { throw Failure(.noMemory, "libjpeg-turbo") }
    self.handle = handle
  }

  deinit { tjDestroy(handle) }

  /// Decodes a file to what `fitting` needs of it. `size` is that of the stored picture.
  /// `telling` hears how far it is, if that takes long.
  func decode(
    _ file: Memory, telling: Telling? = nil, fitting: (PixelSize, Orientation) -> Fitting
  ) throws(Failure) -> (picture: PlanarPicture, size: PixelSize, orientation: Orientation) {
    let header = JPEGHeader(ByteView(file.bytes))
    let stream = try open(file, header)
    let size = PixelSize(width: Int(stream.width), height: Int(stream.height))
    let whole = fitting(size, header.orientation).whole
    let factor = reduction(of: stream, to: whole)
    let picture: PlanarPicture
    let cost = DecodingCost.milliseconds(size, isProgressive: header.isProgressive)
    if let telling, telling.isWanted, cost >= Self.watched {
      let pixels = PixelSize(
        width: Int(scaled(stream.width, factor)), height: Int(scaled(stream.height, factor)))
      var planes = try WatchedJPEG.decode(
        file, pixels, reduction: Int(factor.denom), channels: stream.channels, telling)
      if stream.isInk { planes = mix(inks: planes, isInverted: header.hasAdobeMarker) }
      picture = PlanarPicture(colors: stream.channels == 1 ? .gray : .rgb, planes: planes)
    } else if stream.isPlanar {
      picture = try decodePlanes(stream, factor)
    } else {
      picture = try decodePixels(stream, factor, adobe: header.hasAdobeMarker)
    }
    return (picture, size, header.orientation)
  }

  /// Decodes the part that `cutting` names, and of that the least that serves.
  func decode(
    _ file: Memory, cutting: (PixelSize, Orientation) throws(Failure) -> Cutout
  ) throws(Failure) -> (picture: PlanarPicture, size: PixelSize, orientation: Orientation) {
    let header = JPEGHeader(ByteView(file.bytes))
    let stream = try open(file, header)
    let size = PixelSize(width: Int(stream.width), height: Int(stream.height))
    let cutout = try cutting(size, header.orientation)
    let channels = stream.channels
    var planes = try cutout.decode(jpeg: file, channels: channels)
    if stream.isInk { planes = mix(inks: planes, isInverted: header.hasAdobeMarker) }
    let picture = PlanarPicture(colors: channels == 1 ? .gray : .rgb, planes: planes)
    return (picture, size, header.orientation)
  }

  private struct Stream {
    var bytes: UnsafePointer<UInt8>
    var count: UInt
    var width: Int32 = 0
    var height: Int32 = 0
    var subsampling: Int32 = -1
    var colors: Int32 = -1

    /// YCbCr or grey, in a subsampling that libjpeg-turbo has a name for.
    var isPlanar: Bool {
      subsampling >= 0 && (colors == TJCS_YCbCr.rawValue || colors == TJCS_GRAY.rawValue)
    }
    var isInk: Bool { colors == TJCS_CMYK.rawValue || colors == TJCS_YCCK.rawValue }
    /// Of the colours that it becomes: grey; red, green and blue; or inks.
    var channels: Int { isInk ? 4 : colors == TJCS_GRAY.rawValue ? 1 : 3 }
    /// Bytes a pixel of what is decoded.
    var depth: Int { isPlanar ? (colors == TJCS_GRAY.rawValue ? 1 : 3) : 4 }
  }

  private func open(_ file: Memory, _ header: JPEGHeader) throws(Failure) -> Stream {
    var stream = Stream(
      bytes: UnsafePointer(file.base.assumingMemoryBound(to: UInt8.self)),
      count: UInt(file.byteCount))
    let result = tjDecompressHeader3(
      handle, stream.bytes, stream.count, &stream.width, &stream.height, &stream.subsampling,
      &stream.colors)
    // It also fails where it only has no name for the subsampling; pixels can be had then.
    guard result == 0 || (stream.width > 0 && stream.height > 0 && stream.subsampling < 0) else {
      throw failure()
    }
    guard header.isWorthShowing else { throw Failure(.damaged, "there is no picture data") }
    let size = PixelSize(width: Int(stream.width), height: Int(stream.height))
    let limit = header.isProgressive ? Self.progressiveLimit : Self.pixelLimit
    guard size.area <= limit else { throw PictureHeader.tooLarge(size, limit: limit) }
    return stream
  }

  /// The strongest reduction by the transform (1/2, 1/4, 1/8) that leaves twice the pixels that
  /// are needed: its filter aliases, the scaler then takes away what it left. A picture that is
  /// too large for memory is reduced further.
  private func reduction(of stream: Stream, to whole: PixelSize) -> tjscalingfactor {
    var chosen: Int32 = 1
    for candidate in [2, 4, 8] as [Int32] {
      let reduced = PixelSize(
        width: Int(stream.width / candidate), height: Int(stream.height / candidate))
      let isFine = reduced.width >= 2 * whole.width && reduced.height >= 2 * whole.height
      let before = Int(stream.width / chosen) * Int(stream.height / chosen)
      if isFine || before * stream.depth > Self.planeBytes { chosen = candidate }
    }
    return tjscalingfactor(num: 1, denom: chosen)
  }

  private func scaled(_ length: Int32, _ factor: tjscalingfactor) -> Int32 {
    (length * factor.num + factor.denom - 1) / factor.denom
  }

  private func decodePlanes(
    _ stream: Stream, _ factor: tjscalingfactor
  ) throws(Failure) -> PlanarPicture {
    let (width, height) = (scaled(stream.width, factor), scaled(stream.height, factor))
    let isGray = stream.colors == TJCS_GRAY.rawValue
    let subsampling = isGray ? Int32(TJSAMP_GRAY.rawValue) : stream.subsampling
    var planes: [Plane] = []
    for component in 0..<(isGray ? 1 : 3) as Range<Int32> {
      planes.append(
        try Plane(
          width: Int(tjPlaneWidth(component, width, subsampling)),
          height: Int(tjPlaneHeight(component, height, subsampling))))
    }
    var bases = planes.map { Optional($0.base) }
    var strides = planes.map { Int32($0.stride) }
    let result = tjDecompressToYUVPlanes(
      handle, stream.bytes, stream.count, &bases, width, &strides, height, Self.flags)
    if result != 0 { try accept() }
    // The luma plane is padded to whole chroma samples; what is beyond the picture is cut off.
    let size = PixelSize(width: Int(width), height: Int(height))
    planes[0] = planes[0].part(x: 0, y: 0, size: size)
    return PlanarPicture(colors: isGray ? .gray : .yCbCr, planes: planes)
  }

  private func decodePixels(
    _ stream: Stream, _ factor: tjscalingfactor, adobe: Bool
  ) throws(Failure) -> PlanarPicture {
    let (width, height) = (scaled(stream.width, factor), scaled(stream.height, factor))
    let size = PixelSize(width: Int(width), height: Int(height))
    let pixels = try Memory(byteCount: size.area * 4)
    let format = stream.isInk ? TJPF_CMYK : TJPF_BGRX
    let result = tjDecompress2(
      handle, stream.bytes, stream.count,
      pixels.base.assumingMemoryBound(to: UInt8.self), width, width * 4, height,
      format.rawValue, Self.flags)
    if result != 0 { try accept() }
    if stream.isInk { mix(inks: pixels, isInverted: adobe) }
    let layout = PixelLayout(red: 2, green: 1, blue: 0, depth: 4, stride: size.width * 4)
    return try layout.planes(of: UnsafeRawPointer(pixels.base), size: size, over: 0)
  }

  /// Cyan, magenta, yellow and black become blue, green and red in place. Without a profile that
  /// says more, each ink takes its part of the light.
  private func mix(inks: Memory, isInverted: Bool) {
    let pixels = inks.base.assumingMemoryBound(to: UInt8.self)
    let flip: UInt8 = isInverted ? 0 : 255
    for offset in stride(from: 0, to: inks.byteCount, by: 4) {
      let (cyan, magenta) = (pixels[offset] ^ flip, pixels[offset + 1] ^ flip)
      let (yellow, black) = (pixels[offset + 2] ^ flip, UInt16(pixels[offset + 3] ^ flip))
      pixels[offset] = UInt8((UInt16(yellow) * black + 127) / 255)
      pixels[offset + 1] = UInt8((UInt16(magenta) * black + 127) / 255)
      pixels[offset + 2] = UInt8((UInt16(cyan) * black + 127) / 255)
    }
  }

  /// The same for planes: what comes back are red, green and blue.
  private func mix(inks: [Plane], isInverted: Bool) -> [Plane] {
    let (flip, black) = (UInt8(isInverted ? 0 : 255), inks[3])
    for plane in inks.prefix(3) {
      for y in 0..<plane.height {
        let (row, dark) = (plane.base + y * plane.stride, black.base + y * black.stride)
        for x in 0..<plane.width {
          row[x] = UInt8((UInt16(row[x] ^ flip) * UInt16(dark[x] ^ flip) + 127) / 255)
        }
      }
    }
    return Array(inks.prefix(3))
  }

  private static let flags: Int32 = 0

  /// A warning leaves a picture with grey where the data ends; only an error leaves none.
  private func accept() throws(Failure) {
    guard tjGetErrorCode(handle) == TJERR_WARNING.rawValue else { throw failure() }
  }

  private func failure() -> Failure {
    let words = String(cString: tjGetErrorStr2(handle))
    if words.contains("memory") { return Failure(.noMemory, words) }
    return Failure(words.contains("Unsupported") ? .unsupported : .damaged, words)
  }
}
