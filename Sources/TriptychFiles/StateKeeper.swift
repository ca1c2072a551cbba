/// Brings states or other small texts to the disk on a thread of its own, the newest last: nobody
/// waits for a disk.
///
/// Methods may be called on any thread.
public final class StateKeeper: Sendable {
  private enum Order: Sendable {
    case write([UInt8])
    case remove
  }

  private struct Work: Sendable {
    var order: Order?
    var isBusy = false
    var isOver = false
    var failures: [FileError] = []
  }

  private let work = Monitor(Work())
  /// False: the system has no thread; nothing is kept.
  private let isRunning: Bool

  public convenience init(_ file: StateFile) { self.init(file.file) }

  public init(_ file: WholeFile) {
    let work = work
    isRunning = startThread(named: "state") { Self.run(file, work) }
  }

  deinit { work.update { $0.isOver = true } }

  /// Keeps a state instead of the one before, soon.
  public func keep(_ state: ResumeState) { keep(state.text) }

  /// The same for a text.
  public func keep(_ text: [UInt8]) { work.update { $0.order = .write(text) } }

  /// Keeps nothing any more, soon.
  public func forget() { work.update { $0.order = .remove } }

  /// What went wrong since the last call.
  public func takeFailures() -> [FileError] {
    work.withLock { work in
      defer { work.failures = [] }
      return work.failures
    }
  }

  /// Waits until all is on the disk, but not longer than that.
  public func finish(within limit: Duration) {
    guard isRunning else { return }
    let end = Deadline.now().advanced(by: limit)
    let isDone: (inout Work) -> Bool? = { work in
      work.order == nil && !work.isBusy || Deadline.now() >= end ? true : nil
    }
    _ = work.wait(until: { _ in end }, isDone)
  }

  private static func run(_ file: WholeFile, _ work: Monitor<Work>) {
    while let order = next(work) {
      do throws(FileError) {
        switch order {
        case .write(let text): try file.write(text)
        case .remove: file.remove()
        }
      } catch {
        work.withLock { $0.failures.append(error) }
      }
      work.update { $0.isBusy = false }
    }
  }

  /// The next order; nil: nobody has any more.
  private static func next(_ work: Monitor<Work>) -> Order? {
    work.wait { work -> Order?? in
      guard let order = work.order else { return work.isOver ? .some(nil) : nil }
      (work.order, work.isBusy) = (nil, true)
      return order
    }
  }
}
