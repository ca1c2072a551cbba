import CFFmpeg
import CFFmpegShim
import Glibc

@testable import TriptychFilms

/// A tiny film to be made: each frame carries its number in 16 black and white blocks.
struct FilmRecipe {
  var width: Int32 = 160
  var height: Int32 = 96
  /// Frames a second.
  var rate: Int32 = 30
  var frames = 60
  var keyEvery: Int32 = 12
  var betweenFrames: Int32 = 2
  var codec = "libx264"
  /// mp4, mov, mkv, ts, avi …
  var container = "mp4"
  /// Frame number → presentation time in frames (not for B-frames); nil: one after another.
  var times: (@Sendable (Int) -> Int64)?
  /// Added to all times, frames.
  var offset: Int64 = 0
  /// Clockwise degrees at which it is to be shown.
  var rotation: Double = 0
  var aspect = AVRational(num: 1, den: 1)
  /// Frame number from which the picture's code is written; the rest is grey.
  var sound: Sound?
  /// Colours of the quadrants instead of the code: Y, U, V each.
  var quadrants: [(UInt8, UInt8, UInt8)]?

  /// What the file says of its colours.
  var matrix = AVCOL_SPC_UNSPECIFIED

  var subtitles: [Subtitles] = []

  struct Subtitles {
    var codec = AV_CODEC_ID_SUBRIP
    var language = "eng"
    /// Start and length in ms, and the packet's text.
    var lines: [(Int64, Int64, String)]
    /// The same for packets that are no text.
    var packets: [(Int64, Int64, [UInt8])] = []
  }

  struct Sound {
    var codec = "aac"
    var language: String?
    var rate: Int32 = 48_000
    var channels: Int32 = 2
    var seconds = 2.0
    /// How loud the wave is in each channel; those that are missing have it whole.
    var levels: [Float] = []
    /// Sample number → value.
    var wave: @Sendable (Int) -> Float = { Float(sin(Double($0) * 0.0576)) * 0.5 }
  }

  static var hasEncoder: Bool { avcodec_find_encoder_by_name("libx264") != nil }
}

/// A film file that is there as long as this is.
final class MadeFilm {
  let path: String

  init(_ recipe: FilmRecipe) throws {
    path = try Self.freshPath(recipe.container)
    try FilmMaker(recipe, path: path).make()
  }

