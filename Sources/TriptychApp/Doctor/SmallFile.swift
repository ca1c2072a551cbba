import Glibc
import TriptychStage

extension SmallFile {
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
