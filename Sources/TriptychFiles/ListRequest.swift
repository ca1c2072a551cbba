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

/// Reads a playlist in XML from an open file, which stays the caller's, and waits for it; else
/// says why not.
public typealias ListMarkupReader = @Sendable (Int32) -> Result<MarkupText, ListMarkupError>

/// Why a playlist in XML gave nothing, in words for people.
public struct ListMarkupError: Error, Hashable, Sendable {
  public var words: String

  public init(_ words: String) { self.words = words }
}

/// A list to load.
public struct ListRequest: Sendable {
  public var arguments: [ListArgument]
  /// What is shown while the arguments give nothing at all.
  public var fallbacks: [[UInt8]] = []
  public var order = FolderOrder.name
  /// True if nothing can be shown before the whole list is known (shuffle).
  public var waitsForEnd = false
  /// True if what the list is read from is watched afterwards, and read again when it changes.
  public var watches = false
  /// When pictures were taken, for that order; nil: it is that of names.
  public var dates: DateBook?
  /// nil: lists in XML are named and left out.
  public var readMarkup: ListMarkupReader?
  /// Addresses stay in the list, though nothing opens them (`check`).
  var keepsAddresses = false

  public init(
    _ arguments: [ListArgument], order: FolderOrder = .name, waitsForEnd: Bool = false
  ) {
    (self.arguments, self.order, self.waitsForEnd) = (arguments, order, waitsForEnd)
  }

  /// What the program's settings ask for.
  public init(_ settings: ProgramSettings) {
    arguments = settings.paths.map { ListArgument($0, isSeparatedByNUL: settings.nulSeparated) }
    (order, waitsForEnd) = (settings.order, settings.show.shuffle)
    fallbacks = settings.fallbacks
  }
}

extension ListRequest {
  /// Standard input can be read once only.
  var canBeReadAgain: Bool {
    !arguments.contains { if case .standardInput = $0 { true } else { false } }
  }
}

extension ListArgument {
  /// A path as options and configuration give it.
  public init(_ path: NamedPath, isSeparatedByNUL: Bool) {
    if path.isStandardInput {
      self = .standardInput(separatedByNUL: isSeparatedByNUL)
    } else {
      self = path.isPlaylist ? .playlist(path.bytes) : .path(path.bytes)
    }
  }
}
