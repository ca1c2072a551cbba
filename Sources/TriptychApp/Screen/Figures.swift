import TriptychCore
import TriptychMedia

/// Numbers and times of digits that are set once each: a clock that goes asks for no text, and
/// does not tremble.
struct Figures {
  /// A character's bitmap, and how far to the right it lies, pixels.
  struct Sign {
    let picture: Picture
    let x: Double
  }

  let signs: [Sign]
  /// Pixels.
  let width: Double

  /// nil until all bitmaps have come. `letters`: font size, pixels; `set`: a text's bitmap, once
  /// it is there.
  init?(_ text: String, letters: Double, set: (TextRequest) -> Picture?) {
    func picture(_ character: Character) -> Picture? {
      set(
        TextRequest(
          text: String(character), size: UInt32(letters), color: 0xFFFFFF, maxWidth: 1000,
          centered: false))
    }
    let digits = "0123456789".map(picture)
    guard digits.allSatisfy({ $0 != nil }) else { return nil }
    let widest = digits.compactMap { $0?.width }.max() ?? 0
    var (x, signs) = (0.0, [Sign]())
    for character in text {
      if character == " " {
        x += (letters / 4).rounded()
        continue
      }
      guard let picture = picture(character) else { return nil }
      let width = character.isWholeNumber ? widest : picture.width
      signs.append(Sign(picture: picture, x: x + Double((width - picture.width) / 2)))
      x += Double(width)
    }
    (self.signs, self.width) = (signs, x)
  }
}
