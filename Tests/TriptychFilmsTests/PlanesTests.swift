import CFFmpeg
import Testing
import TriptychWire

@testable import TriptychDecoding
@testable import TriptychFilms

/// Frames for graphics processors: 8-bit 4:2:0 in BT.709 with limited range.
@Suite struct PlanesTests {
  /// A frame of one colour, Y U V of limited 8-bit range, as another format has it.
  private func frame(
    _ format: AVPixelFormat, full: Bool = false, matrix: AVColorSpace = AVCOL_SPC_BT709,
    width: Int32 = 64, height: Int32 = 36
  ) throws -> DecodedFrame {
    let frame = try DecodedFrame()
    frame.raw.pointee.width = width
    frame.raw.pointee.height = height
    frame.raw.pointee.format = format.rawValue
    frame.raw.pointee.colorspace = matrix
    frame.raw.pointee.color_range = full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    guard av_frame_get_buffer(frame.raw, 0) >= 0 else { throw FilmError.noMemory }
    let depth = av_pix_fmt_desc_get(format)?.pointee.comp.0.depth ?? 8
    let planes = [frame.raw.pointee.data.0, frame.raw.pointee.data.1, frame.raw.pointee.data.2]
    for (plane, data) in planes.enumerated() {
      guard let data, let buffer = frame.raw.pointee.buf.0 else { continue }
      let strides = [
        frame.raw.pointee.linesize.0, frame.raw.pointee.linesize.1, frame.raw.pointee.linesize.2,
      ]
      let rows = plane == 0 ? height : -(-height >> Self.chromaShift(format))
      let value = Self.value(plane, full: full)
      fill(data, Int(strides[plane]) * Int(rows), value, depth: depth)
      _ = buffer
    }
    return frame
  }

  private static let color = [81.0, 90.0, 200.0]

  private static func chromaShift(_ format: AVPixelFormat) -> Int32 {
    Int32(av_pix_fmt_desc_get(format)?.pointee.log2_chroma_h ?? 0)
  }

  private static func value(_ plane: Int, full: Bool) -> Double {
    guard full else { return color[plane] }
    return plane == 0
      ? (color[0] - 16) * 255 / 219 : (color[plane] - 128) * 255 / 224 + 128
  }

  private func fill(
    _ data: UnsafeMutablePointer<UInt8>, _ bytes: Int, _ value: Double, depth: Int32
  ) {
    guard depth > 8 else {
      for index in 0..<bytes { data[index] = UInt8(value.rounded()) }
      return
    }
    let word = UInt16((value * Double(1 << (depth - 8))).rounded())
    for index in 0..<bytes / 2 {
      data[2 * index] = UInt8(word & 255)
      data[2 * index + 1] = UInt8(word >> 8)
    }
  }

  private func shape(
    _ width: Int, _ height: Int, cell: (Int, Int)? = nil, turned: Bool = false
  ) -> FilmShape {
    let (across, down) = cell ?? (width, height)
    return FilmShape(
      storedWidth: width, storedHeight: height, aspect: 1,
      orientation: turned ? Orientation(transposes: true) : .upright,
      request: PixelRequest(
        cellWidth: UInt32(across), cellHeight: UInt32(down), fit: .stretch), slotBytes: 1 << 20)
  }

  private func convert(_ frame: DecodedFrame, _ shape: FilmShape) throws -> [UInt8] {
    let room = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 64)
    defer { room.deallocate() }
    let area = SlotArea(
      slot: 0, width: shape.width, height: shape.height, isPlanar: true, base: room)
    try FrameConverter().convert(frame, shape: shape, background: 0, into: area)
    let bytes = room.assumingMemoryBound(to: UInt8.self)
    let (stride, chroma) = (area.stride, area.stride / 2)
    let second = stride * shape.height
    let third = second + chroma * ((shape.height + 1) / 2)
    let (x, y) = (shape.width - 1, shape.height - 1)
    // The first and the last of each plane.
    return [
      bytes[0], bytes[second], bytes[third], bytes[y * stride + x],
      bytes[second + y / 2 * chroma + x / 2], bytes[third + y / 2 * chroma + x / 2],
    ]
  }

  @Test(
    "depth, sampling and range are converted, the matrix is kept",
    arguments: [
      (AV_PIX_FMT_YUV420P, false), (AV_PIX_FMT_YUV420P, true), (AV_PIX_FMT_YUVJ420P, true),
      (AV_PIX_FMT_YUV422P, false), (AV_PIX_FMT_YUV444P, true), (AV_PIX_FMT_YUV420P10LE, false),
      (AV_PIX_FMT_YUV420P10LE, true), (AV_PIX_FMT_YUV444P12LE, false),
    ])
  func converted(format: AVPixelFormat, full: Bool) throws {
    for (width, height) in [(64, 36), (61, 35)] {
      for cell in [nil, (96, 54), (31, 17)] {
        let shape = shape(width, height, cell: cell)
        let frame = try frame(format, full: full, width: Int32(width), height: Int32(height))
        #expect(FrameConverter.givesPlanes(frame, shape))
        for (got, wanted) in zip(try convert(frame, shape), Self.color + Self.color) {
          #expect(abs(Double(got) - wanted) <= 1.5, "\(width)×\(height) in \(cell ?? (0, 0))")
        }
      }
    }
  }

  @Test("what is turned, has another matrix, an alpha or no chroma comes as BGRA")
  func others() throws {
    let upright = shape(64, 36)
    #expect(!FrameConverter.givesPlanes(try frame(AV_PIX_FMT_YUV420P), shape(64, 36, turned: true)))
    for matrix in [AVCOL_SPC_SMPTE170M, AVCOL_SPC_BT2020_NCL, AVCOL_SPC_UNSPECIFIED] {
      let other = try frame(AV_PIX_FMT_YUV420P, matrix: matrix)
      #expect(!FrameConverter.givesPlanes(other, upright))
    }
    for format in [AV_PIX_FMT_YUVA420P, AV_PIX_FMT_RGB24, AV_PIX_FMT_GRAY8, AV_PIX_FMT_GBRP] {
      #expect(!FrameConverter.givesPlanes(try frame(format), upright))
    }
  }

  @Test("a film comes as planes only to who takes them", arguments: [true, false])
  func asked(takesPlanes: Bool) throws {
    guard FilmRecipe.hasEncoder else { return }
    var recipe = FilmRecipe(frames: 2)
    (recipe.width, recipe.height) = (1280, 720)
    let film = try MadeFilm(recipe)
    let player = try TestPlayer()
    player.open(
      film.path,
      PixelRequest(cellWidth: 320, cellHeight: 240, fit: .contain, takesPlanes: takesPlanes))
    var image: SlotImage?
    while image == nil, let reply = player.inbox.next() {
      if case .frame(_, let found, _, _) = reply { image = found }
      if case .failed = reply { break }
    }
    let found = try #require(image)
    #expect(found.isPlanar == takesPlanes && found.width == 320 && found.height == 180)
    #expect(found.hasWholeRows && found.fits(count: 4, slotBytes: 640 * 480 * 4))
  }
}
