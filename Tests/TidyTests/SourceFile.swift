import Glibc

/// A Swift file of the repository, with its text and its code alone.
struct SourceFile {
  /// Relative to the repository, such as `Sources/TriptychCore/Show/Show.swift`.
  let path: String
  /// The lines as they stand.
  let lines: [String]
  /// The same lines with comments and the text of strings blanked, so that what is found
  /// here is code.
  let code: [String]

  /// The whole text, for a quick look before the lines are read one by one.
  private let bytes: [CChar]

  /// The module: the folder below `Sources` or `Tests`.
  var module: String {
    let parts = path.split(separator: "/")
    return parts.count > 2 ? String(parts[1]) : ""
  }

  var isTest: Bool { path.hasPrefix("Tests/") }

  init(path: String, text: String) {
    self.path = path
    bytes = Array(text.utf8CString)
    lines = Self.split(text)
    code = Self.split(CodeOnly.of(text))
  }

  /// True if a word stands anywhere in the text, comments and strings too.
  func mentions(_ word: String) -> Bool {
    bytes.withUnsafeBufferPointer { $0.baseAddress.map { strstr($0, word) != nil } ?? false }
  }

  private static func split(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

/// The repository that this test was compiled from.
enum Repository {
  /// Its top folder, absolute.
  static let root: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/")
  }()

  /// Every Swift file beneath a folder such as `Sources`, in the order of their paths.
  static func swiftFiles(_ folder: String) -> [SourceFile] {
    names(folder).sorted().flatMap { name -> [SourceFile] in
      let path = folder + "/" + name
      if isFolder(path) { return name.hasPrefix(".") ? [] : swiftFiles(path) }
      guard name.hasSuffix(".swift"), let text = text(path) else { return [] }
      return [SourceFile(path: path, text: text)]
    }
  }

  /// All of `Sources` and `Tests`.
  static let files = swiftFiles("Sources") + swiftFiles("Tests")

  /// The names in a folder, without `.` and `..`.
  static func names(_ folder: String) -> [String] {
    guard let stream = opendir(root + "/" + folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  static func isFolder(_ path: String) -> Bool {
    var facts = stat()
    return stat(root + "/" + path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// A file's text; nil if it cannot be read.
  static func text(_ path: String) -> String? {
    guard let file = fopen(root + "/" + path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&block, 1, block.count, file), count > 0 {
      bytes += block[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
