import CFFmpeg
import TriptychDecoding
import TriptychWire

/// What fills the bars beside a film: its pictures of the last moments, blurred and darkened.
///
/// Twice a second of film time a frame, as it stands in its slot, is made very small; the mean of
/// that and of those before is made a little larger by a smooth kernel, and the painter does the
/// rest. So a cut in the film changes the bars softly. Used by one thread.
final class FilmBackdrop {
  private let cell: (width: Int, height: Int)
  /// In the cell's shape, samples.
  private let small: (width: Int, height: Int)
  private let large: (width: Int, height: Int)
  private var mean: [Float] = []
  private var epoch = -1
  private var madeAt: Int64 = 0
  private var shrinker: OpaquePointer?
  private var made = Source(width: 0, height: 0, x: 0, y: 0, isPlanar: false)
  private let grower: OpaquePointer?

  /// What a shrinker is made for.
  private struct Source: Hashable {
    var width: Int
    var height: Int
    var x: Int
    var y: Int
    var isPlanar: Bool
  }

  /// Nanoseconds of film time between two.
  private static let pause: Int64 = 500_000_000
  /// How much the newest counts.
  private static let weight: Float = 0.35
  private static let light: Float = 0.43

  /// nil where nobody wants one.
  init?(_ request: PixelRequest) {
    guard request.fit == .blur else { return nil }
    cell = (Int(request.cellWidth), Int(request.cellHeight))
    small = Self.inside(cell, longest: 24)
    large = Self.inside(cell, longest: 160)
    grower = sws_getContext(
      Int32(small.width), Int32(small.height), AV_PIX_FMT_RGB24, Int32(large.width),
      Int32(large.height), AV_PIX_FMT_RGB24, SWS_GAUSS | SWS_ACCURATE_RND, nil, nil, nil)
    if grower == nil { return nil }
  }

  deinit {
    sws_freeContext(shrinker)
    sws_freeContext(grower)
  }

  private static func inside(
    _ cell: (width: Int, height: Int), longest: Int
  ) -> (width: Int, height: Int) {
    let factor = min(1, Double(longest) / Double(max(cell.width, cell.height)))
    return (
      max(1, Int((Double(cell.width) * factor).rounded())),
      max(1, Int((Double(cell.height) * factor).rounded()))
    )
  }

  /// A new one, if it is time for it and there are bars. `epoch`: that of the last seek.
  func next(_ area: SlotArea, of shape: FilmShape, at time: Int64, epoch: Int) -> Preview? {
    guard area.width < cell.width || area.height < cell.height else { return nil }
    let isAnew = epoch != self.epoch || mean.isEmpty || time < madeAt
    guard isAnew || time - madeAt >= Self.pause, let newest = shrunk(area) else { return nil }
    (self.epoch, madeAt) = (epoch, time)
    if isAnew {
      mean = newest.map { Float($0) }
    } else {
      for (index, value) in newest.enumerated() {
        mean[index] += (Float(value) - mean[index]) * Self.weight
      }
    }
    guard let pixels = grown(mean.map { UInt8(min(max($0 * Self.light, 0), 255)) }) else {
      return nil
    }
    return Preview(
      width: UInt32(large.width), height: UInt32(large.height),
      sourceWidth: UInt32(shape.sourceWidth), sourceHeight: UInt32(shape.sourceHeight),
      pixels: pixels)
  }

  /// The middle of the image, in the cell's shape, very small.
  private func shrunk(_ area: SlotArea) -> [UInt8]? {
    let shape = Double(cell.width) / Double(cell.height)
    let width = min(area.width, max(1, Int((Double(area.height) * shape).rounded())))
    let height = min(area.height, max(1, Int((Double(area.width) / shape).rounded())))
    let source = Source(
      width: width, height: height, x: (area.width - width) / 2 & ~1,
      y: (area.height - height) / 2 & ~1, isPlanar: area.isPlanar)
    guard prepare(source), let shrinker else { return nil }
    let base = UnsafePointer(area.base.assumingMemoryBound(to: UInt8.self))
    var from: [UnsafePointer<UInt8>?] = [nil, nil, nil, nil]
    var strides = [Int32](repeating: 0, count: 4)
    strides[0] = Int32(area.stride)
    if area.isPlanar {
      let inside = source.y / 2 * (area.stride / 2) + source.x / 2
      from[0] = base + source.y * area.stride + source.x
      from[1] = base + area.secondPlane + inside
      from[2] = base + area.thirdPlane + inside
      (strides[1], strides[2]) = (Int32(area.stride / 2), Int32(area.stride / 2))
    } else {
      from[0] = base + source.y * area.stride + 4 * source.x
    }
    return Self.scaled(shrinker, from, strides, rows: height, to: small)
  }

  private func prepare(_ source: Source) -> Bool {
    if source == made, shrinker != nil { return true }
    sws_freeContext(shrinker)
    made = source
    shrinker = sws_getContext(
      Int32(source.width), Int32(source.height),
      source.isPlanar ? AV_PIX_FMT_YUV420P : AV_PIX_FMT_BGRA, Int32(small.width),
      Int32(small.height), AV_PIX_FMT_RGB24, SWS_AREA, nil, nil, nil)
    if source.isPlanar, let shrinker {
      sws_setColorspaceDetails(
        shrinker, sws_getCoefficients(SWS_CS_ITU709), 0, sws_getCoefficients(SWS_CS_DEFAULT), 1,
        0, 1 << 16, 1 << 16)
    }
    return shrinker != nil
  }

  private func grown(_ pixels: [UInt8]) -> [UInt8]? {
    guard let grower else { return nil }
    return pixels.withUnsafeBufferPointer { pixels in
      Self.scaled(
        grower, [pixels.baseAddress, nil, nil, nil], [Int32(3 * small.width), 0, 0, 0],
        rows: small.height, to: large)
    }
  }

  private static func scaled(
    _ scaler: OpaquePointer, _ from: [UnsafePointer<UInt8>?], _ strides: [Int32], rows: Int,
    to size: (width: Int, height: Int)
  ) -> [UInt8]? {
    // Vector code may write a little beyond a row's end.
    let stride = (3 * size.width + 63) & ~63
    let room = [UInt8](unsafeUninitializedCapacity: stride * size.height + 64) { room, count in
      let target: [UnsafeMutablePointer<UInt8>?] = [room.baseAddress, nil, nil, nil]
      let written = sws_scale(
        scaler, from, strides, 0, Int32(rows), target, [Int32(stride), 0, 0, 0])
      count = written == Int32(size.height) ? stride * size.height : 0
    }
    guard !room.isEmpty else { return nil }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * size.width * size.height)
    for y in 0..<size.height { pixels += room[y * stride..<y * stride + 3 * size.width] }
    return pixels
  }
}
