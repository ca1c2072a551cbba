import TriptychCore

/// A playlist read to its last entry, with everything that is wrong in it. Waits for disks.
public struct ListSurvey: Sendable {
  /// In order, nested lists and folders unrolled: an absolute path, or an address as it stands.
  public private(set) var locations: [[UInt8]] = []
  /// By list in the order in which they are named, then by line and column.
  public private(set) var diagnostics: [Diagnostic] = []

  /// What others know, whom a survey asks.
  public struct Advisers: Sendable {
    /// nil: lists in XML are named and left out.
    public var readMarkup: ListMarkupReader?
    /// What the clock on the wall shows; nil: no schedule is over.
    public var now: CivilTime?
    /// What is wrong with a script, given its path; nil: nothing.
    public var problemOfScript: @Sendable (String) -> String? = { _ in nil }
    /// Why an open file whose first bytes say nothing is no media; nil: it is.
    public var problemOfFile: @Sendable (Int32) -> String? = { _ in nil }
    /// Why an open film cannot be played as it should; nil: it can.
    public var problemOfFilm: @Sendable (Int32) -> String? = { _ in nil }

    public init() {}
  }

  private let advisers: Advisers
  private var scripts: [String: String?] = [:]
  private var names: [String: First] = [:]

  /// Reads a playlist and looks at every file it names.
  public init(of playlist: ListArgument, advisers: Advisers = Advisers()) {
    self.advisers = advisers
    var request = ListRequest([Self.asFolder(playlist) ?? playlist])
    request.readMarkup = advisers.readMarkup
    request.keepsAddresses = true
    let problems = Monitor<[Diagnostic]>([])
    var reader = ListReader(request, tell: { problem in problems.withLock { $0.append(problem) } })
    reader.readAll()
    diagnostics = problems.withLock { $0 }
    var firsts: [FileInList: First] = [:]
    var seen: Set<Place> = []
    for (item, entry) in reader.list.entries.enumerated() {
      look(at: entry, of: reader.list, &firsts)
      // A list that is named twice gives the same entry twice.
      guard seen.insert(Place(entry)).inserted else { continue }
      weigh(reader.list.options(item), of: entry, in: reader.list)
    }
    sort(reader.list)
  }

  /// A folder is surveyed as a list of its files.
  private static func asFolder(_ playlist: ListArgument) -> ListArgument? {
    guard case .playlist(let path) = playlist, let state = try? Disk.look(at: absolute(path)),
      state.kind == .folder
    else { return nil }
    return .path(path)
  }

  /// A path of the command line made absolute, as diagnostics name it.
  public static func absolute(_ path: [UInt8]) -> [UInt8] {
    PathBytes.absolute(path, in: Disk.workingFolder())
  }

  /// Where a file stands first in a list, and whether it has been complained of.
  private struct First {
    var entry: ItemList.Entry
    var isTold = false
  }

  private struct Place: Hashable {
    var source: UInt32
    var start: UInt32

    init(_ entry: ItemList.Entry) { (source, start) = (entry.source, entry.start) }
  }

  private struct FileInList: Hashable {
    var source: UInt32
    var path: [UInt8]
  }

  /// Says once of each file that stands in one list more than once.
  private mutating func compare(
    _ entry: ItemList.Entry, _ path: [UInt8], of list: ItemList,
    with firsts: inout [FileInList: First]
  ) {
    let key = FileInList(source: entry.source, path: path)
    guard let first = firsts[key] else {
      firsts[key] = First(entry: entry)
      return
    }
    // A list that is named twice gives the same entry twice.
    guard !first.isTold, first.entry.start != entry.start else { return }
    firsts[key]?.isTold = true
    let place = place(of: first.entry, from: entry, list)
    warn(entry, of: list, "the same file stands \(place) already")
  }

  private func place(
    of first: ItemList.Entry, from entry: ItemList.Entry, _ list: ItemList
  ) -> String {
    if first.source != entry.source {
      let path = String(escaping: list.sources[Int(first.source)].path)
      return first.line > 0 ? "in \(path), line \(first.line)" : "in \(path)"
    }
    return first.line == entry.line
      ? "in column \(list.place(of: first).column)" : "in line \(first.line)"
  }

  // MARK: - What a list says of an item

