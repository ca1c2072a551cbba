import Glibc

/// Tells the service manager how it goes: sd_notify's protocol, a datagram to $NOTIFY_SOCKET.
/// Without one, nothing happens. Main thread.
struct ServiceNotice {
  private let descriptor: Int32
  private let address: [UInt8]

  /// `socket`: the value of NOTIFY_SOCKET; `@` begins an abstract name.
  init(socket: [UInt8]?) {
    var name = socket ?? []
    if name.first == UInt8(ascii: "@") { name[0] = 0 }
    address = name.count < 108 ? name : []
    descriptor =
      address.isEmpty
      ? -1 : Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  }

  /// Sends a line such as `READY=1`. Never blocks; a lost notice is not worth a wait.
  func send(_ text: String) {
    guard descriptor >= 0 else { return }
    var target = sockaddr_un()
    target.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: address) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + address.count)
    let bytes = Array(text.utf8)
    _ = withUnsafePointer(to: &target) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT), $0, length)
      }
    }
  }
}
