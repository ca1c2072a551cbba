/// A list that takes another's place while it plays, and what has become of each item.
public struct ListEdit: Sendable {
  /// The new list.
  public var list: ItemList
  /// For each item of the new list its index in the old one; −1: it is new.
  public var origin: [Int32]
  /// Indices in the new list of items that were there, whose file or options are others now.
  public var changed: Set<Int>

  /// - Precondition: `origin` has a number for each item of the list.
  public init(list: ItemList, origin: [Int32], changed: Set<Int> = []) {
    precondition(origin.count == list.count, "an origin is missing")
    (self.list, self.origin, self.changed) = (list, origin, changed)
  }

  /// True if every item is where it was and nothing of it has changed.
  public var isTrivial: Bool {
    changed.isEmpty && origin.indices.allSatisfy { origin[$0] == Int32($0) }
  }

  /// For each item of the old list its index in the new one; −1: it is gone.
  ///
  /// - Parameter count: how many items the old list numbers.
  func destinations(from count: Int) -> [Int32] {
    var destinations = [Int32](repeating: -1, count: count)
    for (item, old) in origin.enumerated() where destinations.indices.contains(Int(old)) {
      destinations[Int(old)] = Int32(item)
    }
    return destinations
  }
}

extension ListEdit {
  /// What leads from one list to another. An item is the same if it is the same path, and the
  /// same one of several with that path.
  ///
  /// What has left `old` already but is still seen counts as its item too: a file that returns
  /// is what it was. Costs a comparison of bytes for what is alike at both ends, and a table for
  /// what lies between.
  public static func between(_ old: ItemList, _ new: ItemList) -> ListEdit {
    var origin = [Int32](repeating: -1, count: new.count)
    let shorter = min(old.count, new.count)
    var front = 0
    while front < shorter, old.isSameItem(front, as: front, in: new) {
      origin[front] = Int32(front)
      front += 1
    }
    var back = 0
    while back < shorter - front,
      old.isSameItem(old.count - 1 - back, as: new.count - 1 - back, in: new)
    {
      origin[new.count - 1 - back] = Int32(old.count - 1 - back)
      back += 1
    }
    var known = ItemTable(old)
    for item in front..<old.count - back { known.add(item) }
    for item in old.count..<old.numbered { known.add(item) }
    for item in front..<new.count - back { origin[item] = Int32(known.take(item, of: new) ?? -1) }
    let changed = origin.indices.filter {
      origin[$0] >= 0 && !old.tellsTheSame(Int(origin[$0]), as: $0, in: new)
    }
    return ListEdit(list: new, origin: origin, changed: Set(changed))
  }
}

/// Items by their paths; the first of several with the same path is found first.
private struct ItemTable {
  private let list: ItemList
  /// The first and last item with a hash.
  private var ends: [UInt64: (first: Int32, last: Int32)] = [:]
  private var following: [Int32: Int32] = [:]

  init(_ list: ItemList) { self.list = list }

  mutating func add(_ item: Int) {
    let hash = list.pathHash(item)
    guard let end = ends[hash] else {
      ends[hash] = (Int32(item), Int32(item))
      return
    }
    following[end.last] = Int32(item)
    ends[hash] = (end.first, Int32(item))
  }

  /// Takes out the first item that is the same as one of another list.
  mutating func take(_ item: Int, of other: ItemList) -> Int? {
    let hash = other.pathHash(item)
    guard let end = ends[hash] else { return nil }
    var (before, next): (Int32?, Int32?) = (nil, end.first)
    while let found = next {
      let after = following[found]
      guard list.isSameItem(Int(found), as: item, in: other) else {
        (before, next) = (found, after)
        continue
      }
      if let before { following[before] = after }
      let first = before == nil ? after : end.first
      ends[hash] = first.map { ($0, found == end.last ? (before ?? $0) : end.last) }
      following[found] = nil
      return Int(found)
    }
    return nil
  }
}

extension ItemList {
  /// True if an item has the same path as one of another list. Spellings are compared as they
  /// stand: nothing is looked up.
  func isSameItem(_ item: Int, as other: Int, in list: ItemList) -> Bool {
    withPath(item) { (base, name) in
      list.withPath(other) { (otherBase, otherName) in
        name.elementsEqual(otherName) && base.elementsEqual(otherBase)
      }
    }
  }

  /// True if two lists say the same of an item, but for its title and its place in the text.
  fileprivate func tellsTheSame(_ item: Int, as other: Int, in list: ItemList) -> Bool {
    let (a, b) = (entry(item), list.entry(other))
    if a.options < 0 && b.options < 0 { return true }
    return options(item) == list.options(other)
  }

  fileprivate func pathHash(_ item: Int) -> UInt64 {
    withPath(item) { (base, name) in
      // FNV-1a.
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in base { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
      for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return hash
    }
  }

  /// The folder of a relative location (empty for an absolute one), and the location.
  private func withPath<R>(
    _ item: Int, _ use: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> R
  ) -> R {
    let entry = entry(item)
    let source = sources[Int(entry.source)]
    let start = Int(entry.start)
    return source.text.withUnsafeBufferPointer { text in
      let name = UnsafeBufferPointer(rebasing: text[start..<start + Int(entry.count)])
      return source.base.withUnsafeBufferPointer { base in
        let isAbsolute = name.first == PathBytes.slash || Address.isAddress(name)
        return use(isAbsolute ? UnsafeBufferPointer(start: nil, count: 0) : base, name)
      }
    }
  }
}