  private mutating func weigh(
    _ options: ItemOptions, of entry: ItemList.Entry, in list: ItemList
  ) {
    if let now = advisers.now, let schedule = options.schedule, schedule.impossibility == nil,
      schedule.isOver(at: now)
    {
      warn(entry, of: list, "its times are over, it will not be shown any more")
    }
    if let name = options.name { compare(name, of: entry, in: list) }
    if let name = options.transition, TransformerTable.isScript(name) {
      let base = list.sources[Int(entry.source)].base
      let path = PathBytes.absolute(Array(name.utf8), in: base)
      guard let problem = problem(ofScript: String(decoding: path, as: UTF8.self)) else { return }
      var error = list.place(of: entry)
      error.severity = .error
      error.message = "transition=\(name): \(problem)"
      diagnostics.append(error)
    }
  }

  private mutating func problem(ofScript path: String) -> String? {
    if let known = scripts[path] { return known }
    let problem = advisers.problemOfScript(path)
    scripts[path] = problem
    return problem
  }

  /// Says once of each name that more than one item has.
  private mutating func compare(_ name: String, of entry: ItemList.Entry, in list: ItemList) {
    guard let first = names[name] else {
      names[name] = First(entry: entry)
      return
    }
    guard !first.isTold else { return }
    names[name]?.isTold = true
    let place = place(of: first.entry, from: entry, list)
    warn(entry, of: list, "name=\(name) stands \(place) already; that item is found by it")
  }

  // MARK: - Files

  private mutating func look(
    at entry: ItemList.Entry, of list: ItemList, _ firsts: inout [FileInList: First]
  ) {
    let candidates = list.candidates(of: entry)
    guard !candidates.paths.isEmpty else {
      locations.append(candidates.literal)
      return
    }
    let isFolders = list.sources[Int(entry.source)].isExact
    guard let (path, state) = Disk.resolve(candidates) else {
      locations.append(candidates.literal)
      if !isFolders { warn(entry, of: list, Self.reason(candidates)) }
      return
    }
    locations.append(path)
    // In a folder whatever is no media is passed over without a word, as in the show.
    guard !isFolders else { return }
    if firsts[FileInList(source: entry.source, path: path)] == nil,
      let words = objection(path, state, candidates.root)
    {
      warn(entry, of: list, words)
    }
    compare(entry, path, of: list, with: &firsts)
  }

  private static func reason(_ candidates: Candidates) -> String {
    do throws(FileError) {
      _ = try Disk.look(at: candidates.literal, beneath: candidates.root)
      return "no such file"
    } catch {
      return error.words
    }
  }

  /// What will keep an existing file from being shown.
  private func objection(_ path: [UInt8], _ state: FileState, _ root: [UInt8]?) -> String? {
    guard state.kind == .file else { return "a \(state.kind.rawValue), not a file" }
    if state.byteCount == 0 { return "the file is empty" }
    do throws(FileError) {
      let file = try Disk.openFile(path, beneath: root)
      let head = try file.head(4096, path: path)
      let kind = MediaKind.sniff(head)
      if kind == .film { return advisers.problemOfFilm(file.raw) }
      guard kind == .unknown else { return nil }
      return MediaKind.isText(head)
        ? "text, neither a picture nor a film" : advisers.problemOfFile(file.raw)
    } catch {
      return error.words
    }
  }

  private mutating func warn(_ entry: ItemList.Entry, of list: ItemList, _ words: String) {
    var warning = list.place(of: entry)
    warning.message = "\(String(escaping: list.location(of: entry))): \(words)"
    diagnostics.append(warning)
  }

  private mutating func sort(_ list: ItemList) {
    var ranks: [[UInt8]: Int] = [:]
    for source in list.sources where ranks[source.path] == nil { ranks[source.path] = ranks.count }
    // A list that is named twice is complained of once.
    var seen: Set<Diagnostic> = []
    let once = diagnostics.filter { seen.insert($0).inserted }
    func key(_ index: Int) -> (Int, Int, Int, Int) {
      let found = once[index]
      return (ranks[found.path] ?? .max, found.line, found.column, index)
    }
    diagnostics = once.indices.sorted { key($0) < key($1) }.map { once[$0] }
  }
}
