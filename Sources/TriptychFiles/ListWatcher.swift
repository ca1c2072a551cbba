import Glibc
import TriptychCore

/// Reads a list, watches what it was read from, and reads it again when that has changed. On one
/// thread, which may wait for disks. Sleeps while nothing happens.
struct ListWatcher {
  /// What is found: the list, and the indices of items that are to be loaded anew.
  typealias Delivery = (_ list: ItemList, _ changed: Set<Int>) -> Void

  let request: ListRequest
  let tell: (Diagnostic) -> Void
  let isUnwanted: () -> Bool
  private let workingFolder: [UInt8]
  let folders: FolderWatch
  var rest = RestTable()
  /// Folders that are read as a whole, be they there now or not.
  private(set) var roots: Set<[UInt8]> = []
  private var kept: [[UInt8]: ListReader.KeptList] = [:]
  private var told: Set<Diagnostic> = []
  private(set) var list = ItemList()
  private var known: KnownPaths?
  /// What was read last: folders with all below them, and lists.
  private(set) var visited = Visits()
  /// Folders that hold what lists name, but are not read.
  private var beside: Set<[UInt8]> = []
  /// Folders of which it is not told when something changes.
  private var polled: Set<[UInt8]> = []
  /// What was looked for there, and how it was; nil: it was not there.
  private var polledFiles: [[UInt8]: RestTable.Look?] = [:]
  private var hasTold = false

  /// Files, and folders with all in them, that have changed since the last delivery.
  var changed: Set<[UInt8]> = []
  private var changedFolders: Set<[UInt8]> = []
  var needsReading = false
  var agitation: (first: Deadline, last: Deadline)?
  private var pollAt: Deadline?

  /// What happens is acted upon when nothing more has happened for a while, but not later than
  /// the second time after the first of it.
  private static let quiet = Duration.milliseconds(400)
  private static let patience = Duration.seconds(2)
  private let pollPause: Duration
  /// Entries whose folders are watched, and how many folders those may be.
  private static let mostEntries = 20_000
  private static let mostBeside = 512
  private static let mostRoots = 4096

  final class Visits {
    var folders: Set<[UInt8]> = []
    var lists: Set<[UInt8]> = []
  }

  /// `pollPause`: how often is looked at what nothing is told of. `mostFolders`: so many are told
  /// of at most.
  init(
    _ request: ListRequest, bell: Int32, workingFolder: [UInt8] = Disk.workingFolder(),
    pollPause: Duration = .seconds(60), mostFolders: Int = FolderWatch.mostFolders,
    tell: @escaping (Diagnostic) -> Void, isUnwanted: @escaping () -> Bool
  ) {
    (self.request, self.workingFolder, self.tell) = (request, workingFolder, tell)
    (self.pollPause, self.isUnwanted) = (pollPause, isUnwanted)
    folders = FolderWatch(bell: bell, most: mostFolders)
  }

  // MARK: - Reading

  /// Reads the list for the first time; `show` hears of it while it grows.
  mutating func readFirst(show: @escaping (ItemList) -> Void) {
    list = read(show: show, isFirst: true)
    watch(isFirst: true)
  }

  private mutating func read(show: @escaping (ItemList) -> Void, isFirst: Bool) -> ItemList {
    let (before, visits) = (visited, Visits())
    var problems: Set<Diagnostic> = []
    let (folders, told, tell) = (self.folders, self.told, self.tell)
    var reader = ListReader(
      request, workingFolder: workingFolder,
      tell: { problem in
        // What has been said of the list as it was is not said again.
        if problems.insert(problem).inserted, !told.contains(problem) { tell(problem) }
      }, show: show, isUnwanted: isUnwanted)
    (reader.kept, reader.roots) = (kept, roots)
    var refused = false
    reader.visit = { path, isFolder in
      if isFolder { visits.folders.insert(path) } else { visits.lists.insert(path) }
      // Watched before it is read, nothing that happens meanwhile is missed.
      if isFolder, folders.add(path) == .refused { refused = true }
    }
    let resting = RestingNames(
      rest: rest, known: isFirst ? nil : knownPaths(), told: before.folders.subtracting(polled))
    reader.leftOut = { folder, names in
      isFirst ? [] : resting.leftOut(folder, names)
    }
    reader.readAll()
    (kept, self.told, visited, rest) = (reader.kept, problems, visits, resting.rest)
    kept = kept.filter { visits.lists.contains($0.key) }
    // A list that names ever other folders must not fill the memory.
    roots = reader.roots.count > Self.mostRoots ? [] : reader.roots
    if refused { tellLimit() }
    return reader.list
  }

  private mutating func tellLimit() {
    guard !hasTold else { return }
    hasTold = true
    let words =
      "not all folders can be watched (fs.inotify.max_user_watches); "
      + "those that cannot are looked at once a minute"
    tell(Diagnostic(path: [], severity: .warning, message: words))
  }

  mutating func knownPaths() -> KnownPaths {
    let paths = known ?? KnownPaths(list)
    known = paths
    return paths
  }

  // MARK: - Watching

