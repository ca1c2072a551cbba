import TriptychCore
import TriptychFiles
import TriptychScript

/// The transitions that are written in Lua: found, read and handed to the show. Main thread; never
/// blocks.
final class Scripts {
  private let log: Log
  private let ring: @Sendable () -> Void
  private let search: ScriptSearch
  private var asked: Set<String> = []
  private var loaders: [ScriptLoader] = []
  private var waiting = 0
  private var loaded: [ScriptTransformer] = []
  /// True once one could not be had, or went wrong: a crossfade was seen in its place.
  private(set) var hasFailed = false
  /// All transitions that can be had now.
  private(set) var table = TransformerTable.builtIn

  /// `ring` wakes the main loop.
  init(environment: Environment, log: Log, ring: @escaping @Sendable () -> Void) {
    (self.log, self.ring) = (log, ring)
    search = ScriptSearch(environment)
  }

  /// True while a script is being read.
  var isBusy: Bool { waiting > 0 }

  /// Begins to read the scripts that the list or the settings name and that are not known.
  func look(for list: ItemList, _ settings: ShowSettings) {
    let names = ([settings.item.transition] + list.scripts).filter {
      TransformerTable.isScript($0) && asked.insert($0).inserted
    }
    guard !names.isEmpty else { return }
    let places = names.map { ScriptPlace(name: $0, candidates: search.candidates($0)) }
    waiting += places.count
    loaders.append(ScriptLoader(places, wake: ring))
  }

  /// Takes in what has been read; true if the table is another one.
  func takeNews(at now: Instant) -> Bool {
    var isNew = false
    for file in loaders.flatMap({ $0.drain() }) {
      waiting -= 1
      if let script = transformer(of: file, now) {
        table.scripts[file.name] = script
        loaded.append(script)
        isNew = true
      }
    }
    if waiting == 0 { loaders = [] }
    tellFailures(at: now)
    return isNew
  }

  private func tellFailures(at now: Instant) {
    for script in loaded {
      guard let failure = script.takeFailure() else { continue }
      tell(failure.words, at: now)
    }
  }

  private func tell(_ failure: String, at now: Instant) {
    hasFailed = true
    log.error("\(failure); a crossfade takes its place", at: now)
  }

  private func transformer(of file: ScriptFile, _ now: Instant) -> ScriptTransformer? {
    let path = file.path.map { String(escaping: $0) } ?? file.name
    if let problem = file.problem {
      tell("transition \(path): \(problem)", at: now)
      return nil
    }
    do throws(ScriptError) {
      return try ScriptTransformer(name: file.name, file: path, program: file.program)
    } catch {
      tell("transition \(error.words)", at: now)
      return nil
    }
  }
}
