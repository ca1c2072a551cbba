/// Where the cells of an overview lie: rows of equal cells, as many as there are items. Nothing
/// here depends on how many that is. A value.
public struct Grid: Hashable, Sendable {
  /// The viewer's space, pixels.
  public let size: Size
  public let count: Int
  public let columns: Int
  /// Of a cell, pixels.
  public let cell: Size
  /// Between cells, and round them, pixels.
  public let gap: Double
  /// Free above the first row and below the last, pixels.
  public let inset: Double

  /// A third of the height is a good width for a cell: readable from three metres, and four rows
  /// on a screen.
  public init(size: Size, count: Int, inset: Double = 0) {
    (self.size, self.count, self.inset) = (size, max(count, 0), inset)
    gap = (size.height / 60).rounded()
    columns = max(2, Int((size.width / max(size.height / 3, 1)).rounded()))
    let width = (size.width - gap * Double(columns + 1)) / Double(columns)
    cell = Size(max(width, 1), max((width * 0.75).rounded(), 1))
  }

  public var rows: Int { (count + columns - 1) / columns }
  /// From one row to the next, pixels.
  public var pitch: Double { cell.height + gap }
  /// The height of the whole, pixels.
  public var height: Double { 2 * inset + gap + pitch * Double(rows) }
  /// How far it can be scrolled, pixels.
  public var scrollable: Double { max(height - size.height, 0) }

  /// Where a cell lies on the screen.
  public func rect(of index: Int, scroll: Double) -> Rect {
    let (row, column) = (index / columns, index % columns)
    return Rect(
      x: gap + Double(column) * (cell.width + gap),
      y: inset + gap + Double(row) * pitch - scroll, width: cell.width, height: cell.height)
  }

  /// The cells that can be seen, and `more` rows on both sides.
  public func visible(scroll: Double, more: Int = 0) -> Range<Int> {
    guard count > 0 else { return 0..<0 }
    let first = Int(((scroll - inset - gap - cell.height) / pitch).rounded(.down)) + 1 - more
    let last = Int(((scroll + size.height - inset - gap) / pitch).rounded(.up)) - 1 + more
    let low = min(max(first, 0) * columns, count)
    let high = min(max((last + 1) * columns, low), count)
    return low..<high
  }

  /// The cell at a point of the screen; nil between cells.
  public func index(at point: Point, scroll: Double) -> Int? {
    let (x, y) = (point.x - gap, point.y + scroll - inset - gap)
    guard x >= 0, y >= 0 else { return nil }
    let (column, row) = (Int(x / (cell.width + gap)), Int(y / pitch))
    let isBetween =
      x - Double(column) * (cell.width + gap) >= cell.width
      || y - Double(row) * pitch >= cell.height
    let index = row * columns + column
    return column < columns && !isBetween && index < count ? index : nil
  }

  /// The scroll nearest to `scroll` at which a whole cell can be seen, with a part of its
  /// neighbours where there are any.
  public func scroll(showing index: Int, from scroll: Double) -> Double {
    let rect = rect(of: min(max(index, 0), max(count - 1, 0)), scroll: 0)
    let margin = min(pitch / 3, max((size.height - cell.height) / 2, 0))
    let low = rect.maxY + margin - size.height
    let high = rect.y - margin
    return min(max(min(max(scroll, low), high), 0), scrollable)
  }

  /// The scroll at which a cell stands as near to the middle as can be.
  public func scroll(centring index: Int) -> Double {
    let rect = rect(of: index, scroll: 0)
    return min(max(rect.y + rect.height / 2 - size.height / 2, 0), scrollable)
  }
}
