import CSystem
import Glibc
import Synchronization
import TriptychCore

/// Tells the television that a kiosk hangs on to stand by, or to wake, over HDMI's control line
/// (CEC). That takes seconds, so a thread of its own does it, which is there only meanwhile.
/// Orders are given, and what came of them taken, on the main thread.
final class Television: Sendable {
  /// What came of an order, for the log.
  struct Outcome: Sendable, Equatable {
    var adapter: String
    var isAwake: Bool
    /// nil: the television has taken it.
    var failure: String?

    var words: String {
      let order = isAwake ? "to wake" : "to stand by"
      guard let failure else { return "the television at \(adapter) is told \(order)" }
      return "the television at \(adapter) cannot be told \(order): \(failure)"
    }
  }

  private struct State {
    /// The newest order that is not carried out yet.
    var order: Bool?
    var isWorking = false
    var outcomes: [Outcome] = []
  }

  private let state = Mutex(State())
  /// Up to so many outputs of a machine have a line each.
  private static let adapters = (0..<4).map { "/dev/cec\($0)" }

  /// Returns at once. Of orders that come faster than they can be carried out the last one counts.
  func tell(awake: Bool) {
    let starts = state.withLock { state in
      defer { (state.order, state.isWorking) = (awake, true) }
      return !state.isWorking
    }
    if starts { begin() }
  }

  /// What has come of orders since the last call.
  func takeOutcomes() -> [Outcome] {
    state.withLock { state in
      defer { state.outcomes = [] }
      return state.outcomes
    }
  }

  private func begin() {
    var (thread, attributes) = (pthread_t(), pthread_attr_t())
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let argument = Unmanaged.passRetained(self)
    guard pthread_create(&thread, &attributes, runTelevision, argument.toOpaque()) == 0 else {
      argument.release()
      return state.withLock { ($0.isWorking, $0.order) = (false, nil) }
    }
  }

  fileprivate func work() {
    sys_name_thread("television")
    while let awake = next() {
      for path in Self.adapters {
        let answer = television_tell(path, awake)
        let why = errno
        guard answer != TELEVISION_NO_ADAPTER else { continue }
        let failure = Self.words(answer, why)
        state.withLock {
          $0.outcomes.append(Outcome(adapter: path, isAwake: awake, failure: failure))
        }
      }
    }
  }

  private func next() -> Bool? {
    state.withLock { state in
      defer { state.order = nil }
      state.isWorking = state.order != nil
      return state.order
    }
  }

  /// nil: it was told.
  private static func words(_ answer: television_answer, _ why: Int32) -> String? {
    switch answer {
    case TELEVISION_TOLD: nil
    case TELEVISION_NOBODY: "none answers"
    default: String(cString: strerror(why))
    }
  }
}

private func runTelevision(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<Television>.fromOpaque(argument).takeRetainedValue().work()
  return nil
}
