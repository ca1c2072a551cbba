import CSystem
import TriptychCore

/// Reads what a request names, one after the other, into one list. Waits for disks: never on the
/// main thread.
struct ListReader {
  var list = ItemList()
  let request: ListRequest
  /// Called with every problem as it is found.
  let tell: (Diagnostic) -> Void
  /// Called when the list has grown so much that it is worth showing.
  private let show: (ItemList) -> Void
  /// True if nobody waits for the list any more.
  let isUnwanted: () -> Bool

  /// Called with each folder and each list before it is read.
  var visit: (_ path: [UInt8], _ isFolder: Bool) -> Void = { _, _ in }
  /// Which of the names in a folder are left out: they are not whole yet.
  var leftOut: (_ folder: [UInt8], _ names: [[UInt8]]) -> Set<[UInt8]> = { _, _ in [] }
  /// Lists as they were when they could be read last, by path; they stand in for ones that cannot
  /// be read any more.
  var kept: [[UInt8]: KeptList] = [:]
  /// Paths where a folder stood that was read as a whole: where nothing stands now, there is
  /// nothing to show, and no file is missing.
  var roots: Set<[UInt8]> = []

  /// Tells of an open list that nobody has named whether it came from outside: from a stick, or
  /// over the network.
  var isForeign: (Int32) -> Bool = { sys_is_foreign($0) != 0 }

  private let workingFolder: [UInt8]
  /// The folder beneath which all lies that is read now: that of the outermost list from outside.
  var root: [UInt8]?
  private var read: [ListKey: ReadList] = [:]
  private var opened = 0
  private var shown = 0
  private var isFull = false

  /// A list, and what it was confined to when it was read.
  private struct ListKey: Hashable {
    var identity: FileState.Identity
    var root: [UInt8]?
  }

  /// A list that has been read, to be unrolled wherever it is named.
  private struct ReadList {
    var entries: [ItemList.Entry]
    /// The entries that are more, or less, than a file's name.
    var special: [(index: Int, kind: Special)]
    var isRefused: Bool
  }

  /// A list as it was read.
  struct KeptList {
    var source: ItemList.Source
    var entries: [ItemList.Entry]
  }

  private enum Special { case address, playlist, unknown }

  /// How deep lists may be nested below the first one (DESIGN section 6).
  static let deepestList = 8
  /// Lists that name each other again and again must come to an end.
  static let mostLists = 10_000
  static let mostEntries = 1 << 22

  init(
    _ request: ListRequest, workingFolder: [UInt8] = Disk.workingFolder(),
    tell: @escaping (Diagnostic) -> Void, show: @escaping (ItemList) -> Void = { _ in },
    isUnwanted: @escaping () -> Bool = { false }
  ) {
    (self.request, self.workingFolder, self.tell) = (request, workingFolder, tell)
    (self.show, self.isUnwanted) = (show, isUnwanted)
    list.isComplete = false
  }

  /// Reads everything; afterwards the list is complete.
  mutating func readAll() {
    let names = addArguments()
    for (argument, entry) in zip(request.arguments, names) {
      switch argument {
      case .path(let path): readPath(absolute(path), entry)
      case .playlist(let path): readPlaylist(absolute(path))
      case .standardInput(let isSeparatedByNUL): readStandardInput(isSeparatedByNUL)
      }
      showIfGrown()
    }
    readFallbacks()
    request.dates?.close()
    list.isComplete = true
  }

  func absolute(_ path: [UInt8]) -> [UInt8] {
    PathBytes.absolute(path, in: workingFolder)
  }

  /// The command line is a source of its own: its names are exact.
  private mutating func addArguments() -> [ItemList.Entry] {
    var text: [UInt8] = []
    var names: [ItemList.Entry] = []
    for argument in request.arguments {
      var name: [UInt8] = []
      if case .path(let path) = argument { name = path }
      names.append(ItemList.Entry(start: UInt32(text.count), count: UInt32(name.count)))
      text += name + [0]
    }
    list.sources.append(
      ItemList.Source(path: [], base: workingFolder, text: text, isExact: true))
    return names
  }

  private mutating func readPath(_ path: [UInt8], _ entry: ItemList.Entry) {
    if MediaNames.isPlaylist(path) { return readList(path, within: [], namedBy: nil) }
    // A name that is surely no folder's need not be looked at before its turn.
    if !MediaNames.isMedia(path), let state = try? Disk.look(at: path), state.kind == .folder {
      return readFolder(path, namedBy: nil)
    }
    if isFormerFolder([path]) { return }
    add([entry])
  }

  /// A folder stands for its files, by whatever option it is named.
  private mutating func readPlaylist(_ path: [UInt8]) {
    if let state = try? Disk.look(at: path), state.kind == .folder {
      return readFolder(path, namedBy: nil)
    }
    if isFormerFolder([path]) { return }
    readList(path, within: [], namedBy: nil)
  }

