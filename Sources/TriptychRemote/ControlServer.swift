import CSystem
import Glibc
import Synchronization
import TriptychCore

/// A request of a client, to be answered with `ControlServer.answer`.
public struct RemoteOrder: Sendable {
  let client: Int
  /// What is wanted.
  public let request: RemoteRequest
  /// For `insert`: the folder beneath which the file is to be opened.
  public var root: [UInt8]?
}

/// Serves the control socket on a thread of its own: a client that floods or sleeps costs the main
/// thread nothing. At most one order of each client is under way.
public final class ControlServer: Sendable {
  enum Outgoing: Sendable {
    case answer(client: Int, RemoteAnswer)
    /// The PNG that was written into the descriptor, which is taken over.
    case picture(client: Int, descriptor: Int32, width: Int, height: Int)
    case event([UInt8])
  }

  private struct State {
    var orders: [RemoteOrder] = []
    var outgoing: [Outgoing] = []
    var wantsEvents = false
    var isOver = false
    var thread: pthread_t?
  }

  private let state = Mutex(State())
  private let bell: Int32
  private let wake: @Sendable () -> Void

  /// `roots`: absolute paths of what the show was started with; files beneath those folders may
  /// be put in. `wake`: called from the thread when there are orders. `warn`: a line for the log,
  /// from there too. The socket is removed when the server closes.
  public init(
    _ socket: ControlSocket, version: String, roots: [[UInt8]] = [],
    warn: @escaping @Sendable (String) -> Void,
    wake: @escaping @Sendable () -> Void
  ) throws(ControlSocketError) {
    self.wake = wake
    bell = waiting_bell()
    guard bell >= 0 else {
      throw ControlSocketError(isTaken: false, message: "control socket: no descriptor is left")
    }
    let start = ControlThread(
      server: self, socket: socket, version: version, roots: Roots(roots), warn: warn)
    guard let thread = start.begin() else {
      throw ControlSocketError(isTaken: false, message: "control socket: no thread is left")
    }
    state.withLock { $0.thread = thread }
  }

  deinit { Glibc.close(bell) }

  // MARK: The show's side (any thread, never blocks)

  /// The orders that have come since the last call; at most one a client.
  public func takeOrders() -> [RemoteOrder] {
    state.withLock { state in
      defer { state.orders = [] }
      return state.orders
    }
  }

  /// Answers an order. Once for each.
  public func answer(_ order: RemoteOrder, _ answer: RemoteAnswer) {
    post(.answer(client: order.client, answer))
  }

  /// Answers `screenshot`: the PNG was written into the descriptor, which is taken over.
  public func answer(_ order: RemoteOrder, png descriptor: Int32, width: Int, height: Int) {
    post(.picture(client: order.client, descriptor: descriptor, width: width, height: height))
  }

  /// Tells it to all who asked for events; what is to be told is made only if there are such.
  public func tell(_ event: () -> JSON) {
    guard state.withLock({ $0.wantsEvents }) else { return }
    post(.event(event().line))
  }

  /// Ends the thread, every connection and the socket; waits for that, some milliseconds.
  public func close() {
    let thread = state.withLock { state in
      defer { (state.isOver, state.thread) = (true, nil) }
      return state.thread
    }
    waiting_ring(bell)
    if let thread { pthread_join(thread, nil) }
  }

  private func post(_ message: Outgoing) {
    state.withLock { state in
      if case .answer(_, .events) = message { state.wantsEvents = true }
      state.outgoing.append(message)
    }
    waiting_ring(bell)
  }

  // MARK: The thread's side

  var bellDescriptor: Int32 { bell }

  func take(_ orders: [RemoteOrder]) {
    guard !orders.isEmpty else { return }
    state.withLock { $0.orders += orders }
    wake()
  }

  /// What is still to be told when all is over.
  func takeRest() -> [Outgoing] {
    state.withLock { state in
      defer { state.outgoing = [] }
      return state.outgoing
    }
  }

  /// What is to be sent; nil: the server closes.
  func takeOutgoing() -> [Outgoing]? {
    waiting_hush(bell)
    return state.withLock { state in
      if state.isOver { return nil }
      defer { state.outgoing = [] }
      return state.outgoing
    }
  }

  func noteListeners(_ any: Bool) {
    state.withLock { state in
      let promised = state.outgoing.contains {
        if case .answer(_, .events) = $0 { true } else { false }
      }
      state.wantsEvents = any || promised
    }
  }
}
