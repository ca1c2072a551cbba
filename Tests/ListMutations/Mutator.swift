/// Makes texts that are nearly lists: from samples and the words of their format, by chance that
/// the caller brings.
public struct Mutator: Sendable {
  private let samples: [[UInt8]]
  private let words: [[UInt8]]
  /// Bytes that a text may grow to.
  private static let longest = 8192

  /// `words`: what is worth putting in; words of no format in particular are added.
  public init(samples: [[UInt8]], words: [String]) {
    self.samples = samples
    self.words = words.map { Array($0.utf8) } + Self.general
  }

  private static let general: [[UInt8]] =
    [
      "\n", "\r", "\r\n", "\t", " ", "=", "\"", "\\", "#", "%", "%00", "%41", "%zz", "/", "..",
      "://",
      "file:///", "http://x/", "0", "-1", "1e309", "0.1", "99999999999999999999", "é", "\u{202E}",
      "\u{FEFF}", "yes", "[", "]", "{", "}", "<", ">", "&", ";", ":", ",",
    ].map { Array($0.utf8) } + [[0], [0xFF], [0xC3], [0xE2, 0x80], [0xFF, 0xFE], [0x1B], [0x7F]]

  /// Another text each time.
  public func next(_ dice: inout some RandomNumberGenerator) -> [UInt8] {
    var text = samples.randomElement(using: &dice) ?? []
    for _ in 0..<Int.random(in: 1...8, using: &dice) {
      change(&text, &dice)
      if text.count > Self.longest { text.removeLast(text.count - Self.longest) }
    }
    return text
  }

  private func change(_ text: inout [UInt8], _ dice: inout some RandomNumberGenerator) {
    let place = Int.random(in: 0...text.count, using: &dice)
    switch Int.random(in: 0..<10, using: &dice) {
    case 0: if place < text.count { text[place] = .random(in: 0...255, using: &dice) }
    case 1: text.removeSubrange(part(of: text, from: place, &dice))
    case 2: text.insert(contentsOf: text[part(of: text, from: place, &dice)], at: place)
    case 3: text.removeSubrange(place...)
    case 4: swapLines(&text, &dice)
    case 5: useOtherEnds(&text, &dice)
    case 6:
      let other = samples.randomElement(using: &dice) ?? []
      let start = Int.random(in: 0...other.count, using: &dice)
      text.insert(contentsOf: other[part(of: other, from: start, &dice)], at: place)
    case 7:
      let byte = text.randomElement(using: &dice) ?? 0x61
      let count = Int.random(in: 0...600, using: &dice)
      text.insert(contentsOf: [UInt8](repeating: byte, count: count), at: place)
    default: text.insert(contentsOf: words.randomElement(using: &dice) ?? [], at: place)
    }
  }

  private func part(
    of text: [UInt8], from start: Int, _ dice: inout some RandomNumberGenerator
  ) -> Range<Int> {
    start..<min(start + Int.random(in: 0...80, using: &dice), text.count)
  }

  private func swapLines(_ text: inout [UInt8], _ dice: inout some RandomNumberGenerator) {
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.count > 1 else { return }
    lines.swapAt(
      Int.random(in: 0..<lines.count, using: &dice), Int.random(in: 0..<lines.count, using: &dice))
    text = Array(lines.joined(separator: [0x0A]))
  }

  private func useOtherEnds(_ text: inout [UInt8], _ dice: inout some RandomNumberGenerator) {
    let end: [UInt8] = Bool.random(using: &dice) ? [0x0D] : [0x0D, 0x0A]
    text = Array(
      text.split(separator: 0x0A, omittingEmptySubsequences: false).joined(separator: end))
  }
}
