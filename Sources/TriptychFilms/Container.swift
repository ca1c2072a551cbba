import CFFmpeg
import CFFmpegShim
import Glibc
import TriptychWire

/// Which streams of a film are wanted.
struct StreamWishes: Sendable, Hashable {
  var sound: Bool
  /// As the file or people write it; empty: the file's first.
  var soundLanguage = ""
  /// nil: none.
  var subtitles: String?
}

/// An opened film file and the streams of it that are played.
///
/// Used by one thread at a time.
final class Container {
  private let input: FilmInput
  private let watch: Watch
  private var context: UnsafeMutablePointer<AVFormatContext>
  /// Index of the picture's stream.
  private(set) var picture: Int32
  /// Index of the sound's stream, −1 if there is none or none is wanted.
  private(set) var sound: Int32
  /// Indices of the streams of subtitles that are read, those that are asked for first.
  private(set) var subtitles: [Int32]
  /// nil: it is no picture that moves.
  let animation: Animation?
  private let wishes: StreamWishes
  /// Reads WebP, which no demuxer does.
  private let webp: WebPFilm?

  private static let probeBytes: Int64 = 5_000_000
  private static let probeTime: Int64 = 5_000_000

  init(_ descriptor: Descriptor, wishes: StreamWishes, watch: Watch) throws(FilmError) {
    input = try FilmInput(descriptor, watch: watch)
    (self.watch, self.wishes) = (watch, wishes)
    webp = try WebPFilm(descriptor)
    let opened: UnsafeMutablePointer<AVFormatContext>
    if let webp { opened = try webp.makeContext() } else { opened = try Self.open(input, watch) }
    do throws(FilmError) {
      let streams = try Self.chooseStreams(opened, wishes)
      (picture, sound, subtitles) = (streams.picture, streams.sound, streams.subtitles)
      animation = webp?.animation ?? Animation(opened, descriptor, picture: streams.picture)
    } catch {
      Self.close(opened)
      throw error
    }
    context = opened
    if animation?.isMeasured == true { try reopen() }
  }

  deinit { Self.close(context) }

  private static func close(_ context: UnsafeMutablePointer<AVFormatContext>) {
    var owned: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&owned)
  }

  func stream(_ index: Int32) -> UnsafeMutablePointer<AVStream>? {
    guard index >= 0, index < Int32(context.pointee.nb_streams) else { return nil }
    return context.pointee.streams[Int(index)]
  }

  /// The library's name of the format.
  var name: String {
    if webp != nil { return "webp" }
    return context.pointee.iformat.map { String(cString: $0.pointee.name) } ?? "unknown"
  }

  /// The next packet of one of the streams.
  func read(into packet: Packet) -> ReadResult {
    var idle = 0
    watch.readBegins()
    if let webp { return webp.read(into: packet) ? .packet(isSound: false) : .end }
    while true {
      watch.pulse()
      let code = av_read_frame(context, packet.raw)
      if code == -EAGAIN, idle < 1000 {
        idle += 1
        continue
      }
      if code < 0 { return watch.isStopped ? .stopped : .end }
      let index = packet.raw.pointee.stream_index
      if index == picture || index == sound { return .packet(isSound: index == sound) }
      if subtitles.contains(index) { return .subtitle }
      av_packet_unref(packet.raw)
    }
  }

  enum ReadResult {
    case packet(isSound: Bool)
    case subtitle
    case end, stopped
  }

  /// True if time stamps may jump (broadcast streams).
  var mayJump: Bool { (context.pointee.iformat?.pointee.flags ?? 0) & AVFMT_TS_DISCONT != 0 }

  /// Bytes a second on the average; nil: nobody knows.
  var byteRate: Int64? { context.pointee.bit_rate >= 8 ? context.pointee.bit_rate / 8 : nil }

  /// What the file says of a stream; empty: nothing.
  func language(of index: Int32) -> String {
    stream(index).map(Self.language) ?? ""
  }

  private static func language(_ stream: UnsafeMutablePointer<AVStream>) -> String {
    av_dict_get(stream.pointee.metadata, "language", nil, 0)
      .map { String(cString: $0.pointee.value) } ?? ""
  }

  /// Leaves out what need not be read. Only of formats that have an index of each packet: others
  /// would be read to the end without a word.
  func readsSubtitlesOnly(_ does: Bool) {
    guard isIndexed else { return }
    for index in [picture, sound] where index >= 0 {
      stream(index)?.pointee.discard = does ? AVDISCARD_ALL : AVDISCARD_DEFAULT
    }
  }

  private var isIndexed: Bool { name.hasPrefix("mov") }

  /// The sound cannot be decoded.
  func dropSound() {
    stream(sound)?.pointee.discard = AVDISCARD_ALL
    sound = -1
  }

  /// Where the stream ends as far as the file says: ns on the file's own line, nil if unknown.
  func declaredEnd(of index: Int32, frameTime: Int64) -> Int64? {
    guard let stream = stream(index) else { return nil }
    if let animation, let length = animation.length { return index == picture ? length : nil }
    let base = stream.pointee.time_base
    let start = stream.pointee.start_time == ff_no_time ? 0 : stream.pointee.start_time
    if isIndexed, index == picture, let span = indexSpan(stream) {
      return FilmTime.ns(start + span, base) + frameTime
    }
    if stream.pointee.duration != ff_no_time, stream.pointee.duration > 0 {
      return FilmTime.ns(start + stream.pointee.duration, base)
    }
    guard context.pointee.duration != ff_no_time, context.pointee.duration > 0 else { return nil }
    let first = context.pointee.start_time == ff_no_time ? 0 : context.pointee.start_time
    return (first + context.pointee.duration) * 1000
  }

  /// From the first to the last packet that is shown; the index of MP4 and MOV has them all.
  private func indexSpan(_ stream: UnsafeMutablePointer<AVStream>) -> Int64? {
    let count = avformat_index_get_entries_count(stream)
    guard count > 0 else { return nil }
    let isShown = { (index: Int32) -> Int64? in
      guard let entry = avformat_index_get_entry(stream, index),
        entry.pointee.flags & AVINDEX_DISCARD_FRAME == 0
      else { return nil }
      return entry.pointee.timestamp
    }
    guard let first = (0..<count).lazy.compactMap(isShown).first,
      let last = (0..<count).reversed().lazy.compactMap(isShown).first
    else { return nil }
    return max(last - first, 0)
  }

  /// The first sound stream of the file, whether it is played or not; −1 if there is none.
  var anySound: Int32 {
    for index in 0..<Int32(context.pointee.nb_streams)
    where stream(index)?.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO {
      return index
    }
    return -1
  }
}

