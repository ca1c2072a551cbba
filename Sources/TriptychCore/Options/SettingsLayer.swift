/// What one source says of the settings: a configuration file, or the command line.
public struct SettingsLayer: Sendable {
  var changes: [Option.Change] = []
  var namesPaths = false
  /// What options of the show were given, as written, in order.
  var written: [WrittenOption] = []

  public init() {}

  mutating func add(
    _ change: @escaping Option.Change, of option: Option? = nil, _ text: [UInt8]? = nil
  ) {
    changes.append(change)
    if let option, let text, option.isRecorded { written.append(WrittenOption(option.name, text)) }
    // A path has no option: the change comes without one.
    if option == nil || option?.name == Option.playlist.name { namesPaths = true }
  }

  func apply(to settings: inout ProgramSettings) {
    // Whoever names something to show means that, not besides it what the configuration names.
    if namesPaths { settings.paths = [] }
    for change in changes { change(&settings) }
  }
}

extension ProgramSettings {
  /// The settings of all layers, lowest first, over the built-in ones; those are a kiosk's if any
  /// layer says so.
  public init(layers: [SettingsLayer]) {
    self.init()
    for layer in layers { layer.apply(to: &self) }
    guard show.kiosk else { return }
    self = .builtIn(kiosk: true)
    for layer in layers { layer.apply(to: &self) }
  }
}
