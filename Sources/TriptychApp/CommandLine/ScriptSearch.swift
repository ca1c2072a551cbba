import Glibc
import TriptychCore
import TriptychFiles
import TriptychScript

/// Where a transition in Lua is looked for, and what is wrong with it. Plain reading: before
/// anything is shown.
struct ScriptSearch {
  /// `transitions` in the user's configuration folder; nil: there is no home.
  private let folder: [UInt8]?

  init(_ environment: Environment) {
    let home = environment.configurationHome ?? environment.home.map { $0 + "/.config".utf8 }
    folder = home.map { $0 + "/triptych/transitions".utf8 }
  }

  /// The first of them that exists is meant.
  func candidates(_ name: String) -> [[UInt8]] {
    let path = Array(name.utf8)
    let base = Array(PathBytes.name(of: path))
    return [path] + (folder.map { [$0 + [0x2F] + base] } ?? [])
  }

  /// What keeps a script from being used.
  enum Problem: Error {
    /// It is not there, or cannot be read; words with the places.
    case missing(String)
    /// It is no transition: FILE:LINE and why.
    case broken(String)

    var words: String {
      switch self {
      case .missing(let words), .broken(let words): words
      }
    }
  }

  /// nil: it can be used.
  func problem(with name: String) -> Problem? {
    let candidates = candidates(name)
    for path in candidates {
      switch WrittenFile.contents(of: path, most: ScriptLoader.limit) {
      case .success(let program):
        do throws(ScriptError) {
          _ = try ScriptTransformer(name: name, file: String(escaping: path), program: program)
          return nil
        } catch {
          return .broken(error.words)
        }
      case .failure(let failure) where [ENOENT, ENOTDIR].contains(failure.code): continue
      case .failure(let failure): return .missing("\(String(escaping: path)): \(failure.reason)")
      }
    }
    let places = candidates.map { String(escaping: $0) }.joined(separator: " and ")
    return .missing("no such file; looked for \(places)")
  }
}