// Opening.
extension Container {
  private static func open(
    _ input: FilmInput, _ watch: Watch
  ) throws(FilmError) -> UnsafeMutablePointer<AVFormatContext> {
    let format = try probe(input)
    guard let made = avformat_alloc_context() else { throw .noMemory }
    made.pointee.pb = input.context
    made.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    made.pointee.max_streams = 32
    made.pointee.probesize = probeBytes
    made.pointee.max_analyze_duration = probeTime
    made.pointee.interrupt_callback = AVIOInterruptCB(
      callback: shouldStop, opaque: Unmanaged.passUnretained(watch).toOpaque())
    ff_refuse_other_files(made)
    var options: OpaquePointer?
    av_dict_set(&options, "protocol_whitelist", "", 0)
    av_dict_set(&options, "format_whitelist", KnownFormats.containers, 0)
    // Delays as the file says; without one as browsers have it.
    av_dict_set(&options, "min_delay", "1", 0)
    av_dict_set(&options, "default_delay", "10", 0)
    av_dict_set(&options, "default_fps", "10", 0)
    av_dict_set(&options, "codec_whitelist", KnownFormats.decoders, 0)
    defer { av_dict_free(&options) }
    var context: UnsafeMutablePointer<AVFormatContext>? = made
    let code = avformat_open_input(&context, "", format, &options)
    guard code == 0, let context else { throw FilmError(library: code, as: .damaged) }
    let found = findStreams(context)
    guard found >= 0 else {
      close(context)
      throw FilmError(library: found, as: .damaged)
    }
    return context
  }

  private static func probe(_ input: FilmInput) throws(FilmError) -> UnsafePointer<AVInputFormat> {
    var format: UnsafePointer<AVInputFormat>?
    let code = av_probe_input_buffer2(input.context, &format, "", nil, 0, 0)
    guard code >= 0, let format else {
      if code == -EIO || code == -ENOMEM { throw FilmError(library: code, as: .unreadable) }
      throw FilmError(.unknownFormat, "neither a picture nor a film of a known kind")
    }
    let names = String(cString: format.pointee.name)
    guard av_match_list(names, KnownFormats.containers, 0x2C) > 0 else {
      throw FilmError(.unsupported, "files of the format \(names) are not played")
    }
    return format
  }

  private static func findStreams(_ context: UnsafeMutablePointer<AVFormatContext>) -> Int32 {
    let count = Int(context.pointee.nb_streams)
    var options = [OpaquePointer?](repeating: nil, count: count)
    for index in 0..<count {
      av_dict_set_int(&options[index], "max_pixels", KnownFormats.pixels, 0)
    }
    let code = avformat_find_stream_info(context, &options)
    for index in 0..<count { av_dict_free(&options[index]) }
    return code
  }

  private struct Streams {
    var picture: Int32 = -1
    var sound: Int32 = -1
    var subtitles: [Int32] = []
  }

