/// A configuration file, read: what it says, and what is wrong with it.
public struct ConfigurationText: Sendable {
  /// A line that says nothing that can be used.
  public struct Problem: Hashable, Sendable {
    /// Counting from 1.
    public var line: Int
    public var error: OptionError

    public init(line: Int, error: OptionError) {
      self.line = line
      self.error = error
    }
  }

  public private(set) var layer = SettingsLayer()
  public private(set) var problems: [Problem] = []

  /// Reads `text`: lines of `name = value`, empty ones, and comments, which begin with `#`.
  /// Relative paths start at `folder`. Lines end in LF, CR or CRLF; a UTF-8 BOM is passed over.
  public init(_ text: [UInt8], folder: [UInt8]) {
    for (number, line) in Self.lines(of: text) {
      do throws(OptionError) {
        try take(trimmed(line), folder)
      } catch {
        problems.append(Problem(line: number, error: error))
      }
    }
  }

  /// The lines of a text without their ends, counting from 1.
  static func lines(of text: [UInt8]) -> [(number: Int, line: ArraySlice<UInt8>)] {
    let body = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text[...]
    var lines: [(number: Int, line: ArraySlice<UInt8>)] = []
    var start = body.startIndex
    while start < body.endIndex {
      let end = body[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? body.endIndex
      lines.append((lines.count + 1, body[start..<end]))
      let isCRLF = end + 1 < body.endIndex && body[end] == 0x0D && body[end + 1] == 0x0A
      start = end + (isCRLF ? 2 : 1)
    }
    return lines
  }

  private mutating func take(_ line: ArraySlice<UInt8>, _ folder: [UInt8]) throws(OptionError) {
    guard let first = line.first, first != 0x23 else { return }
    let keyed = Option.keyed.first { line.starts(with: Array("\($0.name).".utf8)) }
    // The key of a binding may be `=` itself.
    let from = line.startIndex + (keyed.map { $0.name.utf8.count + 2 } ?? 0)
    guard from < line.endIndex, let equals = line[from...].firstIndex(of: 0x3D) else {
      throw OptionError(.badValue, "\(quoted(line)) is not name = value")
    }
    let key = trimmed(line[..<equals])
    let value = Array(trimmed(line[(equals + 1)...]))
    if let keyed {
      try set(keyed, Array(key.dropFirst(keyed.name.utf8.count + 1)), value)
    } else {
      try set(String(escaping: key), value, folder)
    }
  }

  /// `bind.Ctrl+Right = next` is `--bind Ctrl+Right=next`.
  private mutating func set(
    _ option: Option, _ key: [UInt8], _ value: [UInt8]
  ) throws(OptionError) {
    do throws(OptionError) {
      layer.add(try option.read(key + [0x3D] + value), of: option)
    } catch {
      throw error.naming("\(option.name)." + String(escaping: key))
    }
  }

  private mutating func set(
    _ name: String, _ value: [UInt8], _ folder: [UInt8]
  ) throws(OptionError) {
    let known = Option.names(in: .configuration)
    guard let option = Option.named(name) else {
      throw OptionError(
        .unknown, "\(quoted(Array(name.utf8))) is not known here" + Option.hint(name, known))
    }
    guard option.places.contains(.configuration) else {
      throw OptionError(.notHere, "\(name) cannot stand in a configuration file")
    }
    let isRelative = option.isPath && !value.isEmpty && value.first != 0x2F && value != [0x2D]
    do throws(OptionError) {
      let text = isRelative ? folder + [0x2F] + value : value
      layer.add(try option.read(text), of: option, text)
    } catch {
      throw error.naming(name)
    }
  }
}
