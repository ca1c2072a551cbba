import CFFmpeg
import CFFmpegShim
import Glibc
import TriptychWire

/// The MP4 file that is being written, through a descriptor. One thread.
final class RecordedFile {
  private let descriptor: Descriptor
  private let container: UnsafeMutablePointer<AVFormatContext>
  private let isSeekable: Bool
  private let sink: Sink

  /// What the library's calls see: the descriptor, and the first error.
  private final class Sink {
    let raw: Int32
    var failure: Int32 = 0
    var length: Int64 = 0
    var position: Int64 = 0
    init(_ raw: Int32) { self.raw = raw }
  }

  private static let buffer: Int32 = 1 << 16

  init(_ descriptor: Descriptor, seekable: Bool) throws(FilmError) {
    (self.descriptor, isSeekable) = (descriptor, seekable)
    sink = Sink(descriptor.raw)
    var made: UnsafeMutablePointer<AVFormatContext>?
    let code = avformat_alloc_output_context2(&made, nil, "mp4", nil)
    guard code >= 0, let made else { throw FilmError(library: code, as: .unsupported) }
    container = made
    let context = Unmanaged.passUnretained(sink).toOpaque()
    let room = av_malloc(Int(Self.buffer))?.assumingMemoryBound(to: UInt8.self)
    guard let room,
      let way = avio_alloc_context(
        room, Self.buffer, 1, context, nil, writeToSink, seekable ? seekInSink : nil)
    else {
      av_free(room)
      avformat_free_context(made)
      throw .noMemory
    }
    made.pointee.pb = way
    made.pointee.flags |= AVFMT_FLAG_BITEXACT | AVFMT_FLAG_CUSTOM_IO
  }

  deinit {
    if let way = container.pointee.pb {
      av_freep(&way.pointee.buffer)
      avio_context_free(&container.pointee.pb)
    }
    avformat_free_context(container)
  }

  var wantsGlobalHeaders: Bool {
    container.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0
  }

  /// The stream's number.
  func addStream(
    of encoder: UnsafeMutablePointer<AVCodecContext>
  ) throws(FilmError) -> Int32 {
    guard let stream = avformat_new_stream(container, nil) else { throw .noMemory }
    stream.pointee.time_base = encoder.pointee.time_base
    stream.pointee.avg_frame_rate = encoder.pointee.framerate
    let code = avcodec_parameters_from_context(stream.pointee.codecpar, encoder)
    guard code >= 0 else { throw FilmError(library: code, as: .noMemory) }
    return stream.pointee.index
  }

  /// Once, when all streams are there.
  func begin() throws(FilmError) {
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    // A pipe cannot be gone back in: pieces that each say what they hold.
    if !isSeekable { av_dict_set(&options, "movflags", "frag_keyframe+empty_moov", 0) }
    try check(avformat_write_header(container, &options))
  }

  /// Takes the packet's contents; its times are in `base`.
  func write(_ packet: Packet, of base: AVRational, to stream: Int32) throws(FilmError) {
    guard let streams = container.pointee.streams, let target = streams[Int(stream)] else {
      return
    }
    av_packet_rescale_ts(packet.raw, base, target.pointee.time_base)
    packet.raw.pointee.stream_index = stream
    try check(av_interleaved_write_frame(container, packet.raw))
  }

  /// The file's length.
  func finish() throws(FilmError) -> UInt64 {
    try check(av_write_trailer(container))
    avio_flush(container.pointee.pb)
    try check(0)
    return UInt64(max(sink.length, 0))
  }

  private func check(_ code: Int32) throws(FilmError) {
    if sink.failure != 0 {
      throw FilmError(.unreadable, "writing failed: \(String(cString: strerror(sink.failure)))")
    }
    guard code >= 0 else { throw FilmError(library: code, as: .unsupported) }
  }

  fileprivate static func write(
    _ context: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32
  ) -> Int32 {
    guard let context, let bytes else { return -EINVAL }
    let sink = Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue()
    var done = 0
    while done < Int(count) {
      let written = Glibc.write(sink.raw, bytes + done, Int(count) - done)
      if written > 0 {
        done += written
      } else if written == 0 || errno != EINTR {
        sink.failure = written == 0 ? EIO : errno
        return -sink.failure
      }
    }
    sink.position += Int64(count)
    sink.length = max(sink.length, sink.position)
    return count
  }

  fileprivate static func seek(
    _ context: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32
  ) -> Int64 {
    guard let context else { return Int64(-EINVAL) }
    let sink = Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue()
    if whence & AVSEEK_SIZE != 0 { return sink.length }
    let place = lseek(sink.raw, Int(offset), whence & 3)
    guard place >= 0 else { return Int64(-errno) }
    sink.position = Int64(place)
    return Int64(place)
  }
}

private func writeToSink(
  _ context: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 { RecordedFile.write(context, bytes, count) }

private func seekInSink(
  _ context: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32
) -> Int64 { RecordedFile.seek(context, offset, whence) }
