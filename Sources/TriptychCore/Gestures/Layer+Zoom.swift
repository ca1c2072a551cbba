extension Layer {
  /// The picture enlarged within its cell of that size: what leaves the cell is cut.
  public func enlarged(_ zoom: Zoom, in cell: Size) -> Layer {
    let map = zoom.map(in: cell)
    var layer = self
    let (a, b) = (
      map.apply(Point(target.x, target.y)), map.apply(Point(target.maxX, target.maxY))
    )
    let (left, top) = (max(a.x, 0), max(a.y, 0))
    let (right, bottom) = (min(b.x, cell.width), min(b.y, cell.height))
    guard right > left, bottom > top else {
      layer.picture = nil
      return layer
    }
    let (w, h) = (crop.width / (b.x - a.x), crop.height / (b.y - a.y))
    layer.crop = Rect(
      x: crop.x + (left - a.x) * w, y: crop.y + (top - a.y) * h, width: (right - left) * w,
      height: (bottom - top) * h)
    layer.target = Rect(x: left, y: top, width: right - left, height: bottom - top)
    return layer
  }
}
