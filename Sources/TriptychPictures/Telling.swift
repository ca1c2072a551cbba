import Glibc
import TriptychDecoding
import TriptychWire

/// Tells the player what a picture will be and how far it has come, now and then.
final class Telling {
  let mark: JobMark
  /// False: nothing may be told.
  let isWanted: Bool
  /// A thumbnail that may serve as preview.
  var stored: StoredFile?
  private let send: (Reply) -> Void
  /// Milliseconds.
  private let now: () -> Int64
  private var told: UInt16 = 0
  private let begin: Int64
  private var last: Int64
  /// What decoding will take, ms, as far as that is known; 0: nobody will say how far it is.
  var decoding = 0.0
  /// How much of the work reading is, 0…1; nil: too early to say.
  private var reading: Double?

  /// Milliseconds between two messages, and before the first.
  private static let pause: Int64 = 100
  /// Milliseconds: what will have taken less in all is not worth telling of.
  private static let worthwhile = 1000.0
  /// Reading and decoding; the rest is scaling.
  private static let most = 0.95

  convenience init(_ mark: JobMark, _ request: PixelRequest, _ replier: Replier) {
    self.init(mark, isWanted: request.wantsNews) { replier.send($0) }
  }

  /// Of a job of which nothing is told.
  convenience init(_ mark: JobMark) { self.init(mark, isWanted: false) { _ in } }

  init(
    _ mark: JobMark, isWanted: Bool, now: @escaping () -> Int64 = monotonicMilliseconds,
    send: @escaping (Reply) -> Void
  ) {
    (self.mark, self.isWanted, self.now, self.send) = (mark, isWanted, now, send)
    begin = now()
    last = begin
  }

  // MARK: What it will be

  /// A preview, if one can be had; and remembers how long decoding may take.
  func tellEarly(of source: SourceFile, _ format: FileFormat, _ request: PixelRequest) {
    // Whether the file can be read shows where it is.
    guard isWanted, let head = try? source.bytes(at: 0, count: EarlyPreview.headBytes) else {
      return
    }
    head.withUnsafeBytes { bytes in
      let view = ByteView(bytes)
      decoding = DecodingCost.milliseconds(format, view)
      tell(EarlyPreview.of(view, format, request, stored: stored))
    }
  }

  func tellEarly(of picture: any BoxedPicture, _ request: PixelRequest) {
    if isWanted { tell(EarlyPreview.of(picture, request, stored: stored)) }
  }

  private func tell(_ preview: Preview?) {
    if let preview { send(.preview(mark, preview)) }
  }

  // MARK: How far it is

  /// So much of the file has been read, 0…1. May be called for every piece.
  func read(_ part: Double) {
    guard isWanted, part > 0 else { return }
    let elapsed = now() - begin
    guard elapsed >= Self.pause else { return }
    tell(share(ofReading: Double(elapsed) / part) * part)
  }

  /// So much of the pixels has been decoded, 0…1. Cheap enough for every row.
  func decoded(_ part: Double) {
    guard isWanted, decoding > 0 else { return }
    let share = reading ?? share(ofReading: Double(now() - begin))
    tell(share + (Self.most - share) * min(max(part, 0), 1))
  }

  /// Settled when it is first asked for: what is told grows evenly.
  private func share(ofReading milliseconds: Double) -> Double {
    if let reading { return reading }
    let share = Self.most * milliseconds / max(milliseconds + decoding, 1)
    reading = share
    return share
  }

  private func tell(_ part: Double) {
    let thousandths = UInt16(min(max(part, 0), 1) * 1000)
    guard thousandths > told else { return }
    let now = now()
    guard now - last >= Self.pause, Double(now - begin) >= part * Self.worthwhile else { return }
    (told, last) = (thousandths, now)
    send(.decoded(mark, thousandths: thousandths))
  }
}

private func monotonicMilliseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}

/// What decoding costs, as it was measured on a processor of 2024 (docs/ARCHITECTURE.md): it serves
/// to weigh decoding against reading, and to see what is worth watching.
enum DecodingCost {
  private static let baseline = 5.0
  private static let progressive = 12.0
  private static let generic = 15.0

  /// Milliseconds; 0 where nobody says how far decoding is.
  static func milliseconds(_ format: FileFormat, _ head: ByteView) -> Double {
    switch format {
    case .jpeg:
      let header = JPEGHeader(head)
      return header.size.map { milliseconds($0, isProgressive: header.isProgressive) } ?? 0
    case .png, .bmp, .tiff:
      return PictureHeader.early(format, head).map { Double($0.area) * generic / 1e6 } ?? 0
    case .gif, .webp, .other, .film, .boxed, .unsupported: return 0
    }
  }

  static func milliseconds(_ size: PixelSize, isProgressive: Bool) -> Double {
    Double(size.area) * (isProgressive ? progressive : baseline) / 1e6
  }
}
