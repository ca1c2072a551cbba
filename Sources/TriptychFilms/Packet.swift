import CFFmpeg
import CFFmpegShim

/// A packet of a stream, freed with its owner. Handed from thread to thread, used by one at a time.
final class Packet: @unchecked Sendable {
  let raw: UnsafeMutablePointer<AVPacket>

  init() throws(FilmError) {
    guard let raw = av_packet_alloc() else { throw .noMemory }
    self.raw = raw
  }

  deinit {
    var owned: UnsafeMutablePointer<AVPacket>? = raw
    av_packet_free(&owned)
  }

  var byteCount: Int { Int(raw.pointee.size) }
  /// Presentation time in ticks of the stream, nil if unknown.
  var presented: Int64? { known(raw.pointee.pts) }
  /// Decoding time in ticks of the stream, nil if unknown.
  var decoded: Int64? { known(raw.pointee.dts) }
  var duration: Int64 { max(raw.pointee.duration, 0) }
  /// Hidden by an edit list: decoded, never shown.
  var isHidden: Bool { raw.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

  /// Moves the packet in time.
  func shift(by ticks: Int64) {
    guard ticks != 0 else { return }
    if let presented { raw.pointee.pts = presented &+ ticks }
    if let decoded { raw.pointee.dts = decoded &+ ticks }
  }
}

/// A decoded frame, picture or sound; its contents come and go.
final class DecodedFrame: @unchecked Sendable {
  let raw: UnsafeMutablePointer<AVFrame>

  init() throws(FilmError) {
    guard let raw = av_frame_alloc() else { throw .noMemory }
    self.raw = raw
  }

  deinit {
    var owned: UnsafeMutablePointer<AVFrame>? = raw
    av_frame_free(&owned)
  }

  /// Presentation time in ticks of the stream; the library's best guess where the file has none.
  var presented: Int64? { known(raw.pointee.best_effort_timestamp) ?? known(raw.pointee.pts) }
  /// Ticks of the stream, 0 if unknown.
  var duration: Int64 { max(raw.pointee.pkt_duration, 0) }

  func clear() { av_frame_unref(raw) }

  /// Another frame with the same contents.
  func shared() throws(FilmError) -> DecodedFrame {
    let frame = try DecodedFrame()
    guard av_frame_ref(frame.raw, raw) >= 0 else { throw .noMemory }
    return frame
  }

  /// The contents in a frame of their own; this one is empty then.
  func moved() throws(FilmError) -> DecodedFrame {
    let frame = try DecodedFrame()
    av_frame_move_ref(frame.raw, raw)
    return frame
  }

  /// Takes the other's contents and leaves it empty.
  func take(_ other: DecodedFrame) {
    av_frame_unref(raw)
    av_frame_move_ref(raw, other.raw)
  }
}

private func known(_ time: Int64) -> Int64? { time == ff_no_time ? nil : time }
