import CFFmpegShim
import TriptychDecoding
import TriptychWire

/// The worker of kind `encode`: pixels of a slot become a PNG file, or the next frame of a film.
///
/// Used from the main thread only.
public final class EncodeWorker: Worker {
  private let encoder = PNGEncoder()
  /// The film that is being written, and its size in pixels; nil after a failure.
  private var film: (recorder: FilmRecorder, width: Int, height: Int)?

  public init() { ff_silence() }

  /// Answers `png` and the requests of a recording (see `Request`) before it returns.
  public func answer(
    _ request: Request, with descriptors: [Descriptor], slots: Slots, by replier: Replier
  ) {
    guard let mark = request.mark else { return replier.refuse(request) }
    do throws(FilmError) {
      switch request {
      case .png(_, let slot, let width, let height, let stride, let labels):
        guard let file = descriptors.first else { return replier.refuse(request) }
        let pixels = try Self.pixels(in: slots, slot, rows: Int(height), stride: Int(stride))
        let count = try encoder.write(
          pixels, width: Int(width), height: Int(height), stride: Int(stride), labels: labels,
          to: file)
        replier.send(.written(mark, bytes: UInt64(count)))
      case .record(_, let order):
        guard let file = descriptors.first else { return replier.refuse(request) }
        film = (try FilmRecorder(order, to: file), Int(order.width), Int(order.height))
        replier.send(.progress(mark))
      case .recordFrame(_, let slot):
        guard let film else { return }  // it has failed, and said so
        let stride = 4 * film.width
        try film.recorder.add(
          frame: try Self.pixels(in: slots, slot, rows: film.height, stride: stride))
        replier.send(.progress(mark))
      case .recordSound(_, let samples): try film?.recorder.add(samples: samples)
      case .recordEnd:
        guard let film else { return }
        replier.send(.written(mark, bytes: try film.recorder.finish()))
        self.film = nil
      case .formats: replier.send(.words(mark, FilmInspection.encoders))
      default: replier.refuse(request)
      }
    } catch {
      film = nil
      replier.fail(mark, Failure(error.code, error.message))
    }
  }

  private static func pixels(
    in slots: Slots, _ slot: UInt32, rows: Int, stride: Int
  ) throws(FilmError) -> UnsafeRawPointer {
    guard let bytes = slots.bytes(of: slot), let base = bytes.baseAddress,
      rows * stride <= bytes.count
    else { throw FilmError(.badRequest, "the pixels do not lie in a slot") }
    return UnsafeRawPointer(base)
  }
}
