import TriptychDecoding

/// How interleaved pixels lie in memory: offsets of the channels within a pixel, bytes.
package struct PixelLayout {
  var red: Int
  var green: Int
  var blue: Int
  /// nil: opaque.
  var alpha: Int?
  /// Bytes of a pixel.
  var depth: Int
  /// Bytes from a row to the next.
  var stride: Int

  package init(red: Int, green: Int, blue: Int, alpha: Int? = nil, depth: Int, stride: Int) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    (self.depth, self.stride) = (depth, stride)
  }

  /// Red, green and blue planes; what is transparent lets `background` (0xRRGGBB) through.
  package func planes(
    of pixels: UnsafeRawPointer, size: PixelSize, over background: UInt32
  ) throws(Failure) -> PlanarPicture {
    var picture = PlanarPicture(colors: .rgb, planes: [])
    for _ in 0..<3 { picture.planes.append(try Plane(width: size.width, height: size.height)) }
    let source = pixels.assumingMemoryBound(to: UInt8.self)
    let ground = Self.channels(of: background)
    for (index, channel) in [red, green, blue].enumerated() {
      if let alpha {
        flatten(source, channel, alpha, over: ground[index], into: picture.planes[index])
      } else {
        copy(source + channel, into: picture.planes[index])
      }
    }
    return picture
  }

  static func channels(of color: UInt32) -> [UInt8] {
    [UInt8(color >> 16 & 0xFF), UInt8(color >> 8 & 0xFF), UInt8(color & 0xFF)]
  }

  private func copy(_ source: UnsafePointer<UInt8>, into plane: Plane) {
    for y in 0..<plane.height {
      let (from, to) = (source + y * stride, plane.base + y * plane.stride)
      for x in 0..<plane.width { to[x] = from[x &* depth] }
    }
  }

  private func flatten(
    _ source: UnsafePointer<UInt8>, _ channel: Int, _ alpha: Int, over ground: UInt8,
    into plane: Plane
  ) {
    for y in 0..<plane.height {
      let (from, to) = (source + y * stride, plane.base + y * plane.stride)
      for x in 0..<plane.width {
        to[x] = Self.mix(from[x &* depth &+ channel], from[x &* depth &+ alpha], ground)
      }
    }
  }

  /// `color` at `alpha` over `ground`, rounded; exact at both ends.
  static func mix(_ color: UInt8, _ alpha: UInt8, _ ground: UInt8) -> UInt8 {
    let sum = UInt32(color) &* UInt32(alpha) &+ UInt32(ground) &* (255 &- UInt32(alpha)) &+ 128
    return UInt8(truncatingIfNeeded: (sum &+ sum >> 8) >> 8)
  }
}
