import CFFmpeg
import CFFmpegShim
import Glibc
import TriptychWire

/// Writes pixels as PNG files: opaque RGB, the same bytes for the same pixels. One thread.
final class PNGEncoder {
  /// zlib's third level: a third of the time of the usual sixth, files a tenth larger.
  private static let level: Int32 = 3
  private var context: UnsafeMutablePointer<AVCodecContext>?

  deinit { avcodec_free_context(&context) }

  /// `pixels`: BGRA rows, `stride` bytes apart; alpha does not count. `labels` become the file's
  /// texts. Returns the file's length.
  func write(
    _ pixels: UnsafeRawPointer, width: Int, height: Int, stride: Int, labels: [Label] = [],
    to file: Descriptor
  ) throws(FilmError) -> Int {
    let frame = try rgbFrame(width, height)
    copy(pixels, stride: stride, into: frame)
    let context = try encoder(width, height)
    let packet = try Packet()
    var code = avcodec_send_frame(context, frame.raw)
    if code >= 0 { code = avcodec_receive_packet(context, packet.raw) }
    guard code >= 0 else { throw FilmError(library: code, as: .unsupported) }
    guard let start = packet.raw.pointee.data else { throw .noMemory }
    let bytes = UnsafeRawBufferPointer(start: start, count: packet.byteCount)
    let head = min(PNGText.afterHeader, bytes.count)
    let whole = Array(bytes[..<head]) + labels.flatMap(PNGText.chunk) + Array(bytes[head...])
    try write(whole, to: file)
    return whole.count
  }

  private func encoder(
    _ width: Int, _ height: Int
  ) throws(FilmError) -> UnsafeMutablePointer<AVCodecContext> {
    if let context, context.pointee.width == width, context.pointee.height == height {
      return context
    }
    avcodec_free_context(&context)
    guard let codec = avcodec_find_encoder(AV_CODEC_ID_PNG) else {
      throw FilmError(.unsupported, "no PNG encoder")
    }
    guard let made = avcodec_alloc_context3(codec) else { throw .noMemory }
    context = made
    made.pointee.width = Int32(width)
    made.pointee.height = Int32(height)
    made.pointee.pix_fmt = AV_PIX_FMT_RGB24
    made.pointee.time_base = AVRational(num: 1, den: 1)
    made.pointee.compression_level = Self.level
    made.pointee.thread_count = 1
    av_opt_set(made.pointee.priv_data, "pred", "up", 0)
    let code = avcodec_open2(made, codec, nil)
    guard code >= 0 else {
      avcodec_free_context(&context)
      throw FilmError(library: code, as: .unsupported)
    }
    return made
  }

  private func rgbFrame(_ width: Int, _ height: Int) throws(FilmError) -> DecodedFrame {
    let frame = try DecodedFrame()
    frame.raw.pointee.width = Int32(width)
    frame.raw.pointee.height = Int32(height)
    frame.raw.pointee.format = AV_PIX_FMT_RGB24.rawValue
    guard av_frame_get_buffer(frame.raw, 0) >= 0 else { throw .noMemory }
    return frame
  }

  private func copy(_ pixels: UnsafeRawPointer, stride: Int, into frame: DecodedFrame) {
    let (width, height) = (Int(frame.raw.pointee.width), Int(frame.raw.pointee.height))
    guard let target = frame.raw.pointee.data.0 else { return }
    let targetStride = Int(frame.raw.pointee.linesize.0)
    for y in 0..<height {
      let from = pixels + y * stride
      let to = target + y * targetStride
      for x in 0..<width {
        let pixel = from.load(fromByteOffset: 4 * x, as: UInt32.self)
        to[3 * x] = UInt8(truncatingIfNeeded: pixel >> 16)
        to[3 * x + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
        to[3 * x + 2] = UInt8(truncatingIfNeeded: pixel)
      }
    }
  }

  private func write(_ bytes: [UInt8], to file: Descriptor) throws(FilmError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { raw in
        Glibc.write(file.raw, raw.baseAddress.map { $0 + done }, raw.count - done)
      }
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        throw FilmError(.unreadable, "writing failed: \(String(cString: strerror(errno)))")
      }
    }
  }
}
