import CFFmpeg
import CFFmpegShim
import Glibc
import TriptychDecoding
import TriptychWire

/// Brings decoded frames into slots: BGRA or planes, opaque, at the size of the cell, in one pass
/// where no turning is needed. Used by one thread.
final class FrameConverter {
  private var scaler: OpaquePointer?
  private var plan: Plan?
  private var unturned: UnsafeMutableRawPointer?
  private var unturnedBytes = 0

  deinit {
    sws_freeContext(scaler)
    free(unturned)
  }

  /// Whatever a scaler is made for.
  private struct Plan: Hashable {
    var format: Int32
    var sourceWidth: Int32
    var sourceHeight: Int32
    var width: Int32
    var height: Int32
    var space: Int32
    var isFull: Bool
    var flags: Int32
    var isPlanar: Bool
  }

  /// True if the frame is one to be left as planes: nothing has to be turned or laid over a
  /// background, and its colours are BT.709's already. Others are less work, and truer, as BGRA.
  static func givesPlanes(_ frame: DecodedFrame, _ shape: FilmShape) -> Bool {
    guard shape.orientation == .upright,
      let about = av_pix_fmt_desc_get(AVPixelFormat(frame.raw.pointee.format))
    else { return false }
    let others = UInt64(
      AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BAYER
        | AV_PIX_FMT_FLAG_HWACCEL)
    return about.pointee.flags & others == 0 && about.pointee.nb_components == 3
      && space(frame.raw.pointee) == SWS_CS_ITU709
  }

  /// True if a frame to be left as planes is what the player wants already, whole and in its size.
  static func isPlain(_ frame: DecodedFrame, _ shape: FilmShape) -> Bool {
    let (raw, crop) = (frame.raw.pointee, shape.crop)
    let (width, height) = (Int(raw.width), Int(raw.height))
    return raw.format == AV_PIX_FMT_YUV420P.rawValue && raw.color_range != AVCOL_RANGE_JPEG
      && crop == FilmShape.Crop(x: 0, y: 0, width: width, height: height)
      && shape.width == width && shape.height == height
  }

  /// `area` has the shape's size. The frame is cut; convert it once. Planes: only what
  /// `givesPlanes`.
  func convert(
    _ frame: DecodedFrame, shape: FilmShape, background: UInt32, into area: SlotArea
  ) throws(FilmError) {
    Self.cut(frame, to: shape.crop)
    if area.isPlanar {
      return try scale(
        frame, shape.width, shape.height, into: area.base, stride: area.stride, isPlanar: true)
    }
    let (slot, stride) = (area.base, area.stride)
    if shape.orientation == .upright {
      try scale(frame, shape.width, shape.height, into: slot, stride: stride)
    } else {
      let (width, height) = (shape.unturnedWidth, shape.unturnedHeight)
      let between = SlotLayout.stride(width: width)
      let room = try roomForUnturned(between * height)
      try scale(frame, width, height, into: room, stride: between)
      PixelTurn.turn(
        room, stride: between, by: shape.orientation, into: slot, stride: stride,
        width: shape.width, height: shape.height)
    }
    if hasAlpha(frame) {
      PixelTurn.lay(
        slot, stride: stride, width: shape.width, height: shape.height, over: background)
    }
  }

  /// Moves the frame's planes to the part that is seen.
  static func cut(_ frame: DecodedFrame, to crop: FilmShape.Crop) {
    let raw = frame.raw
    raw.pointee.crop_left = crop.x
    raw.pointee.crop_top = crop.y
    raw.pointee.crop_right = max(Int(raw.pointee.width) - crop.x - crop.width, 0)
    raw.pointee.crop_bottom = max(Int(raw.pointee.height) - crop.y - crop.height, 0)
    av_frame_apply_cropping(raw, Int32(AV_FRAME_CROP_UNALIGNED))
  }

  private func scale(
    _ frame: DecodedFrame, _ width: Int, _ height: Int, into target: UnsafeMutableRawPointer,
    stride: Int, isPlanar: Bool = false
  ) throws(FilmError) {
    let plan = self.plan(for: frame, width, height, isPlanar)
    if plan != self.plan { try prepare(plan) }
    let source = frame.raw
    let planes = withUnsafePointer(to: &source.pointee.data) { UnsafeRawPointer($0) }
    let strides = withUnsafePointer(to: &source.pointee.linesize) { UnsafeRawPointer($0) }
    let first = target.assumingMemoryBound(to: UInt8.self)
    var targets: [UnsafeMutablePointer<UInt8>?] = [first, nil, nil, nil]
    var targetStrides: [Int32] = [Int32(stride), 0, 0, 0]
    if isPlanar {
      let chroma = first + stride * height
      (targets[1], targets[2]) = (chroma, chroma + stride / 2 * ((height + 1) / 2))
      (targetStrides[1], targetStrides[2]) = (Int32(stride / 2), Int32(stride / 2))
    }
    let rows = sws_scale(
      scaler, planes.assumingMemoryBound(to: UnsafePointer<UInt8>?.self),
      strides.assumingMemoryBound(to: Int32.self), 0, plan.sourceHeight, &targets, &targetStrides)
    guard rows == Int32(height) else { throw FilmError(library: min(rows, -1), as: .damaged) }
  }

