import CFFmpeg
import CFFmpegShim
import Glibc

/// A decoder of one stream. Used by one thread at a time.
final class Decoder {
  private var context: UnsafeMutablePointer<AVCodecContext>
  private let codec: UnsafePointer<AVCodec>
  /// The stream goes with its container, which may be opened anew.
  private let parameters: UnsafeMutablePointer<AVCodecParameters>
  private let threads: Int32
  /// Of all times of the stream.
  let timeBase: AVRational
  /// What the library is told of the ring; kept as long as the decoder.
  private let room: UnsafeMutablePointer<ff_room>?
  private let ring: FrameRing?

  /// `ring`: where frames may lie; nil: only in memory of the library's.
  init(_ stream: UnsafeMutablePointer<AVStream>, ring: FrameRing? = nil) throws(FilmError) {
    guard let codec = KnownFormats.decoder(for: stream) else {
      throw FilmError(library: ff_error_decoder_not_found, as: .unsupported)
    }
    guard var parameters = avcodec_parameters_alloc() else { throw .noMemory }
    timeBase = stream.pointee.time_base
    threads = Self.threads(for: stream)
    self.ring = ring
    let room = ring.map { ring in
      let room = UnsafeMutablePointer<ff_room>.allocate(capacity: 1)
      room.initialize(to: ring.room)
      return room
    }
    do throws(FilmError) {
      let code = avcodec_parameters_copy(parameters, stream.pointee.codecpar)
      guard code >= 0 else { throw FilmError(library: code, as: .damaged) }
      context = try Self.open(codec, parameters, timeBase, threads, room)
    } catch {
      Self.free(&parameters)
      room?.deallocate()
      throw error
    }
    (self.codec, self.parameters, self.room) = (codec, parameters, room)
  }

  deinit {
    Self.free(context)
    var owned = parameters
    Self.free(&owned)
    room?.deallocate()
  }

  private static func open(
    _ codec: UnsafePointer<AVCodec>, _ parameters: UnsafeMutablePointer<AVCodecParameters>,
    _ timeBase: AVRational, _ threads: Int32, _ room: UnsafeMutablePointer<ff_room>?
  ) throws(FilmError) -> UnsafeMutablePointer<AVCodecContext> {
    guard let context = avcodec_alloc_context3(codec) else { throw .noMemory }
    if let room { ff_use_room(context, room) }
    var code = avcodec_parameters_to_context(context, parameters)
    if code >= 0 {
      context.pointee.pkt_timebase = timeBase
      context.pointee.max_pixels = KnownFormats.pixels
      context.pointee.thread_count = threads
      context.pointee.thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE
      code = avcodec_open2(context, codec, nil)
    }
    guard code >= 0 else {
      free(context)
      throw FilmError(library: code, as: .damaged)
    }
    return context
  }

  private static func free(_ context: UnsafeMutablePointer<AVCodecContext>) {
    var owned: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&owned)
  }

  private static func free(_ parameters: inout UnsafeMutablePointer<AVCodecParameters>) {
    var owned: UnsafeMutablePointer<AVCodecParameters>? = parameters
    avcodec_parameters_free(&owned)
  }

  enum Answer {
    case done, again, end
    case failed(Int32)
  }

  /// `again`: a frame must be received first.
  func send(_ packet: Packet) -> Answer { Self.answer(avcodec_send_packet(context, packet.raw)) }
  /// No packet follows: what is inside comes out.
  func drain() { avcodec_send_packet(context, nil) }
  /// `again`: a packet must be sent first.
  func receive(into frame: DecodedFrame) -> Answer {
    Self.answer(avcodec_receive_frame(context, frame.raw))
  }
  /// Forgets what is inside; decoding begins anew at a key frame.
  func flush() {
    let isLaidOver = [AV_CODEC_ID_GIF, AV_CODEC_ID_APNG].contains(parameters.pointee.codec_id)
    guard isLaidOver else { return avcodec_flush_buffers(context) }
    // Their first frame would be laid over the last. Without memory for another, it is.
    guard let fresh = try? Self.open(codec, parameters, timeBase, threads, room) else { return }
    Self.free(context)
    context = fresh
  }
  /// Leaves out frames that no other needs: on the way to a place they would not be seen.
  func skipsUnneeded(_ skips: Bool) {
    context.pointee.skip_frame = skips ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
  }

  private static func answer(_ code: Int32) -> Answer {
    switch code {
    case 0...: .done
    case -EAGAIN: .again
    case ff_error_eof: .end
    default: .failed(code)
    }
  }

  /// One thread decodes 1080p at 30 frames a second with room to spare; more pixels take more.
  private static func threads(for stream: UnsafeMutablePointer<AVStream>) -> Int32 {
    guard let parameters = stream.pointee.codecpar,
      parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO
    else { return 1 }
    let rate = stream.pointee.avg_frame_rate
    let frames = rate.den > 0 && rate.num > 0 ? min(av_q2d(rate), 240) : 30
    let pixels = Double(parameters.pointee.width) * Double(parameters.pointee.height) * frames
    let isHeavy = [AV_CODEC_ID_HEVC, AV_CODEC_ID_AV1].contains(parameters.pointee.codec_id)
    let share = isHeavy ? 50e6 : 80e6
    return min(max(Int32((pixels / share).rounded(.up)), 1), min(av_cpu_count(), 4))
  }
}
