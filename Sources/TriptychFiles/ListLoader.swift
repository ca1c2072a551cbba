import TriptychCore

/// What a loader has found.
public enum ListNews: Sendable {
  /// The list as far as it is known. Entries keep their numbers when it grows. The last one is
  /// complete; it may be empty.
  case list(ItemList)
  case problem(Diagnostic)
}

/// Loads a list on a thread of its own and ends when it is complete.
///
/// Methods may be called on any thread and never wait for a disk.
public final class ListLoader: Sendable {
  private struct State {
    var problems: [Diagnostic] = []
    var list: ItemList?
    var isUnwanted = false

    /// Adds a problem; true if it is the first that waits.
    mutating func add(_ problem: Diagnostic) -> Bool {
      problems.append(problem)
      return problems.count == 1
    }
  }

  private let state = Monitor(State())

  /// Starts loading. `wake` is called on the loader's thread when `drain` has something new.
  public init(_ request: ListRequest, wake: @escaping @Sendable () -> Void) {
    let state = state
    let isStarted = startThread(named: "list") { Self.load(request, state, wake) }
    guard !isStarted else { return }
    let words = "the system has no thread to read it"
    state.withLock { state in
      state.problems = [Diagnostic(path: [], severity: .error, message: words)]
      state.list = ItemList()
    }
    wake()
  }

  deinit { state.withLock { $0.isUnwanted = true } }

  /// The news since the last call: problems in the order in which they were found, then the
  /// newest list.
  public func drain() -> [ListNews] {
    state.withLock { state in
      var news = state.problems.map(ListNews.problem)
      if let list = state.list { news.append(.list(list)) }
      (state.problems, state.list) = ([], nil)
      return news
    }
  }

  private static func load(
    _ request: ListRequest, _ state: Monitor<State>, _ wake: @escaping @Sendable () -> Void
  ) {
    var reader = ListReader(
      request,
      tell: { problem in
        if state.withLock({ $0.add(problem) }) { wake() }
      },
      show: { list in
        state.withLock { $0.list = list }
        wake()
      },
      isUnwanted: { state.withLock { $0.isUnwanted } })
    reader.readAll()
    let list = reader.list
    state.withLock { $0.list = list }
    wake()
  }
}
