import Testing

/// docs/ancestors.md: each row names the tests that show it, and they are there.
@Suite struct AncestorsPageTests {
  @Test("every row names its tests, and each of them is there")
  func rows() throws {
    let rows = Self.rows(of: try #require(Repository.text("docs/ancestors.md")))
    #expect(rows.count > 60)
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmed }
      guard cells.count == 3 else {
        Issue.record("not three cells: \(row)")
        continue
      }
      if cells[2] == "–" { continue }
      for reference in cells[2].split(separator: "; ") {
        check(String(reference))
      }
    }
  }

  /// "`Suite`: words of the test", or "`script`" of `Tests/screen`, which tests one thing.
  private func check(_ reference: String) {
    let parts = reference.split(separator: "`").map { String($0) }
    guard let name = parts.first else {
      Issue.record("no test: \(reference)")
      return
    }
    guard parts.count == 2 else {
      #expect(Repository.text("Tests/screen/" + name) != nil, "no script \(name)")
      return
    }
    let words = parts[1].dropFirst().trimmed
    let suites = Repository.files.filter { $0.isTest && $0.path.hasSuffix("/\(name).swift") }
    let isThere = suites.contains { suite in suite.lines.contains { $0.contains(words) } }
    #expect(isThere, "\(name) has no test \(words)")
  }

  /// The rows of all tables, without their heads.
  private static func rows(of page: String) -> [String] {
    let lines = page.split(separator: "\n").map { String($0) }.filter { $0.hasPrefix("|") }
    return lines.filter { !$0.hasPrefix("|---") && !$0.hasPrefix("| the ancestor |") }.map {
      // \| within a cell is no border.
      $0.split(separator: "\\|").joined(separator: "¦")
    }
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    var rest = Substring(self)
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
