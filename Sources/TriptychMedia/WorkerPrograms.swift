import Glibc
import TriptychWire

/// Where the workers are: beside the program itself, after links, then in `../libexec/triptych`.
public struct WorkerPrograms: Hashable, Sendable {
  /// Absolute paths, bytes. Where a program is missing, the path at which it was looked for first.
  public var picture: [UInt8]
  public var heif: [UInt8]
  public var film: [UInt8]
  public var text: [UInt8]
  public var list: [UInt8]

  public init(
    picture: [UInt8], film: [UInt8], text: [UInt8], list: [UInt8] = [], heif: [UInt8] = []
  ) {
    (self.picture, self.film, self.text, self.list) = (picture, film, text, list)
    self.heif = heif
  }

  /// Those that belong to the running program; nil without /proc.
  public static func ofRunningProgram() -> WorkerPrograms? {
    var room = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &room, room.count)
    guard count > 0, count < room.count else { return nil }
    let program = room[..<count].map { UInt8(bitPattern: $0) }
    return beside(program) { path in
      let name = path.map { CChar(bitPattern: $0) } + [0]
      return access(name, X_OK) == 0
    }
  }

  /// The rule alone. `program`: absolute path; `isProgram`: true if a path can be started.
  static func beside(
    _ program: [UInt8], isProgram: ([UInt8]) -> Bool
  ) -> WorkerPrograms {
    let slash = program.lastIndex(of: 0x2F) ?? 0
    let folder = Array(program[..<slash])
    func find(_ name: String) -> [UInt8] {
      let first = folder + "/\(name)".utf8
      let second = folder + "/../libexec/triptych/\(name)".utf8
      return !isProgram(first) && isProgram(second) ? second : first
    }
    return WorkerPrograms(
      picture: find("triptych-decode"), film: find("triptych-decode-av"),
      text: find("triptych-decode-text"), list: find("triptych-decode-list"),
      heif: find("triptych-decode-heif"))
  }

  func program(for role: Role) -> [UInt8] {
    switch role {
    case .picture: picture
    case .heif: heif
    case .film, .encode: film
    case .text: text
    }
  }
}

extension Role {
  var kind: WorkerKind {
    switch self {
    case .picture: .picture
    case .heif: .heif
    case .encode: .encode
    case .film: .video
    case .text: .text
    }
  }

  /// Pictures: one is copied while the next is written. Films: what is shown, what comes, and
  /// time for the player to look elsewhere; beside these what the decoder refers to, so that it
  /// can write its frames where they are shown. Memory is only used where something was written,
  /// but addresses are, and a worker has not many.
  func slotCount(slotBytes: UInt64) -> UInt32 {
    switch self {
    case .picture, .heif: 2
    case .film: UInt32(min(max(Self.filmBytes / max(slotBytes, 1), 6), 18))
    case .text, .encode: 1
    }
  }

  private static let filmBytes: UInt64 = 512 << 20
}
