import CFFmpeg
import CFFmpegShim
import CWebP
import Glibc
import TriptychWire

/// A WebP that moves: FFmpeg has no reader of them, but libwebp has. Its frames, laid over each
/// other as they are to be seen, are handed on as packets of raw pixels. One thread.
final class WebPFilm {
  let animation: Animation
  private let bytes: UnsafeMutableRawBufferPointer
  private let decoder: OpaquePointer
  private let width: Int32
  private let height: Int32
  /// What the library said when the last frame ends, and what we did, ms.
  private var (said, time): (Int64, Int64) = (0, 0)

  private static let mostBytes = 256 << 20

  /// nil: it is nothing of the kind.
  init?(_ file: Descriptor) throws(FilmError) {
    guard let bytes = try Self.bytes(of: file) else { return nil }
    var data = WebPData(
      bytes: bytes.bindMemory(to: UInt8.self).baseAddress, size: bytes.count)
    var options = WebPAnimDecoderOptions()
    guard WebPAnimDecoderOptionsInit(&options) != 0 else {
      bytes.deallocate()
      throw FilmError(.unsupported, "another libwebp than this was built for")
    }
    (options.color_mode, options.use_threads) = (MODE_BGRA, 0)
    guard let length = Self.length(&data), let decoder = WebPAnimDecoderNew(&data, &options) else {
      bytes.deallocate()
      throw FilmError(.damaged, "no frames can be read")
    }
    var facts = WebPAnimInfo()
    _ = WebPAnimDecoderGetInfo(decoder, &facts)
    (self.bytes, self.decoder) = (bytes, decoder)
    (width, height) = (Int32(clamping: facts.canvas_width), Int32(clamping: facts.canvas_height))
    animation = Animation(rounds: facts.loop_count, length: length * 1_000_000)
  }

  deinit {
    WebPAnimDecoderDelete(decoder)
    bytes.deallocate()
  }

  private static func bytes(of file: Descriptor) throws(FilmError) -> UnsafeMutableRawBufferPointer?
  {
    var head = [UInt8](repeating: 0, count: 12)
    guard pread(file.raw, &head, 12, 0) == 12, head.starts(with: "RIFF".utf8),
      head.dropFirst(8).elementsEqual("WEBP".utf8)
    else { return nil }
    var status = stat()
    guard fstat(file.raw, &status) == 0, status.st_size <= mostBytes else {
      throw FilmError(.tooLarge, "more than \(mostBytes >> 20) MiB")
    }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(status.st_size), alignment: 8)
    var filled = 0
    while filled < bytes.count {
      let room = bytes.baseAddress?.advanced(by: filled)
      let got = pread(file.raw, room, bytes.count - filled, off_t(filled))
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { break }
      filled += got
    }
    // What could not be read is missing in the file, too.
    bytes[filled...].copyBytes(from: repeatElement(0, count: bytes.count - filled))
    return bytes
  }

  /// Of one round, ms; nil: there is no frame, or they are too large.
  private static func length(_ data: inout WebPData) -> Int64? {
    guard let demuxer = WebPDemux(&data) else { return nil }
    defer { WebPDemuxDelete(demuxer) }
    let pixels =
      Int64(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH))
      * Int64(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT))
    guard pixels > 0, pixels <= KnownFormats.pixels else { return nil }
    var frame = WebPIterator()
    guard WebPDemuxGetFrame(demuxer, 1, &frame) != 0 else { return nil }
    defer { WebPDemuxReleaseIterator(&frame) }
    var length: Int64 = 0
    repeat { length += delay(Int64(frame.duration)) } while WebPDemuxNextFrame(&frame) != 0
    return length
  }

  private static func delay(_ said: Int64) -> Int64 {
    said > 0 ? said : Animation.defaultDelay
  }

  /// A context with the one stream.
  func makeContext() throws(FilmError) -> UnsafeMutablePointer<AVFormatContext> {
    guard let context = avformat_alloc_context() else { throw .noMemory }
    guard let stream = avformat_new_stream(context, nil), let parameters = stream.pointee.codecpar
    else {
      avformat_free_context(context)
      throw .noMemory
    }
    stream.pointee.time_base = AVRational(num: 1, den: 1000)
    parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    parameters.pointee.codec_id = AV_CODEC_ID_RAWVIDEO
    parameters.pointee.format = AV_PIX_FMT_BGRA.rawValue
    (parameters.pointee.width, parameters.pointee.height) = (width, height)
    parameters.pointee.color_range = AVCOL_RANGE_JPEG
    return context
  }

  /// False: there was the last one.
  func read(into packet: Packet) -> Bool {
    guard WebPAnimDecoderHasMoreFrames(decoder) != 0 else { return false }
    var pixels: UnsafeMutablePointer<UInt8>?
    var end: Int32 = 0
    guard WebPAnimDecoderGetNext(decoder, &pixels, &end) != 0, let pixels else { return false }
    let count = Int(width) * Int(height) * 4
    guard av_new_packet(packet.raw, Int32(clamping: count)) >= 0 else { return false }
    packet.raw.pointee.data.update(from: pixels, count: count)
    let delay = Self.delay(Int64(end) - said)
    (packet.raw.pointee.pts, packet.raw.pointee.dts) = (time, time)
    packet.raw.pointee.duration = delay
    packet.raw.pointee.flags |= AV_PKT_FLAG_KEY
    (said, time) = (Int64(end), time + delay)
    return true
  }

  /// To the first frame.
  func rewind() {
    WebPAnimDecoderReset(decoder)
    (said, time) = (0, 0)
  }
}
