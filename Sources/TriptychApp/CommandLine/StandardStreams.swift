import Glibc

/// The three descriptors that a process is born with.
enum StandardStreams {
  /// Makes sure that 0, 1 and 2 are open: else the first file or socket to be opened would get
  /// the number of standard error, and the log would be written into it. Call it first.
  static func open() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest number that is free is this one.
      _ = Glibc.open("/dev/null", O_RDWR)
    }
  }

  /// Writes the whole text to standard output (or error: 2); false if it takes no more. Nobody
  /// reading (EPIPE) is no failure: `--help | head -1`.
  @discardableResult
  static func write(_ text: String, to descriptor: Int32 = 1) -> Bool {
    write(Array(text.utf8)[...], to: descriptor)
  }

  /// The same for bytes as they are: paths need not be UTF-8.
  @discardableResult
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32 = 1) -> Bool {
    var bytes = bytes
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN {
          var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&wanted, 1, -1)
          continue
        }
        return errno == EPIPE
      }
      bytes = bytes.dropFirst(written)
    }
    return true
  }
}