  /// Of bytes.
  init(_ bytes: [UInt8]) throws {
    path = try Self.freshPath("bin")
    let file = fopen(path, "w")
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  deinit { unlink(path) }

  var bytes: [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var room = [UInt8](repeating: 0, count: 8 << 20)
    let count = fread(&room, 1, room.count, file)
    return Array(room[..<count])
  }

  private static func freshPath(_ ending: String) throws -> String {
    var name = Array("/tmp/triptych-film-XXXXXX.\(ending)".utf8CString)
    let descriptor = mkstemps(&name, Int32(ending.utf8.count + 1))
    guard descriptor >= 0 else { throw FilmError(.unreadable, "no temporary file") }
    close(descriptor)
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Encodes a recipe through the library.
private struct FilmMaker {
  let recipe: FilmRecipe
  let path: String

  init(_ recipe: FilmRecipe, path: String) {
    (self.recipe, self.path) = (recipe, path)
  }

  func make() throws {
    var output: UnsafeMutablePointer<AVFormatContext>?
    try check(avformat_alloc_output_context2(&output, nil, nil, path))
    guard let output else { throw FilmError.noMemory }
    defer { avformat_free_context(output) }
    var picture = try pictureEncoder(output)
    defer { avcodec_free_context(&picture.context) }
    var sound = try recipe.sound.map { try soundEncoder(output, $0) }
    let texts = try recipe.subtitles.map { try subtitleTrack(output, $0) }
    try check(avio_open(&output.pointee.pb, path, AVIO_FLAG_WRITE))
    try check(avformat_write_header(output, nil))
    for (track, subtitles) in zip(texts, recipe.subtitles) {
      try write(subtitles, to: track, output)
    }
    for number in 0..<recipe.frames {
      try encode(frame(number), with: picture, to: output)
    }
    try encode(nil, with: picture, to: output)
    if var made = sound, let recipe = recipe.sound {
      try encode(recipe, with: made, to: output)
      avcodec_free_context(&made.context)
      sound = nil
    }
    try check(av_write_trailer(output))
    avio_closep(&output.pointee.pb)
  }

  private struct Track {
    var context: UnsafeMutablePointer<AVCodecContext>?
    let stream: UnsafeMutablePointer<AVStream>
  }

  private func check(_ code: Int32) throws {
    if code < 0 { throw FilmError(library: code, as: .badRequest) }
  }

  private func newTrack(
    _ output: UnsafeMutablePointer<AVFormatContext>, _ name: String
  ) throws -> Track {
    guard let codec = avcodec_find_encoder_by_name(name),
      let context = avcodec_alloc_context3(codec), let stream = avformat_new_stream(output, nil)
    else { throw FilmError(.unsupported, "no encoder \(name)") }
    if output.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 {
      context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    }
    return Track(context: context, stream: stream)
  }

  private func pictureEncoder(_ output: UnsafeMutablePointer<AVFormatContext>) throws -> Track {
    let track = try newTrack(output, recipe.codec)
    guard let context = track.context else { throw FilmError.noMemory }
    context.pointee.width = recipe.width
    context.pointee.height = recipe.height
    context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
    context.pointee.time_base = AVRational(num: 1, den: recipe.rate)
    context.pointee.framerate = AVRational(num: recipe.rate, den: 1)
    context.pointee.gop_size = recipe.keyEvery
    context.pointee.max_b_frames = recipe.betweenFrames
    context.pointee.sample_aspect_ratio = recipe.aspect
    context.pointee.colorspace = recipe.matrix
    context.pointee.bit_rate = 2_000_000
    context.pointee.thread_count = 1
    av_opt_set(context.pointee.priv_data, "preset", "ultrafast", 0)
    av_opt_set(context.pointee.priv_data, "crf", "12", 0)
    av_opt_set(context.pointee.priv_data, "x264-params", "b-adapt=0:scenecut=0", 0)
    try check(avcodec_open2(context, nil, nil))
    try check(avcodec_parameters_from_context(track.stream.pointee.codecpar, context))
    track.stream.pointee.time_base = context.pointee.time_base
    track.stream.pointee.avg_frame_rate = context.pointee.framerate
    track.stream.pointee.sample_aspect_ratio = recipe.aspect
    if recipe.rotation != 0,
      let matrix = av_stream_new_side_data(track.stream, AV_PKT_DATA_DISPLAYMATRIX, 36)
    {
      let numbers = UnsafeMutableRawPointer(matrix).bindMemory(to: Int32.self, capacity: 9)
      av_display_rotation_set(numbers, recipe.rotation)
    }
    return track
  }

  private func frame(_ number: Int) throws -> DecodedFrame {
    let frame = try DecodedFrame()
    frame.raw.pointee.width = recipe.width
    frame.raw.pointee.height = recipe.height
    frame.raw.pointee.format = AV_PIX_FMT_YUV420P.rawValue
    try check(av_frame_get_buffer(frame.raw, 0))
    frame.raw.pointee.pts = recipe.offset + (recipe.times?(number) ?? Int64(number))
    let planes = [frame.raw.pointee.data.0, frame.raw.pointee.data.1, frame.raw.pointee.data.2]
    let strides = [
      frame.raw.pointee.linesize.0, frame.raw.pointee.linesize.1, frame.raw.pointee.linesize.2,
    ]
    for (plane, data) in planes.enumerated() {
      guard let data else { throw FilmError.noMemory }
      let half: Int32 = plane == 0 ? 0 : 1
      let (width, height) = (Int(recipe.width + half) >> half, Int(recipe.height + half) >> half)
      for y in 0..<height {
        for x in 0..<width {
          let value = sample(number, plane, 2 * x / width, 2 * y / height, 16 * x / width)
          data[y * Int(strides[plane]) + x] = value
        }
      }
    }
    return frame
  }

  private func sample(_ number: Int, _ plane: Int, _ right: Int, _ low: Int, _ block: Int) -> UInt8
  {
    if let colors = recipe.quadrants {
      let color = colors[2 * low + right]
      return [color.0, color.1, color.2][plane]
    }
    if plane > 0 { return 128 }
    return number >> (15 - block) & 1 == 1 ? 235 : 16
  }

  private func encode(
    _ frame: DecodedFrame?, with track: Track,
    to output: UnsafeMutablePointer<AVFormatContext>
  ) throws {
    try check(avcodec_send_frame(track.context, frame?.raw))
    guard let context = track.context else { return }
    while true {
      let packet = try Packet()
      let code = avcodec_receive_packet(context, packet.raw)
      if code == -EAGAIN || code == ff_error_eof { return }
      try check(code)
      packet.raw.pointee.stream_index = track.stream.pointee.index
      if packet.raw.pointee.duration == 0, context.pointee.codec_type == AVMEDIA_TYPE_VIDEO,
        recipe.times == nil
      {
        packet.raw.pointee.duration = 1
      }
      av_packet_rescale_ts(packet.raw, context.pointee.time_base, track.stream.pointee.time_base)
      try check(av_interleaved_write_frame(output, packet.raw))
    }
  }

  private func subtitleTrack(
    _ output: UnsafeMutablePointer<AVFormatContext>, _ recipe: FilmRecipe.Subtitles
  ) throws -> UnsafeMutablePointer<AVStream> {
    guard let stream = avformat_new_stream(output, nil) else { throw FilmError.noMemory }
    stream.pointee.codecpar.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
    stream.pointee.codecpar.pointee.codec_id = recipe.codec
    stream.pointee.time_base = AVRational(num: 1, den: 1000)
    av_dict_set(&stream.pointee.metadata, "language", recipe.language, 0)
    if recipe.codec == AV_CODEC_ID_ASS {
      let header = "[Script Info]\r\nScriptType: v4.00+\r\n\r\n[Events]\r\n"
      let bytes = Array(header.utf8)
      let room = av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE))
      room?.copyMemory(from: bytes, byteCount: bytes.count)
      stream.pointee.codecpar.pointee.extradata = room?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.codecpar.pointee.extradata_size = Int32(bytes.count)
    }
    return stream
  }

  private func write(
    _ subtitles: FilmRecipe.Subtitles, to stream: UnsafeMutablePointer<AVStream>,
    _ output: UnsafeMutablePointer<AVFormatContext>
  ) throws {
    let texts = subtitles.lines.map { ($0.0, $0.1, Array($0.2.utf8)) }
    for (start, length, data) in texts + subtitles.packets {
      var bytes = data
      if subtitles.codec == AV_CODEC_ID_MOV_TEXT {
        bytes = [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
      }
      let packet = try Packet()
      try check(av_new_packet(packet.raw, Int32(bytes.count)))
      UnsafeMutableRawPointer(packet.raw.pointee.data)?.copyMemory(
        from: bytes, byteCount: bytes.count)
      packet.raw.pointee.stream_index = stream.pointee.index
      packet.raw.pointee.pts = start
      packet.raw.pointee.dts = start
      packet.raw.pointee.duration = length
      let base = AVRational(num: 1, den: 1000)
      av_packet_rescale_ts(packet.raw, base, stream.pointee.time_base)
      try check(av_interleaved_write_frame(output, packet.raw))
    }
  }

  private func soundEncoder(
    _ output: UnsafeMutablePointer<AVFormatContext>, _ recipe: FilmRecipe.Sound
  ) throws -> Track {
    let track = try newTrack(output, recipe.codec)
    guard let context = track.context else { throw FilmError.noMemory }
    context.pointee.sample_rate = recipe.rate
    av_channel_layout_default(&context.pointee.ch_layout, recipe.channels)
    context.pointee.sample_fmt = context.pointee.codec.pointee.sample_fmts[0]
    context.pointee.time_base = AVRational(num: 1, den: recipe.rate)
    try check(avcodec_open2(context, nil, nil))
    try check(avcodec_parameters_from_context(track.stream.pointee.codecpar, context))
    track.stream.pointee.time_base = context.pointee.time_base
    return track
  }

  private func encode(
    _ sound: FilmRecipe.Sound, with track: Track,
    to output: UnsafeMutablePointer<AVFormatContext>
  ) throws {
    guard let context = track.context else { return }
    let total = Int(sound.seconds * Double(sound.rate))
    let length = context.pointee.frame_size > 0 ? Int(context.pointee.frame_size) : 1024
    for start in stride(from: 0, to: total, by: length) {
      let frame = try DecodedFrame()
      frame.raw.pointee.nb_samples = Int32(min(length, total - start))
      frame.raw.pointee.format = context.pointee.sample_fmt.rawValue
      frame.raw.pointee.sample_rate = sound.rate
      av_channel_layout_copy(&frame.raw.pointee.ch_layout, &context.pointee.ch_layout)
      try check(av_frame_get_buffer(frame.raw, 0))
      frame.raw.pointee.pts = Int64(start)
      fill(frame, from: start, sound)
      try encode(frame, with: track, to: output)
    }
    try encode(nil, with: track, to: output)
  }

  private func fill(_ frame: DecodedFrame, from start: Int, _ sound: FilmRecipe.Sound) {
    let (count, channels) = (Int(frame.raw.pointee.nb_samples), Int(sound.channels))
    for index in 0..<count {
      let wave = sound.wave(start + index)
      for channel in 0..<channels {
        let value = wave * (sound.levels.indices.contains(channel) ? sound.levels[channel] : 1)
        if frame.raw.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue {
          let plane = frame.raw.pointee.extended_data[channel]
          UnsafeMutableRawPointer(plane)?.storeBytes(
            of: value, toByteOffset: 4 * index, as: Float.self)
        } else {
          let number = Int16((value * 32768).rounded())
          UnsafeMutableRawPointer(frame.raw.pointee.data.0)?.storeBytes(
            of: number, toByteOffset: 2 * (index * channels + channel), as: Int16.self)
        }
      }
    }
  }
}
