import Glibc
import TriptychDecoding
import TriptychWire

/// Tells the player how far a picture has come, now and then.
final class Telling {
  let mark: JobMark
  /// False: nothing may be told.
  let isWanted: Bool
  /// A thumbnail that may serve as preview.
  var stored: StoredFile?
  private let replier: Replier?
  private var told: UInt16 = 0
  private let begin = Telling.now
  private var last = Telling.now

  /// Milliseconds between two messages, and before the first.
  private static let pause: Int64 = 100
  /// Milliseconds: what will have taken less in all is not worth telling of.
  private static let worthwhile = 1000.0

  init(_ mark: JobMark, _ request: PixelRequest, _ replier: Replier) {
    (self.mark, self.replier, isWanted) = (mark, replier, request.wantsNews)
  }

  /// Of a job of which nothing is told.
  init(_ mark: JobMark) { (self.mark, replier, isWanted) = (mark, nil, false) }

  /// A preview, if one can be had.
  func tellEarly(of source: SourceFile, _ format: FileFormat, _ request: PixelRequest) {
    guard isWanted,
      let preview = EarlyPreview.of(source, format, request, stored: stored)
    else { return }
    replier?.send(.preview(mark, preview))
  }

  func tellEarly(of picture: any BoxedPicture, _ request: PixelRequest) {
    guard isWanted, let preview = EarlyPreview.of(picture, request, stored: stored) else { return }
    replier?.send(.preview(mark, preview))
  }

  /// `part`: how much of the work is done, 0…1. Cheap enough for every row.
  func tell(_ part: Double) {
    guard isWanted else { return }
    let thousandths = UInt16(min(max(part, 0), 1) * 1000)
    let now = Telling.now
    guard thousandths > told, now - last >= Telling.pause,
      Double(now - begin) >= part * Telling.worthwhile
    else { return }
    (told, last) = (thousandths, now)
    replier?.send(.decoded(mark, thousandths: thousandths))
  }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
