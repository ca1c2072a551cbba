import CFFmpeg
import TriptychWire

/// Encodes frames as H.264, 4:2:0, BT.709, limited range. One thread.
final class PictureRecorder {
  private let track: TrackEncoder
  private let frame: DecodedFrame
  private let scaler: OpaquePointer
  private let width: Int32
  private let height: Int32
  private var count: Int64 = 0

  init(_ request: RecordRequest, in file: RecordedFile) throws(FilmError) {
    guard request.width % 2 == 0, request.height % 2 == 0 else {
      throw FilmError(.badRequest, "a film's width and height are even numbers")
    }
    (width, height) = (Int32(request.width), Int32(request.height))
    let (rate, per) = (Int32(request.rate), Int32(request.per))
    guard let codec = Self.codec() else {
      throw FilmError(.unsupported, "FFmpeg has no encoder for H.264 here (install libx264)")
    }
    let (wide, high) = (width, height)
    track = try TrackEncoder(codec, in: file) { context in
      context.pointee.width = wide
      context.pointee.height = high
      context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
      context.pointee.time_base = AVRational(num: per, den: rate)
      context.pointee.framerate = AVRational(num: rate, den: per)
      context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
      context.pointee.color_range = AVCOL_RANGE_MPEG
      context.pointee.colorspace = AVCOL_SPC_BT709
      context.pointee.color_primaries = AVCOL_PRI_BT709
      context.pointee.color_trc = AVCOL_TRC_BT709
      context.pointee.gop_size = max(2 * rate / max(per, 1), 1)
      Self.setQuality(context)
    }
    frame = try Self.emptyFrame(width, height)
    scaler = try Self.makeScaler(width, height)
  }

  deinit { sws_freeContext(scaler) }

  func add(_ pixels: UnsafeRawPointer, to file: RecordedFile) throws(FilmError) {
    guard av_frame_make_writable(frame.raw) >= 0 else { throw .noMemory }
    let source = UnsafePointer(pixels.assumingMemoryBound(to: UInt8.self))
    var planes: [UnsafePointer<UInt8>?] = [source, nil, nil, nil]
    var strides: [Int32] = [width * 4, 0, 0, 0]
    let targets = withUnsafeMutablePointer(to: &frame.raw.pointee.data) {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self)
    }
    let lines = withUnsafeMutablePointer(to: &frame.raw.pointee.linesize) {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: Int32.self)
    }
    guard sws_scale(scaler, &planes, &strides, 0, height, targets, lines) == height else {
      throw FilmError(.unsupported, "the frame cannot be brought to 4:2:0")
    }
    frame.raw.pointee.pts = count
    count += 1
    try track.encode(frame, to: file)
  }

  func finish(_ file: RecordedFile) throws(FilmError) { try track.encode(nil, to: file) }

  /// libx264 where it is, else whatever FFmpeg has.
  private static func codec() -> UnsafePointer<AVCodec>? {
    avcodec_find_encoder_by_name("libx264") ?? avcodec_find_encoder_by_name("libopenh264")
      ?? avcodec_find_encoder(AV_CODEC_ID_H264)
  }

  /// Constant quality for libx264; the others take a rate: a tenth of a bit for each pixel.
  private static func setQuality(_ context: UnsafeMutablePointer<AVCodecContext>) {
    let isExact = av_opt_set(context.pointee.priv_data, "crf", "18", 0) >= 0
    av_opt_set(context.pointee.priv_data, "preset", "medium", 0)
    let pixels = Int64(context.pointee.width) * Int64(context.pointee.height)
    // Some 18 frames and those that it looks ahead are 2.7 bytes a pixel each: the memory of a
    // small machine must do for 8K, too.
    let ahead = max(1, min(40, 2_400_000_000 * 10 / (27 * pixels) - 18))
    av_opt_set(context.pointee.priv_data, "rc-lookahead", "\(ahead)", 0)
    guard !isExact else { return }
    context.pointee.bit_rate = Int64(Double(pixels) * av_q2d(context.pointee.framerate) / 10)
  }

  private static func emptyFrame(
    _ width: Int32, _ height: Int32
  ) throws(FilmError) -> DecodedFrame {
    let frame = try DecodedFrame()
    frame.raw.pointee.width = width
    frame.raw.pointee.height = height
    frame.raw.pointee.format = AV_PIX_FMT_YUV420P.rawValue
    frame.raw.pointee.color_range = AVCOL_RANGE_MPEG
    frame.raw.pointee.colorspace = AVCOL_SPC_BT709
    guard av_frame_get_buffer(frame.raw, 0) >= 0 else { throw .noMemory }
    return frame
  }

  private static func makeScaler(_ width: Int32, _ height: Int32) throws(FilmError) -> OpaquePointer
  {
    let made = sws_getContext(
      width, height, AV_PIX_FMT_BGRA, width, height, AV_PIX_FMT_YUV420P,
      SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP, nil, nil, nil)
    guard let made else { throw FilmError(.unsupported, "no conversion to 4:2:0") }
    let table = sws_getCoefficients(SWS_CS_ITU709)
    sws_setColorspaceDetails(made, table, 1, table, 0, 0, 1 << 16, 1 << 16)
    return made
  }
}
