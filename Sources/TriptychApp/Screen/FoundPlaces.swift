import TriptychCore

/// Where files were found that a list names in another spelling (`sp%20ace.jpg`): what people are
/// told then is the name of the file. A value.
struct FoundPlaces {
  /// By the location as the list has it, absolute.
  private var paths: [[UInt8]: [UInt8]] = [:]

  /// An item's file was opened.
  mutating func found(_ path: [UInt8], for item: Int, of list: ItemList) {
    guard list.knows(item) else { return }
    let candidates = list.candidates(item)
    paths[candidates.literal] = path == candidates.paths.first ? nil : path
  }

  /// Absolute; as the list has it until the file was found.
  func path(_ item: Int, of list: ItemList) -> [UInt8] {
    other(item, of: list) ?? list.path(of: item)
  }

  /// The file's.
  func name(_ item: Int, of list: ItemList) -> [UInt8] {
    other(item, of: list)?.split(separator: UInt8(ascii: "/")).last.map { Array($0) }
      ?? list.fileName(item)
  }

  /// What the list calls it, else the file's name.
  func title(_ item: Int, of list: ItemList) -> String {
    String(escaping: list.title(item) ?? name(item, of: list))
  }

  private func other(_ item: Int, of list: ItemList) -> [UInt8]? {
    paths.isEmpty ? nil : paths[list.candidates(item).literal]
  }
}
