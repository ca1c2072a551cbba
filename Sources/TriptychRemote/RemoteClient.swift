import Glibc
import TriptychCore

/// Why the show did not answer.
public struct RemoteClientError: Error, Hashable, Sendable {
  /// One line for people.
  public var message: String

  public init(message: String) { self.message = message }
}

/// The other end of the control socket: what `triptych ctl` speaks. Waits; for one thread.
public final class RemoteClient {
  private let descriptor: Int32
  private let path: String
  private var input: [UInt8] = []
  /// Where a search for the line's end goes on.
  private var searched = 0

  /// Connects and reads the greeting.
  public convenience init(path bytes: [UInt8]) throws(RemoteClientError) {
    let path = String(escaping: bytes)
    guard let address = SocketAddress(bytes) else {
      throw RemoteClientError(message: "\(path): the path is longer than a socket's may be")
    }
    let descriptor = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0, address.with({ connect(descriptor, $0, $1) }) == 0 else {
      let code = errno
      if descriptor >= 0 { close(descriptor) }
      let words = code == ECONNREFUSED ? "no show listens there" : String(cString: strerror(code))
      throw RemoteClientError(message: "\(path): \(words)")
    }
    self.init(descriptor, path)
    let greeting = try read(within: .seconds(5))
    guard case .number(let version) = greeting["protocol"] else {
      throw RemoteClientError(message: "\(path): no triptych answers there")
    }
    guard version == String(remoteProtocolVersion) else {
      throw RemoteClientError(
        message: "\(path): the show speaks protocol \(version), this ctl \(remoteProtocolVersion)")
    }
  }

  private init(_ descriptor: Int32, _ path: String) {
    (self.descriptor, self.path) = (descriptor, path)
  }

  deinit { close(descriptor) }

  /// Sends a command and waits for its answer.
  public func ask(
    _ words: [String], within limit: Duration = .seconds(15)
  ) throws(RemoteClientError) -> JSON {
    var line = RemoteLine.request(words, id: 1) + [0x0A]
    while !line.isEmpty {
      let count = send(descriptor, line, line.count, Int32(MSG_NOSIGNAL))
      // A show that refuses has said why before it hung up.
      if count <= 0 { break }
      line.removeFirst(count)
    }
    return try read(within: limit)
  }

  /// The next line; nil limit: however long that takes.
  public func read(within limit: Duration?) throws(RemoteClientError) -> JSON {
    let end = limit.map { monotonicNow() + $0 }
    while true {
      if let stop = input[searched...].firstIndex(of: 0x0A) {
        let line = Array(input[..<stop])
        (input, searched) = (Array(input[(stop + 1)...]), 0)
        return try understood(line)
      }
      searched = input.count
      try wait(until: end)
      try receive()
    }
  }

  private func understood(_ line: [UInt8]) throws(RemoteClientError) -> JSON {
    do throws(JSONError) {
      return try JSON(reading: line)
    } catch { throw RemoteClientError(message: "\(path): no triptych answers there") }
  }

  private func wait(until end: Instant?) throws(RemoteClientError) {
    var set = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let left = end.map { max(0, ($0 - monotonicNow()).inNanoseconds / 1_000_000) }
    let count = poll(&set, 1, left.map { Int32($0) } ?? -1)
    if count == 0 { throw RemoteClientError(message: "\(path): the show does not answer") }
  }

  private func receive() throws(RemoteClientError) {
    var room = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &room, room.count, 0)
    if count > 0 {
      input += room[..<count]
    } else if count == 0 || errno != EINTR {
      throw RemoteClientError(message: "\(path): the show has hung up")
    }
  }
}
