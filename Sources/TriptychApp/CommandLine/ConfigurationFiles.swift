import Glibc
import TriptychCore

/// The configuration files of an invocation, read. Before anything is shown: plain reading.
struct ConfigurationFiles {
  /// Lowest first.
  private(set) var layers: [SettingsLayer] = []
  /// `FILE:LINE: what is wrong`, UTF-8.
  private(set) var problems: [String] = []
  /// The file of `--config` cannot be read.
  private(set) var lacksNamed = false

  /// `named`: the file of `--config`, which must be there; the usual ones need not.
  init(named: [UInt8]?, _ environment: Environment) {
    take(Array("/etc/triptych/triptych.conf".utf8), isNeeded: false)
    let home = environment.configurationHome ?? environment.home.map { $0 + Array("/.config".utf8) }
    if let home { take(home + Array("/triptych/triptych.conf".utf8), isNeeded: false) }
    if let named { take(named, isNeeded: true) }
  }

  private mutating func take(_ path: [UInt8], isNeeded: Bool) {
    let name = String(escaping: path)
    switch contents(of: path) {
    case .success(let text):
      let folder = path.lastIndex(of: 0x2F).map { Array(path[..<$0]) } ?? [0x2E]
      let read = ConfigurationText(text, folder: folder)
      layers.append(read.layer)
      problems += read.problems.map { "\(name):\($0.line): \($0.error.message)" }
    case .failure(let failure):
      let isAway =
        failure.code == ENOENT || failure.code == ENOTDIR
        // HOME of somebody else (sudo keeps it): whether there is a file, nobody can say.
        || failure.code == EACCES && !canBeSeen(path)
      if isNeeded || !isAway { problems.append("\(name): \(failure.reason)") }
      if isNeeded { lacksNamed = true }
    }
  }

  private func canBeSeen(_ path: [UInt8]) -> Bool {
    var status = stat()
    return path.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { bytes in
      (Array(bytes) + [0]).withUnsafeBufferPointer { text in
        text.baseAddress.map { lstat($0, &status) == 0 } ?? false
      }
    }
  }

  private struct Failure: Error {
    var code: Int32
    var reason: String

    init(_ code: Int32) {
      self.code = code
      reason = String(cString: strerror(code))
    }

    init(reason: String) { (code, self.reason) = (0, reason) }
  }

  /// 1 MiB is a hundred times more than anybody writes; a device or a film is named by mistake.
  private static let mostBytes = 1 << 20

  private func contents(of path: [UInt8]) -> Result<[UInt8], Failure> {
    let descriptor = path.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { bytes in
      // A fifo without writer must not hold up the start.
      (Array(bytes) + [0]).withUnsafeBufferPointer { text in
        text.baseAddress.map { Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) } ?? -1
      }
    }
    guard descriptor >= 0 else { return .failure(Failure(errno)) }
    defer { Glibc.close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .failure(Failure(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      return .failure(Failure(reason: "not a file"))
    }
    return read(descriptor)
  }

  private func read(_ descriptor: Int32) -> Result<[UInt8], Failure> {
    var text: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while text.count <= Self.mostBytes {
      let count = Glibc.read(descriptor, &block, block.count)
      if count == 0 { return .success(text) }
      if count < 0 {
        if errno == EINTR { continue }
        return .failure(Failure(errno))
      }
      text += block[..<count]
    }
    return .failure(Failure(reason: "larger than 1 MiB"))
  }
}
