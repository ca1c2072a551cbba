import CFFmpeg
import CFFmpegShim
import Glibc
import TriptychDecoding
import TriptychWire

/// What a picture that moves says of itself.
struct Animation: Sendable, Hashable {
  /// How often it plays, 0: for ever.
  var rounds: UInt32
  /// Of one round, ns; nil: the container says it.
  var length: Int64?
  /// It was read to its end for that.
  var isMeasured = false

  /// Shown so long where the file says none (ms), as browsers have it.
  static let defaultDelay: Int64 = 100

  init(rounds: UInt32, length: Int64?) {
    (self.rounds, self.length) = (rounds, length)
  }

  /// nil: it is a film.
  init?(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ file: Descriptor, picture: Int32
  ) {
    let name = context.pointee.iformat.map { String(cString: $0.pointee.name) } ?? ""
    if name.hasPrefix("mov") {
      let brand = av_dict_get(context.pointee.metadata, "major_brand", nil, 0)
      guard let brand, String(cString: brand.pointee.value) == "avis" else { return nil }
      // What writes such files says nothing of rounds.
      self.init(rounds: 0, length: nil)
      return
    }
    guard av_match_list(name, KnownFormats.animations, 0x2C) > 0 else { return nil }
    let facts = AnimationFacts(frames: 1) { offset, count in
      var bytes = [UInt8](repeating: 0, count: count)
      let got = pread(file.raw, &bytes, count, off_t(offset))
      return Array(bytes.prefix(max(got, 0)))
    }
    self.init(
      rounds: facts?.rounds ?? 1, length: Self.length(context, picture: picture))
    isMeasured = true
  }

  private static func length(
    _ context: UnsafeMutablePointer<AVFormatContext>, picture: Int32
  ) -> Int64? {
    guard let packet = av_packet_alloc(), let stream = context.pointee.streams[Int(picture)] else {
      return nil
    }
    defer {
      var owned: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&owned)
    }
    var ticks: Int64 = 0
    while av_read_frame(context, packet) >= 0 {
      if packet.pointee.stream_index == picture { ticks += max(packet.pointee.duration, 0) }
      av_packet_unref(packet)
    }
    return ticks > 0 ? FilmTime.ns(ticks, stream.pointee.time_base) : nil
  }
}