  private static func chooseStreams(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ wishes: StreamWishes
  ) throws(FilmError) -> Streams {
    var streams = Streams()
    var refused: String?
    let still = AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS
    for index in 0..<Int32(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[Int(index)],
        let parameters = stream.pointee.codecpar
      else { continue }
      stream.pointee.discard = AVDISCARD_ALL
      guard parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO, streams.picture < 0,
        stream.pointee.disposition & still == 0
      else { continue }
      if KnownFormats.decoder(for: stream) != nil {
        streams.picture = index
      } else {
        refused = name(of: parameters)
      }
    }
    guard streams.picture >= 0 else {
      if let refused { throw FilmError(.unsupported, "no decoder for \(refused)") }
      throw FilmError(.unsupported, "has no picture")
    }
    if wishes.sound {
      streams.sound = choose(context, wishes.soundLanguage) {
        $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
          && KnownFormats.decoder(for: $0) != nil
      }
    }
    if let language = wishes.subtitles {
      streams.subtitles = chooseSubtitles(context, language)
    }
    for index in [streams.picture, streams.sound] + streams.subtitles where index >= 0 {
      context.pointee.streams[Int(index)]?.pointee.discard = AVDISCARD_DEFAULT
    }
    return streams
  }

  /// The first stream of that language, else the first of all; −1 if none is of use.
  private static func choose(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ language: String,
    isOfUse: (UnsafeMutablePointer<AVStream>) -> Bool
  ) -> Int32 {
    var first: Int32 = -1
    for index in 0..<Int32(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[Int(index)], isOfUse(stream) else { continue }
      if language.isEmpty { return index }
      if Language.isSame(Self.language(stream), language) { return index }
      if first < 0 { first = index }
    }
    return first
  }

  /// All that there are people for; of those that are pictures fewer, for they take more.
  private static func chooseSubtitles(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ language: String
  ) -> [Int32] {
    var kinds: [Bool: [Int32]] = [:]
    for index in 0..<Int32(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[Int(index)],
        KnownFormats.subtitleDecoder(for: stream) != nil
      else { continue }
      kinds[KnownFormats.drawsSubtitles(stream), default: []].append(index)
    }
    func isAsked(_ index: Int32) -> Bool {
      context.pointee.streams[Int(index)].map { Language.isSame(Self.language($0), language) }
        ?? false
    }
    return [(false, 16), (true, 4)].flatMap { isDrawn, most in
      let all = kinds[isDrawn] ?? []
      return (all.filter(isAsked) + all.filter { !isAsked($0) }).prefix(most)
    }
  }

  private static func name(of parameters: UnsafeMutablePointer<AVCodecParameters>) -> String {
    let id = parameters.pointee.codec_id
    if id == AV_CODEC_ID_NONE, parameters.pointee.codec_tag != 0 {
      let tag = parameters.pointee.codec_tag
      let letters = (0..<4).map { UInt8(truncatingIfNeeded: tag >> ($0 * 8)) }
      if letters.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
        return String(decoding: letters, as: UTF8.self)
      }
    }
    return String(cString: avcodec_get_name(id))
  }
}

// Seeking.
extension Container {
  /// To the last key frame at or before `ticks` of the picture's stream.
  func seek(to ticks: Int64) -> Bool {
    // They are short, and each frame is made of those before it.
    guard animation == nil || isIndexed else { return false }
    watch.readBegins()
    return avformat_seek_file(context, picture, .min, ticks, ticks, 0) >= 0
  }

  /// To the first packet, by opening anew where the file cannot go back (`firstTicks`: decoding
  /// time of the picture's first packet).
  func seekToStart(firstTicks: Int64?) throws(FilmError) {
    if let webp { return webp.rewind() }
    if mayJump {
      // Time stamps do not tell where the first packet lies.
      if avformat_seek_file(context, -1, .min, 0, 0, AVSEEK_FLAG_BYTE) >= 0 { return }
    } else if let firstTicks, seek(to: firstTicks) {
      return
    }
    try reopen()
  }

  private func reopen() throws(FilmError) {
    watch.readBegins()
    input.rewind()
    var wishes = self.wishes
    wishes.sound = sound >= 0
    let opened = try Self.open(input, watch)
    do throws(FilmError) {
      let streams = try Self.chooseStreams(opened, wishes)
      guard streams.picture == picture else { throw FilmError(.damaged, "changed while played") }
      Self.close(context)
      context = opened
      (sound, subtitles) = (streams.sound, streams.subtitles)
    } catch {
      Self.close(opened)
      throw error
    }
  }
}

private func shouldStop(_ opaque: UnsafeMutableRawPointer?) -> Int32 {
  guard let opaque else { return 0 }
  let watch = Unmanaged<Watch>.fromOpaque(opaque).takeUnretainedValue()
  watch.pulse()
  return watch.isStopped || watch.isReadOverdue ? 1 : 0
}
