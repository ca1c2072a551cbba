import TriptychCore

extension ItemList {
  /// Where an entry stands in its list, as an empty warning.
  func place(of entry: Entry) -> Diagnostic {
    let source = sources[Int(entry.source)]
    if source.isValue {
      return Diagnostic(
        path: source.path, line: Int(entry.line), column: source.column(of: entry.start),
        severity: .warning, message: "")
    }
    var start = Int(entry.start)
    while start > 0, source.text[start - 1] != 0x0A, source.text[start - 1] != 0x0D { start -= 1 }
    // The byte order mark belongs to no line.
    if start == 0, source.text.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    let column = entry.line == 0 ? 0 : Int(entry.start) - start + 1
    return Diagnostic(
      path: source.path, line: Int(entry.line), column: column, severity: .warning, message: "")
  }
}
