import Glibc

/// A function's first line (counting from 1) and its length from there to its last brace.
struct Functions {
  let line: Int
  let lines: Int

  /// All functions, initialisers and subscripts that have a body.
  static func of(_ file: SourceFile) -> [Functions] {
    file.code.indices.compactMap { index in
      guard let start = keyword(in: file.code[index]) else { return nil }
      guard let end = lastLine(from: index, column: start, in: file.code) else { return nil }
      return Functions(line: index + 1, lines: end - index + 1)
    }
  }

  /// Bytes before the keyword; nil if the line begins no function.
  private static func keyword(in line: String) -> Int? {
    let words = line.split { $0 == " " || $0 == "(" || $0 == "?" || $0 == "<" }
    let modifiers: Set<Substring> = [
      "public", "private", "fileprivate", "internal", "package", "static", "final", "override",
      "mutating", "nonmutating", "consuming", "borrowing", "convenience", "required",
      "nonisolated", "indirect", "@inline", "__always)", "@usableFromInline", "@inlinable",
      "@discardableResult", "isolated",
    ]
    let first = words.first { !modifiers.contains($0) && !$0.hasPrefix("@") }
    guard let first, ["func", "init", "deinit", "subscript"].contains(first) else { return nil }
    return line.utf8.distance(from: line.startIndex, to: first.startIndex)
  }

  /// The index of the line with the closing brace; nil where there is no body.
  private static func lastLine(from first: Int, column: Int, in code: [String]) -> Int? {
    var parentheses = 0
    var braces = 0
    for index in first..<code.count {
      for byte in code[index].utf8.dropFirst(index == first ? column : 0) {
        switch UnicodeScalar(byte) {
        case "(", "[": parentheses += 1
        case ")", "]": parentheses -= 1
        case "{": braces += 1
        case "}":
          braces -= 1
          if braces == 0 { return index }
          // A requirement of a protocol: the brace is its protocol's.
          if braces < 0 { return nil }
        default: break
        }
      }
      // A signature goes on in brackets, or on a line that begins with its next part.
      let isOpen = braces > 0 || parentheses > 0
      if !isOpen && !continues(index + 1, in: code) { return nil }
    }
    return nil
  }

  private static func continues(_ index: Int, in code: [String]) -> Bool {
    guard index < code.count else { return false }
    let line = code[index].drop { $0 == " " }
    return ["{", "->", "where", "throws", "async", ")"].contains { line.hasPrefix($0) }
  }
}

/// The rule for doc comments: types, functions and subscripts need one. Initialisers, properties
/// and cases need none where their name says all, nor do operators and what protocols ask for.
enum PublicDeclaration {
  private static let fromProtocols = [
    "func hash(into", "func makeIterator(", "func next() ->",
    "func place(_ p: Double, in scene: Scene)",  // ContentTransformer
  ]

  static func needsComment(_ line: String) -> Bool {
    let words = line.split(separator: " ").map { $0.prefix { $0 != "(" && $0 != ":" } }
    guard words.contains("public") || words.contains("open") else { return false }
    guard words.first == "public" || words.first?.hasPrefix("@") == true else { return false }
    let kinds: Set<Substring> = [
      "struct", "class", "enum", "protocol", "actor", "func", "subscript",
    ]
    guard let kind = words.firstIndex(where: { kinds.contains($0) }) else { return false }
    if fromProtocols.contains(where: { line.contains($0) }) { return false }
    // The name of an operator begins with no letter.
    let name = kind + 1 < words.count ? words[kind + 1] : "("
    guard let first = name.first else { return words[kind] == "subscript" }
    return words[kind] != "func" || first.isLetter || first == "`" || first == "_"
  }

  /// A `///` line stands above, with nothing but attributes between.
  static func hasComment(above index: Int, in file: SourceFile) -> Bool {
    for line in file.lines[..<index].reversed() {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("///") { return true }
      if !text.hasPrefix("@") { return false }
    }
    return false
  }
}

/// A line in the test's output that fails nothing.
func note(_ text: String) {
  let bytes = Array("note: \(text)\n".utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
