/// Settings that somebody brings along who may say how a show looks, and nothing else: on a stick,
/// or on the partition that a card reader sees. Only what `set` may change while the show runs
/// counts, and where the file is read before the show begins, a few options more; never a path, a
/// script, a key or a socket.
public struct SafeSettings: Sendable {
  /// A line that says nothing that can be used.
  public struct Problem: Hashable, Sendable {
    /// Counting from 1; the column in bytes.
    public var line: Int
    public var column: Int
    public var message: String
  }

  /// In the order in which they stand; for a show that runs.
  public private(set) var changes: [SettingChange] = []
  public private(set) var problems: [Problem] = []
  /// The same for a show that has not begun.
  public private(set) var layer = SettingsLayer()

  /// Options that count besides where the file is read before the show begins.
  static let atStartOnly = ["order", "screen-rotate", "language"]

  /// Reads `text`: lines of `name = value`, empty ones, and comments. `atStart`: the show has not
  /// begun yet.
  public init(_ text: [UInt8], atStart: Bool) {
    for (number, line) in ConfigurationText.lines(of: text) {
      let name = trimmed(line)
      guard let first = name.first, first != 0x23 else { continue }
      let place = name.startIndex - line.startIndex + 1
      guard let equals = line.firstIndex(of: 0x3D) else {
        let words = "\(quoted(name)) is not name = value"
        problems.append(Problem(line: number, column: place, message: words))
        continue
      }
      let key = String(escaping: trimmed(line[..<equals]))
      let value = trimmed(line[(equals + 1)...])
      do throws(OptionError) {
        try take(key, Array(value), atStart)
      } catch {
        let isValue = error.code == .badValue
        let column = isValue ? value.startIndex - line.startIndex + 1 : place
        problems.append(Problem(line: number, column: column, message: error.message))
      }
    }
  }

  private mutating func take(
    _ name: String, _ value: [UInt8], _ atStart: Bool
  ) throws(OptionError) {
    guard atStart, let option = Option.named(name), Self.atStartOnly.contains(option.name) else {
      let change = try SettingChange(name, value)
      changes.append(change)
      layer.add({ change.apply(to: &$0) }, of: Option.named(name), value)
      return
    }
    do throws(OptionError) {
      layer.add(try option.read(value), of: option, value)
    } catch {
      throw error.naming(name)
    }
  }
}

extension SettingChange {
  /// What gives an option back the value that it has in these settings, as they were given at the
  /// start; nil: the table has none.
  public init?(restoring name: String, of settings: ProgramSettings) {
    guard let option = Option.named(name) else { return nil }
    let given = settings.written.last { $0.name == option.name }?.value
    let usual = settings.show.kiosk ? option.kioskFallback ?? option.fallback : option.fallback
    let other: [UInt8]? = SettingChange.unset[option.name] == nil ? nil : []
    guard let value = given ?? usual.map({ Array($0.utf8) }) ?? other else { return nil }
    self.init(known: option.name, value)
  }
}
