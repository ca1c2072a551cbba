import TriptychCore

/// What the command line or the configuration names as something to play.
public enum ListArgument: Hashable, Sendable {
  /// A picture, a film, a folder, or a playlist by its extension.
  case path([UInt8])
  /// A playlist, whatever its name.
  case playlist([UInt8])
  /// A playlist on standard input, or names that end with NUL bytes.
  case standardInput(separatedByNUL: Bool)
}

/// In which order a folder's files come.
public enum FolderOrder: String, CaseIterable, Sendable {
  /// Natural order in each folder, files before subfolders.
  case name
  /// By time of the last change, oldest first, over all subfolders.
  case modified = "mtime"
}

/// A list to load.
public struct ListRequest: Sendable {
  public var arguments: [ListArgument]
  public var order = FolderOrder.name
  /// True if nothing can be shown before the whole list is known (shuffle).
  public var waitsForEnd = false
  /// What `#TRIPTYCH:` lines may say.
  public var words = ItemOptionWords()
  /// Addresses stay in the list, though nothing opens them (`check`).
  var keepsAddresses = false

  public init(
    _ arguments: [ListArgument], order: FolderOrder = .name, waitsForEnd: Bool = false
  ) {
    (self.arguments, self.order, self.waitsForEnd) = (arguments, order, waitsForEnd)
  }
}
