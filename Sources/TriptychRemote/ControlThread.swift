import CSystem
import Glibc
import TriptychCore

/// The loop of the control socket's thread: polls, reads, lets conversations think, writes.
final class ControlThread: @unchecked Sendable {
  /// A connection.
  private struct Client {
    let descriptor: Int32
    var conversation: Conversation
    var hasHungUp = false
  }

  private let server: ControlServer
  private let socket: ControlSocket
  private let version: String
  private let roots: Roots
  private let warn: @Sendable (String) -> Void
  // Below: of the thread alone.
  private var clients: [Int: Client] = [:]
  private var lastClient = 0
  private var connections: Allowance
  private var strangers: Set<UInt32> = []
  private var room = [UInt8](repeating: 0, count: RemoteLimits.line)

  init(
    server: ControlServer, socket: ControlSocket, version: String, roots: Roots,
    warn: @escaping @Sendable (String) -> Void
  ) {
    (self.server, self.socket, self.version, self.warn) = (server, socket, version, warn)
    self.roots = roots
    connections = Allowance(rate: RemoteLimits.connections, at: monotonicNow())
  }

  /// Starts the thread; nil: the system has none left.
  func begin() -> pthread_t? {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(self)
    guard pthread_create(&thread, nil, runControlThread, argument.toOpaque()) == 0 else {
      argument.release()
      return nil
    }
    return thread
  }

  func run() {
    sys_name_thread("control")
    while turn() {}
    // Who has asked to quit hears that it is done.
    for message in server.takeRest() { pass(message) }
    for client in clients.values {
      _ = write(client.conversation.unsent, to: client.descriptor)
      close(client.descriptor)
    }
    clients = [:]
  }

  private func turn() -> Bool {
    wait()
    let now = monotonicNow()
    guard let outgoing = server.takeOutgoing() else { return false }
    for message in outgoing { pass(message) }
    takeConnections(now)
    var orders: [RemoteOrder] = []
    for id in clients.keys.sorted() {
      serve(id, now, &orders)
    }
    server.noteListeners(clients.values.contains { $0.conversation.wantsEvents })
    server.take(orders)
    return true
  }

  // MARK: Waiting

  private func wait() {
    let now = monotonicNow()
    var due: Instant?
    func also(_ instant: Instant?) {
      if let instant { due = min(due ?? instant, instant) }
    }
    var set = [pollfd(fd: server.bellDescriptor, events: Int16(POLLIN), revents: 0)]
    if connections.opens <= now {
      set.append(pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0))
    } else {
      also(connections.opens)
    }
    let first = set.count
    let ids = clients.keys.sorted()
    for id in ids {
      guard let client = clients[id] else { continue }
      var events: Int32 = 0
      if client.conversation.wantsInput(at: now) { events |= POLLIN }
      if !client.conversation.unsent.isEmpty { events |= POLLOUT }
      // Who has hung up would wake us again and again; what it said is still heard.
      let descriptor = client.hasHungUp ? -1 : client.descriptor
      set.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
      also(client.conversation.due(at: now))
      if client.hasHungUp, client.conversation.wantsInput(at: now) { also(now) }
    }
    let limit = due.map { max(0, ($0 - now).inNanoseconds) }
    // Rounded up: waking before something is due would be a turn for nothing.
    let milliseconds = limit.map { Int32(min(($0 + 999_999) / 1_000_000, 3_600_000)) } ?? -1
    _ = poll(&set, nfds_t(set.count), milliseconds)
    for (id, entry) in zip(ids, set[first...]) {
      if Int32(entry.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0 {
        clients[id]?.hasHungUp = true
      }
    }
  }

  // MARK: Connections

  private func takeConnections(_ now: Instant) {
    // So many a turn, that those who are here get theirs.
    for _ in 0..<16 {
      guard connections.opens <= now, let guest = socket.accept() else { return }
      _ = connections.take(at: now)
      var conversation = Conversation(version: version, at: now)
      if !guest.isFriend {
        conversation.end(RemoteError(.refused, "this user may not control the show"))
        note(stranger: guest.user)
      } else if clients.count >= RemoteLimits.clients {
        conversation.end(
          RemoteError(.busy, "\(RemoteLimits.clients) others control the show already"))
      } else {
        lastClient += 1
        clients[lastClient] = Client(descriptor: guest.descriptor, conversation: conversation)
        continue
      }
      // Two lines fit into the socket's own room.
      _ = write(conversation.unsent, to: guest.descriptor)
      close(guest.descriptor)
    }
  }

  private func note(stranger user: UInt32) {
    guard strangers.count < 16, strangers.insert(user).inserted else { return }
    warn("the control socket refused user \(user)")
  }

  // MARK: Talk

  private func serve(_ id: Int, _ now: Instant, _ orders: inout [RemoteOrder]) {
    guard var client = clients[id] else { return }
    if client.conversation.wantsInput(at: now) { read(&client, now) }
    client.conversation.advance(to: now)
    while let request = client.conversation.next(at: now) {
      do throws(RemoteError) {
        orders.append(RemoteOrder(client: id, request: request, root: try root(for: request)))
      } catch { client.conversation.answer(.failure(error)) }
    }
    if !client.conversation.unsent.isEmpty {
      let count = write(client.conversation.unsent, to: client.descriptor)
      if let count {
        client.conversation.took(count, at: now)
      } else {
        client.hasHungUp = true
        client.conversation.took(client.conversation.unsent.count, at: now)
      }
    }
    // Commands that wait for their turn are not done for who is gone.
    let isGone = client.hasHungUp && client.conversation.hasNothingLeft(at: now)
    if client.conversation.isOver || isGone {
      close(client.descriptor)
      clients[id] = nil
    } else {
      clients[id] = client
    }
  }

  private func root(for request: RemoteRequest) throws(RemoteError) -> [UInt8]? {
    guard case .insert(let path, _, _) = request else { return nil }
    return try roots.root(of: path)
  }

  private func read(_ client: inout Client, _ now: Instant) {
    let count = Glibc.recv(client.descriptor, &room, room.count, Int32(MSG_DONTWAIT))
    if count > 0 {
      client.conversation.receive(room[..<count], at: now)
    } else if count == 0 {
      client.conversation.receive([], at: now)
    } else if errno != EAGAIN, errno != EINTR {
      client.conversation.receive([], at: now)
      client.hasHungUp = true
    }
  }

  /// How much was taken; nil: nobody is there any more.
  private func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int? {
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  private func pass(_ message: ControlServer.Outgoing) {
    switch message {
    case .answer(let id, let answer): clients[id]?.conversation.answer(answer)
    case .picture(let id, let descriptor, let width, let height):
      defer { close(descriptor) }
      guard clients[id] != nil else { return }
      if let bytes = contents(of: descriptor) {
        clients[id]?.conversation.answer(.picture(bytes, width: width, height: height))
      } else {
        let error = RemoteError(.failed, "the picture cannot be read, or is too large")
        clients[id]?.conversation.answer(.failure(error))
      }
    case .event(let line):
      for id in clients.keys { clients[id]?.conversation.tell(line) }
    }
  }

  private func contents(of descriptor: Int32) -> [UInt8]? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0,
      status.st_size <= RemoteLimits.picture
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return count == bytes.count ? bytes : nil
  }
}

private func runControlThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<ControlThread>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}

/// CLOCK_MONOTONIC.
func monotonicNow() -> Instant {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Instant(.seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
}
