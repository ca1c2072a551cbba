import CFFmpeg
import CFFmpegShim

/// Makes whole pictures of interlaced ones, as many as there were. Frames that are not said to be
/// interlaced pass as they are. One thread.
///
/// A frame comes out when the next has gone in: the filter looks at both.
final class Deinterlacer {
  private let timeBase: AVRational
  private var chain: FilterChain?
  private var kind: Kind?
  private var waiting: [DecodedFrame] = []
  private var isMissing = false

  private struct Kind: Hashable {
    var format: Int32
    var width: Int32
    var height: Int32
  }

  /// Of the frames' times.
  init(timeBase: AVRational) { self.timeBase = timeBase }

  /// True if the frame is to go in rather than be shown as it is: it is interlaced, or follows
  /// one that was.
  func wants(_ frame: DecodedFrame) -> Bool {
    !isMissing && (chain != nil || frame.raw.pointee.interlaced_frame != 0)
  }

  /// Takes the frame's contents; what cannot be filtered is left out.
  func send(_ frame: DecodedFrame) throws(FilmError) {
    let raw = frame.raw.pointee
    let kind = Kind(format: raw.format, width: raw.width, height: raw.height)
    if kind != self.kind {
      _ = try end()
      chain = FilterChain(
        like: frame, timeBase: timeBase,
        filters: "bwdif=mode=send_frame:parity=auto:deint=interlaced")
      self.kind = kind
      isMissing = chain == nil
    }
    guard let chain else { return waiting.append(try frame.moved()) }
    if !chain.send(frame) { frame.clear() }
    try collect()
  }

  /// The next frame that is whole; nil: another must be sent first.
  func take() -> DecodedFrame? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// Nothing follows: what is inside comes out. True if there is something to take.
  func end() throws(FilmError) -> Bool {
    if chain?.send(nil) == true { try collect() }
    (chain, kind) = (nil, nil)
    return !waiting.isEmpty
  }

  /// Forgets what is inside.
  func reset() { (chain, kind, waiting) = (nil, nil, []) }

  private func collect() throws(FilmError) {
    guard let chain else { return }
    while true {
      let frame = try DecodedFrame()
      guard chain.receive(into: frame) else { return }
      // The filter counts in half ticks; the decoder's own time has been kept beside it.
      frame.raw.pointee.pts = frame.raw.pointee.best_effort_timestamp
      waiting.append(frame)
    }
  }
}
