/// A first word that is most likely meant as a subcommand.
public struct MistypedVerb: Hashable, Sendable {
  /// As it was typed; a path if there is a file of that name.
  public let word: [UInt8]
  let verb: String

  /// What is to be said if there is no such file.
  public var error: OptionError {
    OptionError(
      .unknown,
      "\(quoted(word)) is neither a file here nor a command; did you mean triptych \(verb)?")
  }
}

/// What the command line asks for.
public struct Invocation: Sendable {
  /// The subcommand.
  public enum Verb: Hashable, Sendable {
    case play, render, rehearse, check, doctor, keys, transitions, version
    /// To a show that runs; the words of the command.
    case ctl([[UInt8]])
    /// nil: the shell is not named yet.
    case completions(Shell?)
    /// The list of all options, or a word: an option, `kiosk` or a subcommand.
    case help(String?)
  }

  public private(set) var verb = Verb.play
  /// What options and paths say.
  public private(set) var layer = SettingsLayer()
  /// Names of the options given.
  private var given: Set<String> = []

  /// Reads the words behind the program's name. A path that has the name of a subcommand needs
  /// `./` if it comes first. Throws what is to be said of the first word that is wrong.
  public init(_ words: [[UInt8]]) throws(OptionError) {
    var words = words[...]
    if let first = words.first, let verb = Invocation.verbs[String(decoding: first, as: UTF8.self)]
    {
      self.verb = verb
      words = words.dropFirst()
    }
    if case .help = verb {
      try takeHelp(words)
    } else {
      try take(words)
    }
  }

  private static let verbs: [String: Verb] = [
    "check": .check, "ctl": .ctl([]), "doctor": .doctor, "render": .render,
    "rehearse": .rehearse, "transitions": .transitions, "keys": .keys,
    "completions": .completions(nil),
    "help": .help(nil),
  ]

  /// The subcommands, by name.
  static var commandNames: [String] { verbs.keys.sorted() }

  /// The subcommand that the first word most likely stands for; nil if it is one, or is like none.
  /// Only who looks for a file of that name can say that it is not a path.
  public static func mistypedVerb(_ words: [[UInt8]]) -> MistypedVerb? {
    guard let word = words.first, word.first != 0x2D, !word.contains(0x2F) else { return nil }
    let text = String(decoding: word, as: UTF8.self)
    guard verbs[text] == nil, let near = closestWord(to: text, among: verbs.keys.sorted()) else {
      return nil
    }
    return MistypedVerb(word: word, verb: near)
  }

  private mutating func takeHelp(_ words: ArraySlice<[UInt8]>) throws(OptionError) {
    guard let word = words.first else { return }
    if let more = words.dropFirst().first {
      throw OptionError(.unexpectedValue, "help takes one word; \(quoted(more)) is one too many")
    }
    let name = String(escaping: word.drop { $0 == 0x2D })
    if name != "help" { verb = .help(name.isEmpty ? nil : name) }
  }

  private mutating func take(_ words: ArraySlice<[UInt8]>) throws(OptionError) {
    var rest = words
    while let word = rest.popFirst() {
      if word == [0x2D, 0x2D] {
        for path in rest { try takePath(path) }
        return
      }
      // The words of a command are the show's to read: seek -5.
      let isControlled = if case .ctl(let words) = verb { !words.isEmpty } else { false }
      guard word.first == 0x2D, word.count > 1, !isControlled || word[1] == 0x2D else {
        try takePath(word)
        continue
      }
      try takeOption(word, &rest)
      switch verb {
      case .help, .version: return
      default: break
      }
    }
  }

  private mutating func takePath(_ path: [UInt8]) throws(OptionError) {
    switch verb {
    case .ctl(let words):
      verb = .ctl(words + [path])
      return
    case .completions(nil):
      let word = String(escaping: path)
      guard let shell = Shell(rawValue: word) else {
        let known = Shell.allCases.map(\.rawValue)
        throw OptionError(
          .badValue,
          "completions: \(quoted(path)) is not one of \(known.joined(separator: ", "))"
            + suggestion(closestWord(to: word, among: known)))
      }
      verb = .completions(shell)
      return
    case .completions:
      throw OptionError(
        .unexpectedValue, "completions takes one shell; \(quoted(path)) is too many")
    case .keys, .transitions:
      throw OptionError(.unexpectedValue, "\(name) takes no path; \(quoted(path)) is too many")
    default: break
    }
    guard !path.isEmpty else { throw OptionError(.badValue, "'' is not a path") }
    // `check` reads everything as a playlist.
    let named = NamedPath(bytes: path, isPlaylist: verb == .check)
    layer.add { $0.paths.append(named) }
  }

  /// `--x`, `--x=v`, `--x v`, `--no-x`, `-0`.
  private mutating func takeOption(
    _ word: [UInt8], _ rest: inout ArraySlice<[UInt8]>
  ) throws(OptionError) {
    let isLong = word.starts(with: [0x2D, 0x2D])
    let body = word.dropFirst(isLong ? 2 : 1)
    let equals = body.firstIndex(of: 0x3D)
    let name = String(escaping: body[..<(equals ?? body.endIndex)])
    let value = equals.map { Array(body[($0 + 1)...]) }
    let written = (isLong ? "--" : "-") + name
    if try takeQuestion(written, value) { return }
    if let option = isLong ? Option.named(name) : Option.lettered(name) {
      try take(option, written, value, &rest)
    } else if isLong, name.hasPrefix("no-"), let option = Option.named(String(name.dropFirst(3))),
      option.takesNo
    {
      guard value == nil else {
        throw OptionError(.unexpectedValue, "\(written) takes no value")
      }
      try take(option, written, Array("no".utf8), &rest)
    } else {
      throw unknown(name, written)
    }
  }

