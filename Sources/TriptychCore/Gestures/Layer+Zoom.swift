extension Layer {
  /// The part of a picture that lies in `sight`'s cell at `region` (source pixels), over what else
  /// is there; nil: nothing of it is seen.
  public func detail(_ picture: Picture, of region: Rect, in sight: Sight) -> Layer? {
    var layer = self
    (layer.picture, layer.backdrop) = (picture, nil)
    let place = sight.place(of: region)
    let (left, top) = (max(place.x, sight.target.x), max(place.y, sight.target.y))
    let (right, bottom) = (
      min(place.maxX, sight.target.maxX), min(place.maxY, sight.target.maxY)
    )
    guard right > left, bottom > top else { return nil }
    let w = Double(picture.width) / place.width
    let h = Double(picture.height) / place.height
    layer.target = Rect(x: left, y: top, width: right - left, height: bottom - top)
    layer.crop = Rect(
      x: (left - place.x) * w, y: (top - place.y) * h, width: (right - left) * w,
      height: (bottom - top) * h)
    return layer
  }

  /// The picture where its own pixels belong: it holds a little more than what is seen of its
  /// source, by less than a pixel as it fits, which would be several once it is enlarged.
  public func exact(in sight: Sight) -> Layer {
    guard let picture, let span = picture.span, var layer = detail(picture, of: span, in: sight)
    else { return self }
    layer.backdrop = backdrop
    return layer
  }

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
