import CFFmpeg
import CFFmpegShim
import Glibc

/// A chain of the library's filters: frames go in, frames come out. Used by one thread at a time.
final class FilterChain {
  private let raw: OpaquePointer

  /// True if the library is there. Called first before the process is locked down.
  static var isThere: Bool { ff_filters_open() != 0 }

  /// For frames of the first one's kind. `filters`: as on ffmpeg's command line. nil if the library
  /// is not there or has not all of them.
  init?(like first: DecodedFrame, timeBase: AVRational, filters: String, threads: Int32 = 1) {
    var error: Int32 = 0
    guard let raw = ff_chain_make(first.raw, timeBase, filters, threads, &error) else { return nil }
    self.raw = raw
  }

  deinit { ff_chain_free(raw) }

  /// Of the times of the frames that come out.
  var timeBase: AVRational { ff_chain_time_base(raw) }

  /// Takes the frame's contents; nil: nothing follows. False if they cannot be filtered.
  func send(_ frame: DecodedFrame?) -> Bool { ff_chain_send(raw, frame?.raw) >= 0 }

  /// False: another frame must be sent first, or nothing comes any more.
  func receive(into frame: DecodedFrame) -> Bool { ff_chain_receive(raw, frame.raw) >= 0 }
}
