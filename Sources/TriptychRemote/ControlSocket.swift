import CSystem
import Glibc
import TriptychCore

/// Why there is no control socket.
public struct ControlSocketError: Error, Hashable, Sendable {
  /// Another program answers there.
  public var isTaken: Bool
  /// One line for people, with the path.
  public var message: String
}

/// The listening socket in the file system; gone from there with its owner.
public final class ControlSocket: Sendable {
  let descriptor: Int32
  private let path: [UInt8]
  private let place: (device: UInt, inode: UInt)
  /// Whose members may connect, besides the user and root; nil: nobody's.
  let group: gid_t?

  /// Listens at `path`, which is read and written by the user only; with `group` (a name or a
  /// number) by its members too. A socket that nobody listens to any more is replaced; nothing
  /// else is. Call it at start: it may wait for the disk.
  public init(path: [UInt8], group name: String?) throws(ControlSocketError) {
    func fault(_ words: String, isTaken: Bool = false) -> ControlSocketError {
      ControlSocketError(
        isTaken: isTaken, message: "control socket \(String(escaping: path)): \(words)")
    }
    guard let address = SocketAddress(path) else {
      throw fault("a path of 1 to \(SocketAddress.longest) bytes is needed")
    }
    if let name, ControlSocket.number(ofGroup: name) == nil {
      throw fault("there is no group \(shown(name))")
    }
    let group = name.flatMap(ControlSocket.number)
    switch ControlSocket.occupant(path, address) {
    case .nobody: break
    case .left: unlink(path.asCString)
    case .listener: throw fault("another triptych answers there", isTaken: true)
    case .other: throw fault("there is something else; remove it, or choose another path")
    }
    let listener = ControlSocket.listener(path, address, group)
    guard listener >= 0, let place = ControlSocket.place(of: path) else {
      throw fault(String(cString: strerror(listener < 0 ? -listener : ENOENT)))
    }
    (descriptor, self.path, self.place, self.group) = (listener, path, place, group)
  }

  deinit {
    close(descriptor)
    // Whoever has taken the place meanwhile keeps it.
    if let now = ControlSocket.place(of: path), now == place { unlink(path.asCString) }
  }

  /// −errno where that fails.
  private static func listener(
    _ path: [UInt8], _ address: SocketAddress, _ group: gid_t?
  ) -> Int32 {
    let made = socket(AF_UNIX, kind, 0)
    guard made >= 0 else { return -errno }
    // Nobody can connect before `listen`, so the mode is right from the first moment.
    if address.with({ bind(made, $0, $1) }) == 0,
      chmod(path.asCString, group == nil ? 0o600 : 0o660) == 0,
      group.map({ chown(path.asCString, uid_t.max, $0) }) ?? 0 == 0, listen(made, 16) == 0
    {
      return made
    }
    let problem = errno
    close(made)
    return -problem
  }

  private static let kind =
    Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)

  private enum Occupant { case nobody, left, listener, other }

  private static func occupant(_ path: [UInt8], _ address: SocketAddress) -> Occupant {
    var status = stat()
    guard lstat(path.asCString, &status) == 0 else { return .nobody }
    guard status.st_mode & S_IFMT == S_IFSOCK else { return .other }
    let probe = socket(AF_UNIX, kind, 0)
    guard probe >= 0 else { return .other }
    defer { close(probe) }
    if address.with({ connect(probe, $0, $1) }) == 0 { return .listener }
    // A full queue is a listener's, too.
    return errno == ECONNREFUSED ? .left : errno == EAGAIN ? .listener : .other
  }

  private static func place(of path: [UInt8]) -> (device: UInt, inode: UInt)? {
    var status = stat()
    guard lstat(path.asCString, &status) == 0 else { return nil }
    return (UInt(status.st_dev), UInt(status.st_ino))
  }

  private static func number(ofGroup name: String) -> gid_t? {
    if let number = gid_t(name) { return number }
    var entry = GroupEntry()
    var room = [CChar](repeating: 0, count: 1 << 14)
    var found: UnsafeMutablePointer<GroupEntry>?
    guard getgrnam_r(name, &entry, &room, room.count, &found) == 0, found != nil else { return nil }
    return entry.gr_gid
  }

  /// Takes a connection; nil: none is there. `isFriend`: whoever it is may control the show.
  func accept() -> (descriptor: Int32, isFriend: Bool, user: UInt32)? {
    let client = sys_accept(descriptor)
    guard client >= 0 else { return nil }
    var peer = sys_peer()
    guard sys_peer_of(client, &peer) == 0 else { return (client, false, UInt32.max) }
    var isFriend = peer.user == geteuid() || peer.user == 0
    if let group, !isFriend {
      isFriend = peer.group == group || sys_peer_is_in(client, group) == 1
    }
    return (client, isFriend, peer.user)
  }
}

private typealias GroupEntry = Glibc.group

/// The address of a socket in the file system.
struct SocketAddress {
  static let longest = 107
  private var value = sockaddr_un()

  /// nil where the path does not fit, or has a NUL in it.
  init?(_ path: [UInt8]) {
    guard (1...SocketAddress.longest).contains(path.count), !path.contains(0) else { return nil }
    value.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &value.sun_path) { $0.copyBytes(from: path) }
  }

  func with<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: value) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

extension [UInt8] {
  /// For calls of the system.
  var asCString: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}
