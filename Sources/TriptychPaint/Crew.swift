import Glibc
import Synchronization

/// Threads that paint or turn rows beside the caller's; between frames they sleep.
///
/// Rows are dealt in small runs to whoever comes next, so a thread that gets no processor time
/// delays a frame by one run at most. Used from one thread.
final class Crew {
  private let desk = Desk()
  private var threads: [pthread_t] = []
  private var hand = Hand()

  /// Starts `helpers` threads, or as many as the system lets.
  init(helpers: Int) {
    for _ in 0..<helpers {
      let context = Unmanaged.passRetained(desk)
      var thread = pthread_t()
      guard pthread_create(&thread, nil, help, context.toOpaque()) == 0 else {
        context.release()
        break
      }
      threads.append(thread)
    }
  }

  deinit {
    desk.close()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Paints all rows; returns when the last one is done.
  func paint(_ job: FrameJob) {
    let painter = hand.painter(of: job)
    // Two threads that copy wait for the same memory: together they take twice the processor time
    // of one, and are hardly sooner done.
    let isAlone = painter.isCopy
    share(.frame(job), isAlone: isAlone)
  }

  /// Turns all rows; returns when the last one is done.
  func turn(_ turn: PixelTurn) { share(.turn(turn), isAlone: turn.isCopy) }

  private func share(_ job: CrewJob, isAlone: Bool) {
    guard !threads.isEmpty, job.rows > job.run, !isAlone else {
      return hand.work(job, 0..<job.rows)
    }
    desk.open(job)
    desk.work(job, by: &hand)
    desk.finish()
  }

  /// Gives the helpers the caller's scheduling policy and priority. False if the system refuses.
  func adoptScheduling() -> Bool {
    var policy: Int32 = 0
    var parameters = sched_param()
    guard pthread_getschedparam(pthread_self(), &policy, &parameters) == 0 else { return false }
    return threads.allSatisfy { pthread_setschedparam($0, policy, &parameters) == 0 }
  }
}

/// What the threads share out: rows that can be done in any order.
private enum CrewJob {
  case frame(FrameJob)
  case turn(PixelTurn)

  var rows: Int {
    switch self {
    case .frame(let job): job.height
    case .turn(let turn): turn.rows
    }
  }

  /// Rows that a thread takes at a time.
  var run: Int {
    switch self {
    case .frame: 16
    case .turn: PixelTurn.square
    }
  }
}

/// One thread's tools.
private struct Hand {
  private var scratch: Scratch?

  mutating func painter(of job: FrameJob) -> RowPainter {
    let own = scratch.flatMap { $0.width >= job.width ? $0 : nil } ?? Scratch(width: job.width)
    scratch = own
    return RowPainter(job: job, scratch: own)
  }

  mutating func work(_ job: CrewJob, _ rows: Range<Int>) {
    switch job {
    case .frame(let job): painter(of: job).paint(rows)
    case .turn(let turn): turn.turn(rows)
    }
  }
}

/// Where the threads meet: the frame in work, and who works on it.
private final class Desk: @unchecked Sendable {
  // Under the mutex: job, isClosed, round, busy.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let opened = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let emptied = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// nil between frames: who wakes late finds nothing and sleeps again.
  private var job: CrewJob?
  private var isClosed = false
  /// Counts the frames.
  private var round = 0
  /// Helpers that work on the frame.
  private var busy = 0
  /// The first row that nobody has taken.
  private let next = Atomic<Int>(0)

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(opened, nil)
    pthread_cond_init(emptied, nil)
  }

  deinit {
    pthread_cond_destroy(emptied)
    pthread_cond_destroy(opened)
    pthread_mutex_destroy(mutex)
    emptied.deallocate()
    opened.deallocate()
    mutex.deallocate()
  }

  func open(_ job: CrewJob) {
    pthread_mutex_lock(mutex)
    self.job = job
    round += 1
    next.store(0, ordering: .relaxed)
    pthread_cond_broadcast(opened)
    pthread_mutex_unlock(mutex)
  }

  /// Does runs of rows until all are taken.
  func work(_ job: CrewJob, by hand: inout Hand) {
    let (rows, run) = (job.rows, job.run)
    while true {
      let row = next.wrappingAdd(run, ordering: .relaxed).oldValue
      guard row < rows else { return }
      hand.work(job, row..<min(row + run, rows))
    }
  }

  /// Waits for the helpers that have begun; the others get nothing any more.
  func finish() {
    pthread_mutex_lock(mutex)
    job = nil
    while busy > 0 { pthread_cond_wait(emptied, mutex) }
    pthread_mutex_unlock(mutex)
  }

  func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_cond_broadcast(opened)
    pthread_mutex_unlock(mutex)
  }

  /// A helper's life.
  func help() {
    var hand = Hand()
    var seen = 0
    while let job = take(after: &seen) {
      work(job, by: &hand)
      leave()
    }
  }

  /// Sleeps until there is a frame that this thread has not seen; nil when all is over.
  private func take(after seen: inout Int) -> CrewJob? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if isClosed { return nil }
      if let job, round != seen {
        seen = round
        busy += 1
        return job
      }
      pthread_cond_wait(opened, mutex)
    }
  }

  private func leave() {
    pthread_mutex_lock(mutex)
    busy -= 1
    if busy == 0 { pthread_cond_signal(emptied) }
    pthread_mutex_unlock(mutex)
  }
}

/// The thread's entry. A global function: a closure would inherit its maker's isolation.
private func help(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  // Signals are for the main thread.
  var all = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_BLOCK, &all, nil)
  guard let context else { return nil }
  Unmanaged<Desk>.fromOpaque(context).takeRetainedValue().help()
  return nil
}
