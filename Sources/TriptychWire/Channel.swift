import CSystem
import Glibc

/// An open descriptor, closed with its owner.
public final class Descriptor: Sendable {
  public let raw: Int32

  /// Takes over `raw`: nobody else closes it.
  public init(owning raw: Int32) { self.raw = raw }

  deinit { close(raw) }
}

/// Why a message did not pass.
public enum ChannelError: Error, Hashable, Sendable {
  /// Only without waiting: nothing is there to receive, or the queue is full.
  case wouldBlock
  /// The other end is gone.
  case closed
  /// What came is no message.
  case malformed(WireError)
  /// The system refused; errno.
  case system(Int32)
}

/// A message with what travelled beside it.
public struct Parcel: Sendable {
  public let bytes: [UInt8]
  public let descriptors: [Descriptor]
}

/// One end of the message pair between player and worker. Each message arrives whole or not at
/// all. May be used from several threads: the kernel keeps messages apart.
public final class Channel: Sendable {
  private let owner: Descriptor
  /// To poll for messages; stays the channel's own.
  public var descriptor: Int32 { owner.raw }

  /// Takes over the descriptor of a connected SOCK_SEQPACKET socket.
  public init(owning descriptor: Int32) { owner = Descriptor(owning: descriptor) }

  /// Sends one message with descriptors, which stay the caller's. `waits` false: throws
  /// `wouldBlock` rather than wait for room.
  public func send(
    _ bytes: [UInt8], passing descriptors: [Int32] = [], waits: Bool
  ) throws(ChannelError) {
    guard bytes.count <= WireLimit.messageBytes else { throw .malformed(.tooLong) }
    let sent = sys_send(
      descriptor, bytes, bytes.count, descriptors, Int32(clamping: descriptors.count),
      waits ? 1 : 0)
    if sent < 0 { throw Self.error(errno: Int32(-sent)) }
  }

  /// Receives one message. `waits` false: throws `wouldBlock` if none is there.
  public func receive(waits: Bool) throws(ChannelError) -> Parcel {
    var passed = [Int32](repeating: -1, count: Int(SYS_MAX_PASSED))
    var passedCount: Int32 = 0
    var received = 0
    let socket = descriptor
    let bytes = withUnsafeTemporaryAllocation(
      byteCount: WireLimit.messageBytes, alignment: 16
    ) { room -> [UInt8] in
      received = sys_receive(
        socket, room.baseAddress, room.count, &passed, &passedCount, waits ? 1 : 0)
      return Array(room.prefix(max(received, 0)))
    }
    let descriptors = passed.prefix(Int(passedCount)).map(Descriptor.init(owning:))
    if received < 0 { throw Self.error(errno: Int32(-received)) }
    if received == 0 { throw .closed }
    return Parcel(bytes: bytes, descriptors: descriptors)
  }

  private static func error(errno: Int32) -> ChannelError {
    switch errno {
    case EAGAIN: .wouldBlock
    case EPIPE, ECONNRESET, ENOTCONN: .closed
    case EMSGSIZE: .malformed(.tooLong)
    case EPROTO: .malformed(.wrongDescriptors)
    default: .system(errno)
    }
  }
}

extension Channel {
  /// Player: sends a request with its descriptors. Never waits; `wouldBlock` means that the
  /// worker does not read.
  public func send(
    _ request: Request, passing descriptors: [Int32]
  ) throws(ChannelError) {
    guard descriptors.count == request.descriptorCount else {
      throw .malformed(.wrongDescriptors)
    }
    try send(request.encoded(), passing: descriptors, waits: false)
  }

  /// The same with one descriptor or none.
  public func send(_ request: Request, passing descriptor: Int32? = nil) throws(ChannelError) {
    try send(request, passing: descriptor.map { [$0] } ?? [])
  }

  /// Player: the next reply. Never waits: throws `wouldBlock` if none is there.
  public func nextReply() throws(ChannelError) -> Reply {
    let parcel = try receive(waits: false)
    guard parcel.descriptors.isEmpty else { throw .malformed(.wrongDescriptors) }
    do throws(WireError) {
      return try Reply(decoding: parcel.bytes)
    } catch {
      throw .malformed(error)
    }
  }

  /// Worker: sends a reply, waiting for room.
  public func send(_ reply: Reply) throws(ChannelError) {
    try send(reply.encoded(), waits: true)
  }

  /// Worker: the next request with its descriptors, waiting for it.
  public func nextRequest() throws(ChannelError) -> (Request, [Descriptor]) {
    let parcel = try receive(waits: true)
    do throws(WireError) {
      let request = try Request(decoding: parcel.bytes)
      guard parcel.descriptors.count == request.descriptorCount else {
        throw WireError.wrongDescriptors
      }
      return (request, parcel.descriptors)
    } catch {
      throw .malformed(error)
    }
  }
}
