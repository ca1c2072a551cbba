import CRegion
import TriptychDecoding

/// A JPEG that is decoded whole while somebody hears how far that is.
enum WatchedJPEG {
  /// Planes as `region_decode` writes them, of `size` after the reduction by 1, 2, 4 or 8.
  static func decode(
    _ file: Memory, _ size: PixelSize, reduction: Int, channels: Int, _ telling: Telling
  ) throws(Failure) -> [Plane] {
    let part = region_part(
      reduction: UInt32(reduction), x: 0, y: 0, width: UInt32(size.width),
      height: UInt32(size.height))
    return try decode(file, part, channels: channels, telling)
  }

  /// The same for a part; nobody need hear of it.
  static func decode(
    _ file: Memory, _ part: region_part, channels: Int, _ telling: Telling? = nil
  ) throws(Failure) -> [Plane] {
    var (part, planes) = (part, [Plane]())
    for _ in 0..<channels {
      planes.append(try Plane(width: Int(part.width), height: Int(part.height)))
    }
    var bases = planes.map { Optional($0.base) }
    bases += Array(repeating: nil, count: 4 - channels)
    var words = [CChar](repeating: 0, count: 256)
    let bytes = file.base.assumingMemoryBound(to: UInt8.self)
    let result = withExtendedLifetime(telling) {
      var watch = region_watch(
        context: telling.map { Unmanaged.passUnretained($0).toOpaque() },
        told: telling.map { _ in tell })
      return region_decode(
        bytes, file.byteCount, &part, Int32(channels), bases, planes[0].stride, &watch, &words,
        words.count)
    }
    guard result != Int32(REGION_FAILED) else {
      let end = words.firstIndex(of: 0) ?? words.count
      let text = String(decoding: words[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw Failure(text.contains("memory") ? .noMemory : .damaged, text)
    }
    return planes
  }
}

/// Called by libjpeg-turbo, on the thread that decodes.
private func tell(_ context: UnsafeMutableRawPointer?, _ part: Double) {
  if let context { Unmanaged<Telling>.fromOpaque(context).takeUnretainedValue().decoded(part) }
}
