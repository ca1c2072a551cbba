import TriptychCore

/// What one word says of an item, as in a playlist: `duration=5`, or `mute` alone.
public struct ItemChange: Hashable, Sendable {
  public var key: String
  /// nil: there is no `=`.
  public var value: String?

  /// Adds it to what is said of an item already.
  public func apply(to options: inout ItemOptions) throws(RemoteError) {
    do throws(OptionError) {
      try options.parse(key: Array(key.utf8), value: value.map { Array($0.utf8) })
    } catch { throw RemoteError(error) }
    // Whoever may say what is shown may not say what is run.
    if options.transition?.lowercased().hasSuffix(".lua") == true {
      throw RemoteError(.badValue, "transition: a script is named in a list, not from outside")
    }
  }
}

extension RemoteRequest {
  static func edit(_ name: String, _ rest: [String]) throws(RemoteError) -> RemoteRequest {
    switch name {
    case "insert": return try insert(rest)
    case "delete":
      guard rest.count == 1 else { throw RemoteError(.badValue, "write delete N") }
      return .delete(try number(rest[0]))
    case "move":
      guard rest.count == 2 else { throw RemoteError(.badValue, "write move N TO") }
      return .move(try number(rest[0]), to: try number(rest[1]))
    default:
      guard rest.count >= 2 else {
        throw RemoteError(.badValue, "write update N KEY=VALUE ..., such as update 3 duration=5")
      }
      return .update(try number(rest[0]), try changes(rest.dropFirst()))
    }
  }

  private static func insert(_ rest: [String]) throws(RemoteError) -> RemoteRequest {
    guard let path = rest.first, path.hasPrefix("/") || path.hasPrefix("file:") else {
      throw RemoteError(.badValue, "write insert PATH [N] [KEY=VALUE ...], the path absolute")
    }
    // Decodes file: addresses, and leaves no ".." in the path.
    let location = Array(path.utf8)
    let isAddress = path.hasPrefix("file:")
    let normal =
      isAddress
      ? Candidates(location: location, untrimmed: location, in: [0x2F]).literal
      : Candidates(exactly: location, in: [0x2F]).literal
    guard normal.first == 0x2F, !normal.contains(0) else {
      throw RemoteError(.badValue, "\(shown(path)) is not the path of a file")
    }
    let hasNumber = rest.count > 1 && rest[1].utf8.allSatisfy { (0x30...0x39).contains($0) }
    return .insert(
      path: normal, at: hasNumber ? try number(rest[1]) : nil,
      try changes(rest.dropFirst(hasNumber ? 2 : 1)))
  }

  private static func number(_ word: String) throws(RemoteError) -> Int {
    guard let number = Int(word), number >= 1 else {
      throw RemoteError(.badValue, "\(shown(word)) is not the number of an item; they count from 1")
    }
    return number
  }

  private static func changes(_ words: ArraySlice<String>) throws(RemoteError) -> [ItemChange] {
    var options = ItemOptions()
    var changes: [ItemChange] = []
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let change = ItemChange(
        key: parts.first.map(String.init) ?? "", value: parts.count > 1 ? String(parts[1]) : nil)
      try change.apply(to: &options)
      changes.append(change)
    }
    return changes
  }
}
