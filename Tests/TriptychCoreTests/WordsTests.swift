import Testing

@testable import TriptychCore

@Suite struct WordsTests {
  @Test("every language has every text, with the parts that the program fills in")
  func complete() {
    for language in Language.allCases {
      for key in Words.Key.allCases {
        let text = language.words[key] ?? ""
        #expect(!text.isEmpty, "\(language) lacks \(key)")
        let parts = (Language.en.words[key] ?? "").split(separator: " ").filter {
          $0.hasPrefix("{")
        }
        for part in parts {
          let name = part.prefix { $0 != "}" }
          #expect(text.contains(name + "}"), "\(language) \(key) lacks \(part)")
        }
      }
    }
  }

  @Test(
    "locales are known by their language",
    arguments: [
      ("de_AT.UTF-8", Language.de), ("fr", .fr), ("pt-BR", .pt), ("ES@euro", .es),
      ("C.UTF-8", nil), ("POSIX", nil), ("", nil), ("english", nil),
    ] as [(String, Language?)])
  func locales(name: String, language: Language?) {
    #expect(Language(locale: Array(name.utf8)) == language)
  }

  @Test("a configuration file gives words by lines of their own, and errors name the key")
  func lines() {
    let file = ConfigurationText(
      Array("words.reload = Erneut = gut\nwords.relaod = x\nlanguage = de".utf8), folder: [])
    let words = ProgramSettings(layers: [file.layer]).words
    #expect(words[.reload] == "Erneut = gut" && words[.listEmpty] == "Die Liste ist leer")
    #expect(file.problems.map(\.line) == [2])
    #expect(file.problems.first?.error.message.contains("words.relaod") == true)
    #expect(file.problems.first?.error.message.contains("reload") == true)
  }
}
