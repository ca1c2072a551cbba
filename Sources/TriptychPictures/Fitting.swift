import TriptychWire

/// Width and height, pixels, at least 1.
package struct PixelSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  var transposed: PixelSize { PixelSize(width: height, height: width) }
  var area: Int { width * height }
}

/// What part of a picture is wanted and how large, for a picture as shown (oriented).
///
/// The result always has the size that it has in the cell (DESIGN section 4, "Fit"), small
/// pictures are enlarged: the painter then copies pixels one to one, which is many times cheaper
/// than scaling them in each frame of a transition.
struct Fitting: Hashable {
  /// Pixels to be delivered.
  var target: PixelSize
  /// How much of the picture's width and height is seen, centred; 0…1.
  var visibleWidth: Double
  var visibleHeight: Double

  /// What is delivered, if it is more than the target: the target lies in its middle.
  var canvas: PixelSize?

  init(of source: PixelSize, _ request: PixelRequest) {
    let zoom = Double(request.scale) / 1000
    let box = (
      width: min(Double(request.cellWidth) * zoom, Double(WireLimit.side)),
      height: min(Double(request.cellHeight) * zoom, Double(WireLimit.side))
    )
    let (width, height) = (Double(source.width), Double(source.height))
    let across = (box.width / width, box.height / height)
    let factor: (x: Double, y: Double)
    switch Self.settled(request.fit, shape: width / height, cell: box.width / box.height) {
    case .stretch: factor = across
    case .cover: factor = (max(across.0, across.1), max(across.0, across.1))
    case .none: factor = (1, 1)
    case .contain, .auto, .blur: factor = (min(across.0, across.1), min(across.0, across.1))
    }
    let whole = (width: width * factor.x, height: height * factor.y)
    target = PixelSize(
      width: max(1, Int(min(whole.width, box.width).rounded())),
      height: max(1, Int(min(whole.height, box.height).rounded())))
    visibleWidth = min(1, box.width / whole.width)
    visibleHeight = min(1, box.height / whole.height)
    if request.fit == .blur {
      canvas = PixelSize(
        width: max(1, Int(box.width.rounded())), height: max(1, Int(box.height.rounded())))
    }
  }

  /// All of a picture, as it is or stretched to that size.
  init(whole size: PixelSize) { (target, visibleWidth, visibleHeight) = (size, 1, 1) }

  /// `auto` covers the cell if the shapes are close.
  private static func settled(_ fit: WireFit, shape: Double, cell: Double) -> WireFit {
    guard fit == .auto else { return fit }
    return abs(shape - cell) < 0.17 ? .cover : .contain
  }

  /// The same for the picture as stored, on its side.
  var transposed: Fitting {
    var other = self
    other.target = target.transposed
    (other.visibleWidth, other.visibleHeight) = (visibleHeight, visibleWidth)
    return other
  }

  /// How many pixels the whole picture would have at this scale.
  var whole: PixelSize {
    PixelSize(
      width: max(1, Int((Double(target.width) / visibleWidth).rounded(.up))),
      height: max(1, Int((Double(target.height) / visibleHeight).rounded(.up))))
  }

  /// The visible part of a plane that holds the whole picture.
  func visible(of plane: Plane) -> Plane {
    let size = PixelSize(
      width: Self.count(plane.width, visibleWidth), height: Self.count(plane.height, visibleHeight))
    return plane.part(
      x: (plane.width - size.width) / 2, y: (plane.height - size.height) / 2, size: size)
  }

  private static func count(_ whole: Int, _ share: Double) -> Int {
    min(whole, max(1, Int((Double(whole) * share).rounded())))
  }
}