  private mutating func takeQuestion(_ word: String, _ value: [UInt8]?) throws(OptionError) -> Bool
  {
    switch word {
    case "--help", "-h": verb = .help(HelpText.subcommands.contains(name) ? name : nil)
    case "--version": verb = .version
    default: return false
    }
    if value != nil { throw OptionError(.unexpectedValue, "\(word) takes no value") }
    return true
  }

  private mutating func take(
    _ option: Option, _ written: String, _ value: [UInt8]?, _ rest: inout ArraySlice<[UInt8]>
  ) throws(OptionError) {
    guard !option.places.isDisjoint(with: place) else { throw misplaced(option, written) }
    let text = try text(option, written, value, &rest)
    do throws(OptionError) {
      layer.add(try option.read(text), of: option, text)
    } catch {
      throw error.naming(written)
    }
    given.insert(option.name)
    if given.isSuperset(of: ["frames", "seconds"]) {
      throw OptionError(.conflict, "--frames and --seconds exclude each other")
    }
  }

  /// The value as written, taken from the next word where it is not behind `=`.
  private func text(
    _ option: Option, _ written: String, _ value: [UInt8]?, _ rest: inout ArraySlice<[UInt8]>
  ) throws(OptionError) -> [UInt8] {
    if let value { return value }
    if option.isFlag { return Array("yes".utf8) }
    if option.valueIsOptional {
      // Refused means that the word is something else, most likely a path.
      guard let next = rest.first, (try? option.read(next)) != nil else {
        return Array("yes".utf8)
      }
      rest = rest.dropFirst()
      return next
    }
    guard let next = rest.first, !(next.starts(with: [0x2D, 0x2D])) else {
      throw OptionError(.missingValue, "\(written) needs a value: \(option.placeholder)")
    }
    rest = rest.dropFirst()
    return next
  }

  private var place: OptionPlaces {
    switch verb {
    case .render: .render
    case .rehearse: .rehearse
    case .check: .check
    case .keys: .keys
    case .ctl: .ctl
    case .doctor, .transitions, .completions, .help, .version: []
    case .play: .play
    }
  }

  /// As typed.
  private var name: String {
    switch verb {
    case .render: "render"
    case .rehearse: "rehearse"
    case .check: "check"
    case .doctor: "doctor"
    case .keys: "keys"
    case .transitions: "transitions"
    case .ctl: "ctl"
    case .completions: "completions"
    case .play, .help, .version: "triptych"
    }
  }

  private func misplaced(_ option: Option, _ written: String) -> OptionError {
    if option.places == .item {
      return OptionError(.notHere, "\(written) belongs to an item of a playlist: \(option.name)=")
    }
    let verbs = [
      (OptionPlaces.play, "triptych"), (.render, "render"), (.check, "check"),
      (.rehearse, "rehearse"), (.ctl, "ctl"),
    ]
    let homes = verbs.filter { option.places.contains($0.0) }.map(\.1)
    let home = homes.contains("triptych") ? "playing" : "triptych " + homes.joined(separator: ", ")
    return OptionError(
      .notHere, "\(written) belongs to \(home), not to \(place == .play ? "playing" : name)")
  }

  private func unknown(_ name: String, _ written: String) -> OptionError {
    let known = Option.names(in: place) + ["help", "version"]
    // `-D5` is `-D 5`.
    let letter = written.hasPrefix("--") ? name : String(name.prefix(1))
    if let advice = OptionSynonym.advice(for: name) ?? OptionSynonym.advice(for: letter) {
      return OptionError(.unknown, "unknown option \(written); \(advice)")
    }
    guard name.hasPrefix("no-") else {
      return OptionError(
        .unknown, "unknown option \(written)\(Option.hint(name, known, dashes: "--"))")
    }
    let bare = String(name.dropFirst(3))
    if let option = Option.named(bare) {
      return OptionError(
        .unexpectedValue, "unknown option \(written); --\(bare) takes \(option.placeholder)")
    }
    let flags = known.filter { Option.named($0)?.isFlag ?? false }
    return OptionError(
      .unknown, "unknown option \(written)\(Option.hint(bare, flags, dashes: "--no-"))")
  }
}

extension Invocation {
  /// What only the whole of the settings can show to be wrong.
  public func verify(_ settings: ProgramSettings) throws(OptionError) {
    switch verb {
    case .render:
      if settings.paths.isEmpty {
        throw OptionError(.missingValue, "render needs a PATH: what is to be rendered")
      }
      if settings.render.output == nil, settings.prove == nil {
        throw OptionError(.missingValue, "render needs --output DIR: a folder for the pictures")
      }
    case .rehearse where settings.paths.isEmpty:
      throw OptionError(.missingValue, "rehearse needs a PATH: the list that is to be rehearsed")
    case .ctl(let words) where words.isEmpty:
      throw OptionError(
        .missingValue, "ctl needs a COMMAND, such as next or status; triptych ctl --help lists them"
      )
    case .completions(nil):
      let known = Shell.allCases.map(\.rawValue).joined(separator: ", ")
      throw OptionError(.missingValue, "completions needs a shell: \(known)")
    case .check where settings.paths.isEmpty:
      throw OptionError(.missingValue, "check needs a PLAYLIST: what is to be checked")
    default: break
    }
  }
}
