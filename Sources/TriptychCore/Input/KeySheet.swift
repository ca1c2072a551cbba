/// The table of keys as it is laid on a screen: blocks side by side, each of two columns, with
/// letters as large as all of it allows.
public struct KeySheet: Hashable, Sendable {
  /// What stands in one block: as many lines of keys as of what they do.
  public struct Block: Hashable, Sendable {
    public var keys: [String] = []
    public var summaries: [String] = []
  }

  public let blocks: [Block]
  /// Height of the letters that should do, pixels. What a font makes of it is known only when it
  /// is set.
  public let letters: Double

  /// Between keys and what they do, and between blocks, in letters.
  public static let gap = 2.0
  /// More blocks than that are no table any more.
  private static let mostBlocks = 4
  /// In letters: the height of a line and the width of a character, rather too much than too
  /// little.
  private static let (line, character) = (1.4, 0.56)

  /// `most`: letters need not be larger. One block, or so many that the letters are at least a
  /// fiftieth of the height, or as large as they can be.
  public init(_ rows: [(keys: String, summary: String)], in size: Size, most: Double) {
    let parts = rows.map(Self.block)
    var best: (blocks: [Block], letters: Double) = ([], 0)
    for count in 1...KeySheet.mostBlocks where best.letters < min(size.height / 50, most) {
      let blocks = KeySheet.divided(parts, into: count)
      let letters = KeySheet.letters(blocks, in: size, most: most)
      if letters > best.letters { best = (blocks, letters) }
    }
    (blocks, letters) = best
  }

  /// Letters of less are read by nobody, pixels.
  public static let leastLetters = 14.0
  private static let mostPages = 8

  /// The table in as few pages as have letters that can be read, at least 14 pixels and a sixtieth
  /// of the height; all pages have the same. Where there are several each ends with a line with its
  /// number and what leads on: `next`.
  public static func pages(
    _ rows: [(keys: String, summary: String)], in size: Size, most: Double, next: String
  ) -> [KeySheet] {
    let least = min(max(leastLetters, size.height / 60), most)
    var best: (pages: [KeySheet], letters: Double) = ([], -1)
    for count in 1...max(min(mostPages, rows.count), 1) where best.letters < least {
      var groups = Self.groups(rows, count)
      for (index, _) in groups.enumerated() where groups.count > 1 {
        groups[index].append(("\(index + 1) / \(groups.count)", next))
      }
      let letters = groups.map { KeySheet($0, in: size, most: most).letters }.min() ?? 0
      guard letters > best.letters else { continue }
      best = (groups.map { KeySheet($0, in: size, most: letters) }, letters)
    }
    return best.pages
  }

  /// So many parts, each of about as many lines.
  private static func groups(
    _ rows: [(keys: String, summary: String)], _ count: Int
  ) -> [[(keys: String, summary: String)]] {
    let heights = rows.map { block($0).keys.count }
    let whole = heights.reduce(0, +)
    var (groups, given) = ([[(keys: String, summary: String)]](repeating: [], count: count), 0)
    for (row, height) in zip(rows, heights) {
      groups[min((2 * given + height) * count / max(2 * whole, 1), count - 1)].append(row)
      given += height
    }
    return groups.filter { !$0.isEmpty || count == 1 }
  }

  private static func block(_ row: (keys: String, summary: String)) -> Block {
    var block = Block(keys: wrapped(row.keys, to: 25), summaries: wrapped(row.summary, to: 38))
    while block.keys.count < block.summaries.count { block.keys.append("") }
    while block.summaries.count < block.keys.count { block.summaries.append("") }
    return block
  }

  /// No row is torn apart.
  private static func divided(_ parts: [Block], into count: Int) -> [Block] {
    let lines = parts.reduce(0) { $0 + $1.keys.count }
    var (blocks, given) = ([Block()], 0)
    for part in parts {
      // A row belongs where its middle is.
      let middle = Double(given) + Double(part.keys.count) / 2
      if middle * Double(count) >= Double(lines * blocks.count), blocks.count < count {
        blocks.append(Block())
      }
      blocks[blocks.count - 1].keys += part.keys
      blocks[blocks.count - 1].summaries += part.summaries
      given += part.keys.count
    }
    return blocks
  }

  private static func letters(_ blocks: [Block], in size: Size, most: Double) -> Double {
    let lines = Double(max(blocks.map(\.keys.count).max() ?? 1, 1))
    let characters = blocks.reduce(0) { sum, block in
      sum + (block.keys.map(\.count).max() ?? 0) + (block.summaries.map(\.count).max() ?? 0)
    }
    let width = Double(characters) * character + gap * Double(2 * blocks.count - 1)
    return min(most, size.height / (lines * line), size.width / width)
  }
}
