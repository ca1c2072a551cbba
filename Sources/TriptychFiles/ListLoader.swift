import CSystem
import Glibc
import TriptychCore

/// What a loader has found.
public enum ListNews: Sendable {
  /// The list as far as it is known. Entries keep their numbers when it grows. The last one is
  /// complete; it may be empty.
  case list(ItemList)
  /// The list was read again, because it has changed or somebody has asked for it; and the indices
  /// of items that are to be loaded anew.
  case again(ItemList, changed: Set<Int>)
  case problem(Diagnostic)
}

/// Loads a list on a thread of its own, which ends when the list is complete, or stays to watch it.
///
/// Methods may be called on any thread and never wait for a disk.
public final class ListLoader: Sendable {
  private struct State {
    var problems: [Diagnostic] = []
    var list: ItemList?
    /// nil: the list was read for the first time.
    var changed: Set<Int>?
    var isUnwanted = false
    var isAsked = false

    /// Adds a problem; true if it is the first that waits.
    mutating func add(_ problem: Diagnostic) -> Bool {
      problems.append(problem)
      return problems.count == 1
    }
  }

  private let state = Monitor(State())
  private let bell = WatchBell()
  /// True if the list is watched: then `readAgain` answers.
  public let watches: Bool

  /// Starts loading. `wake` is called on the loader's thread when `drain` has something new.
  public init(_ request: ListRequest, wake: @escaping @Sendable () -> Void) {
    let (state, bell) = (state, bell)
    watches = request.watches && request.canBeReadAgain && bell.descriptor >= 0
    let watches = watches
    let isStarted = startThread(named: "list") {
      watches
        ? Self.watch(request, state, bell, wake) : Self.load(request, state, wake)
    }
    guard !isStarted else { return }
    let words = "the system has no thread to read it"
    state.withLock { state in
      state.problems = [Diagnostic(path: [], severity: .error, message: words)]
      state.list = ItemList()
    }
    wake()
  }

  deinit {
    state.withLock { $0.isUnwanted = true }
    bell.ring()
  }

  /// Reads a watched list again, as if all of it had changed.
  public func readAgain() {
    state.withLock { $0.isAsked = true }
    bell.ring()
  }

  /// The news since the last call: problems in the order in which they were found, then the
  /// newest list.
  public func drain() -> [ListNews] {
    state.withLock { state in
      var news = state.problems.map(ListNews.problem)
      if let list = state.list {
        news.append(state.changed.map { .again(list, changed: $0) } ?? .list(list))
      }
      (state.problems, state.list, state.changed) = ([], nil, nil)
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

  private static func watch(
    _ request: ListRequest, _ state: Monitor<State>, _ bell: WatchBell,
    _ wake: @escaping @Sendable () -> Void
  ) {
    var watcher = ListWatcher(
      request, bell: bell.descriptor,
      tell: { problem in
        if state.withLock({ $0.add(problem) }) { wake() }
      }, isUnwanted: { state.withLock { $0.isUnwanted } })
    let show = { (list: ItemList) in
      state.withLock { $0.list = list }
      wake()
    }
    watcher.readFirst(show: show)
    show(watcher.list)
    func isAsked() -> Bool {
      state.withLock { state in
        defer { state.isAsked = false }
        return state.isAsked
      }
    }
    while watcher.turn(
      isAsked: isAsked,
      deliver: { list, changed in
        state.withLock { state in
          // One that nobody has fetched yet: what had changed in it has changed still, as far as
          // that can be said.
          let before = state.list.map { old in
            old.hasSameEntries(as: list) ? state.changed ?? [] : Set(0..<list.count)
          }
          (state.list, state.changed) = (list, changed.union(before ?? []))
        }
        wake()
      })
    {}
  }
}

/// Wakes the thread that watches.
private final class WatchBell: Sendable {
  let descriptor = sys_eventfd()

  deinit { if descriptor >= 0 { close(descriptor) } }

  func ring() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }
}
