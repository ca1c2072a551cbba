import CFFmpeg
import CFFmpegShim
import TriptychWire

/// What the film worker says to people: which kinds it has, and what a file is.
enum FilmInspection {
  /// One line for pictures and one for sound, by the library's names.
  static var formats: String {
    "pictures: \(known(KnownFormats.pictureDecoders)); sound: \(known(KnownFormats.soundDecoders))"
  }

  /// What can be written.
  static var encoders: String {
    var films: String?
    for name in ["libx264", "libopenh264"] where films == nil {
      if avcodec_find_encoder_by_name(name) != nil { films = name }
    }
    let hasAAC = avcodec_find_encoder(AV_CODEC_ID_AAC) != nil
    guard let films, hasAAC else { return "PNG, no films: FFmpeg has no H.264 and AAC here" }
    return "PNG, films (H.264 by \(films), AAC)"
  }

  /// Several decoders of one kind count once.
  private static func known(_ decoders: [String]) -> String {
    var names: [String] = []
    for decoder in decoders {
      guard let codec = avcodec_find_decoder_by_name(decoder) else { continue }
      let name = String(cString: avcodec_get_name(codec.pointee.id))
      if !names.contains(name), !name.hasPrefix("pcm_"), !name.hasPrefix("adpcm_") {
        names.append(name)
      }
    }
    return names.joined(separator: ", ")
  }

  /// `mov,mp4; h264, 1920 × 1080 pixels, 25 frames a second; sound: aac; 12.5 s`. Decodes nothing.
  /// `progress` is called while it takes long.
  static func words(
    on file: Descriptor, progress: @escaping @Sendable () -> Void
  ) throws(FilmError) -> String {
    let container = try Container(
      file, wishes: StreamWishes(sound: true), watch: Watch(report: progress))
    guard let stream = container.stream(container.picture),
      let parameters = stream.pointee.codecpar
    else { throw FilmError(.unsupported, "has no picture") }
    let frameTime = FilmOpening.frameTime(stream)
    let kind = container.name.split(separator: ",").prefix(2).joined(separator: ",")
    var words = "film (\(kind)), \(name(of: parameters)), "
    words += "\(parameters.pointee.width) × \(parameters.pointee.height) pixels"
    let orientation = FilmOpening.orientation(of: stream)
    if orientation != .upright {
      let isTurned = orientation.transposes || orientation.flipsX && orientation.flipsY
      words += isTurned ? ", stored turned" : ", stored mirrored"
    }
    words += ", \(decimal(1_000_000_000, per: frameTime)) frames a second"
    words += ", " + soundWords(container)
    let start = stream.pointee.start_time
    if let end = container.declaredEnd(of: container.picture, frameTime: frameTime) {
      // Broadcast streams begin anywhere.
      let first = start == ff_no_time ? 0 : FilmTime.ns(start, stream.pointee.time_base)
      words += ", \(decimal(max(end - first, 0), per: 1_000_000_000)) s"
    } else {
      words += ", length unknown"
    }
    return words
  }

  private static func soundWords(_ container: Container) -> String {
    let any = container.anySound
    guard any >= 0, let parameters = container.stream(any)?.pointee.codecpar else {
      return "no sound"
    }
    let words = "sound \(name(of: parameters))"
    return container.sound >= 0 ? words : words + " (no decoder for it: silent)"
  }

  private static func name(of parameters: UnsafeMutablePointer<AVCodecParameters>) -> String {
    String(cString: avcodec_get_name(parameters.pointee.codec_id))
  }

  /// With two digits behind the point, without useless zeros.
  private static func decimal(_ number: Int64, per unit: Int64) -> String {
    guard unit > 0 else { return "0" }
    let hundredths = Int64((Double(number) / Double(unit) * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
