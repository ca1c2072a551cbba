/// A part of an item's picture that is wanted as sharp as it is seen.
public struct Detail: Hashable, Sendable {
  /// Pixels of the item as it is shown upright, whole numbers, within `source`.
  public var region: Rect
  /// Pixels that the region is wanted with, whole numbers; never more than it has.
  public var size: Size
  /// The item's size, as it was known when this was asked for.
  public var source: Size

  public init(region: Rect, size: Size, source: Size) {
    (self.region, self.size, self.source) = (region, size, source)
  }

  /// Pixels wanted for one of the item's, each way.
  public var density: Size { Size(size.width / region.width, size.height / region.height) }
}

/// How an item's picture lies in its cell: which part of it, and where. A value.
public struct Sight: Hashable, Sendable {
  /// The viewer's space, pixels.
  public var cell: Size
  /// The item as it is shown upright, pixels.
  public var source: Size
  /// What is seen of it at scale 1, source pixels.
  public var part: Rect
  /// Where that lies, cell pixels.
  public var target: Rect

  public init(_ fit: Fit, of source: Size, in cell: Size) {
    (self.cell, self.source) = (cell, source)
    (part, target) = (fit.part(of: source, in: cell), fit.target(of: source, in: cell))
  }

  /// The same with the picture's slow crop as it stands.
  public func moved(by drift: Drift?) -> Sight {
    guard let crop = drift?.crop(width: part.width, height: part.height) else { return self }
    var sight = self
    sight.part = Rect(
      x: part.x + crop.x, y: part.y + crop.y, width: crop.width, height: crop.height)
    return sight
  }

  /// Cell pixels for one of the source, at scale 1.
  var density: Size { Size(target.width / part.width, target.height / part.height) }

  /// Where a part of the source lies in the cell at scale 1.
  public func place(of region: Rect) -> Rect {
    Rect(
      x: target.x + (region.x - part.x) * density.width,
      y: target.y + (region.y - part.y) * density.height,
      width: region.width * density.width, height: region.height * density.height)
  }

  /// What is seen of the source, source pixels; nil: nothing.
  public func visible(_ zoom: Zoom) -> Rect? {
    let (w, h) = (density.width * zoom.scale, density.height * zoom.scale)
    guard w > 0, h > 0 else { return nil }
    let origin = zoom.map(in: cell).apply(Point(target.x, target.y))
    let (left, top) = (max(part.x - origin.x / w, part.x), max(part.y - origin.y / h, part.y))
    let right = min(part.x + (cell.width - origin.x) / w, part.maxX)
    let bottom = min(part.y + (cell.height - origin.y) / h, part.maxY)
    guard right > left, bottom > top else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Round what is seen as much again, each way and on each side: a little pan shows no edge.
  static let margin = 0.06
  /// No side has more pixels, for no decoder gives more.
  static let longest = 16_384.0

  /// What is to be asked for; nil: the picture in the cell, of which each pixel is `enough` of the
  /// cell's, is as sharp as it can be.
  public func wish(_ zoom: Zoom, enough: Double = 1) -> Detail? {
    guard let seen = visible(zoom), part.width >= 1, part.height >= 1 else { return nil }
    let wanted = wantedDensity(zoom)
    let isSharp =
      wanted.width <= density.width * enough * 1.05
      && wanted.height <= density.height * enough * 1.05
    guard !isSharp else { return nil }
    let region = region(round: seen, step: Self.step(min(wanted.width, wanted.height)))
    guard region.width >= 1, region.height >= 1 else { return nil }
    func pixels(_ length: Double, _ density: Double) -> Double {
      min(max((length * density).rounded(), 1), length, Self.longest)
    }
    return Detail(
      region: region,
      size: Size(
        pixels(region.width, wanted.width), pixels(region.height, wanted.height)),
      source: source)
  }

  /// Pixels for one of the source as it is seen, but no more than it has.
  private func wantedDensity(_ zoom: Zoom) -> Size {
    Size(min(density.width * zoom.scale, 1), min(density.height * zoom.scale, 1))
  }

  /// A decoder may halve a picture as long as twice the pixels are left. For that the region
  /// begins and ends with a pixel of the halved picture; so it never lies a fraction beside.
  private static func step(_ density: Double) -> Double {
    density > 0.25 ? 1 : density > 0.125 ? 2 : density > 0.0625 ? 4 : 8
  }

  private func region(round seen: Rect, step: Double) -> Rect {
    let (dx, dy) = (seen.width * Self.margin, seen.height * Self.margin)
    func down(_ x: Double) -> Double { max((x / step).rounded(.down) * step, 0) }
    // What a last step that is not whole leaves out is less than half a pixel of the screen.
    func up(_ x: Double, _ most: Double) -> Double {
      min((x / step).rounded(.up), (most / step).rounded(.down)) * step
    }
    let (x, y) = (down(seen.x - dx), down(seen.y - dy))
    return Rect(
      x: x, y: y, width: up(seen.maxX + dx, source.width) - x,
      height: up(seen.maxY + dy, source.height) - y)
  }

  /// True if a detail is as good as what would be asked for now. While the view moves less is
  /// enough: only what lies beyond its edges, or is clearly blurred, is worth another.
  public func isServed(by detail: Detail, _ zoom: Zoom, isMoving: Bool) -> Bool {
    guard detail.source == source, let seen = visible(zoom) else { return false }
    let (wanted, has) = (wantedDensity(zoom), detail.density)
    let least = isMoving ? 0.8 : 0.97
    // Much too fine costs the painter its time, and shimmers.
    let most = isMoving ? 2 : 1.03
    let parts = [has.width / wanted.width, has.height / wanted.height]
    guard parts.allSatisfy({ $0 >= least && $0 <= most }) else { return false }
    let slack = 1 / min(wanted.width, wanted.height)
    let region = detail.region
    return region.x <= seen.x + slack && region.y <= seen.y + slack
      && region.maxX >= seen.maxX - slack && region.maxY >= seen.maxY - slack
  }
}

extension Fit {
  /// What is seen of a picture at scale 1, source pixels: in the middle, what the cell has room
  /// for.
  func part(of source: Size, in cell: Size) -> Rect {
    func middle(_ width: Double, _ height: Double) -> Rect {
      let (w, h) = (min(width, source.width), min(height, source.height))
      return Rect(x: (source.width - w) / 2, y: (source.height - h) / 2, width: w, height: h)
    }
    let covers: Bool =
      switch self {
      case .cover: true
      case .auto: abs(source.width / source.height - cell.width / cell.height) < 0.17
      default: false
      }
    if self == .none { return middle(cell.width, cell.height) }
    guard covers, source.width > 0, source.height > 0 else { return Rect(source) }
    let factor = max(cell.width / source.width, cell.height / source.height)
    return middle(cell.width / factor, cell.height / factor)
  }
}
