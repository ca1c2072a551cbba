import Glibc
import TriptychDecoding

/// When a picture was taken, from as little of its file as serves.
enum TakenDate {
  /// A camera's dates stand near the beginning of its data.
  private static let headBytes = 16 << 10
  /// What a JPEG's or PNG's longest segment of them can have.
  private static let longest = 1 << 17
  /// Chunks of a WebP that are passed over.
  private static let mostChunks = 64

  /// Nanoseconds of the camera's own clock since 1970; nil: the file says nothing of it, or is of
  /// a kind in which it is not looked for.
  static func of(_ source: SourceFile, _ boxes: BoxLibrary?) throws(Failure) -> Int64? {
    let head = try source.bytes(at: 0, count: headBytes)
    let format = head.withUnsafeBytes { FileFormat(ByteView($0)) }
    switch format {
    case .jpeg, .png:
      if let date = head.withUnsafeBytes({ taken(ByteView($0), format) }) { return date }
      guard source.byteCount > head.count else { return nil }
      let more = try source.bytes(at: 0, count: longest)
      return more.withUnsafeBytes { taken(ByteView($0), format) }
    case .webp:
      guard let chunk = try webp(source) else { return nil }
      return chunk.withUnsafeBytes { exif(ByteView($0)) }
    case .boxed:
      guard let boxes else { throw PictureInspection.isBoxed }
      return try boxes.look(at: source).exif?.withUnsafeBytes { exif(ByteView($0)) }
    case .gif, .bmp, .tiff, .other, .film, .unsupported: return nil
    }
  }

  private static func taken(_ view: ByteView, _ format: FileFormat) -> Int64? {
    if format == .jpeg { return JPEGHeader(view).exif.flatMap { Exif($0)?.takenAt } }
    // Before the pixels, or not at all: the rest would have to be read.
    var offset = 8
    while let length = view.u32(offset, bigEndian: true), !view.has("IDAT", at: offset + 4) {
      if view.has("eXIf", at: offset + 4), let part = view.part(offset + 8, count: Int(length)) {
        return exif(part)
      }
      offset += 12 + Int(length)
    }
    return nil
  }

  private static func exif(_ view: ByteView) -> Int64? {
    let mark = view.has("Exif\0\0", at: 0) ? 6 : 0
    return view.part(mark, count: view.count).flatMap { Exif(chunk: $0)?.takenAt }
  }

  /// The chunk of Exif data, behind the pixels: from header to header.
  private static func webp(_ source: SourceFile) throws(Failure) -> [UInt8]? {
    var offset = 12
    for _ in 0..<mostChunks {
      let header = try source.bytes(at: offset, count: 8)
      let length = header.withUnsafeBytes { ByteView($0).u32(4, bigEndian: false) }
      guard let length else { return nil }
      if header.starts(with: "EXIF".utf8) {
        return try source.bytes(at: offset + 8, count: min(Int(length), longest))
      }
      offset += 8 + Int(length) + Int(length & 1)
    }
    return nil
  }
}

extension Exif {
  private static let camera = 2
  private static let originals: [UInt32] = [0x9003, 0x9004]  // taken, digitised
  private static let fractions: [UInt32] = [0x9291, 0x9292]  // of these seconds

  /// Nanoseconds of the camera's own clock since 1970.
  var takenAt: Int64? {
    for (date, fraction) in zip(Self.originals, Self.fractions) {
      guard let seconds = text(date, Self.camera).flatMap(Self.seconds) else { continue }
      let digits = (text(fraction, Self.camera) ?? "").prefix { $0.isWholeNumber }.prefix(9)
      let nanoseconds = Int64(digits + String(repeating: "0", count: 9 - digits.count)) ?? 0
      return seconds * 1_000_000_000 + nanoseconds
    }
    return nil
  }

  /// `2026:06:01 12:30:45`; some writers use other signs between the numbers.
  private static func seconds(_ text: String) -> Int64? {
    let numbers = text.split { !("0"..."9").contains($0) }.map { Int32($0) ?? -1 }
    guard numbers.count >= 5, (1800...2200).contains(numbers[0]), (1...12).contains(numbers[1]),
      (1...31).contains(numbers[2]), (0...23).contains(numbers[3]), (0...59).contains(numbers[4])
    else { return nil }
    var time = tm()
    time.tm_year = numbers[0] - 1900
    time.tm_mon = numbers[1] - 1
    time.tm_mday = numbers[2]
    time.tm_hour = numbers[3]
    time.tm_min = numbers[4]
    time.tm_sec = numbers.count > 5 ? min(max(numbers[5], 0), 60) : 0
    return Int64(timegm(&time))
  }
}
