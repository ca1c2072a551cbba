import Testing

/// The tidy rules themselves, on small texts: a rule that finds nothing proves nothing.
@Suite struct RulesTests {
  private func file(_ text: String, path: String = "Sources/TriptychCore/A.swift") -> SourceFile {
    SourceFile(path: path, text: text)
  }

  @Test("comments and strings are not code, what stands in an interpolation is")
  func codeOnly() {
    let text = #"""
      a("b // c") // d
      /* e /* f */ g */ h
      "\(print(")")) i" j
      """#
    #expect(file(text).code.map { $0.filter { $0 != " " } } == ["a()", "h", #"(print())j"#])
  }

  @Test("raw and long strings are not code, and lines keep their numbers")
  func longStrings() {
    let quotes = String(repeating: "\"", count: 3)
    let text = "x = #\"a\"b\"#\ny = \(quotes)\nprint(1)\n\(quotes) + z"
    let code = file(text).code.map { $0.filter { $0 != " " } }
    #expect(code == ["x=", "y=", "", "+z"])
  }

  @Test("a function is as long as its braces say, a requirement has no length")
  func functionLengths() {
    let text = """
      protocol P {
        func a()
        func b(_ x: Int) -> Int
      }
      public static func c(
        x: Int
      ) -> Int {
        if x > 0 { return 1 }
        return 0
      }
      """
    #expect(Functions.of(file(text)).map { [$0.line, $0.lines] } == [[5, 6]])
  }

  @Test(
    "a banned call is found as a word of its own",
    arguments: [
      ("print(1)", true), ("a.print(1)", false), ("reprint(1)", false), ("func print(", false),
      ("x; print(1)", true),
    ])
  func words(line: String, isFound: Bool) {
    #expect(line.holds("print(") == isFound)
  }

  @Test(
    "public types and functions need a comment, operators and properties do not",
    arguments: [
      ("public struct A {", true), ("  public mutating func a() {", true),
      ("public final class A {", true), ("public static func < (a: A, b: A) -> Bool {", false),
      ("public var a: Int", false), ("struct A {", false), ("public init() {}", false),
      ("public subscript(a: Int) -> Int {", true), ("public func hash(into h: inout H) {", false),
    ])
  func documented(line: String, needs: Bool) {
    #expect(PublicDeclaration.needsComment(line) == needs)
  }
}
