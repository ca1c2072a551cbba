/// Files that are being written, until their size and time of change have been at rest. A value
/// without a clock and without a disk.
struct RestTable {
  /// What is known of a file that changes.
  struct Look: Equatable {
    var byteCount: Int64
    var modified: Int64
  }

  private struct File {
    var look: Look?
    var since: Deadline
    var needed: Duration
  }

  private var files: [[UInt8]: File] = [:]

  /// A file that was written and closed may be written again: so long it is to rest.
  static let afterWriting = Duration.seconds(1)
  /// A file that somebody has made and not closed yet: it is told when it is closed, but for what
  /// was never opened to be written.
  static let whileOpen = Duration.seconds(10)
  /// So many at once; more count as at rest, or memory would grow with what is copied.
  static let most = 100_000

  var isEmpty: Bool { files.isEmpty }

  func contains(_ path: [UInt8]) -> Bool { files[path] != nil }

  /// The names in a folder that are not at rest.
  func names(in folder: [UInt8]) -> Set<[UInt8]> {
    guard !files.isEmpty else { return [] }
    let prefix = folder == [0x2F] ? folder : folder + [0x2F]
    let inside = files.keys.filter { path in
      path.starts(with: prefix) && !path[prefix.count...].contains(0x2F)
    }
    return Set(inside.map { Array($0[prefix.count...]) })
  }

  /// Something has been done to a file.
  mutating func touch(_ path: [UInt8], needs: Duration, at now: Deadline) {
    guard files.count < Self.most || files[path] != nil else { return }
    files[path] = File(look: files[path]?.look, since: now, needed: needs)
  }

  /// It is whole, or gone: nothing is to be waited for.
  mutating func forget(_ path: [UInt8]) { files[path] = nil }

  /// When the next file may be at rest; nil: none is waited for.
  var due: Deadline? { files.values.map { $0.since.advanced(by: $0.needed) }.min() }

  /// The files that have come to rest. `look` says how a file is; nil: it is gone.
  mutating func settled(at now: Deadline, look: ([UInt8]) -> Look?) -> [[UInt8]] {
    var settled: [[UInt8]] = []
    for (path, file) in files where file.since.advanced(by: file.needed) <= now {
      guard let found = look(path) else {
        files[path] = nil
        continue
      }
      if file.look == nil || file.look == found {
        // What was told to be closed has been at rest since.
        files[path] = nil
        settled.append(path)
      } else {
        files[path] = File(look: found, since: now, needed: file.needed)
      }
    }
    return settled
  }

  /// Notes how a file is when it is first seen.
  mutating func note(_ path: [UInt8], _ look: Look?) { files[path]?.look = look }
}
