import TriptychCore

extension ListReader {
  /// A list from outside stays beneath itself and names no script (DESIGN section 6).
  mutating func confine(_ entries: [ItemList.Entry]) {
    guard let root else { return }
    let number = list.sources.count - 1
    list.sources[number].root = root
    for set in list.sources[number].options.indices {
      guard let name = list.sources[number].options[set].transition,
        TransformerTable.isScript(name)
      else { continue }
      list.sources[number].options[set].transition = nil
      let entry = entries.first { $0.options == Int32(set) }
      var problem =
        entry.map { list.place(of: $0) }
        ?? Diagnostic(path: list.sources[number].path, severity: .error, message: "")
      problem.severity = .error
      problem.message =
        "transition=\(name): a list from a stick or the network that nobody has named on the"
        + " command line names no script"
      tell(problem)
    }
  }
}
