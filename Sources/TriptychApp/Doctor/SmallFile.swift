import Glibc

/// Small files of the kernel and the system, read whole.
enum SmallFile {
  /// Its lines, of the first 64 KiB; none where it cannot be read.
  static func lines(_ path: String) -> [String] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 1 << 16 {
      let count = read(descriptor, &block, block.count)
      guard count > 0 else { break }
      bytes += block[..<count]
    }
    return bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The names in a folder.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }

  /// The last component of what a link points to.
  static func link(_ path: String) -> String? {
    target(path)?.split(separator: "/").last.map { String($0) }
  }

  /// The system's time zone: `Europe/Berlin`; nil: none is set.
  static var zone: String? {
    if let target = target("/etc/localtime"), let found = target.firstRange(of: "zoneinfo/") {
      return String(target[found.upperBound...])
    }
    if let written = lines("/etc/timezone").first { return written }
    return access("/etc/localtime", R_OK) == 0 ? "of /etc/localtime" : nil
  }

  private static func target(_ path: String) -> String? {
    var room = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &room, room.count)
    guard count > 0, count < room.count else { return nil }
    return String(decoding: room[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
