/// The rows of the table about what the show says to visitors.
extension Option {
  static let wording = [language, words]

  static let language = Option(
    "language", .picture, .choice("CODE") as ArgumentForm<Language>, in: [.play, .configuration],
    "language of what visitors read on the screen",
    """
    Cards and buttons; the bars have signs and numbers only, and the log speaks English. Not \
    given: that of the environment (LANGUAGE, LC_ALL, LC_MESSAGES, LANG), where it is one of \
    these, else English. --words replaces single texts, for any other language.
    """,
    set: { $1.language = $0 })

  static let words = Option(
    "words", .picture, wordsForm, in: [.play, .configuration],
    "another text for a card or a button",
    """
    As in --words reload='Noch einmal'. In a configuration file the line is words.KEY = TEXT. \
    May be given several times. \\n begins a new line; {n} and {reason} stand for what the \
    program puts there.
    """,
    set: { $1.ownWords[$0.key] = $0.text })

  private static let wordsForm = ArgumentForm<(key: Words.Key, text: String)>(
    "KEY=TEXT",
    allowed: "a key and a text, such as reload=Again; keys are "
      + Words.Key.allCases.map(\.rawValue).joined(separator: ", "),
    nearest: { text in
      let key = String(decoding: text.prefix { $0 != 0x3D }, as: UTF8.self)
      let keys = Words.Key.allCases.map(\.rawValue)
      return keys.contains(key) ? nil : closestWord(to: key, among: keys)
    },
    read: { Words.read($0) })
}

// Lines of configuration files.
extension Option {
  /// Options whose value begins with a key: `NAME.KEY = VALUE` in a file.
  static let keyed = [bind, words]

  var isKeyed: Bool { Option.keyed.contains { $0.name == name } }
}
