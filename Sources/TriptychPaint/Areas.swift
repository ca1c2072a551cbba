import TriptychCore

// What both ways to draw need to know of a layer's rectangles.

extension Layer {
  /// True if there is a picture, and numbers that say where it lies.
  var showsPicture: Bool { picture != nil && target.isProper && crop.isProper }
}

extension Rect {
  /// True if it has an area and all numbers are finite.
  var isProper: Bool {
    width > 0 && height > 0 && x.isFinite && y.isFinite && maxX.isFinite && maxY.isFinite
  }

  /// What lies in both; nil if nothing does.
  func common(with other: Rect) -> Rect? {
    let (x, y) = (max(self.x, other.x), max(self.y, other.y))
    let (maxX, maxY) = (min(self.maxX, other.maxX), min(self.maxY, other.maxY))
    return maxX > x && maxY > y ? Rect(x: x, y: y, width: maxX - x, height: maxY - y) : nil
  }

  /// A target, drawn out beyond the cell where it reaches the cell's edge: there the cell alone
  /// is the border, and no backdrop may shine through. nil if the target fills the cell.
  func reach(in cell: Size) -> Rect? {
    let near = 1e-6
    let (left, top) = (self.x <= near, self.y <= near)
    let (right, bottom) = (self.maxX >= cell.width - near, self.maxY >= cell.height - near)
    if left && top && right && bottom { return nil }
    let x = left ? min(self.x, -cell.width) : self.x
    let y = top ? min(self.y, -cell.height) : self.y
    let maxX = right ? max(self.maxX, 2 * cell.width) : self.maxX
    let maxY = bottom ? max(self.maxY, 2 * cell.height) : self.maxY
    return Rect(x: x, y: y, width: maxX - x, height: maxY - y)
  }
}
