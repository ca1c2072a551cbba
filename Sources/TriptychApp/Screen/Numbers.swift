import TriptychCore
import TriptychMedia

extension Dictionary where Key == Int {
  /// With other keys; what has none is left out.
  func renumbered(_ numbers: [Int: Int]) -> [Int: Value] {
    var result: [Int: Value] = [:]
    for (key, value) in self {
      if let number = numbers[key] { result[number] = value }
    }
    return result
  }
}

/// Numbers for jobs and films, each given once.
final class Numbers {
  private var last = 0

  func next() -> Int {
    last += 1
    return last
  }
}

extension PixelRequest {
  /// Pixels for an item in a cell; `scale` 1 fits it, more leaves detail for a slow crop.
  /// `planes`: a film's frames may come as planes.
  init(_ settings: ItemSettings, cell: Size, scale: Double, planes: Bool = false) {
    self.init(
      cellWidth: UInt32(cell.width), cellHeight: UInt32(cell.height),
      fit: settings.fit.onTheWire, scale: UInt32((scale * 1000).rounded()),
      background: settings.background.bgra & 0xFF_FFFF, turns: settings.rotation.quarters,
      takesPlanes: planes)
  }
}
