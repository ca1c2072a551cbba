extension Fit {
  /// Where a picture of `source` size lies in a cell, cell pixels, on whole pixels so that a
  /// picture scaled to the target is copied as it is. Outside the cell it is cut by the worker:
  /// `cover` fills the cell with what is left.
  public func target(of source: Size, in cell: Size) -> Rect {
    guard source.width > 0, source.height > 0 else { return Rect(cell) }
    switch self {
    case .stretch, .cover: return Rect(cell)
    case .none:
      return centered(min(source.width, cell.width), min(source.height, cell.height), cell)
    case .auto where abs(source.width / source.height - cell.width / cell.height) < 0.17:
      return Rect(cell)
    case .contain, .auto, .blur:
      let factor = min(cell.width / source.width, cell.height / source.height)
      return centered(source.width * factor, source.height * factor, cell)
    }
  }

  /// Where all of a source lies in a cell, with what is cut off because it lies beyond.
  public func whole(of source: Size, in cell: Size) -> Rect {
    let seen = target(of: source, in: cell)
    guard source.width > 0, source.height > 0 else { return seen }
    var (width, height) = (seen.width, seen.height)
    switch self {
    case .stretch, .contain, .blur: return seen
    case .none: (width, height) = (source.width, source.height)
    case .cover, .auto:
      let factor = max(seen.width / source.width, seen.height / source.height)
      // To the pixel as it is drawn, unless something is cut off.
      guard source.width * factor > width + 1 || source.height * factor > height + 1 else {
        return seen
      }
      (width, height) = (source.width * factor, source.height * factor)
    }
    return Rect(
      x: (cell.width - width) / 2, y: (cell.height - height) / 2, width: width, height: height)
  }

  private func centered(_ width: Double, _ height: Double, _ cell: Size) -> Rect {
    let w = max(1, min(width.rounded(), cell.width))
    let h = max(1, min(height.rounded(), cell.height))
    return Rect(
      x: ((cell.width - w) / 2).rounded(.down), y: ((cell.height - h) / 2).rounded(.down),
      width: w, height: h)
  }
}

extension Drift {
  /// How much more detail a drifting picture is decoded with: the crop is never magnified more.
  public static let largestZoom = 1.15

  /// The part of a picture that is seen, picture pixels: from 1 to 1.15 times or back, towards
  /// a side that the seed chooses. Even in speed: motion is a function of time alone.
  public func crop(width: Double, height: Double) -> Rect {
    let zoomsIn = seed & 1 == 0
    let amount = zoomsIn ? progress : 1 - progress
    let factor = 1 / (1 + (Drift.largestZoom - 1) * amount)
    // Nine aims, none of them so far out that the crop would leave the picture.
    let aimX = Double((seed >> 1) % 3) / 2
    let aimY = Double((seed >> 9) % 3) / 2
    let (w, h) = (width * factor, height * factor)
    return Rect(x: (width - w) * aimX, y: (height - h) * aimY, width: w, height: h)
  }
}
