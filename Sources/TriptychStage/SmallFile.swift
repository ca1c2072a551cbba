import Glibc

/// Small files of the kernel and the system, read whole.
public enum SmallFile {
  /// Its lines, of the first 64 KiB; none where it cannot be read.
  public static func lines(_ path: String) -> [String] {
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

  /// The names in a folder, its own and its parent's (`.`, `..`) too; none where it cannot be read.
  public static func names(in folder: String) -> [String] {
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
}
