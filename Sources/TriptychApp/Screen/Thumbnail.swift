import TriptychCore

/// A small picture of an item.
struct Thumbnail {
  let picture: Picture
  /// The item as it is shown upright, pixels.
  let source: Size
  var isFilm = false
  /// Of a film; nil: unknown.
  var length: Duration?
  /// It has the shape of the item; else that of its cell.
  var isWhole = false

  init(
    _ picture: Picture, source: Size, isFilm: Bool = false, length: Duration? = nil,
    isWhole: Bool = false
  ) {
    (self.picture, self.source, self.isFilm) = (picture, source, isFilm)
    (self.length, self.isWhole) = (length, isWhole)
  }

  /// The middle of the picture, in the shape of a cell.
  func crop(for cell: Size) -> Rect {
    let (width, height) = (Double(picture.width), Double(picture.height))
    guard isWhole, cell.width > 0, cell.height > 0 else { return Rect(Size(width, height)) }
    let scale = min(width / cell.width, height / cell.height)
    let part = Size(cell.width * scale, cell.height * scale)
    return Rect(
      x: (width - part.width) / 2, y: (height - part.height) / 2, width: part.width,
      height: part.height)
  }
}
