import CFFmpeg
import CFFmpegShim
import TriptychWire

/// Writes a film: H.264 and AAC in an MP4 file. One thread.
final class FilmRecorder {
  private let file: RecordedFile
  private let picture: PictureRecorder
  private let sound: SoundRecorder?

  /// Takes the descriptor over and writes the file's beginning.
  init(_ request: RecordRequest, to descriptor: Descriptor) throws(FilmError) {
    let file = try RecordedFile(descriptor, seekable: request.seekable)
    picture = try PictureRecorder(request, in: file)
    sound = request.sound ? try SoundRecorder(in: file) : nil
    try file.begin()
    self.file = file
  }

  /// The next frame: `width × height` BGRA pixels without a gap; alpha does not count.
  func add(frame pixels: UnsafeRawPointer) throws(FilmError) { try picture.add(pixels, to: file) }

  /// The next samples: interleaved stereo, 48 kHz.
  func add(samples: [Float]) throws(FilmError) {
    guard let sound else { throw FilmError(.badRequest, "the film has no track of sound") }
    try sound.add(samples, to: file)
  }

  /// Writes what is inside and the file's end. The file's length in bytes.
  func finish() throws(FilmError) -> UInt64 {
    try picture.finish(file)
    try sound?.finish(file)
    return try file.finish()
  }
}

/// An encoder of one stream and its place in the file. One thread.
final class TrackEncoder {
  let context: UnsafeMutablePointer<AVCodecContext>
  private let stream: Int32
  private let packet: Packet

  /// Opens the encoder after `prepare`, and adds its stream to the file.
  init(
    _ codec: UnsafePointer<AVCodec>, in file: RecordedFile,
    prepare: (UnsafeMutablePointer<AVCodecContext>) -> Void
  ) throws(FilmError) {
    packet = try Packet()
    guard let made = avcodec_alloc_context3(codec) else { throw .noMemory }
    context = made
    prepare(made)
    if file.wantsGlobalHeaders { made.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    made.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    let code = avcodec_open2(made, codec, nil)
    guard code >= 0 else {
      var owned: UnsafeMutablePointer<AVCodecContext>? = made
      avcodec_free_context(&owned)
      throw FilmError(library: code, as: .unsupported)
    }
    stream = try file.addStream(of: made)
  }

  deinit {
    var owned: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&owned)
  }

  /// Encodes a frame (nil: nothing follows) and writes what comes of it.
  func encode(_ frame: DecodedFrame?, to file: RecordedFile) throws(FilmError) {
    let code = avcodec_send_frame(context, frame?.raw)
    guard code >= 0 else { throw FilmError(library: code, as: .unsupported) }
    while true {
      let code = avcodec_receive_packet(context, packet.raw)
      if code == -EAGAIN || code == ff_error_eof { return }
      guard code >= 0 else { throw FilmError(library: code, as: .unsupported) }
      // Some encoders leave it out; the file's last frame would have no length.
      if packet.raw.pointee.duration == 0, context.pointee.codec_type == AVMEDIA_TYPE_VIDEO {
        packet.raw.pointee.duration = 1
      }
      try file.write(packet, of: context.pointee.time_base, to: stream)
    }
  }
}
