/// What one source says of the settings: a configuration file, or the command line.
public struct SettingsLayer: Sendable {
  var changes: [Option.Change] = []
  var namesPaths = false

  public init() {}

  mutating func add(_ change: @escaping Option.Change, of option: Option? = nil) {
    changes.append(change)
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
