/// An option that gets another value while the show runs: `set transition wipe:left`.
///
/// A transition, its duration and its easing count from the next change on, `loop` and `shuffle`
/// when nothing moves; all others at once.
public struct SettingChange: Hashable, Sendable {
  /// The option's name, without dashes.
  public let option: String
  /// As it is written.
  public let value: [UInt8]

  /// Throws what is to be said of an option or a value that cannot be set while the show runs.
  public init(_ option: String, _ value: [UInt8]) throws(OptionError) {
    guard let row = Option.named(option), row.places.contains(.running) else {
      throw SettingChange.refusal(of: option)
    }
    do throws(OptionError) {
      if !value.isEmpty || SettingChange.unset[row.name] == nil { _ = try row.read(value) }
    } catch {
      throw error.naming(option)
    }
    // Whoever may say what is shown may not say what is run.
    if option == "transition", value.ends(with: ".lua") {
      throw OptionError(.notHere, "transition: a script is named at start, not while the show runs")
    }
    (self.option, self.value) = (row.name, value)
  }

  /// Options that may have no value at all, given by an empty one: what then counts has no word.
  static let unset: [String: Option.Change] = [
    "easing": { $0.show.item.easing = nil }, "audio": { $0.show.item.soundLanguage = nil },
  ]

  /// What was read before: a script that was named at the start may be named again.
  init(known option: String, _ value: [UInt8]) { (self.option, self.value) = (option, value) }

  /// Names of the options that can be set, in the order of help.
  public static var names: [String] { Option.names(in: .running) }

  private static func refusal(of name: String) -> OptionError {
    let known = names.joined(separator: ", ")
    if Option.named(name) != nil {
      return OptionError(.notHere, "\(name) cannot be set while the show runs; known: \(known)")
    }
    let word = quoted(Array(name.utf8))
    return OptionError(
      .unknown, "\(word) is not an option\(Option.hint(name, names)); known: \(known)")
  }

  /// Changes the settings.
  public func apply(to settings: inout ProgramSettings) {
    if value.isEmpty, let change = SettingChange.unset[option] { return change(&settings) }
    // Read once already, so it can be read again.
    guard let change = try? Option.named(option)?.read(value) else { return }
    change(&settings)
  }

  func apply(to settings: inout ShowSettings) {
    var program = ProgramSettings()
    program.show = settings
    apply(to: &program)
    settings = program.show
  }

  /// True if it waits until nothing moves: what is in motion would jump.
  var waitsForRest: Bool {
    ["transition", "transition-duration", "easing", "loop", "shuffle"].contains(option)
  }

  /// True if the whole screen may look otherwise at once.
  var isSeenAtOnce: Bool { ["fit", "background", "ken-burns"].contains(option) }
}

extension [UInt8] {
  fileprivate func ends(with text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8) { ($0 | 0x20) == ($1 | 0x20) }
  }
}
