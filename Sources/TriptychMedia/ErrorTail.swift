import Glibc
import TriptychWire

/// The end of what a worker writes to standard error. It goes to a pipe, never to a file that a
/// worker could fill.
struct ErrorTail {
  /// Bytes that are kept.
  static let kept = 4096
  /// One that writes more than so many bytes is not listened to any longer.
  static let patience = 1 << 20

  private var reading: Descriptor?
  private var received = 0
  private(set) var bytes: [UInt8] = []

  init(_ reading: Descriptor?) { self.reading = reading }

  /// To poll; nil once the worker has closed it.
  var descriptor: Int32? { reading?.raw }

  /// Takes what is there, at most 16 KiB at a time.
  mutating func listen() {
    guard let descriptor else { return }
    var room = [UInt8](repeating: 0, count: 16_384)
    let count = read(descriptor, &room, room.count)
    guard count > 0 else {
      if count == 0 || errno != EAGAIN { reading = nil }
      return
    }
    received += count
    bytes += room[..<count]
    if bytes.count > Self.kept { bytes.removeFirst(bytes.count - Self.kept) }
    if received > Self.patience { reading = nil }
  }
}
