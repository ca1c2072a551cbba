import TriptychWire

/// How stored pixels come to stand as they are to be seen: one of the eight ways.
struct Orientation: Hashable, Sendable {
  /// Rows become columns. Comes before the flips.
  var transposes = false
  var flipsX = false
  var flipsY = false

  static let upright = Orientation()

  /// From a display matrix, row by row, as libavutil/display.h defines it: a stored point (p, q)
  /// is shown at (a·p + c·q, b·p + d·q). The nearest of the eight ways is taken.
  init(matrix: [Int32]) {
    guard matrix.count >= 5 else { return }
    let (a, b) = (Int64(matrix[0]), Int64(matrix[1]))
    let (c, d) = (Int64(matrix[3]), Int64(matrix[4]))
    transposes = abs(b) + abs(c) > abs(a) + abs(d)
    flipsX = (transposes ? c : a) < 0
    flipsY = (transposes ? b : d) < 0
  }

  /// The same, and then so many quarter turns clockwise.
  func turned(_ quarters: UInt8) -> Orientation {
    (0..<quarters % 4).reduce(self) { turned, _ in
      Orientation(
        transposes: !turned.transposes, flipsX: !turned.flipsY, flipsY: turned.flipsX)
    }
  }

  init(transposes: Bool = false, flipsX: Bool = false, flipsY: Bool = false) {
    (self.transposes, self.flipsX, self.flipsY) = (transposes, flipsX, flipsY)
  }
}

/// The sizes of a film's picture on its way from the decoder to the slot.
///
/// The slot never holds more than the cell (times the scale): what `cover` and `none` hide is
/// cut off before the scaling, so that the painter has nothing left to scale.
struct FilmShape: Hashable, Sendable {
  /// As shown: oriented, pixels square, before scaling and cutting.
  let sourceWidth: Int
  let sourceHeight: Int
  /// In the slot.
  let width: Int
  let height: Int
  let orientation: Orientation
  /// The part of the stored picture that is seen; offsets even, for the chroma's sake.
  private(set) var crop: Crop

  struct Crop: Hashable, Sendable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  /// The same once the stored picture has been cut.
  func cut() -> FilmShape { scaled(toWidth: crop.width, height: crop.height) }

  /// The same once the part that is seen has been brought to another size.
  func scaled(toWidth width: Int, height: Int) -> FilmShape {
    var shape = self
    shape.crop = Crop(x: 0, y: 0, width: width, height: height)
    return shape
  }

  /// In the slot, before turning.
  var unturnedWidth: Int { orientation.transposes ? height : width }
  var unturnedHeight: Int { orientation.transposes ? width : height }

  /// `aspect`: width of a stored pixel by its height.
  init(
    storedWidth: Int, storedHeight: Int, aspect: Double, orientation: Orientation,
    request: PixelRequest, slotBytes: Int
  ) {
    // The height is kept, the width makes the pixels square.
    let isSane = aspect.isFinite && aspect > 0.01 && aspect < 100
    let squared = Int((Double(storedWidth) * (isSane ? aspect : 1)).rounded())
    let shown = min(max(squared, 1), Int(WireLimit.sourceSide))
    sourceWidth = orientation.transposes ? storedHeight : shown
    sourceHeight = orientation.transposes ? shown : storedHeight
    self.orientation = orientation
    let (across, down) = Self.sides(sourceWidth, sourceHeight, request)
    crop = Crop(
      storedWidth, storedHeight, seenAcross: orientation.transposes ? down.seen : across.seen,
      seenDown: orientation.transposes ? across.seen : down.seen)
    (width, height) = Self.shrunk(across.pixels, down.pixels, slotBytes)
  }

  /// Pixels of the slot, and how much of the source's side they show (0…1).
  private typealias Side = (pixels: Int, seen: Double)

  private static func sides(
    _ sourceWidth: Int, _ sourceHeight: Int, _ request: PixelRequest
  ) -> (across: Side, down: Side) {
    let (w, h) = (Double(sourceWidth), Double(sourceHeight))
    let (cellW, cellH) = (Double(request.cellWidth), Double(request.cellHeight))
    let inside = min(cellW / w, cellH / h)
    let outside = max(cellW / w, cellH / h)
    let more = Double(request.scale) / 1000
    // DESIGN section 4, "Fit".
    let isNear = abs(w / h - cellW / cellH) < 0.17
    let scale: (Double, Double) =
      switch request.fit {
      case .contain, .blur: (inside * more, inside * more)
      case .cover: (outside * more, outside * more)
      case .auto: isNear ? (outside * more, outside * more) : (inside * more, inside * more)
      case .stretch: (cellW / w * more, cellH / h * more)
      case .none: (1, 1)
      }
    return (side(w * scale.0, most: cellW * more), side(h * scale.1, most: cellH * more))
  }

  private static func side(_ full: Double, most: Double) -> Side {
    let limit = min(Double(WireLimit.side), most.rounded(.down))
    let pixels = max(min(full.rounded(), limit), 1)
    return (Int(pixels), full > pixels + 0.5 ? pixels / full : 1)
  }

  /// What the slot cannot hold is shrunk; the painter brings it back to size.
  private static func shrunk(_ width: Int, _ height: Int, _ slotBytes: Int) -> (Int, Int) {
    var (width, height) = (width, height)
    while SlotLayout.bytes(width: width, height: height) > slotBytes, width > 1 || height > 1 {
      width = max(width * 63 / 64, 1)
      height = max(height * 63 / 64, 1)
    }
    return (width, height)
  }
}

extension FilmShape.Crop {
  /// The middle of a picture.
  fileprivate init(_ fullWidth: Int, _ fullHeight: Int, seenAcross: Double, seenDown: Double) {
    func middle(_ full: Int, _ seen: Double) -> (Int, Int) {
      let count = min(max(Int((Double(full) * seen).rounded()), 1), full)
      return ((full - count) / 2 & ~1, count)
    }
    (x, width) = middle(fullWidth, seenAcross)
    (y, height) = middle(fullHeight, seenDown)
  }
}
