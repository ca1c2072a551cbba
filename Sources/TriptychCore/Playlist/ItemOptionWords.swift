/// What `#TRIPTYCH:` lines may say: keys, and the values that each of them takes.
public struct ItemOptionWords: Sendable {
  private let transformers: TransformerTable

  public init(transformers: TransformerTable = .builtIn) { self.transformers = transformers }

  /// What is wrong with one word of a line.
  struct Problem: Error {
    /// True if the key is meant, false if the value is.
    var isKey: Bool
    var message: String
  }

  static let keys = [
    "background", "duration", "easing", "end", "fit", "ken-burns", "mute", "start", "title",
    "transition", "transition-duration", "volume",
  ]

  /// Writes one `key=value` into the options.
  func set(_ key: String, to value: String, in options: inout ItemOptions) throws(Problem) {
    switch key {
    case "title": options.title = value
    case "duration": options.duration = try seconds(key, value, atLeast: 0.1)
    case "transition-duration":
      options.transitionDuration = try seconds(key, value, atLeast: 0)
    case "start": options.start = try seconds(key, value, atLeast: 0)
    case "end": options.end = try seconds(key, value, atLeast: 0)
    case "transition": options.transition = try transition(value)
    case "easing":
      options.easing = try oneOf(Easing.allCases.map(\.rawValue), key, value, Easing.init)
    case "fit": options.fit = try oneOf(Fit.allCases.map(\.rawValue), key, value, Fit.init)
    case "ken-burns": options.kenBurns = try truth(key, value)
    case "mute": options.mute = try truth(key, value)
    case "background": options.background = try color(key, value)
    case "volume": options.volume = try percent(key, value)
    default:
      let hint = nearestWord(to: key, among: Self.keys).map { ", did you mean \"\($0)\"?" }
      throw Problem(isKey: true, message: "unknown key \"\(key)\"" + (hint ?? ""))
    }
  }

  private func transition(_ value: String) throws(Problem) -> String {
    if transformers.accepts(value) { return value }
    let hint = transformers.nearest(to: value)
    throw wrong("transition", value, "a transition, did you mean \"\(hint)\"?")
  }

  private func oneOf<T>(
    _ words: [String], _ key: String, _ value: String, _ make: (String) -> T?
  ) throws(Problem) -> T {
    if words.contains(value), let made = make(value) { return made }
    let hint = nearestWord(to: value, among: words).map { ", did you mean \"\($0)\"?" }
    let list = words.joined(separator: ", ")
    throw wrong(key, value, "one of \(list)" + (hint ?? ""))
  }

  private func seconds(
    _ key: String, _ value: String, atLeast least: Double
  ) throws(Problem) -> Duration {
    guard let number = Double(value), number.isFinite, number >= least, number <= 1e9 else {
      throw wrong(key, value, "seconds, at least \(least)")
    }
    return .seconds(number)
  }

  private func truth(_ key: String, _ value: String) throws(Problem) -> Bool {
    switch value {
    case "yes", "true", "on", "1": return true
    case "no", "false", "off", "0": return false
    default: throw wrong(key, value, "yes or no")
    }
  }

  private func percent(_ key: String, _ value: String) throws(Problem) -> Int {
    guard let number = Int(value), (0...100).contains(number) else {
      throw wrong(key, value, "a whole number from 0 to 100")
    }
    return number
  }

  private func color(_ key: String, _ value: String) throws(Problem) -> Color {
    let digits = value.utf8.dropFirst().compactMap(hexadecimalDigit)
    guard value.utf8.first == UInt8(ascii: "#"), digits.count == 6, value.utf8.count == 7 else {
      throw wrong(key, value, "a colour, #rrggbb")
    }
    return Color(
      red: digits[0] << 4 | digits[1], green: digits[2] << 4 | digits[3],
      blue: digits[4] << 4 | digits[5])
  }

  private func wrong(_ key: String, _ value: String, _ allowed: String) -> Problem {
    Problem(isKey: false, message: "\(key): \"\(value)\" is not \(allowed)")
  }
}

/// The word that differs least from the one given, if it is near enough to be meant.
func nearestWord(to word: String, among words: [String]) -> String? {
  let near = max(1, word.utf8.count / 3)
  let best = words.map { ($0, distance(Array(word.utf8), Array($0.utf8))) }
    .min { $0.1 < $1.1 }
  guard let best, best.1 <= near else { return nil }
  return best.0
}

/// How many letters must be put in, left out or changed (Levenshtein).
private func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  guard a.count < 64 else { return .max }
  var row = Array(0...b.count)
  for (i, letter) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in b.enumerated() {
      let change = diagonal + (letter == other ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(change, row[j] + 1, row[j + 1] + 1)
    }
  }
  return row[b.count]
}
