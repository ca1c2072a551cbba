import CRegion
import TriptychDecoding
import TriptychWire

/// A part of a picture as it is stored, pixels, and how large it is wanted.
struct Cutout: Hashable {
  var x: Int
  var y: Int
  var size: PixelSize
  /// Pixels to be delivered.
  var target: PixelSize

  /// What `region`, which is upright, means in a stored picture of `size`. Throws if the picture
  /// does not reach so far: the file is another one by now.
  init(
    _ region: PixelRegion, of size: PixelSize, _ orientation: Orientation, target: PixelSize
  ) throws(Failure) {
    let upright = orientation.swapsAxes ? size.transposed : size
    let (right, bottom) = (
      Int(region.x) + Int(region.width) - 1, Int(region.y) + Int(region.height) - 1
    )
    guard region.width > 0, region.height > 0, right < upright.width, bottom < upright.height else {
      throw Failure(.badRequest, "the picture does not reach so far")
    }
    let walk = orientation.walk(over: size)
    func stored(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
      (
        walk.start.x + x * walk.right.x + y * walk.down.x,
        walk.start.y + x * walk.right.y + y * walk.down.y
      )
    }
    let (one, other) = (stored(Int(region.x), Int(region.y)), stored(right, bottom))
    (x, y) = (min(one.x, other.x), min(one.y, other.y))
    self.size = PixelSize(
      width: abs(one.x - other.x) + 1, height: abs(one.y - other.y) + 1)
    self.target = orientation.swapsAxes ? target.transposed : target
  }

  /// The part of a picture that is there as a whole.
  func part(of picture: PlanarPicture) -> PlanarPicture {
    var part = picture
    part.planes = picture.planes.map { $0.part(x: x, y: y, size: size) }
    return part
  }

  /// True if the part begins and ends with pixels of the reduced picture.
  fileprivate func isWhole(reducedBy factor: Int) -> Bool {
    [x, y, size.width, size.height].allSatisfy { $0 % factor == 0 }
  }

  /// The same in pixels of the reduced picture.
  fileprivate func reduced(by factor: Int) -> region_part {
    let (left, top) = (x / factor, y / factor)
    return region_part(
      reduction: UInt32(factor), x: UInt32(left), y: UInt32(top),
      width: UInt32(max((x + size.width) / factor - left, 1)),
      height: UInt32(max((y + size.height) / factor - top, 1)))
  }
}

extension Cutout {
  /// The most that the planes may take, bytes.
  private static let planeBytes = 400 << 20

  /// The strongest reduction by the transform that leaves twice the pixels that are needed, and
  /// all of them; a part that is too large for memory is reduced further.
  private func reduction(channels: Int) -> Int {
    var chosen = 1
    for factor in [2, 4, 8] {
      let isFine =
        size.width >= 2 * factor * target.width && size.height >= 2 * factor * target.height
        && isWhole(reducedBy: factor)
      let bytes = (size.width / chosen) * (size.height / chosen) * channels
      if isFine || bytes > Self.planeBytes { chosen = factor }
    }
    return chosen
  }

  /// Decodes that part of a JPEG file and no more of its columns and rows than it must. Channels:
  /// 1 grey, 3 red, green and blue, 4 inks as they are stored.
  func decode(jpeg file: Memory, channels: Int) throws(Failure) -> [Plane] {
    try WatchedJPEG.decode(file, reduced(by: reduction(channels: channels)), channels: channels)
  }
}
