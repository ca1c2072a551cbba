import Glibc

/// What lies outside of the tests: the shared folder and the built worker.
enum Shared {
  private static let repository: String = {
    var parts = #filePath.split(separator: "/")
    parts.removeLast(3)
    return "/" + parts.joined(separator: "/")
  }()

  /// nil where it is absent.
  static let folder: String? = {
    let named = getenv("TRIPTYCH_SHARED").map { String(cString: $0) }
    let path = named ?? repository + "/../shared"
    return access(path + "/media/expected.tsv", R_OK) == 0 ? path : nil
  }()

  /// The program, nil where it is not built.
  static let worker: String? = {
    let named = getenv("TRIPTYCH_DECODE_AV").map { String(cString: $0) }
    let path = named ?? repository + "/.build/debug/triptych-decode-av"
    return access(path, X_OK) == 0 ? path : nil
  }()

  static func text(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&room, 1, room.count, file)
      if count == 0 { break }
      bytes += room[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { return }
    defer { fclose(file) }
    fputs(text, file)
  }

  /// For whoever reads the tests' output.
  static func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = Glibc.write(2, line, line.count)
  }
}
