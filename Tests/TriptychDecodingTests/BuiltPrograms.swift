import Glibc

/// The programs that were built with the tests; they lie beside the test bundle.
enum BuiltPrograms {
  static func path(of name: String) -> String {
    var room = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &room, room.count)
    let running = String(
      decoding: room.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // The tests run inside the test bundle itself or inside a runner of the toolchain, which is
    // given the bundle's path as an argument.
    let arguments = (0..<Int(CommandLine.argc)).compactMap { index in
      CommandLine.unsafeArgv[index].map { String(cString: $0) }
    }
    let candidates = [running] + arguments.filter { $0.hasSuffix(".xctest") }
    for candidate in candidates {
      let folder = candidate.split(separator: "/").dropLast().joined(separator: "/")
      let path = (candidate.hasPrefix("/") ? "/" : "") + folder + "/" + name
      if access(path, X_OK) == 0 { return path }
    }
    return name
  }
}
