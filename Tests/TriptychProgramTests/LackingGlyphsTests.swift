import Testing
import TriptychMedia

@testable import TriptychApp

@Suite("letters that no font has") struct LackingGlyphsTests {
  private func glyph(_ character: Unicode.Scalar, _ script: String) -> MissingGlyph {
    MissingGlyph(character: character, script: script)
  }

  @Test("are named once for each script")
  func oncePerScript() {
    var lacking = LackingGlyphs()
    let first = lacking.news(of: [glyph("ก", "Thai"), glyph("ข", "Thai"), glyph("א", "Hebr")])
    #expect(first.count == 2)
    #expect(
      first.first
        == "no font has the character ก (U+0E01) of the script Thai: boxes stand in its place;"
        + " install a font that has it")
    let again = lacking.news(of: [glyph("ค", "Thai"), glyph("ב", "Hebr")])
    #expect(again.isEmpty)
  }

  @Test("what belongs to no script is named one by one, and not without end")
  func shared() {
    var lacking = LackingGlyphs()
    let first = lacking.news(of: [glyph("🙂", "Zyyy")])
    let again = lacking.news(of: [glyph("🙂", "Zyyy")])
    #expect(first.first?.contains("(U+1F642):") == true && again.isEmpty)
    let many = (0x1F300...0x1F3FF).compactMap(Unicode.Scalar.init).map { glyph($0, "Zyyy") }
    let rest = lacking.news(of: many)
    #expect(rest.count == 15)
  }
}
