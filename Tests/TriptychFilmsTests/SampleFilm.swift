import CFFmpeg
import CFFmpegShim
import Glibc
import TriptychWire

@testable import TriptychFilms

/// A film of any format of pixels whose samples are given one by one, stored without loss.
struct SampleFilm {
  var format = AV_PIX_FMT_YUV420P
  var codec = "libx264"
  var options: [String: String] = ["qp": "0", "preset": "ultrafast"]
  var container = "mkv"
  var width: Int32 = 256
  var height: Int32 = 64
  var rate: Int32 = 25
  var frames = 1
  var matrix = AVCOL_SPC_UNSPECIFIED
  var range = AVCOL_RANGE_UNSPECIFIED
  var transfer = AVCOL_TRC_UNSPECIFIED
  var primaries = AVCOL_PRI_UNSPECIFIED
  /// The fields of a frame are of two moments, the upper lines first.
  var isInterlaced = false
  /// (frame, component, x, y) → value; chroma counts its own samples.
  var sample: @Sendable (Int, Int, Int, Int) -> UInt16

  var hasEncoder: Bool { avcodec_find_encoder_by_name(codec) != nil }

  func make() throws -> MadeFilm {
    let film = try MadeFilm([])
    let path = film.path
    var output: UnsafeMutablePointer<AVFormatContext>?
    try check(avformat_alloc_output_context2(&output, nil, nil, "film.\(container)"))
    guard let output else { throw FilmError.noMemory }
    defer { avformat_free_context(output) }
    guard let codec = avcodec_find_encoder_by_name(codec),
      let stream = avformat_new_stream(output, nil)
    else { throw FilmError(.unsupported, "no encoder \(codec)") }
    var context = avcodec_alloc_context3(codec)
    defer { avcodec_free_context(&context) }
    guard let context else { throw FilmError.noMemory }
    if output.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 {
      context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    }
    try open(context)
    try check(avcodec_parameters_from_context(stream.pointee.codecpar, context))
    stream.pointee.time_base = context.pointee.time_base
    stream.pointee.avg_frame_rate = context.pointee.framerate
    try check(avio_open(&output.pointee.pb, path, AVIO_FLAG_WRITE))
    try check(avformat_write_header(output, nil))
    for number in 0..<frames { try encode(frame(number), context, stream, output) }
    try encode(nil, context, stream, output)
    try check(av_write_trailer(output))
    avio_closep(&output.pointee.pb)
    return film
  }

  private func check(_ code: Int32) throws {
    if code < 0 { throw FilmError(library: code, as: .badRequest) }
  }

  private func open(_ context: UnsafeMutablePointer<AVCodecContext>) throws {
    context.pointee.width = width
    context.pointee.height = height
    context.pointee.pix_fmt = format
    context.pointee.time_base = AVRational(num: 1, den: rate)
    context.pointee.framerate = AVRational(num: rate, den: 1)
    context.pointee.gop_size = 12
    context.pointee.max_b_frames = 0
    context.pointee.colorspace = matrix
    context.pointee.color_range = range
    context.pointee.color_trc = transfer
    context.pointee.color_primaries = primaries
    context.pointee.thread_count = 1
    if isInterlaced {
      context.pointee.flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME
      context.pointee.field_order = AV_FIELD_TT
    }
    for (name, value) in options {
      av_opt_set(context, name, value, AV_OPT_SEARCH_CHILDREN)
    }
    try check(avcodec_open2(context, nil, nil))
  }

  private func frame(_ number: Int) throws -> DecodedFrame {
    let frame = try DecodedFrame()
    let raw = frame.raw
    raw.pointee.width = width
    raw.pointee.height = height
    raw.pointee.format = format.rawValue
    raw.pointee.colorspace = matrix
    raw.pointee.color_range = range
    raw.pointee.color_trc = transfer
    raw.pointee.color_primaries = primaries
    raw.pointee.interlaced_frame = isInterlaced ? 1 : 0
    raw.pointee.top_field_first = isInterlaced ? 1 : 0
    raw.pointee.pts = Int64(number)
    try check(av_frame_get_buffer(raw, 0))
    fill(frame, number)
    return frame
  }

  private func fill(_ frame: DecodedFrame, _ number: Int) {
    guard let about = av_pix_fmt_desc_get(format) else { return }
    let data = withUnsafeMutablePointer(to: &frame.raw.pointee.data) {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self)
    }
    let strides = withUnsafePointer(to: &frame.raw.pointee.linesize) {
      UnsafeRawPointer($0).assumingMemoryBound(to: Int32.self)
    }
    // Samples are added to what is there: several may share a byte.
    for plane in 0..<4 {
      if let buffer = av_frame_get_plane_buffer(frame.raw, Int32(plane)) {
        memset(buffer.pointee.data, 0, buffer.pointee.size)
      }
    }
    let isColor = about.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) == 0
    for component in 0..<Int(about.pointee.nb_components) {
      let isChroma = isColor && (component == 1 || component == 2)
      let (right, down) =
        isChroma ? (about.pointee.log2_chroma_w, about.pointee.log2_chroma_h) : (0, 0)
      let (columns, rows) = (-(-Int(width) >> Int(right)), -(-Int(height) >> Int(down)))
      for y in 0..<rows {
        let line = (0..<columns).map { sample(number, component, $0, y) }
        line.withUnsafeBytes { bytes in
          av_write_image_line2(
            bytes.baseAddress, data, strides, about, 0, Int32(y), Int32(component),
            Int32(columns), 2)
        }
      }
    }
  }

  private func encode(
    _ frame: DecodedFrame?, _ context: UnsafeMutablePointer<AVCodecContext>,
    _ stream: UnsafeMutablePointer<AVStream>, _ output: UnsafeMutablePointer<AVFormatContext>
  ) throws {
    try check(avcodec_send_frame(context, frame?.raw))
    while true {
      let packet = try Packet()
      let code = avcodec_receive_packet(context, packet.raw)
      if code == -EAGAIN || code == ff_error_eof { return }
      try check(code)
      packet.raw.pointee.stream_index = stream.pointee.index
      if packet.raw.pointee.duration == 0 { packet.raw.pointee.duration = 1 }
      av_packet_rescale_ts(packet.raw, context.pointee.time_base, stream.pointee.time_base)
      try check(av_interleaved_write_frame(output, packet.raw))
    }
  }
}

/// The first frame of a film as the worker gives it, at its own size.
func firstFrame(
  of path: String, _ request: PixelRequest = TestPlayer.cell
) throws -> (width: Int, height: Int, pixels: [UInt32]) {
  let player = try TestPlayer()
  player.open(path, request)
  while let reply = player.inbox.next() {
    switch reply {
    case .frame(_, let image, _, _):
      let shown = player.pixels(image)
      let pixels = (0..<shown.height).flatMap { y in (0..<shown.width).map { shown[$0, y] } }
      return (shown.width, shown.height, pixels)
    case .failed(_, let code, let message): throw FilmError(code, message)
    default: continue
    }
  }
  throw FilmError(.damaged, "no frame")
}