  private func isFormerFolder(_ paths: [[UInt8]]) -> Bool {
    guard let path = paths.first(where: { roots.contains($0) }) else { return false }
    let words = "the folder is gone; what it holds will be shown when it is back"
    tell(Diagnostic(path: path, severity: .warning, message: words))
    return true
  }

  private mutating func readStandardInput(_ isSeparatedByNUL: Bool) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try Disk.everything(0, size: 0, limit: PlaylistText.longestText, path: [])
    } catch {
      return complain([], error.words)
    }
    let before = list.count
    if isSeparatedByNUL {
      addNames(bytes, path: [], base: workingFolder)
    } else {
      unroll(parse(bytes, path: [], base: workingFolder), within: [], path: [])
    }
    if list.count == before { complain([], "nothing to show on standard input") }
  }

  // MARK: - Lists

  /// Reads a playlist and what it names.
  ///
  /// - Parameters:
  ///   - lists: the lists on the way down to this one.
  ///   - place: where it is named; nil on the command line.
  mutating func readList(
    _ path: [UInt8], within lists: [FileState.Identity], namedBy place: Diagnostic?
  ) {
    let name = String(escaping: path)
    guard lists.count <= Self.deepestList else {
      return warn(place, "\(name): lists are nested more than \(Self.deepestList) deep, left out")
    }
    opened += 1
    guard opened <= Self.mostLists else {
      if opened == Self.mostLists + 1 {
        warn(place, "more than \(Self.mostLists) lists and folders are named, the rest is left out")
      }
      return
    }
    visit(path, false)
    let outer = root
    defer { root = outer }
    do throws(FileError) {
      let file = try Disk.openFile(path, beneath: root)
      let identity = file.state.identity
      // Who names a list means it; one that is found is somebody else's.
      if root == nil, place != nil, isForeign(file.raw) { root = PathBytes.folder(of: path) }
      let key = ListKey(identity: identity, root: root)
      if lists.contains(identity) {
        return warn(place, "\(name): this list is within itself, left out here")
      }
      // A list that is named again is neither read nor complained of again.
      let found: ReadList
      if let known = read[key] { found = known } else { found = try lastGood(file, path) }
      read[key] = found
      let before = list.count
      unroll(found, within: lists + [identity], path: path)
      if list.count == before, !found.isRefused { complain(path, "the list has no entry") }
    } catch {
      guard let old = takeKept(path) else { return complain(path, error.words) }
      let words = "\(error.words); the list goes on as it was"
      tell(Diagnostic(path: path, severity: .warning, message: words))
      unroll(old, within: lists, path: path)
    }
  }

  /// The list as it is now, or where that is none any more, as it was.
  private mutating func lastGood(
    _ file: borrowing OpenFile, _ path: [UInt8]
  ) throws(FileError) -> ReadList {
    let found = try parse(file, path)
    guard let old = kept[path], let new = list.sources.last, new.path == path else {
      keep(found, path)
      return found
    }
    let isOther = new.text != old.source.text
    if isOther, found.isRefused || found.entries.isEmpty || !exists(found.entries, in: list) {
      var before = ItemList()
      before.sources = [old.source]
      let entries = old.entries.map { $0.of(source: 0) }
      if found.isRefused || exists(entries, in: before), let old = takeKept(path) {
        let words = "nothing that it names now can be found"
        complain(
          path, "\(found.isRefused ? "it is no list any more" : words); it goes on as it was")
        return old
      }
    }
    keep(found, path)
    return found
  }

  /// True if one of the first entries is there.
  private func exists(_ entries: [ItemList.Entry], in list: ItemList) -> Bool {
    entries.prefix(256).contains { Disk.resolve(list.candidates(of: $0)) != nil }
  }

  private mutating func keep(_ found: ReadList, _ path: [UInt8]) {
    guard !found.isRefused, let source = list.sources.last, source.path == path else { return }
    kept[path] = KeptList(source: source, entries: found.entries)
  }

  private mutating func takeKept(_ path: [UInt8]) -> ReadList? {
    guard let old = kept[path] else { return nil }
    let number = UInt32(list.sources.count)
    list.sources.append(old.source)
    let entries = old.entries.map { $0.of(source: number) }
    return ReadList(
      entries: entries, special: Self.special(entries, of: old.source), isRefused: false)
  }

  private mutating func parse(
    _ file: borrowing OpenFile, _ path: [UInt8]
  ) throws(FileError) -> ReadList {
    if MediaNames.playlistKind(path) == .xspf { return try parseMarkup(file, path) }
    let bytes = try Disk.everything(
      file.raw, size: file.state.byteCount, limit: PlaylistText.longestText, path: path)
    guard !bytes.isEmpty else {
      throw FileError(.empty, path: path, words: "the list is empty")
    }
    return parse(bytes, path: path, base: PathBytes.folder(of: path))
  }

  private mutating func parse(_ bytes: [UInt8], path: [UInt8], base: [UInt8]) -> ReadList {
    take(PlaylistText(bytes, path: path, base: base, number: UInt32(list.sources.count)))
  }

  /// XML is for a worker: it gets the open file.
  private mutating func parseMarkup(
    _ file: borrowing OpenFile, _ path: [UInt8]
  ) throws(FileError) -> ReadList {
    guard file.state.byteCount > 0 else {
      throw FileError(.empty, path: path, words: "the list is empty")
    }
    let answer = request.readMarkup?(file.raw) ?? .failure(ListMarkupError("no XML is read here"))
    switch answer {
    case .success(let markup):
      return take(
        PlaylistText(
          markup, path: path, base: PathBytes.folder(of: path),
          number: UInt32(list.sources.count)))
    case .failure(let error):
      throw FileError(.unreadable, path: path, words: error.words)
    }
  }

  private mutating func take(_ text: PlaylistText) -> ReadList {
    text.diagnostics.forEach(tell)
    list.sources.append(text.source)
    confine(text.entries)
    return ReadList(
      entries: text.entries, special: Self.special(text.entries, of: text.source),
      isRefused: text.isRefused)
  }

  /// Tells by their names which entries must be looked at; the rest waits for its turn.
  private static func special(
    _ entries: [ItemList.Entry], of source: ItemList.Source
  ) -> [(index: Int, kind: Special)] {
    let isValue = source.isValue
    return source.text.withUnsafeBufferPointer { bytes in
      var found: [(index: Int, kind: Special)] = []
      for (index, entry) in entries.enumerated() {
        let start = Int(entry.start)
        let name = UnsafeBufferPointer(rebasing: bytes[start..<start + Int(entry.count)])
        if isValue, name.contains(ItemList.alternative) {
          let isAddress = name.split(separator: ItemList.alternative)
            .allSatisfy { Candidates.isAddress(UnsafeBufferPointer(rebasing: $0)) }
          found.append((index, isAddress ? .address : .unknown))
        } else if Candidates.isAddress(name) {
          found.append((index, .address))
        } else if !MediaNames.isMedia(name) {
          found.append((index, MediaNames.isPlaylist(name) ? .playlist : .unknown))
        }
      }
      return found
    }
  }

  private mutating func unroll(
    _ found: ReadList, within lists: [FileState.Identity], path: [UInt8]
  ) {
    var done = 0
    for (index, kind) in found.special {
      if isUnwanted() || isFull { return }
      add(found.entries[done..<index])
      done = index + 1
      let entry = found.entries[index]
      if kind == .address {
        if request.keepsAddresses { add([entry]) }
        continue
      }
      // What does not exist stays in the list: it may come, and is named at its turn.
      guard let (path, state) = Disk.resolve(list.candidates(of: entry)) else {
        if !isFormerFolder(list.candidates(of: entry).paths) { add([entry]) }
        continue
      }
      switch (state.kind, kind) {
      case (.folder, _): readFolder(path, namedBy: list.place(of: entry))
      case (.file, _) where MediaNames.isPlaylist(path):
        readList(path, within: lists, namedBy: list.place(of: entry))
      default: add([entry])
      }
    }
    add(found.entries[done...])
  }

  // MARK: - What comes of it

  mutating func add(_ entries: some Collection<ItemList.Entry>) {
    guard !isFull, !entries.isEmpty else { return }
    let room = Self.mostEntries - list.count
    if entries.count > room {
      isFull = true
      complain([], "more than \(Self.mostEntries) entries, the rest is left out")
    }
    list.entries.append(contentsOf: entries.prefix(room))
  }

  /// Names that are exact, each ended by a NUL byte.
  mutating func addNames(_ text: [UInt8], path: [UInt8], base: [UInt8]) {
    let source = UInt32(list.sources.count)
    var entries: [ItemList.Entry] = []
    var start = 0
    for (index, byte) in (text + [0]).enumerated() where byte == 0 {
      if index > start {
        entries.append(
          ItemList.Entry(source: source, start: UInt32(start), count: UInt32(index - start)))
      }
      start = index + 1
    }
    var names = ItemList.Source(path: path, base: base, text: text, isExact: true)
    names.root = root
    list.sources.append(names)
    add(entries)
  }

  /// Shows the list when it has doubled: a long scan costs few copies.
  mutating func showIfGrown() {
    let waits = request.waitsForEnd || request.order != .name
    guard !waits, list.count > 0, list.count >= 2 * shown else { return }
    shown = list.count
    show(list)
  }

  func complain(_ path: [UInt8], _ words: String) {
    tell(Diagnostic(path: path, severity: .error, message: words))
  }

  func warn(_ place: Diagnostic?, _ words: String) {
    var warning = place ?? Diagnostic(path: [], severity: .warning, message: "")
    warning.message = words
    tell(warning)
  }
}

extension ItemList.Entry {
  /// The same place in the text of another source.
  fileprivate func of(source: UInt32) -> ItemList.Entry {
    var entry = self
    entry.source = source
    return entry
  }
}
