/// Splits `key=value key="a value" flag` into its words. A quoted value ends at the next quotation
/// mark; `\"` and `\\` stand for themselves in it.
struct OptionLine {
  struct Word {
    var key: [UInt8] = []
    /// nil: there is no `=`.
    var value: [UInt8]?
    /// Offsets in the text.
    var keyPlace = 0
    var valuePlace = 0
    /// Set where the word cannot be read at all.
    var problem: (place: Int, message: String)?
  }

  private let text: UnsafeBufferPointer<UInt8>
  private var index: Int
  private let end: Int

  init(text: UnsafeBufferPointer<UInt8>, place: Range<Int>) {
    self.text = text
    (index, end) = (place.lowerBound, place.upperBound)
  }

  /// The next word; nil at the end of the line.
  mutating func next() -> Word? {
    while index < end, isBlank(text[index]) { index += 1 }
    guard index < end else { return nil }
    var word = Word(keyPlace: index)
    while index < end, !isBlank(text[index]), text[index] != UInt8(ascii: "=") { index += 1 }
    word.key = Array(text[word.keyPlace..<index])
    guard index < end, text[index] == UInt8(ascii: "=") else { return word }
    index += 1
    word.valuePlace = index
    if index < end, text[index] == UInt8(ascii: "\"") {
      readQuoted(into: &word)
    } else {
      while index < end, !isBlank(text[index]) { index += 1 }
      word.value = Array(text[word.valuePlace..<index])
    }
    return word
  }

  private mutating func readQuoted(into word: inout Word) {
    index += 1
    var value: [UInt8] = []
    while index < end, text[index] != UInt8(ascii: "\"") {
      let isEscape = text[index] == UInt8(ascii: "\\") && index + 1 < end
      let follower = isEscape ? text[index + 1] : 0
      if follower == UInt8(ascii: "\"") || follower == UInt8(ascii: "\\") { index += 1 }
      value.append(text[index])
      index += 1
    }
    if index == end {
      word.problem = (word.valuePlace, "the closing quotation mark is missing")
    } else {
      index += 1
    }
    word.value = value
  }
}
