import TriptychCore
import TriptychMedia

/// The table of keys over the show.
extension Projector {
  /// The table of keys in pages, none of them larger than the screen. `next`: what leads on.
  func keyPages(_ rows: [(keys: String, summary: String)], next: String) -> [KeySheet] {
    KeySheet.pages(rows, in: keyRoom, most: size.height / 34 * textScale, next: next)
  }

  private var keyRoom: Size {
    Size(max(size.width - 4 * margin, 1), max(size.height - 4 * margin, 1))
  }

  /// A page on a dark plate in the middle, with letters small enough that all of it can be seen;
  /// empty until the texts have come.
  func table(_ sheet: KeySheet) -> [Layer] {
    let room = keyRoom
    var letters = sheet.letters.rounded(.down)
    // Every font needs another room: what is too large is set again, smaller.
    for _ in 0..<8 {
      guard let columns = columns(sheet, letters) else { return [] }
      let whole = extent(columns, letters)
      let part = min(room.width / whole.width, room.height / whole.height)
      if part >= 1 || letters <= Projector.smallest { return laid(columns, whole, letters) }
      letters = max(min((letters * part).rounded(.down), letters - 1), Projector.smallest)
    }
    return []
  }

  /// Letters below this many pixels cannot be read at all.
  private static let smallest = 6.0

  /// Nil until all have come.
  private func columns(_ sheet: KeySheet, _ letters: Double) -> [Picture]? {
    let texts = sheet.blocks.flatMap { [$0.keys, $0.summaries] }
    // All are asked for at once.
    let pictures = texts.map { words($0.joined(separator: "\n"), letters: letters) }
    let here = pictures.compactMap(\.self)
    return here.count == texts.count && !here.isEmpty ? here : nil
  }

  private func extent(_ columns: [Picture], _ letters: Double) -> Size {
    let gaps = (KeySheet.gap * letters).rounded() * Double(columns.count - 1)
    return Size(
      columns.reduce(gaps) { $0 + Double($1.width) },
      Double(columns.map(\.height).max() ?? 0))
  }

  private func laid(_ columns: [Picture], _ whole: Size, _ letters: Double) -> [Layer] {
    let ground = Rect(
      x: ((size.width - whole.width) / 2).rounded(.down),
      y: ((size.height - whole.height) / 2).rounded(.down), width: whole.width,
      height: whole.height)
    var (layers, x) = ([plate(ground, opacity: 1, dark: 1)], ground.x)
    for column in columns {
      let (width, height) = (Double(column.width), Double(column.height))
      layers.append(
        glyphs(column, at: Rect(x: x, y: ground.y, width: width, height: height), opacity: 1))
      x += width + (KeySheet.gap * letters).rounded()
    }
    return layers
  }
}
