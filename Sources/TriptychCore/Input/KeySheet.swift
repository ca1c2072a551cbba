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
    let parts = rows.map { row in
      var block = Block(keys: wrapped(row.keys, to: 25), summaries: wrapped(row.summary, to: 38))
      while block.keys.count < block.summaries.count { block.keys.append("") }
      while block.summaries.count < block.keys.count { block.summaries.append("") }
      return block
    }
    var best: (blocks: [Block], letters: Double) = ([], 0)
    for count in 1...KeySheet.mostBlocks where best.letters < min(size.height / 50, most) {
      let blocks = KeySheet.divided(parts, into: count)
      let letters = KeySheet.letters(blocks, in: size, most: most)
      if letters > best.letters { best = (blocks, letters) }
    }
    (blocks, letters) = best
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