  private func plan(
    for frame: DecodedFrame, _ width: Int, _ height: Int, _ isPlanar: Bool
  ) -> Plan {
    let raw = frame.raw.pointee
    var (format, isFull) = (raw.format, raw.color_range == AVCOL_RANGE_JPEG)
    if let plain = Self.plainFormats[format] { (format, isFull) = (plain, true) }
    var plan = Plan(
      format: format, sourceWidth: raw.width, sourceHeight: raw.height, width: Int32(width),
      height: Int32(height), space: Self.space(raw), isFull: isFull, flags: SWS_BILINEAR,
      isPlanar: isPlanar)
    let isUnscaled = plan.sourceWidth == plan.width && plan.sourceHeight == plan.height
    if plan.width > plan.sourceWidth { plan.flags = SWS_BICUBIC }
    guard width % 2 == 1 else { return plan }
    // Odd widths send swscale on a path many times slower. The row has room for one pixel more.
    if isUnscaled, raw.linesize.0 > raw.width, Self.isPlanarEightBit(format) {
      // The decoder's rows are longer than the picture, the chroma covers the extra column.
      plan.sourceWidth += 1
      plan.width += 1
    } else if width > 512 {
      // Wide enough that a column less of detail does not show.
      plan.width += 1
    }
    return plan
  }

  private func prepare(_ plan: Plan) throws(FilmError) {
    sws_freeContext(scaler)
    self.plan = nil
    scaler = plan.isPlanar ? Self.planeScaler(plan) : Self.pixelScaler(plan)
    guard let scaler else {
      throw FilmError(.unsupported, "no conversion from this pixel format")
    }
    guard !plan.isPlanar else {
      self.plan = plan
      return
    }
    let table = sws_getCoefficients(plan.space)
    // Of no effect (−1) where the source is RGB.
    sws_setColorspaceDetails(
      scaler, table, plan.isFull ? 1 : 0, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16,
      1 << 16)
    self.plan = plan
  }

  private static func pixelScaler(_ plan: Plan) -> OpaquePointer? {
    sws_getContext(
      plan.sourceWidth, plan.sourceHeight, AVPixelFormat(plan.format), plan.width, plan.height,
      AV_PIX_FMT_BGRA, plan.flags, nil, nil, nil)
  }

  /// The ranges have to be known when the scaler is made: set later they go unheeded where nothing
  /// is scaled. The matrices are the same, so they need not be named.
  private static func planeScaler(_ plan: Plan) -> OpaquePointer? {
    guard let made = sws_alloc_context() else { return nil }
    let options: [(String, Int64)] = [
      ("srcw", Int64(plan.sourceWidth)), ("srch", Int64(plan.sourceHeight)),
      ("src_format", Int64(plan.format)), ("src_range", plan.isFull ? 1 : 0),
      ("dstw", Int64(plan.width)), ("dsth", Int64(plan.height)),
      ("dst_format", Int64(AV_PIX_FMT_YUV420P.rawValue)), ("dst_range", 0),
      ("sws_flags", Int64(plan.flags)),
    ]
    for (name, value) in options { av_opt_set_int(UnsafeMutableRawPointer(made), name, value, 0) }
    if sws_init_context(made, nil, nil) >= 0 { return made }
    sws_freeContext(made)
    return nil
  }

  private func roomForUnturned(_ bytes: Int) throws(FilmError) -> UnsafeMutableRawPointer {
    if let unturned, unturnedBytes >= bytes { return unturned }
    free(unturned)
    unturned = aligned_alloc(64, bytes)
    unturnedBytes = bytes
    guard let unturned else {
      unturnedBytes = 0
      throw .noMemory
    }
    return unturned
  }

  private func hasAlpha(_ frame: DecodedFrame) -> Bool {
    guard let about = av_pix_fmt_desc_get(AVPixelFormat(frame.raw.pointee.format)) else {
      return false
    }
    return about.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
  }
}

// Colours.
extension FrameConverter {
  /// The names that carry full range, and their plain formats.
  private static let plainFormats: [Int32: Int32] = [
    AV_PIX_FMT_YUVJ420P.rawValue: AV_PIX_FMT_YUV420P.rawValue,
    AV_PIX_FMT_YUVJ422P.rawValue: AV_PIX_FMT_YUV422P.rawValue,
    AV_PIX_FMT_YUVJ444P.rawValue: AV_PIX_FMT_YUV444P.rawValue,
    AV_PIX_FMT_YUVJ440P.rawValue: AV_PIX_FMT_YUV440P.rawValue,
    AV_PIX_FMT_YUVJ411P.rawValue: AV_PIX_FMT_YUV411P.rawValue,
  ]

  private static func isPlanarEightBit(_ format: Int32) -> Bool {
    let planar = [
      AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVA420P,
    ]
    return planar.contains { $0.rawValue == format }
  }

  /// The matrix; where the stream does not say, that of its time: BT.601 up to PAL's size.
  private static func space(_ frame: AVFrame) -> Int32 {
    switch frame.colorspace {
    case AVCOL_SPC_BT709: SWS_CS_ITU709
    case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: SWS_CS_ITU601
    case AVCOL_SPC_FCC: SWS_CS_FCC
    case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
    default:
      frame.height <= 576 || frame.width * frame.height <= 720 * 576
        ? SWS_CS_ITU601 : SWS_CS_ITU709
    }
  }
}
