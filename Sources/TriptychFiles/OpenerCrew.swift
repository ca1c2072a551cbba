import Glibc
import TriptychCore

/// The opener's threads: two that open, and one that watches while they do.
final class OpenerCrew: Sendable {
  private struct Job {
    let number: Int
    let candidates: Candidates
    let wish: OpeningWish
  }

  /// A job that a thread works on.
  private struct Running {
    let job: Job
    let deadline: Deadline
    var isWanted = true
  }

  private struct State {
    var waiting: [Job] = []
    /// By thread.
    var running: [Int: Running] = [:]
    /// Threads that were left behind, with the folder that does not answer.
    var stuck: [Int: [UInt8]] = [:]
    var news: [OpenNews] = []
    var nextThread = 0
    /// Threads that can take a job, or are about to be replaced.
    var openers = 0
    var isStopping = false
  }

  /// Threads that may be left behind before files beside theirs are refused at once.
  private static let patience = 4
  /// Threads that may be left behind at all: each costs the system a thread.
  private static let mostStuck = 32

  private let state = Monitor(State())
  private let limit: Duration
  private let wake: @Sendable () -> Void
  private let open: @Sendable (Int, Candidates, OpeningWish) -> OpenNews

  init(
    limit: Duration, wake: @escaping @Sendable () -> Void,
    open: @escaping @Sendable (Int, Candidates, OpeningWish) -> OpenNews
  ) {
    (self.limit, self.wake, self.open) = (limit, wake, open)
  }

  func start() {
    state.withLock { $0.openers = 2 }
    for _ in 0..<2 { startOpening() }
    _ = startThread(named: "opener watch") { self.watch() }
  }

  func stop() {
    let left = state.update { state in
      state.isStopping = true
      state.waiting = []
      defer { state.news = [] }
      return state.news
    }
    for news in left { news.drop() }
  }

  func add(_ number: Int, _ candidates: Candidates, _ wish: OpeningWish = OpeningWish()) {
    let isRefused = state.update { state in
      if let error = Self.refusal(candidates, state) {
        state.news.append(.failed(job: number, error))
        return true
      }
      state.waiting.append(Job(number: number, candidates: candidates, wish: wish))
      return false
    }
    if isRefused { wake() }
  }

  func cancel(_ number: Int) {
    let unwanted = state.withLock { state in
      state.waiting.removeAll { $0.number == number }
      for (thread, running) in state.running where running.job.number == number {
        state.running[thread]?.isWanted = false
      }
      defer { state.news.removeAll { $0.job == number } }
      return state.news.filter { $0.job == number }
    }
    for news in unwanted { news.drop() }
  }

  func drain() -> [OpenNews] {
    state.withLock { state in
      defer { state.news = [] }
      return state.news
    }
  }

  /// Where threads are stuck already, another would be too.
  private static func refusal(_ candidates: Candidates, _ state: State) -> FileError? {
    if state.openers == 0 {
      let words = "the system has no thread to open it"
      return FileError(.unreadable, path: candidates.literal, words: words)
    }
    guard state.stuck.count >= patience else { return nil }
    let folder = PathBytes.folder(of: candidates.literal)
    guard state.stuck.count >= mostStuck || state.stuck.values.contains(folder) else { return nil }
    return FileError(.stuck, path: candidates.literal, words: "its folder does not answer")
  }

  // MARK: - Opening

  private func startOpening() {
    let thread = state.withLock { state in
      state.nextThread += 1
      return state.nextThread
    }
    if startThread(named: "opener", { self.work(thread) }) { return }
    state.withLock { state in
      state.openers -= 1
      Self.refuseWaiting(&state)
    }
  }

  private func work(_ thread: Int) {
    while let job = nextJob(thread) {
      let news = open(job.number, job.candidates, job.wish)
      let (isWanted, goesOn) = state.withLock { state -> (Bool, Bool) in
        guard let running = state.running.removeValue(forKey: thread) else {
          // Given up long ago: another thread has this one's place.
          state.stuck[thread] = nil
          return (false, false)
        }
        let isWanted = running.isWanted && !state.isStopping
        if isWanted { state.news.append(news) }
        return (isWanted, true)
      }
      if isWanted { wake() } else { news.drop() }
      guard goesOn else { return }
    }
  }

  /// Waits for a job; nil: the opener has ended.
  private func nextJob(_ thread: Int) -> Job? {
    state.wait { state -> Job?? in
      if state.isStopping { return .some(nil) }
      guard !state.waiting.isEmpty else { return nil }
      let job = state.waiting.removeFirst()
      let deadline = Deadline.now().advanced(by: limit)
      state.running[thread] = Running(job: job, deadline: deadline)
      return job
    }
  }

  // MARK: - Watching

  /// Sleeps while nothing is being opened, else until the earliest deadline.
  private func watch() {
    while let count = overdue() {
      for _ in 0..<count { startOpening() }
      wake()
    }
  }

  /// Gives up what is overdue and says how many threads that costs; nil: the opener has ended.
  private func overdue() -> Int? {
    func earliest(_ state: State) -> Deadline? { state.running.values.map(\.deadline).min() }
    return state.wait(until: earliest) { state -> Int?? in
      if state.isStopping { return .some(nil) }
      let now = Deadline.now()
      let late = state.running.filter { $0.value.deadline <= now }
      guard !late.isEmpty else { return nil }
      for (thread, running) in late { Self.giveUp(thread, running, &state) }
      return late.count
    }
  }

  private static func giveUp(_ thread: Int, _ running: Running, _ state: inout State) {
    let literal = running.job.candidates.literal
    state.running[thread] = nil
    state.stuck[thread] = PathBytes.folder(of: literal)
    if running.isWanted {
      let error = FileError(.stuck, path: literal, words: "the system does not answer")
      state.news.append(.failed(job: running.job.number, error))
    }
    // What already waits for the same dead folder need not cost a thread each.
    refuseWaiting(&state)
  }

  private static func refuseWaiting(_ state: inout State) {
    for job in state.waiting {
      guard let error = refusal(job.candidates, state) else { continue }
      state.news.append(.failed(job: job.number, error))
      state.waiting.removeAll { $0.number == job.number }
    }
  }
}
