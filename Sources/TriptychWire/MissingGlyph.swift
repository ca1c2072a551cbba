/// A character that no installed font has: an empty box stands in its place.
public struct MissingGlyph: Hashable, Sendable {
  public var character: Unicode.Scalar
  /// ISO 15924, four letters: `Thai`, `Arab`; `Zyyy` for what all scripts share.
  public var script: String

  public init(character: Unicode.Scalar, script: String) {
    (self.character, self.script) = (character, script)
  }
}

extension ByteReader {
  mutating func missingGlyphs() throws(WireError) -> [MissingGlyph] {
    let count = Int(try u8())
    guard (1...WireLimit.missingGlyphs).contains(count) else { throw .badValue(.text) }
    var found: [MissingGlyph] = []
    for _ in 0..<count {
      guard let character = Unicode.Scalar(try u32()) else { throw .badValue(.text) }
      let script = try raw(4)
      let isWord = script.allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
      guard isWord else { throw .badValue(.text) }
      found.append(
        MissingGlyph(character: character, script: String(decoding: script, as: UTF8.self)))
    }
    return found
  }
}

extension ByteWriter {
  /// At most `WireLimit.missingGlyphs` of them.
  mutating func put(_ glyphs: [MissingGlyph]) {
    let kept = glyphs.prefix(WireLimit.missingGlyphs)
    put(UInt8(kept.count))
    for glyph in kept {
      put(glyph.character.value)
      put(raw: Array(Array(glyph.script.utf8).prefix(4)))
    }
  }
}
