import Glibc

@testable import TriptychCore
@testable import TriptychFiles

/// A folder for one test, removed with it.
final class Tree {
  let path: String

  init() throws {
    var name = Array("/tmp/triptych-test-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw Trouble(errno: errno) }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  struct Trouble: Error { var errno: Int32 }

  var bytes: [UInt8] { Array(path.utf8) }

  func path(_ name: String) -> [UInt8] { Array("\(path)/\(name)".utf8) }

  /// Writes a file, with the folders above it; it begins like a JPEG unless `text` is given.
  func write(_ name: String, _ text: [UInt8] = [0xFF, 0xD8, 0xFF]) throws {
    try write(Array(name.utf8), text)
  }

  func write(_ name: [UInt8], _ text: [UInt8]) throws {
    let whole = bytes + [0x2F] + name
    for (index, byte) in whole.enumerated() where byte == 0x2F && index > 0 {
      _ = Disk.withPath(Array(whole[..<index])) { mkdir($0, 0o755) }
    }
    let file = Disk.withPath(whole) { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
    guard file >= 0 else { throw Trouble(errno: errno) }
    defer { close(file) }
    guard Glibc.write(file, text, text.count) == text.count else { throw Trouble(errno: errno) }
  }

  func write(_ name: String, lines: String) throws { try write(name, Array(lines.utf8)) }

  func link(_ name: String, to target: String) throws {
    guard symlink(target, "\(path)/\(name)") == 0 else { throw Trouble(errno: errno) }
  }

  func pipe(_ name: String) throws {
    guard mkfifo("\(path)/\(name)", 0o644) == 0 else { throw Trouble(errno: errno) }
  }

  /// What stands under the tree, in the list's words: paths relative to it.
  func names(_ list: ItemList) -> [String] {
    (0..<list.count).map { item in
      let path = list.candidates(item).literal
      guard path.starts(with: bytes + [0x2F]) else { return String(escaping: path) }
      return String(escaping: path[(bytes.count + 1)...])
    }
  }

  private static func remove(_ path: String) {
    if unlink(path) == 0 { return }
    guard let folder = opendir(path) else { return }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes in
          Array(UnsafeBufferPointer(start: bytes, count: 256).prefix { $0 != 0 })
        }
      }
      if name == Array(".".utf8) || name == Array("..".utf8) { continue }
      // Names that are not UTF-8 cannot be written as text.
      if let text = String(validating: name, as: UTF8.self) {
        names.append(text)
      } else {
        _ = Disk.withPath(Array(path.utf8) + [0x2F] + name) { unlink($0) }
      }
    }
    closedir(folder)
    for name in names { remove("\(path)/\(name)") }
    rmdir(path)
  }
}

/// What a request gives, read on this thread.
func load(
  _ arguments: [ListArgument], order: FolderOrder = .name, waitsForEnd: Bool = false,
  dates: DateBook? = nil
) -> (list: ItemList, problems: [Diagnostic], steps: [Int]) {
  var problems: [Diagnostic] = []
  var steps: [Int] = []
  var request = ListRequest(arguments, order: order, waitsForEnd: waitsForEnd)
  request.dates = dates
  var reader = ListReader(
    request, tell: { problems.append($0) }, show: { steps.append($0.count) })
  reader.readAll()
  return (reader.list, problems, steps)
}

/// A place where a test waits until something has happened on another thread.
final class Gate: Sendable {
  private let isOpen = Monitor(false)
  func open() { isOpen.update { $0 = true } }
  func wait() { isOpen.wait { $0 ? () : nil } }
}

extension Tree {
  /// Sets when a file was changed last, in seconds since 1970.
  func setChange(_ name: String, _ seconds: Int) throws {
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    guard utimensat(AT_FDCWD, "\(path)/\(name)", [time, time], 0) == 0 else {
      throw Trouble(errno: errno)
    }
  }
}

extension Monitor<Int> {
  /// Waits until something has been counted, and begins to count anew.
  func wait(untilAbove least: Int) {
    wait { count -> Void? in
      guard count > least else { return nil }
      count = 0
      return ()
    }
  }
}
