import CFFmpeg
import CFFmpegShim
import Glibc
import TriptychDecoding
import TriptychWire

/// Reads a file up to its first picture: only then it is known to be a film, and where its time
/// begins. One thread.
struct FilmOpening {
  let container: Container
  let decoder: Decoder
  let facts: PictureFacts
  let first: TimedFrame
  /// Sound that lay before the first picture's end.
  let sounds: [Packet]
  let subtitles: [Packet]
  /// Decoding time of the picture's first packet, ticks.
  let firstTicks: Int64?
  let mender: JumpMender
  /// The last times that have been read, source time.
  let ends: StreamEnds

  /// Packets of sound that are kept before there is a picture.
  private static let mostSounds = 4096
  private static let mostSubtitles = 64
  /// Frames that may be damaged before they are shown all the same.
  private static let mostDamaged = 30

  /// `ring`: where the picture's frames may lie.
  init(_ container: Container, ring: FrameRing? = nil, watch: Watch) throws(FilmError) {
    self.container = container
    guard let stream = container.stream(container.picture) else { throw .noMemory }
    decoder = try Decoder(stream, ring: ring)
    var search = Search(
      container: container, decoder: decoder, frameTime: Self.frameTime(stream))
    let frame = try search.firstFrame(watch: watch)
    let base = decoder.timeBase
    let origin = frame.presented ?? search.firstTicks ?? 0
    facts = PictureFacts(
      timeBase: base, origin: origin, aspect: stream.pointee.sample_aspect_ratio,
      orientation: Self.orientation(of: stream), frameTime: search.frameTime)
    let duration = frame.duration > 0 ? FilmTime.ns(frame.duration, base) : search.frameTime
    first = TimedFrame(frame: frame, time: 0, duration: duration)
    (sounds, subtitles) = (search.sounds, search.subtitles)
    firstTicks = search.firstTicks
    mender = search.mender
    ends = search.ends.counted(
      from: FilmTime.ns(origin, base),
      delay: FilmTime.ns(origin - (search.firstTicks ?? origin), base))
  }

  /// Reads and decodes until there is a frame.
  private struct Search {
    let container: Container
    let decoder: Decoder
    let frameTime: Int64
    var sounds: [Packet] = []
    var subtitles: [Packet] = []
    var firstTicks: Int64?
    var mender = JumpMender()
    /// On the file's own line.
    var ends = StreamEnds()
    private var damaged = 0
    private var lastError: Int32 = ff_error_eof

    init(container: Container, decoder: Decoder, frameTime: Int64) {
      (self.container, self.decoder, self.frameTime) = (container, decoder, frameTime)
    }

    mutating func firstFrame(watch: Watch) throws(FilmError) -> DecodedFrame {
      let frame = try DecodedFrame()
      while true {
        if watch.isStopped { throw FilmError(.badRequest, "closed") }
        if watch.isOverdue { throw FilmError(.damaged, "no picture could be decoded for 10 s") }
        switch decoder.receive(into: frame) {
        case .done: if isWhole(frame) { return frame }
        case .again: try read()
        case .end: throw noPicture
        case .failed(let code): lastError = code
        }
      }
    }

    private var noPicture: FilmError {
      if lastError == ff_error_eof { return FilmError(.damaged, "no picture could be decoded") }
      return FilmError(library: lastError, as: .damaged)
    }

    /// A stream may begin in the middle: what refers to frames before is not shown.
    private mutating func isWhole(_ frame: DecodedFrame) -> Bool {
      guard frame.raw.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 else { return true }
      damaged += 1
      return damaged > FilmOpening.mostDamaged
    }

    private mutating func read() throws(FilmError) {
      let packet = try Packet()
      let isSound: Bool
      switch container.read(into: packet) {
      case .packet(let sound): isSound = sound
      case .subtitle:
        if subtitles.count < FilmOpening.mostSubtitles { subtitles.append(packet) }
        return
      case .end, .stopped:
        decoder.drain()
        return
      }
      let base = container.stream(packet.raw.pointee.stream_index)?.pointee.time_base
      mender.mend(packet, isSound: isSound, base: base, mayJump: container.mayJump)
      ends.note(packet, isSound: isSound, base: base, frameTime: frameTime, origin: 0)
      if isSound {
        if sounds.count < FilmOpening.mostSounds { sounds.append(packet) }
        return
      }
      if firstTicks == nil { firstTicks = packet.decoded ?? packet.presented }
      if case .failed(let code) = decoder.send(packet) { lastError = code }
    }
  }

  static func frameTime(_ stream: UnsafeMutablePointer<AVStream>) -> Int64 {
    for rate in [stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate]
    where rate.num > 0 && rate.den > 0 {
      let time = FilmTime.ns(1, AVRational(num: rate.den, den: rate.num))
      if time > 100_000, time < 3600 * FilmTime.second { return time }
    }
    return FilmTime.second / 25
  }

  static func orientation(of stream: UnsafeMutablePointer<AVStream>) -> Orientation {
    var bytes = 0
    guard let matrix = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &bytes),
      bytes >= 36
    else { return .upright }
    let numbers = (0..<9).map {
      UnsafeRawPointer(matrix).loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self)
    }
    return Orientation(matrix: numbers)
  }
}

/// How far the streams have been read, ns; a round's length follows from it.
struct StreamEnds: Sendable {
  /// By presentation time, and by decoding time.
  private var shown: Int64 = .min
  private var decoded: Int64 = .min
  /// True if a packet had no presentation time (AVI): the last of them may be the last one shown.
  private var isVague = false
  /// How much later than its decoding time a frame is seen, where the file does not say.
  private var delay: Int64 = 0
  private(set) var sound: Int64 = .min

  /// `base`: of the packet's stream; `origin`: what is to be 0.
  mutating func note(
    _ packet: Packet, isSound: Bool, base: AVRational?, frameTime: Int64, origin: Int64
  ) {
    guard let base, !packet.isHidden else { return }
    var duration = FilmTime.ns(packet.duration, base)
    if duration == 0, !isSound { duration = frameTime }
    let end = { (ticks: Int64) in FilmTime.ns(ticks, base) &- origin &+ duration }
    if isSound {
      if let ticks = packet.presented ?? packet.decoded { sound = max(sound, end(ticks)) }
      return
    }
    if let ticks = packet.presented { shown = max(shown, end(ticks)) } else { isVague = true }
    if let ticks = packet.decoded { decoded = max(decoded, end(ticks)) }
  }

  /// The same, counted from `origin`; the first frame was seen `delay` after it was decoded.
  func counted(from origin: Int64, delay: Int64) -> StreamEnds {
    var ends = self
    ends.delay = max(delay, 0)
    if shown != .min { ends.shown -= origin }
    if decoded != .min { ends.decoded -= origin }
    if sound != .min { ends.sound -= origin }
    return ends
  }

  var picture: Int64 { max(shown, isVague && decoded != .min ? decoded + delay : .min) }
  var roundEnd: Int64 { FilmTime.roundEnd(picture: picture, sound: sound) }
}

extension JumpMender {
  mutating func mend(_ packet: Packet, isSound: Bool, base: AVRational?, mayJump: Bool) {
    guard mayJump, let base, let decoded = packet.decoded ?? packet.presented else { return }
    let shift = self.shift(
      isSound: isSound, decoded: FilmTime.ns(decoded, base),
      duration: FilmTime.ns(packet.duration, base))
    packet.shift(by: FilmTime.ticks(shift, base))
  }
}
