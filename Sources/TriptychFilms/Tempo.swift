import CFFmpeg
import CFFmpegShim

/// A block of a film's sound: interleaved stereo at 48 kHz. `time`: line time, ns.
struct SoundBlock: Sendable {
  var time: Int64
  var samples: [Float]

  var end: Int64 { time + FilmTime.ns(ofSample: Int64(samples.count / 2)) }

  /// What is due at a time within it, and what follows.
  func dropping(before instant: Int64) -> SoundBlock {
    let late = min(max(FilmTime.sample(at: instant - time), 0), Int64(samples.count / 2 - 1))
    return SoundBlock(
      time: time + FilmTime.ns(ofSample: late), samples: Array(samples.dropFirst(2 * Int(late))))
  }
}

/// Makes a film's sound fit another speed, its tones as high as they were. One thread.
final class Tempo {
  /// Thousandths.
  let speed: UInt32
  private var chain: FilterChain?
  private var isMissing = false
  /// Line time of the first sample that went in.
  private var start: Int64?
  /// Samples of each channel that came out.
  private var count: Int64 = 0
  private var waiting: [Float] = []

  init(speed: UInt32) { self.speed = speed }

  /// The blocks that are ready, `SoundLine.blockLength` long. With `rest`, nothing follows: all of
  /// them, to the sample at which the last one ends.
  /// The first block after `reset` says when it is; those that follow lie without a gap.
  func convert(_ block: SoundBlock, rest: Bool = false) throws(FilmError) -> [SoundBlock] {
    if speed == 1000 { return [block] }
    if start == nil { start = block.time }
    try send(block)
    if rest { try finish(at: block.end) }
    var blocks: [SoundBlock] = []
    while waiting.count >= 2 * SoundLine.blockLength || rest && !waiting.isEmpty {
      let part = Array(waiting.prefix(2 * SoundLine.blockLength))
      waiting.removeFirst(part.count)
      blocks.append(SoundBlock(time: time(of: count), samples: part))
      count += Int64(part.count / 2)
    }
    return blocks
  }

  /// What follows does not belong to what was before.
  func reset() { (chain, start, count, waiting) = (nil, nil, 0, []) }

  private func time(of sample: Int64) -> Int64 {
    (start ?? 0) + FilmTime.ns(ofSample: sample) / 1000 * Int64(speed)
      + FilmTime.ns(ofSample: sample) % 1000 * Int64(speed) / 1000
  }

  private func send(_ block: SoundBlock) throws(FilmError) {
    let frame = try Self.frame(block.samples)
    if chain == nil, !isMissing {
      chain = FilterChain(
        like: frame, timeBase: AVRational(num: 1, den: 48_000), filters: filters)
      isMissing = chain == nil
    }
    // Without the library other speeds are silent.
    if chain?.send(frame) == true { try collect() }
  }

  private func finish(at end: Int64) throws(FilmError) {
    if chain?.send(nil) == true { try collect() }
    chain = nil
    let whole = FilmTime.sample(at: (end - (start ?? end)) * 1000 / Int64(speed)) - count
    let missing = 2 * Int(whole) - waiting.count
    if missing > 0 { waiting += [Float](repeating: 0, count: missing) }
    if missing < 0 { waiting.removeLast(min(-missing, waiting.count)) }
  }

  private func collect() throws(FilmError) {
    guard let chain else { return }
    let made = try DecodedFrame()
    while chain.receive(into: made) {
      waiting += Self.samples(of: made)
      made.clear()
    }
  }

  /// The filter leaves parts out above 2 and repeats them below ½; in two steps it does neither.
  private var filters: String {
    let factor = Double(speed) / 1000
    if speed >= 500, speed <= 2000 { return "atempo=\(factor)" }
    return "atempo=\(factor.squareRoot()),atempo=\(factor.squareRoot())"
  }

  private static func frame(_ samples: [Float]) throws(FilmError) -> DecodedFrame {
    let frame = try DecodedFrame()
    frame.raw.pointee.nb_samples = Int32(samples.count / 2)
    frame.raw.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
    frame.raw.pointee.sample_rate = 48_000
    av_channel_layout_default(&frame.raw.pointee.ch_layout, 2)
    guard av_frame_get_buffer(frame.raw, 0) >= 0, let data = frame.raw.pointee.data.0 else {
      throw .noMemory
    }
    samples.withUnsafeBytes { bytes in
      UnsafeMutableRawBufferPointer(start: data, count: bytes.count).copyMemory(from: bytes)
    }
    return frame
  }

  private static func samples(of frame: DecodedFrame) -> [Float] {
    guard frame.raw.pointee.format == AV_SAMPLE_FMT_FLT.rawValue,
      frame.raw.pointee.ch_layout.nb_channels == 2, let data = frame.raw.pointee.data.0
    else { return [] }
    let count = 2 * Int(frame.raw.pointee.nb_samples)
    let floats = UnsafeRawPointer(data).assumingMemoryBound(to: Float.self)
    return Array(UnsafeBufferPointer(start: floats, count: count))
  }
}
