import CSystem
import Glibc
import TriptychCore

extension ListWatcher {
  /// What an event means for the list.
  mutating func take(_ event: FolderEvent, at now: Deadline) {
    let path = event.path
    if event.kind == .lost || event.kind == .over { return stir(at: now) }
    if event.isFolder {
      // Folders in folders count, and those on the way to what is watched.
      guard event.kind != .written else { return }
      let isAwaited = folders.isOnTheWay(path) || knownPaths().contains(path)
      if isAwaited || visited.folders.contains(event.folder) { stir(at: now) }
      return
    }
    if visited.lists.contains(path) { return takeList(event, path, at: now) }
    let isInside = visited.folders.contains(event.folder)
    guard isInside ? ListWatcher.mayBeShown(event.name) : knownPaths().contains(path) else {
      return
    }
    takeFile(event, path, isInside: isInside, at: now)
  }

  private mutating func takeList(_ event: FolderEvent, _ path: [UInt8], at now: Deadline) {
    switch event.kind {
    case .made: wait(for: path, at: now)
    case .written, .movedHere, .gone: stir(at: now)
    case .over, .lost: break
    }
  }

  private mutating func takeFile(
    _ event: FolderEvent, _ path: [UInt8], isInside: Bool, at now: Deadline
  ) {
    switch event.kind {
    case .made: wait(for: path, at: now)
    case .written: rest.touch(path, needs: RestTable.afterWriting, at: now)
    case .movedHere:
      rest.forget(path)
      if knownPaths().contains(path) { changed.insert(path) }
      if !knownPaths().contains(path) { needsReading = true }
      agitate(at: now)
    case .gone:
      rest.forget(path)
      if isInside { stir(at: now) }
    case .over, .lost: break
    }
  }

  /// Somebody has made a file and will close it, or it is a link to a whole one.
  private mutating func wait(for path: [UInt8], at now: Deadline) {
    var raw = stat()
    guard Disk.withPath(path, { lstat($0, &raw) }) == 0 else { return }
    let isLink = raw.st_mode & S_IFMT == S_IFLNK || raw.st_nlink > 1
    rest.touch(path, needs: isLink ? RestTable.afterWriting : RestTable.whileOpen, at: now)
    rest.note(path, Disk.glance(path))
  }

  /// True for a name that the scan of a folder would take.
  static func mayBeShown(_ name: [UInt8]) -> Bool {
    name.withUnsafeBufferPointer { bytes in
      bytes.first != UInt8(ascii: ".") && !MediaNames.isPlaylist(bytes)
        && !MediaNames.isNoMedia(bytes)
    }
  }
}

extension FolderWatch {
  /// True if a path is that of a watched folder, or lies above one.
  func isOnTheWay(_ path: [UInt8]) -> Bool {
    let prefix = path + [0x2F]
    return wanted.contains { $0 == path || $0.starts(with: prefix) }
  }
}

/// The names of a folder that are not at rest, for one reading.
final class RestingNames {
  private(set) var rest: RestTable
  private let known: KnownPaths?
  private let told: Set<[UInt8]>
  /// What was changed so short a time ago may still be written.
  private static let fresh = 3

  /// `told`: folders of which it is told what happens in them, for as long as they are known.
  init(rest: RestTable, known: KnownPaths?, told: Set<[UInt8]>) {
    (self.rest, self.known, self.told) = (rest, known, told)
  }

  /// Names that were in the list already stay in it while they are written anew.
  func leftOut(_ folder: [UInt8], _ names: [[UInt8]]) -> Set<[UInt8]> {
    if !told.contains(folder) { lookAtNew(folder, names) }
    return rest.names(in: folder).filter { known?.contains(FolderWatch.path(folder, $0)) != true }
  }

  /// In a folder of which nothing was told, what has come just now may be half there.
  private func lookAtNew(_ folder: [UInt8], _ names: [[UInt8]]) {
    let now = Deadline.now()
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    for name in names {
      let path = FolderWatch.path(folder, name)
      var raw = stat()
      guard known?.contains(path) != true, !rest.contains(path),
        Disk.withPath(path, { stat($0, &raw) }) == 0,
        Int(raw.st_ctim.tv_sec) > time.tv_sec - Self.fresh
      else { continue }
      rest.touch(path, needs: RestTable.afterWriting, at: now)
      rest.note(path, Disk.glance(path))
    }
  }
}

/// The paths that a list may mean, as hashes: quick to ask, and small.
struct KnownPaths {
  private var hashes: Set<UInt64> = []

  init(_ list: ItemList) {
    for item in 0..<list.count {
      for path in list.candidates(item).paths { hashes.insert(Self.hash(path)) }
    }
  }

  func contains(_ path: [UInt8]) -> Bool { hashes.contains(Self.hash(path)) }

  /// FNV-1a.
  private static func hash(_ path: [UInt8]) -> UInt64 {
    path.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

func isRemoteFolder(_ path: UnsafePointer<CChar>) -> Bool { sys_is_remote(path) == 1 }

extension Disk {
  /// How a file is now; nil: there is none.
  static func glance(_ path: [UInt8]) -> RestTable.Look? {
    guard let state = try? look(at: path), state.kind == .file else { return nil }
    return RestTable.Look(byteCount: state.byteCount, modified: state.modified)
  }
}

extension ItemList {
  /// True if an entry is a name in a folder that is read as a whole.
  func isOfFolder(_ entry: Entry, _ folders: Set<[UInt8]>) -> Bool {
    let source = sources[Int(entry.source)]
    return source.isExact && folders.contains(source.path)
  }

  /// The items that may mean one of these files, or a file in one of these folders.
  func items(at paths: Set<[UInt8]>, in folders: Set<[UInt8]>) -> Set<Int> {
    guard !paths.isEmpty || !folders.isEmpty else { return [] }
    return Set(
      (0..<count).filter { item in
        candidates(item).paths.contains {
          paths.contains($0) || (!folders.isEmpty && folders.contains(PathBytes.folder(of: $0)))
        }
      })
  }

  /// True if the same entries were read from the same places.
  public func hasSameEntries(as other: ItemList) -> Bool {
    settings == other.settings && findings == other.findings && count == other.count
      && sources.count == other.sources.count
      && zip(sources, other.sources).allSatisfy { $0.path == $1.path && $0.text == $1.text }
  }
}
