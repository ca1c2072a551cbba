import TriptychDecoding
import TriptychWire

/// What fills the bars beside a picture: the picture itself as it would cover them, blurred and
/// darkened. The blur is the scaler's: made small, and large again by a smooth kernel.
enum Backdrop {
  /// The longer side of what is made small, samples.
  private static let grain = 24
  /// Of the light, 256ths.
  private static let light = 110

  /// Planes of `size`, as stored. `picture`: what is shown of it, in its own shape.
  static func of(
    _ picture: PlanarPicture, filling size: PixelSize
  ) throws(Failure) -> PlanarPicture {
    let (own, shape) = (picture.size, Double(size.width) / Double(size.height))
    let part = Double(own.width) / Double(own.height) / shape
    var fitting = Fitting(whole: smallest(size, grain))
    (fitting.visibleWidth, fitting.visibleHeight) = (min(1, 1 / part), min(1, part))
    let small = try Scaler.scale(picture, fitting)
    darken(small)
    // In two steps: the kernel is as wide as a few of the samples that it is given.
    let middle = smallest(size, grain * 8)
    let soft = try Scaler.scale(small, Fitting(whole: middle), kernel: .smooth)
    return try Scaler.scale(soft, Fitting(whole: size), kernel: .smooth)
  }

  /// In that shape, with so many samples in the longer side; never larger than it is.
  private static func smallest(_ size: PixelSize, _ side: Int) -> PixelSize {
    let factor = min(1, Double(side) / Double(max(size.width, size.height)))
    return PixelSize(
      width: max(1, Int((Double(size.width) * factor).rounded())),
      height: max(1, Int((Double(size.height) * factor).rounded())))
  }

  private static func darken(_ picture: PlanarPicture) {
    for (index, plane) in picture.planes.enumerated() {
      // Chroma is about 128: less light has less colour.
      let zero = picture.colors == .yCbCr && index > 0 ? 128 : 0
      for y in 0..<plane.height {
        let row = plane.base + y * plane.stride
        for x in 0..<plane.width {
          row[x] = UInt8(clamping: zero + (Int(row[x]) - zero) * light / 256)
        }
      }
    }
  }
}
