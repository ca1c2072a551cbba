/// Blanks comments and the text of string literals; every line keeps its number.
///
/// Knows `//`, nested `/* */`, `"…"`, `"""…"""`, raw strings, and the code inside `\(…)`.
struct CodeOnly {
  private enum Place {
    case code
    /// Inside `\(`, with the number of parentheses open in it.
    case interpolation(open: Int)
    case lineComment
    case blockComment(depth: Int)
    case string(quotes: Int, hashes: Int)
  }

  private let input: [UInt8]
  private var output: [UInt8] = []
  private var stack: [Place] = [.code]
  private var at = 0

  static func of(_ text: String) -> String {
    var lexer = CodeOnly(input: Array(text.utf8))
    while lexer.at < lexer.input.count { lexer.step() }
    return String(decoding: lexer.output, as: UTF8.self)
  }

  private init(input: [UInt8]) { self.input = input }

  private mutating func step() {
    switch stack.last ?? .code {
    case .code: code(open: nil)
    case .interpolation(let open): code(open: open)
    case .lineComment: if input[at] == UInt8(ascii: "\n") { leave() } else { blank(1) }
    case .blockComment(let depth): comment(depth)
    case .string(let quotes, let hashes): string(quotes, hashes)
    }
  }

  private mutating func code(open: Int?) {
    if starts("//") { return enter(.lineComment, skipping: 2) }
    if starts("/*") { return enter(.blockComment(depth: 1), skipping: 2) }
    let hashes = run(of: "#", from: at)
    if at + hashes < input.count, input[at + hashes] == UInt8(ascii: "\"") {
      let quotes = run(of: "\"", from: at + hashes) >= 3 ? 3 : 1
      return enter(.string(quotes: quotes, hashes: hashes), skipping: hashes + quotes)
    }
    guard let open else { return copy() }
    if input[at] == UInt8(ascii: "(") { stack[stack.count - 1] = .interpolation(open: open + 1) }
    if input[at] == UInt8(ascii: ")") {
      stack[stack.count - 1] = .interpolation(open: open - 1)
      if open == 1 { leave() }
    }
    copy()
  }

  private mutating func comment(_ depth: Int) {
    if starts("/*") {
      stack[stack.count - 1] = .blockComment(depth: depth + 1)
      blank(2)
    } else if starts("*/") {
      if depth == 1 { leave() } else { stack[stack.count - 1] = .blockComment(depth: depth - 1) }
      blank(2)
    } else {
      blank(1)
    }
  }

  private mutating func string(_ quotes: Int, _ hashes: Int) {
    if input[at] == UInt8(ascii: "\\"), run(of: "#", from: at + 1) >= hashes {
      let next = at + 1 + hashes
      if next < input.count, input[next] == UInt8(ascii: "(") {
        stack.append(.interpolation(open: 1))
        blank(1 + hashes)
        return copy()
      }
      return blank(min(2 + hashes, input.count - at))
    }
    let ends = run(of: "\"", from: at) >= quotes && run(of: "#", from: at + quotes) >= hashes
    if ends { leave() }
    blank(ends ? quotes + hashes : 1)
  }

  private mutating func enter(_ place: Place, skipping count: Int) {
    stack.append(place)
    blank(count)
  }

  private mutating func leave() { stack.removeLast() }

  private mutating func copy() {
    output.append(input[at])
    at += 1
  }

  private mutating func blank(_ count: Int) {
    for _ in 0..<count {
      let isEnd = input[at] == UInt8(ascii: "\n")
      output.append(UInt8(ascii: isEnd ? "\n" : " "))
      at += 1
    }
  }

  private func starts(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard at + count <= input.count else { return false }
    return (0..<count).allSatisfy { input[at + $0] == word.utf8Start[$0] }
  }

  private func run(of character: Unicode.Scalar, from start: Int) -> Int {
    input[min(start, input.count)...].prefix { $0 == UInt8(ascii: character) }.count
  }
}
