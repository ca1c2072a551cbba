extension Layer {
  /// What lies beside the picture of a layer without a backdrop: parts of another picture that has
  /// the shape of the cell and would fill it. Side by side with this one, they fill the cell.
  public func bars(_ backdrop: Picture, in cell: Size) -> [Layer] {
    let hole = target
    let sides = [
      Rect(x: 0, y: 0, width: cell.width, height: hole.y),
      Rect(x: 0, y: hole.maxY, width: cell.width, height: cell.height - hole.maxY),
      Rect(x: 0, y: hole.y, width: hole.x, height: hole.height),
      Rect(x: hole.maxX, y: hole.y, width: cell.width - hole.maxX, height: hole.height),
    ]
    let (x, y) = (Double(backdrop.width) / cell.width, Double(backdrop.height) / cell.height)
    return sides.filter { $0.width > 0 && $0.height > 0 }.map { side in
      let box = Size(side.width, side.height)
      return Layer(
        cell: box, picture: backdrop, target: Rect(box),
        crop: Rect(x: side.x * x, y: side.y * y, width: side.width * x, height: side.height * y),
        backdrop: nil,
        placement: Placement(
          map: .shift(side.x, side.y).then(placement.map), opacity: placement.opacity,
          clips: placement.clips))
    }
  }
}
