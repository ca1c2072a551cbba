import Glibc
import TriptychCore

/// What the program takes from its environment.
public struct Environment: Sendable {
  /// Absolute, or nil.
  public var home: [UInt8]?
  /// `XDG_CONFIG_HOME`; nil: `.config` in the home folder.
  public var configurationHome: [UInt8]?
  /// `XDG_RUNTIME_DIR`; nil: there is none.
  public var runtimeHome: [UInt8]?
  /// `XDG_STATE_HOME`; nil: `.local/state` in the home folder.
  public var stateHome: [UInt8]?
  /// `XDG_CACHE_HOME`; nil: `.cache` in the home folder.
  public var cacheHome: [UInt8]?
  /// `CACHE_DIRECTORY`, of a service: one folder or several, with colons between.
  public var cacheDirectory: [UInt8]?
  /// `STATE_DIRECTORY`, of a service: one folder or several, with colons between.
  public var stateDirectory: [UInt8]?
  /// The language that the user's locale asks for; nil: none that the show speaks.
  public var language: Language?
  /// The journal reads standard error: lines begin with their level as `<N>`.
  public var hasJournal = false

  public init() {}

  /// That of the process. Call it before any thread is started.
  public static func ofProcess() -> Environment {
    var environment = Environment()
    // A home that is not there is nobody's to make (Debian's users without one: /nonexistent).
    environment.home = absolute("HOME").flatMap { isFolder($0) ? $0 : nil }
    environment.configurationHome = absolute("XDG_CONFIG_HOME")
    environment.runtimeHome = absolute("XDG_RUNTIME_DIR")
    environment.stateHome = absolute("XDG_STATE_HOME")
    environment.cacheHome = absolute("XDG_CACHE_HOME")
    environment.cacheDirectory = absolute("CACHE_DIRECTORY")
    environment.stateDirectory = absolute("STATE_DIRECTORY")
    // In the order in which gettext looks; LANGUAGE is a list.
    environment.language =
      ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap {
        (value($0)?.split(separator: 0x3A)).flatMap {
          $0.compactMap { Language(locale: Array($0)) }.first
        }
      }.first
    environment.hasJournal = !(value("JOURNAL_STREAM") ?? []).isEmpty
    return environment
  }

  private static func value(_ name: String) -> [UInt8]? {
    getenv(name).map { text in Array(UnsafeRawBufferPointer(start: text, count: strlen(text))) }
  }

  private static func isFolder(_ path: [UInt8]) -> Bool {
    (path + Array("/.".utf8) + [0]).withUnsafeBytes { bytes in
      bytes.baseAddress.map { access($0.assumingMemoryBound(to: CChar.self), F_OK) == 0 } ?? false
    }
  }

  /// Relative paths in these variables mean nothing (XDG Base Directory Specification).
  private static func absolute(_ name: String) -> [UInt8]? {
    value(name).flatMap { $0.first == 0x2F ? $0 : nil }
  }
}

/// The words of the command line as bytes: `CommandLine.arguments` repairs them.
public func programArguments() -> [[UInt8]] {
  (0..<Int(CommandLine.argc)).compactMap { index in
    CommandLine.unsafeArgv[index].map { word in
      Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
    }
  }
}
