import CSystem
import Glibc
import TriptychCore

/// Looking and opening beneath a folder, wherever links lead: one that leads out is refused by
/// the kernel (openat2, RESOLVE_BENEATH). Root nil: anywhere.
extension Disk {
  static func look(at path: [UInt8], beneath root: [UInt8]?) throws(FileError) -> FileState {
    guard let root else { return try look(at: path) }
    let raw = try open(path, beneath: root, reads: false)
    defer { close(raw) }
    return try state(raw, path)
  }

  /// Opens a regular file.
  static func openFile(_ path: [UInt8], beneath root: [UInt8]?) throws(FileError) -> OpenFile {
    guard let root else { return try openFile(path) }
    // Looked at before it is opened: opening alone may already do something to a device.
    let look = try open(path, beneath: root, reads: false)
    defer { close(look) }
    try requireFile(state(look, path), path)
    let raw = try open(path, beneath: root, reads: true)
    do throws(FileError) {
      let now = try state(raw, path)
      try requireFile(now, path)
      return OpenFile(raw, now)
    } catch {
      close(raw)
      throw error
    }
  }

  private static func open(
    _ path: [UInt8], beneath root: [UInt8], reads: Bool
  ) throws(FileError) -> Int32 {
    let base = root == [UInt8(ascii: "/")] ? [] : root
    let outside = FileError(
      .forbidden, path: path, words: "it lies outside of the folders that are allowed")
    guard path.starts(with: base),
      path.count == base.count || path[base.count] == UInt8(ascii: "/")
    else { throw outside }
    let rest = path.dropFirst(base.count + 1)
    let inside = rest.isEmpty ? [UInt8(ascii: ".")] : Array(rest)
    let raw: Int32 = withPath(root) { root in
      withPath(inside) { sys_open_beneath(root, $0, reads ? 1 : 0) }
    }
    if raw == -EXDEV || raw == -ELOOP { throw outside }
    if raw < 0 { throw FileError(errno: -raw, path: path) }
    return raw
  }

  private static func state(_ raw: Int32, _ path: [UInt8]) throws(FileError) -> FileState {
    var now = stat()
    if fstat(raw, &now) == 0 { return FileState(now) }
    throw FileError(errno: errno, path: path)
  }
}
