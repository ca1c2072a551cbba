import TriptychWire

/// How the pixels of a decoded picture lie in the stored one: a decoder that reduces it gives
/// whole pixels, the last of which may reach beyond its edge.
struct Extent: Hashable {
  /// Of the stored picture.
  let size: PixelSize
  /// Stored pixels for one of the decoded.
  let unit: Int

  /// nil: it was not reduced by 1, 2, 4 or 8.
  init?(of size: PixelSize, decodedTo pixels: PixelSize) {
    let unit = [1, 2, 4, 8].first { unit in
      Self.count(size.width, unit) == pixels.width && Self.count(size.height, unit) == pixels.height
    }
    guard let unit else { return nil }
    (self.size, self.unit) = (size, unit)
  }

  private static func count(_ length: Int, _ unit: Int) -> Int { (length + unit - 1) / unit }

  /// Whole pixels of a plane.
  struct Part: Hashable {
    var x: Int
    var y: Int
    var size: PixelSize
  }

  /// The pixels of a plane that what is seen lies in. A plane of chroma may be coarser than that of
  /// the luma, which has `pixels`.
  func part(_ fitting: Fitting, of plane: PixelSize, in pixels: PixelSize) -> Part {
    let x = Self.run(
      size.width, fitting.visibleWidth, unit * Self.coarseness(pixels.width, plane.width),
      plane.width)
    let y = Self.run(
      size.height, fitting.visibleHeight, unit * Self.coarseness(pixels.height, plane.height),
      plane.height)
    return Part(
      x: x.lowerBound, y: y.lowerBound, size: PixelSize(width: x.count, height: y.count))
  }

  /// 1, 2 or 4 samples of luma for one of chroma.
  private static func coarseness(_ luma: Int, _ chroma: Int) -> Int {
    [1, 2, 4].first { count(luma, $0) == chroma } ?? 1
  }

  /// What is seen of a side, in the middle of it, rounded outwards.
  private static func run(_ length: Int, _ share: Double, _ unit: Int, _ count: Int) -> Range<Int> {
    guard share < 1 else { return 0..<count }
    let hidden = Double(length) * (1 - share) / 2
    let low = Int((hidden / Double(unit) + 1e-6).rounded(.down))
    let high = Int(((Double(length) - hidden) / Double(unit) - 1e-6).rounded(.up))
    let start = min(max(low, 0), count - 1)
    return start..<min(max(high, start + 1), count)
  }

  /// Where such a part lies in the picture as it is shown.
  func span(_ part: Part, _ orientation: Orientation) -> PictureSpan {
    let x = (low: part.x * unit, high: (part.x + part.size.width) * unit)
    let y = (low: part.y * unit, high: (part.y + part.size.height) * unit)
    // One step on the screen is one of these along the stored picture, or back.
    let walk = orientation.walk(over: size)
    func along(_ step: Orientation.Step) -> (low: Int, high: Int) {
      let (side, length) = step.x != 0 ? (x, size.width) : (y, size.height)
      return step.x + step.y > 0 ? side : (length - side.high, length - side.low)
    }
    let (right, down) = (along(walk.right), along(walk.down))
    return PictureSpan(
      x: Int64(right.low), y: Int64(down.low), width: UInt32(right.high - right.low),
      height: UInt32(down.high - down.low))
  }
}
