import CFFmpeg
import Glibc
import TriptychWire

/// Encodes 48 kHz stereo as AAC. One thread.
final class SoundRecorder {
  private let track: TrackEncoder
  private let frame: DecodedFrame
  private var waiting: [Float] = []
  private var written: Int64 = 0
  /// Samples of each channel that the encoder takes at once.
  private let frameLength: Int

  init(in file: RecordedFile) throws(FilmError) {
    guard let codec = avcodec_find_encoder(AV_CODEC_ID_AAC) else {
      throw FilmError(.unsupported, "FFmpeg has no encoder for AAC here")
    }
    track = try TrackEncoder(codec, in: file) { context in
      context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
      context.pointee.sample_rate = 48_000
      context.pointee.time_base = AVRational(num: 1, den: 48_000)
      context.pointee.bit_rate = 192_000
      av_channel_layout_default(&context.pointee.ch_layout, 2)
    }
    frameLength = max(Int(track.context.pointee.frame_size), 1)
    frame = try DecodedFrame()
  }

  /// `samples`: interleaved.
  func add(_ samples: [Float], to file: RecordedFile) throws(FilmError) {
    waiting += samples
    var used = 0
    while waiting.count - used >= 2 * frameLength {
      try encode(waiting[used..<used + 2 * frameLength], to: file)
      used += 2 * frameLength
    }
    waiting.removeFirst(used)
  }

  func finish(_ file: RecordedFile) throws(FilmError) {
    // The last piece may be short: the file then says how many of its samples count.
    if !waiting.isEmpty { try encode(waiting[...], to: file) }
    waiting = []
    try track.encode(nil, to: file)
  }

  private func encode(_ samples: ArraySlice<Float>, to file: RecordedFile) throws(FilmError) {
    let count = samples.count / 2
    let raw = frame.raw
    av_frame_unref(raw)
    raw.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    raw.pointee.sample_rate = 48_000
    raw.pointee.nb_samples = Int32(count)
    av_channel_layout_default(&raw.pointee.ch_layout, 2)
    guard av_frame_get_buffer(raw, 0) >= 0, let left = raw.pointee.data.0,
      let right = raw.pointee.data.1
    else { throw .noMemory }
    left.withMemoryRebound(to: Float.self, capacity: count) { left in
      right.withMemoryRebound(to: Float.self, capacity: count) { right in
        for index in 0..<count {
          left[index] = samples[samples.startIndex + 2 * index]
          right[index] = samples[samples.startIndex + 2 * index + 1]
        }
      }
    }
    raw.pointee.pts = written
    written += Int64(count)
    try track.encode(frame, to: file)
  }
}
