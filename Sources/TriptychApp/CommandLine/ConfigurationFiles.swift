import Glibc
import TriptychCore

/// The configuration files of an invocation, read. Before anything is shown: plain reading.
struct ConfigurationFiles {
  /// Lowest first.
  private(set) var layers: [SettingsLayer] = []
  /// `FILE:LINE: what is wrong`, UTF-8.
  private(set) var problems: [String] = []
  /// The file of `--config` cannot be read.
  private(set) var lacksNamed = false

  /// `named`: the file of `--config`, which must be there; the usual ones need not.
  init(named: [UInt8]?, _ environment: Environment) {
    take(Array("/etc/triptych/triptych.conf".utf8), isNeeded: false)
    let home = environment.configurationHome ?? environment.home.map { $0 + Array("/.config".utf8) }
    if let home { take(home + Array("/triptych/triptych.conf".utf8), isNeeded: false) }
    if let named { take(named, isNeeded: true) }
  }

  private mutating func take(_ path: [UInt8], isNeeded: Bool) {
    let name = String(escaping: path)
    switch WrittenFile.contents(of: path) {
    case .success(let text):
      let folder = path.lastIndex(of: 0x2F).map { Array(path[..<$0]) } ?? [0x2E]
      let read = ConfigurationText(text, folder: folder)
      layers.append(read.layer)
      problems += read.problems.map { "\(name):\($0.line): \($0.error.message)" }
    case .failure(let failure):
      let isAway =
        failure.code == ENOENT || failure.code == ENOTDIR
        // HOME of somebody else (sudo keeps it): whether there is a file, nobody can say.
        || failure.code == EACCES && !WrittenFile.canBeSeen(path)
      if isNeeded || !isAway { problems.append("\(name): \(failure.reason)") }
      if isNeeded { lacksNamed = true }
    }
  }
}

/// The file of `--safe-config`, read: whoever wrote it may say how the show looks, no more.
struct SafeConfiguration {
  /// nil: there is none.
  private(set) var layer: SettingsLayer?
  /// `FILE:LINE:COLUMN: what is wrong`, UTF-8.
  private(set) var problems: [String] = []

  init(_ settings: ProgramSettings) {
    guard let path = settings.safeConfiguration else { return }
    let name = String(escaping: path)
    switch WrittenFile.contents(of: path) {
    case .success(let text):
      let read = SafeSettings(text, atStart: true)
      layer = read.layer
      problems = read.problems.map { "\(name):\($0.line):\($0.column): \($0.message)" }
    case .failure(let failure):
      if failure.code != ENOENT, failure.code != ENOTDIR {
        problems = ["\(name): \(failure.reason)"]
      }
    }
  }
}