  /// Watches all folders that matter; what was not there before and is now has changed.
  private mutating func watch(isFirst: Bool) {
    beside = []
    for argument in request.arguments {
      switch argument {
      case .path(let path), .playlist(let path):
        beside.insert(PathBytes.folder(of: PathBytes.absolute(path, in: workingFolder)))
      case .standardInput: break
      }
    }
    for path in request.fallbacks.map({ PathBytes.absolute($0, in: workingFolder) }) {
      // Where nothing is yet, whatever comes there is news.
      beside.formUnion([path, PathBytes.folder(of: path)])
    }
    for path in visited.lists { beside.insert(PathBytes.folder(of: path)) }
    beside.formUnion(entryFolders().subtracting(visited.folders))
    polled = []
    var wanted: Set<[UInt8]> = []
    for folder in visited.folders.union(beside).union(roots) {
      let isRemote = Disk.withPath(folder) { isRemoteFolder($0) }
      switch folders.add(folder) {
      case .new:
        // It was watched before it was read, so this one was not read.
        if !isFirst { changedFolders.insert(folder) }
      case .known: break
      case .missing: addAbove(folder, &wanted)
      case .refused:
        polled.insert(folder)
        tellLimit()
      }
      if isRemote { polled.insert(folder) }
      wanted.insert(folder)
    }
    folders.keep(wanted)
    // Not put off by what is told of other folders.
    pollAt = polled.isEmpty ? nil : pollAt ?? Deadline.now().advanced(by: pollPause)
    if polled.isEmpty { polledFiles = [:] }
    if isFirst, !polled.isEmpty { lookAtPolled() }
  }

  /// Where a folder is missing, the one above it tells when it comes.
  private func addAbove(_ folder: [UInt8], _ wanted: inout Set<[UInt8]>) {
    var above = folder
    while above != [0x2F] {
      above = PathBytes.folder(of: above)
      wanted.insert(above)
      if folders.add(above) != .missing { return }
    }
  }

  private func entryFolders() -> Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    var last: [UInt8] = []
    for entry in list.entries.prefix(Self.mostEntries) where found.count < Self.mostBeside {
      guard !list.isOfFolder(entry, visited.folders) else { continue }
      let candidates = list.candidates(of: entry)
      guard !candidates.paths.isEmpty else { continue }
      let folder = PathBytes.folder(of: candidates.literal)
      if folder != last { found.insert(folder) }
      last = folder
    }
    return found
  }

  // MARK: - The loop

  /// Sleeps until something is to be delivered, and delivers it. False: nobody wants it any more.
  mutating func turn(isAsked: () -> Bool, deliver: Delivery) -> Bool {
    let news = folders.wait(until: due)
    guard !isUnwanted() else { return false }
    let now = Deadline.now()
    switch news {
    case .none: break
    case .events(let events):
      for event in events { take(event, at: now) }
      // A folder that is full of news is looked at a few times a second at most.
      pause()
    case .mounts:
      let all = visited.folders.union(beside).union(roots)
      if folders.isMountedAnew(all) { stir(at: now) }
    }
    settle(at: now)
    if let pollAt, pollAt <= now { poll(at: now) }
    let isAsked = isAsked()
    if isAsked || isCalm(at: now) { renew(isAsked: isAsked, deliver: deliver) }
    return true
  }

  private func pause() { _ = Glibc.poll(nil, 0, 100) }

  private var due: Deadline? {
    let calm = agitation.map {
      min($0.last.advanced(by: Self.quiet), $0.first.advanced(by: Self.patience))
    }
    return [calm, rest.due, pollAt].compactMap(\.self).min()
  }

  private func isCalm(at now: Deadline) -> Bool {
    guard let agitation else { return false }
    return agitation.last.advanced(by: Self.quiet) <= now
      || agitation.first.advanced(by: Self.patience) <= now
  }

  /// The list is to be read again, soon.
  mutating func stir(at now: Deadline) {
    needsReading = true
    agitate(at: now)
  }

  mutating func agitate(at now: Deadline) { agitation = (agitation?.first ?? now, now) }

  private mutating func settle(at now: Deadline) {
    for path in rest.settled(at: now, look: Disk.glance) {
      if knownPaths().contains(path) { changed.insert(path) }
      if !knownPaths().contains(path) || visited.lists.contains(path) { needsReading = true }
      agitate(at: now)
    }
  }

  private mutating func renew(isAsked: Bool, deliver: Delivery) {
    agitation = nil
    if needsReading || isAsked {
      let new = read(show: { _ in }, isFirst: false)
      guard !isUnwanted() else { return }
      needsReading = false
      let isSame = new.hasSameEntries(as: list)
      (list, known) = (new, isSame ? known : nil)
      watch(isFirst: false)
      if isSame, changed.isEmpty, changedFolders.isEmpty, !isAsked { return }
    }
    let items = isAsked ? Set(0..<list.count) : list.items(at: changed, in: changedFolders)
    (changed, changedFolders) = ([], [])
    deliver(list, items)
  }

  // MARK: - Polling

  /// Where it is not told what happens, the list is read again, and files are compared with what
  /// they were.
  private mutating func poll(at now: Deadline) {
    pollAt = now.advanced(by: pollPause)
    lookAtPolled()
    stir(at: now)
  }

  private mutating func lookAtPolled() {
    var looks: [[UInt8]: RestTable.Look?] = [:]
    for item in 0..<min(list.count, Self.mostEntries) {
      let candidates = list.candidates(item)
      guard polled.contains(PathBytes.folder(of: candidates.literal)) else { continue }
      for path in candidates.paths {
        let look = Disk.glance(path)
        looks[path] = .some(look)
        guard let look else { continue }
        // What nobody looked for before is new in the list, and loaded anyhow.
        if let before = polledFiles[path], before != look { changed.insert(path) }
        break
      }
    }
    polledFiles = looks
  }
}
