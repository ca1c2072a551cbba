import CFFmpegShim
import TriptychDecoding
import TriptychWire

/// The worker of kind `encode`: pixels of a slot become a PNG file.
///
/// Used from the main thread only.
public final class EncodeWorker: Worker {
  private let encoder = PNGEncoder()

  public init() { ff_silence() }

  /// Answers `png` (see `Request`) before it returns.
  public func answer(
    _ request: Request, with descriptors: [Descriptor], slots: Slots, by replier: Replier
  ) {
    guard case .png(let mark, let slot, let width, let height, let stride) = request,
      let file = descriptors.first
    else { return replier.refuse(request) }
    do throws(FilmError) {
      let pixels = try Self.pixels(in: slots, slot, rows: Int(height), stride: Int(stride))
      let count = try encoder.write(
        pixels, width: Int(width), height: Int(height), stride: Int(stride), to: file)
      replier.send(.written(mark, bytes: UInt64(count)))
    } catch {
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
