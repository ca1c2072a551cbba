import Glibc
import TriptychCore

/// A playlist read to its last entry, with everything that is wrong in it. Waits for disks.
public struct ListSurvey: Sendable {
  /// In order, nested lists and folders unrolled: an absolute path, or an address as it stands.
  public private(set) var locations: [[UInt8]] = []
  /// By list in the order in which they are named, then by line and column.
  public private(set) var diagnostics: [Diagnostic] = []

  /// Reads a playlist and looks at every file it names.
  public init(of playlist: ListArgument, readMarkup: ListMarkupReader? = nil) {
    var request = ListRequest([Self.asFolder(playlist) ?? playlist])
    request.readMarkup = readMarkup
    request.keepsAddresses = true
    let problems = Monitor<[Diagnostic]>([])
    var reader = ListReader(request, tell: { problem in problems.withLock { $0.append(problem) } })
    reader.readAll()
    diagnostics = problems.withLock { $0 }
    var firsts: [FileInList: First] = [:]
    for entry in reader.list.entries { look(at: entry, of: reader.list, &firsts) }
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
    let place =
      first.entry.line == entry.line
      ? "in column \(list.place(of: first.entry).column)" : "in line \(first.entry.line)"
    warn(entry, of: list, "the same file stands \(place) already")
  }

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
      if !isFolders { warn(entry, of: list, Self.reason(candidates.literal)) }
      return
    }
    locations.append(path)
    guard !isFolders else { return }
    if let words = Self.objection(path, state) { warn(entry, of: list, words) }
    compare(entry, path, of: list, with: &firsts)
  }

  private static func reason(_ path: [UInt8]) -> String {
    do throws(FileError) {
      _ = try Disk.look(at: path)
      return "no such file"
    } catch {
      return error.words
    }
  }

  /// What will keep an existing file from being shown.
  private static func objection(_ path: [UInt8], _ state: FileState) -> String? {
    guard state.kind == .file else { return "a \(state.kind.rawValue), not a file" }
    if state.byteCount == 0 { return "the file is empty" }
    return Disk.withPath(path) { access($0, R_OK) } == 0 ? nil : "permission denied"
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
