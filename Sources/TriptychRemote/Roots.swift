import CSystem
import Glibc
import TriptychCore

/// The folders beneath which files may be put into the show from outside: what it was started
/// with, and `--control-root`. Looks at the disk, so it is for the control thread.
struct Roots: Sendable {
  /// Absolute, normalised.
  private let named: [[UInt8]]

  init(_ paths: [[UInt8]]) {
    named = paths.map { Candidates(exactly: $0, in: [0x2F]).literal }
  }

  /// The folder beneath which the file lies; throws what is to be said where it lies beneath none,
  /// is none, or is reached by a link that leads out.
  func root(of path: [UInt8]) throws(RemoteError) -> [UInt8] {
    var problem: RemoteError?
    for name in named {
      let root = folder(name)
      guard path.starts(with: root), root == [0x2F] || path.dropFirst(root.count).first == 0x2F
      else { continue }
      let inside = Array(path.dropFirst(root == [0x2F] ? 1 : root.count + 1))
      let file = sys_open_beneath(root.asCString, inside.asCString, 0)
      if file >= 0 {
        defer { close(file) }
        var status = stat()
        if fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG { return root }
        problem = RemoteError(.badValue, "\(escaped(path)): not a file")
      } else if file == -EXDEV || file == -ELOOP {
        problem =
          problem ?? RemoteError(.outside, "\(escaped(path)): a link leads out of its folder")
      } else {
        let words = String(cString: strerror(-file))
        problem = problem ?? RemoteError(.badValue, "\(escaped(path)): \(words)")
      }
    }
    throw problem
      ?? RemoteError(
        .outside,
        "\(escaped(path)) is not beneath what the show was started with, nor --control-root")
  }

  /// A folder itself; of a file the folder in which it lies.
  private func folder(_ path: [UInt8]) -> [UInt8] {
    var status = stat()
    if stat(path.asCString, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return path }
    guard let slash = path.lastIndex(of: 0x2F), slash > 0 else { return [0x2F] }
    return Array(path[..<slash])
  }

  private func escaped(_ path: [UInt8]) -> String {
    shown(String(decoding: path.suffix(300), as: UTF8.self))
  }
}
