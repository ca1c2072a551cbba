import TriptychCore
import TriptychMedia

/// Texts as pictures: asks the text worker once for each and keeps what came. Main thread.
final class Captions {
  private enum State {
    case asked(job: Int)
    case here(Picture)
    case failed
  }

  private struct Entry {
    var state: State
    /// When it was last asked for, counting askings.
    var used: Int
  }

  private let media: Media
  /// What fonts have turned out not to have.
  var lacking = LackingGlyphs()
  private var entries: [TextRequest: Entry] = [:]
  private var askings = 0
  private var jobs: [Int: TextRequest] = [:]
  /// Numbers of its own, far from the gallery's.
  private var lastJob = 1_000_000_000
  private static let limit = 64

  init(media: Media) { self.media = media }

  var isBusy: Bool { !jobs.isEmpty }

  /// The text's bitmap; nil until it has come. Asking is what makes it come.
  func picture(_ request: TextRequest) -> Picture? {
    askings += 1
    if let entry = entries[request] {
      entries[request]?.used = askings
      if case .here(let picture) = entry.state { return picture }
      return nil
    }
    if entries.count >= Captions.limit { forgetHalf() }
    lastJob += 1
    entries[request] = Entry(state: .asked(job: lastJob), used: askings)
    jobs[lastJob] = request
    media.setText(job: lastJob, request: request)
    return nil
  }

  /// Takes an answer of the text worker; false: it was not one of ours. `reason` nil: it came.
  func take(job: Int, picture: Picture?) -> Bool {
    guard let request = jobs.removeValue(forKey: job) else { return false }
    entries[request]?.state = picture.map { .here($0) } ?? .failed
    return true
  }

  /// What has not been asked for the longest goes, but for what is on its way.
  private func forgetHalf() {
    let uses = entries.values.map(\.used).sorted()
    let limit = uses[uses.count / 2]
    entries = entries.filter { _, entry in
      if case .asked = entry.state { return true }
      return entry.used > limit
    }
  }
}

/// Characters that no font has, named once for each script. A value.
struct LackingGlyphs {
  private var scripts: Set<String> = []
  private var characters: Set<Unicode.Scalar> = []
  /// What belongs to no script is named one by one, up to so many.
  private static let limit = 16

  /// Lines for the log about what has not been named yet.
  mutating func news(of glyphs: [MissingGlyph]) -> [String] {
    glyphs.filter { isNews($0) }.map { glyph in
      let code = String(glyph.character.value, radix: 16, uppercase: true)
      let number = String(repeating: "0", count: max(0, 4 - code.count)) + code
      let script = Self.isShared(glyph.script) ? "" : " of the script \(glyph.script)"
      return "no font has the character \(String(escaping: Array("\(glyph.character)".utf8)))"
        + " (U+\(number))\(script): boxes stand in its place; install a font that has it"
    }
  }

  private mutating func isNews(_ glyph: MissingGlyph) -> Bool {
    guard Self.isShared(glyph.script) else { return scripts.insert(glyph.script).inserted }
    return characters.count < Self.limit && characters.insert(glyph.character).inserted
  }

  /// Common, inherited and unknown.
  private static func isShared(_ script: String) -> Bool {
    ["Zyyy", "Zinh", "Zzzz"].contains(script)
  }
}
