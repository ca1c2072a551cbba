import Testing

/// The habits of CONTRIBUTING.md, held over all of `Sources` and `Tests`.
///
/// Each finding is one line, `FILE:LINE: what is wrong`.
@Suite struct TidyTests {
  @Test("there is something to read")
  func filesAreFound() {
    #expect(Repository.files.contains { $0.path == "Sources/TriptychCore/Show/Command.swift" })
    #expect(Repository.files.contains { $0.path == "Tests/TidyTests/TidyTests.swift" })
  }

  @Test("no file is longer than 600 lines, no line than 100 columns")
  func sizes() {
    report { file in
      var found = Findings(file)
      if file.lines.count > 600 { found.add(601, "the file has \(file.lines.count) lines") }
      for (index, line) in file.lines.enumerated() where line.utf8.count > 100 {
        if line.count <= 100 { continue }
        found.add(index + 1, "\(line.count) columns")
      }
      return found
    }
    let long = Repository.files.filter { !$0.isTest && $0.lines.count > 300 }
    for file in long { note("\(file.path): \(file.lines.count) lines; 300 is the habit") }
  }

  @Test("no function is longer than 70 lines")
  func functions() {
    report { file in
      var found = Findings(file)
      for function in Functions.of(file) where function.lines > 70 {
        found.add(function.line, "a function of \(function.lines) lines")
      }
      return found
    }
  }

  @Test("each module imports only what its wall lets through")
  func walls() {
    report { file in
      var found = Findings(file)
      for (index, module) in imports(file) {
        if file.isTest {
          // A module's own tests may use its libraries: to make the files that it reads, say.
          let own = Walls.table[String(file.module.dropLast("Tests".count))] ?? []
          if Walls.parsers.contains(module), !own.contains(module) {
            found.add(index, "a test imports \(module)")
          }
        } else if let allowed = Walls.table[file.module] {
          if !allowed.contains(module) && !Walls.everywhere.contains(module) {
            found.add(index, "\(file.module) may not import \(module)")
          }
        } else {
          found.add(index, "\(file.module) is not in the table of walls")
        }
      }
      return found
    }
  }

  @Test("nothing calls what the project does without")
  func bannedCalls() {
    report { file in
      var found = Findings(file)
      for call in BannedCall.all where call.concerns(file) && file.mentions(call.text) {
        for (index, line) in file.code.enumerated() where line.holds(call.text) {
          found.add(index + 1, "\(call.text) is banned; use \(call.instead)")
        }
      }
      return found
    }
  }

  @Test("nothing is left open, and no path of one machine stands anywhere")
  func leftOpen() {
    // Spelt in two parts, so that this file passes its own test.
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X:", "HA" + "CK:"]
    let paths = ["/wo" + "rk/", "/ho" + "me/", "/ro" + "ot/", "/opt/" + "swift", "/tmp/" + "dev"]
    report { file in
      var found = Findings(file)
      for word in words + paths where file.mentions(word) {
        for (index, line) in file.lines.enumerated() where line.contains(word) {
          found.add(index + 1, word)
        }
      }
      return found
    }
  }

  @Test("every public type, function and subscript says what it is")
  func documentation() {
    report { file in
      var found = Findings(file)
      guard !file.isTest else { return found }
      for (index, line) in file.code.enumerated() where PublicDeclaration.needsComment(line) {
        if !PublicDeclaration.hasComment(above: index, in: file) {
          found.add(index + 1, "public, without a doc comment")
        }
      }
      return found
    }
  }

  @Test("every folder of Sources and Tests with Swift in it is a target of the package")
  func targets() {
    let package = Repository.text("Package.swift") ?? ""
    for file in Repository.files where !package.contains("\"\(file.module)\"") {
      Issue.record("\(file.path):1: \(file.module) is not in Package.swift")
    }
  }

  private func imports(_ file: SourceFile) -> [(line: Int, module: String)] {
    file.code.enumerated().compactMap { index, line in
      var words = line.split(separator: " ").filter { !$0.hasPrefix("@") && $0 != "public" }
      guard words.first == "import", words.count > 1 else { return nil }
      words.removeFirst()
      // `import func Glibc.exp` names the module in its second word.
      let name = words.count > 1 ? words[1] : words[0]
      return (index + 1, String(name.prefix { $0 != "." }))
    }
  }

  private func report(_ check: (SourceFile) -> Findings) {
    for file in Repository.files {
      for line in check(file).lines { Issue.record("\(line)") }
    }
  }
}

/// What is wrong in a file, a line each.
struct Findings {
  private let file: SourceFile
  private(set) var lines: [String] = []

  init(_ file: SourceFile) { self.file = file }

  mutating func add(_ line: Int, _ text: String) {
    lines.append("\(file.path):\(line): \(text)")
  }
}

extension BannedCall {
  func concerns(_ file: SourceFile) -> Bool {
    if allowed.contains(file.path) || (file.isTest && !inTests) { return false }
    return modules.isEmpty || (modules.contains(file.module) && !file.isTest)
  }
}

extension String {
  /// True if `text` stands here and is not the end of a longer name or a member of something.
  func holds(_ text: String) -> Bool {
    var rest = self[...]
    while let range = rest.firstRange(of: text) {
      let before = range.lowerBound > startIndex ? self[index(before: range.lowerBound)] : " "
      let isOwnWord = !(before.isLetter || before.isNumber || before == "_" || before == ".")
      let isDeclared = self[..<range.lowerBound].hasSuffix("func ")
      if (isOwnWord || text.hasPrefix(".")) && !isDeclared { return true }
      rest = rest[range.upperBound...]
    }
    return false
  }
}
