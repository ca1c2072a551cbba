/// Edits of a list while it plays (DESIGN section 4, "Page edits"). Indices out of range count as
/// the nearest; a list keeps at most the texts that its items need.
extension ItemList {
  /// The items of another list put in, so that the first of them is item `index`.
  public func inserting(_ other: ItemList, at index: Int) -> ListEdit {
    let place = min(max(index, 0), count)
    var list = onlyPresent
    let added = list.adopt(other.entries, from: other)
    list.entries.insert(contentsOf: added, at: place)
    var origin = (0..<Int32(count)).map { $0 }
    origin.insert(contentsOf: [Int32](repeating: -1, count: added.count), at: place)
    return ListEdit(list: list.compacted, origin: origin)
  }

  /// Without some items.
  public func removing(_ items: Set<Int>) -> ListEdit {
    var list = onlyPresent
    let kept = (0..<count).filter { !items.contains($0) }
    list.entries = kept.map { entries[$0] }
    return ListEdit(list: list.compacted, origin: kept.map { Int32($0) })
  }

  /// An item moved, so that it is item `index` of the new list.
  public func moving(_ item: Int, to index: Int) -> ListEdit {
    var list = onlyPresent
    var origin = (0..<Int32(count)).map { $0 }
    guard entries.indices.contains(item) else { return ListEdit(list: list, origin: origin) }
    let place = min(max(index, 0), count - 1)
    list.entries.insert(list.entries.remove(at: item), at: place)
    origin.insert(origin.remove(at: item), at: place)
    return ListEdit(list: list, origin: origin)
  }

  /// An item that is another file, or is shown otherwise: what the first entry of another list
  /// says. It keeps its place and is loaded anew.
  public func updating(_ item: Int, with other: ItemList) -> ListEdit {
    var list = onlyPresent
    let origin = (0..<Int32(count)).map { $0 }
    guard entries.indices.contains(item), let entry = other.entries.first else {
      return ListEdit(list: list, origin: origin)
    }
    list.entries[item] = list.adopt([entry], from: other)[0]
    return ListEdit(list: list.compacted, origin: origin, changed: [item])
  }

  /// An item that is shown otherwise. It keeps its place and its file, and is loaded anew.
  public func updating(_ item: Int, with options: ItemOptions) -> ListEdit {
    guard entries.indices.contains(item) else { return updating(item, with: ItemList()) }
    var entry = entries[item]
    var other = ItemList()
    other.sources = [sources[Int(entry.source)]]
    other.sources[0].options = [options]
    (entry.source, entry.options) = (0, 0)
    other.entries = [entry]
    return updating(item, with: other)
  }

  /// One file, to be put in. `root`: it is opened beneath that folder only.
  public init(file path: [UInt8], root: [UInt8], options: ItemOptions) {
    self.init(locations: [path])
    sources[0].root = root
    sources[0].options = [options]
    entries[0].options = 0
  }

  /// This list with what was done by hand to `current` since that was `base`: items put in, taken
  /// out and updated. What was put in comes after the same item as there.
  public func keeping(editsOf current: ItemList, since base: ItemList) -> ItemList {
    let byHand = ListEdit.between(base, current)
    if byHand.isTrivial, current.count == base.count { return self }
    let read = ListEdit.between(base, self)
    let (mine, theirs) = (
      byHand.destinations(from: base.count), read.destinations(from: base.count)
    )
    var list = self
    for item in byHand.changed {
      let place = Int(theirs[Int(byHand.origin[item])])
      guard place >= 0 else { continue }
      list.entries[place] = list.adopt([current.entries[item]], from: current)[0]
    }
    let gone = Set(mine.indices.filter { mine[$0] < 0 && theirs[$0] >= 0 }.map { theirs[$0] })
    var added: [Int32: [Int]] = [:]
    var before: Int32 = -1
    for (item, origin) in byHand.origin.enumerated() {
      if origin < 0 { added[before, default: []].append(item) }
      if origin >= 0, theirs[Int(origin)] >= 0 { before = theirs[Int(origin)] }
    }
    var entries: [Entry] = []
    func add(after place: Int32) {
      guard let items = added[place] else { return }
      entries += list.adopt(items.map { current.entries[$0] }, from: current)
    }
    add(after: -1)
    for (place, entry) in list.entries.enumerated() {
      if !gone.contains(Int32(place)) { entries.append(entry) }
      add(after: Int32(place))
    }
    list.entries = entries
    return list
  }

  /// Without what has left it already.
  private var onlyPresent: ItemList {
    var list = self
    list.departed = []
    return list
  }

  /// Takes over the texts of some entries of another list, and gives the entries as they are here.
  mutating func adopt(_ entries: [Entry], from other: ItemList) -> [Entry] {
    var numbers: [UInt32: UInt32] = [:]
    return entries.map { entry in
      var entry = entry
      if let number = numbers[entry.source] {
        entry.source = number
      } else {
        let number = UInt32(sources.count)
        sources.append(other.sources[Int(entry.source)])
        numbers[entry.source] = number
        entry.source = number
      }
      return entry
    }
  }

  /// Keeps an item that has left the list, with a text of its own: the list that it came from
  /// shall not be kept for it.
  mutating func keepDeparted(_ item: Int, of other: ItemList) {
    let entry = other.entry(item)
    let source = other.sources[Int(entry.source)]
    let (start, titleStart) = (Int(entry.start), Int(entry.titleStart))
    let name = Array(source.text[start..<start + Int(entry.count)]) + [0x0A]
    let title = source.text[titleStart..<titleStart + Int(entry.titleCount)]
    departed.append(
      Entry(
        source: UInt32(sources.count), start: 0, count: entry.count,
        titleStart: UInt32(name.count), titleCount: entry.titleCount,
        options: entry.options < 0 ? -1 : 0, line: entry.line, seconds: entry.seconds))
    var kept = Source(
      path: source.path, base: source.base, text: name + title,
      options: entry.options < 0 ? [] : [other.options(item)], isExact: source.isExact)
    kept.root = source.root
    sources.append(kept)
  }

  /// Without the texts that no item needs any more, if there may be many of those.
  private var compacted: ItemList {
    guard sources.count > 64 else { return self }
    var numbers = [UInt32?](repeating: nil, count: sources.count)
    var list = self
    list.sources = []
    for index in list.entries.indices {
      let old = Int(list.entries[index].source)
      let number = numbers[old] ?? UInt32(list.sources.count)
      if numbers[old] == nil { list.sources.append(sources[old]) }
      numbers[old] = number
      list.entries[index].source = number
    }
    return list
  }
}
