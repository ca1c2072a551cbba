import Glibc
import Testing

/// How a run of the built program ended.
struct Run {
  var code: Int32
  var output: String
  var errors: String

  /// Runs `triptych`, or another program, with those words, in an environment of `variables` and
  /// (unless `home` is false) `HOME=/nonexistent`, to its end. `input` is what standard input
  /// holds, `folder` where it runs; as another user only root can let it run.
  init(
    _ words: [String], variables: [String] = [], home: Bool = true, closed: [Int32] = [],
    input: String = "", folder: String? = nil, asNobody: Bool = false,
    program: String? = Run.program
  ) throws {
    let output = try TemporaryFile()
    let errors = try TemporaryFile()
    let source = try TemporaryFile()
    source.fill(input)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, source.descriptor, 0)
    posix_spawn_file_actions_adddup2(&actions, output.descriptor, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.descriptor, 2)
    for descriptor in closed { posix_spawn_file_actions_addclose(&actions, descriptor) }
    let program = try #require(program)
    let shell = ["/bin/sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh"]
    let nobody = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    let command =
      (asNobody ? nobody : []) + (folder.map { shell + [$0] } ?? []) + [program] + words
    let path = command[0]
    var arguments = command.map { strdup($0) } + [nil]
    // What the sanitizer was told holds for the program, too: libdbus leaks.
    let sanitizer = getenv("ASAN_OPTIONS").map { ["ASAN_OPTIONS=" + String(cString: $0)] } ?? []
    let texts = (home ? ["HOME=/nonexistent"] : []) + sanitizer + variables
    var environment = texts.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var child: pid_t = 0
    try #require(posix_spawn(&child, path, &actions, nil, &arguments, &environment) == 0)
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    // A signal's number stands in the low bits.
    code = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    (self.output, self.errors) = (output.text, errors.text)
  }

  /// The program beside the test bundle.
  static var program: String? {
    var link = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &link, link.count - 1)
    let here = link.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let folders = [
      String(decoding: here.prefix(upTo: here.lastIndex(of: 0x2F) ?? 0), as: UTF8.self),
      "/\(root)/.build/debug", "/\(root)/.build/release",
    ]
    return folders.map { $0 + "/triptych" }.first { access($0, X_OK) == 0 }
  }
}

/// A file without a name, gone with its owner.
struct TemporaryFile: ~Copyable {
  let descriptor: Int32

  init() throws {
    var path = Array("/tmp/triptych-test-XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    try #require(descriptor >= 0)
    unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Makes it hold that text, to be read from its beginning.
  func fill(_ text: String) {
    _ = text.withCString { pwrite(descriptor, $0, text.utf8.count, 0) }
  }

  var text: String {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = pread(descriptor, &block, block.count, bytes.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += block[..<count]
    }
  }
}

/// A folder of its own with files in it, removed with its owner.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/triptych-test-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Writes a file; folders in `name` are made.
  func write(_ text: String, to name: String) {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/" + part
      mkdir(folder, 0o700)
    }
    guard let stream = fopen(path + "/" + name, "w") else { return }
    fputs(text, stream)
    fclose(stream)
  }

  /// Makes a fifo.
  func makeFifo(_ name: String) { mkfifo(path + "/" + name, 0o600) }

  deinit { removeTree(path) }
}
