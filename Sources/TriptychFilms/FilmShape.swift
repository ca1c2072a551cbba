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

  init(transposes: Bool = false, flipsX: Bool = false, flipsY: Bool = false) {
    (self.transposes, self.flipsX, self.flipsY) = (transposes, flipsX, flipsY)
  }
}

/// The sizes of a film's picture on its way from the decoder to the slot.
struct FilmShape: Hashable, Sendable {
  /// As shown: oriented, pixels square, before scaling.
  let sourceWidth: Int
  let sourceHeight: Int
  /// In the slot.
  let width: Int
  let height: Int
  let orientation: Orientation

  /// In the slot, before turning.
  var storedWidth: Int { orientation.transposes ? height : width }
  var storedHeight: Int { orientation.transposes ? width : height }

  /// `aspect`: width of a stored pixel by its height.
  init(
    storedWidth: Int, storedHeight: Int, aspect: Double, orientation: Orientation,
    request: PixelRequest, slotBytes: Int
  ) {
    // The height is kept, the width makes the pixels square (media/README of the test media).
    let isSane = aspect.isFinite && aspect > 0.01 && aspect < 100
    let squared = Int((Double(storedWidth) * (isSane ? aspect : 1)).rounded())
    let shown = min(max(squared, 1), Int(WireLimit.sourceSide))
    sourceWidth = orientation.transposes ? storedHeight : shown
    sourceHeight = orientation.transposes ? shown : storedHeight
    self.orientation = orientation
    (width, height) = Self.fitted(sourceWidth, sourceHeight, request, slotBytes)
  }

  private static func fitted(
    _ sourceWidth: Int, _ sourceHeight: Int, _ request: PixelRequest, _ slotBytes: Int
  ) -> (Int, Int) {
    let (w, h) = (Double(sourceWidth), Double(sourceHeight))
    let (cellW, cellH) = (Double(request.cellWidth), Double(request.cellHeight))
    let inside = min(cellW / w, cellH / h)
    let outside = max(cellW / w, cellH / h)
    let more = Double(request.scale) / 1000
    var (scaleX, scaleY): (Double, Double)
    switch request.fit {
    case .contain: (scaleX, scaleY) = (inside, inside)
    case .cover: (scaleX, scaleY) = (outside, outside)
    case .auto:
      // DESIGN section 4, "Fit".
      let scale = abs(w / h - cellW / cellH) < 0.17 ? outside : inside
      (scaleX, scaleY) = (scale, scale)
    case .stretch: (scaleX, scaleY) = (cellW / w, cellH / h)
    case .none: (scaleX, scaleY) = (1 / more, 1 / more)
    }
    (scaleX, scaleY) = (scaleX * more, scaleY * more)
    var width = side(w * scaleX)
    var height = side(h * scaleY)
    // What the slot cannot hold is shrunk; the painter brings it back to size.
    while SlotLayout.bytes(width: width, height: height) > slotBytes, width > 1 || height > 1 {
      width = max(width * 63 / 64, 1)
      height = max(height * 63 / 64, 1)
    }
    return (width, height)
  }

  private static func side(_ length: Double) -> Int {
    min(max(Int(min(length, 1e6).rounded()), 1), Int(WireLimit.side))
  }
}
