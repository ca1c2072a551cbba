/// The words that visitors read on the screen. Everything else there is a sign or a number; the
/// log and the command line speak English.
public struct Words: Hashable, Sendable {
  /// What is said. The raw value is the name for `--words`.
  public enum Key: String, CaseIterable, Sendable {
    case reload
    case nothingNow = "nothing-now"
    case listEmpty = "list-empty"
    case itemGone = "item-gone"
    case takenOut = "taken-out"
    case nothingYet = "nothing-yet"
    case noneNamed = "none-named"
    case lookedIn = "looked-in"
    case standardInput = "standard-input"
    /// `{n}`: how many.
    case andMore = "and-more"
    case putSome = "put-some"
    /// `{reason}`: what the log says.
    case lastTried = "last-tried"
    case backSoon = "back-soon"
    /// Stand behind a path, with a colon.
    case isMissing = "is-missing"
    case isEmpty = "is-empty"
    case isUnreadable = "is-unreadable"
    case useStick = "use-stick"
    case clockUnset = "clock-unset"
  }

  public var language = Language.en
  private var own: [Key: String] = [:]

  public init() {}

  public init(language: Language) { self.language = language }

  /// In the show's language, unless somebody has given other words.
  public subscript(key: Key) -> String {
    get { own[key] ?? language.words[key] ?? Language.en.words[key] ?? key.rawValue }
    set { own[key] = newValue }
  }

  /// With the part in braces replaced: `words(.andMore, "n", "3")`.
  public func callAsFunction(_ key: Key, _ name: String, _ value: String) -> String {
    let text = self[key]
    guard let place = text.firstRange(of: "{\(name)}") else { return text }
    return text.replacingCharacters(in: place, with: value)
  }

  /// Of `KEY=TEXT`; `\n` in the text begins a new line.
  static func read(_ text: [UInt8]) -> (key: Key, text: String)? {
    guard let equals = text.firstIndex(of: 0x3D),
      let key = Key(rawValue: String(decoding: text[..<equals], as: UTF8.self)),
      let words = String(validating: text[(equals + 1)...], as: UTF8.self), !words.isEmpty
    else { return nil }
    return (key, words.replacing("\\n", with: "\n"))
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }

  fileprivate func replacing(_ part: String, with text: String) -> String {
    var (rest, whole) = (self[...], "")
    while let place = rest.firstRange(of: part) {
      whole += rest[..<place.lowerBound] + text
      rest = rest[place.upperBound...]
    }
    return whole + rest
  }
}

extension StringProtocol {
  fileprivate func firstRange(of part: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part) {
        return start..<index(start, offsetBy: part.count)
      }
      start = index(after: start)
    }
    return nil
  }
}

extension ProgramSettings {
  /// What visitors read with these settings.
  public var words: Words {
    var words = Words(language: language ?? .en)
    for (key, text) in ownWords { words[key] = text }
    return words
  }
}
