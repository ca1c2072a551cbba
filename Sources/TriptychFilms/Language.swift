/// Names of languages in films.
enum Language {
  /// Those of ISO 639 that have two letters, and both codes of three, where people are likely to
  /// write the one and the file says the other (ISO 639-2, the Library of Congress's table).
  private static let names: [[String]] = [
    ["ar", "ara"], ["bg", "bul"], ["bn", "ben"], ["ca", "cat"], ["cs", "ces", "cze"],
    ["cy", "cym", "wel"], ["da", "dan"], ["de", "deu", "ger"], ["el", "ell", "gre"],
    ["en", "eng"], ["es", "spa"], ["et", "est"], ["eu", "eus", "baq"], ["fa", "fas", "per"],
    ["fi", "fin"], ["fr", "fra", "fre"], ["ga", "gle"], ["gl", "glg"], ["he", "heb"],
    ["hi", "hin"], ["hr", "hrv"], ["hu", "hun"], ["id", "ind"], ["is", "isl", "ice"],
    ["it", "ita"], ["ja", "jpn"], ["ka", "kat", "geo"], ["ko", "kor"], ["lt", "lit"],
    ["lv", "lav"], ["mk", "mkd", "mac"], ["ms", "msa", "may"], ["nb", "nob"],
    ["nl", "nld", "dut"], ["nn", "nno"], ["no", "nor"], ["pl", "pol"], ["pt", "por"],
    ["ro", "ron", "rum"], ["ru", "rus"], ["sk", "slk", "slo"], ["sl", "slv"],
    ["sq", "sqi", "alb"], ["sr", "srp"], ["sv", "swe"], ["ta", "tam"], ["th", "tha"],
    ["tr", "tur"], ["uk", "ukr"], ["ur", "urd"], ["vi", "vie"], ["zh", "zho", "chi"],
  ]

  /// `de`, `ger`, `deu` and `de-AT` are the same.
  static func isSame(_ one: String, _ other: String) -> Bool {
    let (one, other) = (main(one), main(other))
    if one == other { return !one.isEmpty }
    return names.contains { $0.contains(one) && $0.contains(other) }
  }

  private static func main(_ name: String) -> String {
    String(name.lowercased().prefix { $0 != "-" && $0 != "_" })
  }
}
