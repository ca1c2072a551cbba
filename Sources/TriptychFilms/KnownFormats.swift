import CFFmpeg

/// What is opened and decoded: everything else of FFmpeg stays shut (RELIABILITY section 8).
enum KnownFormats {
  /// Demuxers by the library's names. No playlist, no picture sequence, nothing that opens
  /// another file.
  static let containers =
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mpegts,avi,mpeg,mpegvideo,ogg,flv,flac,mp3,wav,aac,gif,"
    + "apng"

  /// Pictures that move. AVIF comes in the boxes of MOV; WebP has a library of its own.
  static let animations = "gif,apng"

  /// Demuxers of files with subtitles beside a film.
  static let textContainers = "srt,ass,webvtt"

  static let pictureDecoders = [
    "h264", "hevc", "vp8", "vp9", "libdav1d", "libvpx", "libvpx-vp9", "mpeg1video", "mpeg2video",
    "mpeg4", "msmpeg4", "msmpeg4v2", "h263", "flv", "mjpeg", "theora", "prores", "dvvideo",
    "rawvideo", "png", "qtrle", "gif", "apng",
  ]

  static let soundDecoders = [
    "aac", "mp3float", "mp3", "mp2float", "mp2", "mp1float", "ac3", "eac3", "opus", "libopus",
    "vorbis", "flac", "alac", "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le",
    "pcm_s32be", "pcm_f32le", "pcm_f32be", "pcm_u8", "pcm_s8", "pcm_alaw", "pcm_mulaw", "pcm_dvd",
    "pcm_bluray", "amrnb", "amrwb", "adpcm_ms", "adpcm_ima_wav", "adpcm_ima_qt", "adpcm_swf",
  ]

  /// Of texts.
  static let subtitleDecoders = ["subrip", "srt", "ass", "ssa", "mov_text", "webvtt", "text"]

  /// Of subtitles that are pictures: Blu-ray, DVD, broadcast.
  static let drawnSubtitleDecoders = ["pgssub", "dvdsub", "dvbsub"]

  /// For the library's own probing.
  static let decoders =
    (pictureDecoders + soundDecoders + subtitleDecoders + drawnSubtitleDecoders)
    .joined(separator: ",")

  /// 64 Mpx, as the library counts (with padding); 8K has 33 M.
  static let pixels: Int64 = 64_000_000

  /// The decoder for a stream, nil if it is not among the known ones.
  static func decoder(for stream: UnsafeMutablePointer<AVStream>) -> UnsafePointer<AVCodec>? {
    guard let parameters = stream.pointee.codecpar else { return nil }
    let id = parameters.pointee.codec_id
    let names =
      parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO ? soundDecoders : pictureDecoders
    if let special = decoderWithAlpha(id, stream) { return special }
    // The library's default for VP8, VP9 comes first in its own list; AV1's is libdav1d.
    guard let codec = avcodec_find_decoder(id) else { return nil }
    return names.contains(String(cString: codec.pointee.name)) ? codec : nil
  }

  /// nil: it is of no known kind.
  static func subtitleDecoder(
    for stream: UnsafeMutablePointer<AVStream>
  ) -> UnsafePointer<AVCodec>? {
    guard let parameters = stream.pointee.codecpar,
      parameters.pointee.codec_type == AVMEDIA_TYPE_SUBTITLE,
      let codec = avcodec_find_decoder(parameters.pointee.codec_id)
    else { return nil }
    let name = String(cString: codec.pointee.name)
    return subtitleDecoders.contains(name) || drawnSubtitleDecoders.contains(name) ? codec : nil
  }

  /// Its subtitles are pictures.
  static func drawsSubtitles(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    subtitleDecoder(for: stream).map { String(cString: $0.pointee.name) }
      .map(drawnSubtitleDecoders.contains) ?? false
  }

  /// Alpha in VP8 and VP9 is a picture beside the picture, which only libvpx puts together.
  private static func decoderWithAlpha(
    _ id: AVCodecID, _ stream: UnsafeMutablePointer<AVStream>
  ) -> UnsafePointer<AVCodec>? {
    guard id == AV_CODEC_ID_VP8 || id == AV_CODEC_ID_VP9,
      let mode = av_dict_get(stream.pointee.metadata, "alpha_mode", nil, 0),
      String(cString: mode.pointee.value) == "1"
    else { return nil }
    return avcodec_find_decoder_by_name(id == AV_CODEC_ID_VP8 ? "libvpx" : "libvpx-vp9")
  }
}
