import CFFmpeg
import CFFmpegShim
import Glibc

/// Brings decoded sound to 48 kHz stereo floats. One thread.
final class SampleConverter {
  private static let rate: Int32 = 48_000

  private struct Kind: Hashable {
    var format: Int32
    var rate: Int32
    var channels: Int32
    var order: UInt32
    var mask: UInt64
  }

  private var resampler: OpaquePointer?
  private var kind: Kind?

  deinit { swr_free(&resampler) }

  /// Forgets what is inside.
  func reset() {
    swr_free(&resampler)
    kind = nil
  }

  /// Interleaved samples, and how far (ns) they lie before the frame's own time: the filter's
  /// delay. Empty where the frame makes no sense.
  func convert(_ frame: DecodedFrame) -> (samples: [Float], before: Int64) {
    let raw = frame.raw
    let layout = raw.pointee.ch_layout
    guard raw.pointee.nb_samples > 0, raw.pointee.sample_rate > 0, layout.nb_channels > 0 else {
      return ([], 0)
    }
    let kind = Kind(
      format: raw.pointee.format, rate: raw.pointee.sample_rate, channels: layout.nb_channels,
      order: layout.order.rawValue, mask: layout.u.mask)
    if kind != self.kind {
      guard prepare(kind, layout) else { return ([], 0) }
    }
    let before = swr_get_delay(resampler, FilmTime.second)
    let input = UnsafeMutableRawPointer(raw.pointee.extended_data)?
      .assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
    return (pull(from: input, count: raw.pointee.nb_samples), before)
  }

  /// What is still inside.
  func flush() -> (samples: [Float], before: Int64) {
    guard resampler != nil else { return ([], 0) }
    let before = swr_get_delay(resampler, FilmTime.second)
    defer { reset() }
    return (pull(from: nil, count: 0), before)
  }

  private func pull(
    from input: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int32
  ) -> [Float] {
    let most = Int(swr_get_out_samples(resampler, count))
    guard most > 0 else { return [] }
    return [Float](unsafeUninitializedCapacity: 2 * most) { room, filled in
      guard let base = room.baseAddress else { return }
      var output: UnsafeMutablePointer<UInt8>? =
        UnsafeMutableRawPointer(base).assumingMemoryBound(to: UInt8.self)
      let got = swr_convert(resampler, &output, Int32(most), input, count)
      filled = 2 * Int(max(got, 0))
      // Damaged sound decodes to anything; what is no number would spoil the player's mix.
      for index in 0..<filled where !room[index].isFinite { room[index] = 0 }
    }
  }

  private func prepare(_ kind: Kind, _ layout: AVChannelLayout) -> Bool {
    reset()
    var input = layout
    if layout.order == AV_CHANNEL_ORDER_UNSPEC {
      av_channel_layout_default(&input, layout.nb_channels)
    }
    var output = AVChannelLayout()
    av_channel_layout_default(&output, 2)
    var code = swr_alloc_set_opts2(
      &resampler, &output, AV_SAMPLE_FMT_FLT, Self.rate, &input, AVSampleFormat(kind.format),
      kind.rate, 0, nil)
    guard code >= 0, let resampler else { return false }
    if layout.nb_channels == 1 {
      // Alone, each side gets all of it (the library's own matrix takes 3 dB off).
      var both: [Double] = [1, 1]
      swr_set_matrix(resampler, &both, 1)
    } else {
      // More channels are mixed down so that the sum stays within ±1.
      av_opt_set_double(UnsafeMutableRawPointer(resampler), "rematrix_maxval", 1, 0)
    }
    code = swr_init(resampler)
    guard code >= 0 else {
      reset()
      return false
    }
    self.kind = kind
    return true
  }
}
