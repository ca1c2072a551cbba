import CScale
import TriptychDecoding

/// Brings planes to a size, each by itself: swscale's path for one channel is exact in colour,
/// places chroma right for every subsampling and costs a fifth of its path for RGB.
enum Scaler {
  /// Scales the visible part of each plane to `target`.
  static func scale(
    _ picture: PlanarPicture, _ fitting: Fitting, kernel: Kernel = .sharp
  ) throws(Failure) -> PlanarPicture {
    var scaled = PlanarPicture(colors: picture.colors, planes: [])
    for plane in picture.planes {
      scaled.planes.append(try scale(fitting.visible(of: plane), to: fitting.target, kernel))
    }
    return scaled
  }

  /// The same with the part of each plane that holds what is seen, to whole pixels outwards.
  static func scale(
    _ picture: PlanarPicture, _ fitting: Fitting, _ extent: Extent
  ) throws(Failure) -> PlanarPicture {
    var scaled = PlanarPicture(colors: picture.colors, planes: [])
    for plane in picture.planes {
      let size = PixelSize(width: plane.width, height: plane.height)
      let part = extent.part(fitting, of: size, in: picture.size)
      scaled.planes.append(
        try scale(plane.part(x: part.x, y: part.y, size: part.size), to: fitting.target, .sharp))
    }
    return scaled
  }

  /// How samples are made from their neighbours.
  enum Kernel {
    /// Keeps what is fine.
    case sharp
    /// No edge is left, for blurring.
    case smooth

    fileprivate var flags: Int32 { self == .sharp ? SWS_BICUBIC : SWS_GAUSS }
  }

  private static func scale(
    _ source: Plane, to target: PixelSize, _ kernel: Kernel
  ) throws(Failure) -> Plane {
    if source.width == target.width && source.height == target.height { return source }
    let result = try Plane(width: target.width, height: target.height)
    let context = sws_getContext(
      Int32(source.width), Int32(source.height), AV_PIX_FMT_GRAY8,
      Int32(target.width), Int32(target.height), AV_PIX_FMT_GRAY8,
      kernel.flags | SWS_ACCURATE_RND, nil, nil, nil)
    guard let context else { throw Failure(.noMemory, "libswscale has no scaler for this size") }
    defer { sws_freeContext(context) }
    let from: [UnsafePointer<UInt8>?] = [UnsafePointer(source.base)]
    let to: [UnsafeMutablePointer<UInt8>?] = [result.base]
    let rows = sws_scale(
      context, from, [Int32(source.stride)], 0, Int32(source.height), to, [Int32(result.stride)])
    guard rows == Int32(target.height) else { throw Failure(.damaged, "scaling failed") }
    return result
  }
}
