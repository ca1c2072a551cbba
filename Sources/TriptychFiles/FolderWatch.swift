import CSystem
import Glibc

/// What has happened in a folder that is watched.
struct FolderEvent: Equatable {
  enum Kind: Int32 {
    case made = 1
    case written, movedHere, gone, over, lost
  }

  var kind: Kind
  /// Empty where too much has happened to say.
  var folder: [UInt8]
  /// Empty for the folder itself.
  var name: [UInt8]
  var isFolder: Bool

  var path: [UInt8] { name.isEmpty ? folder : FolderWatch.path(folder, name) }
}

/// The folders that the system watches for us. Used on one thread.
final class FolderWatch {
  private let descriptor: Int32
  private let bell: Int32
  private let mounts: Int32
  private var numbers: [[UInt8]: Int32] = [:]
  /// All that is to be watched, be it there or not.
  private(set) var wanted: Set<[UInt8]> = []
  private var folders: [Int32: [UInt8]] = [:]
  /// What stood at each path when it was first watched.
  private var identities: [[UInt8]: FileState.Identity] = [:]

  /// More folders than that are not watched: others need the system's watches too.
  static let mostFolders = 8192

  private let most: Int

  /// `bell`: an eventfd that ends a wait; stays the caller's. `most`: folders that are watched.
  init(bell: Int32, most: Int = FolderWatch.mostFolders) {
    (self.bell, self.most) = (bell, most)
    descriptor = sys_watch_open()
    mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if mounts >= 0 { close(mounts) }
  }

  static func path(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] {
    (folder == [0x2F] ? [] : folder) + [0x2F] + name
  }

  func watches(_ folder: [UInt8]) -> Bool { numbers[folder] != nil }

  var count: Int { numbers.count }

  enum Outcome { case new, known, missing, refused }

  /// Watches a folder, before it is read.
  func add(_ folder: [UInt8]) -> Outcome {
    guard descriptor >= 0 else { return .refused }
    let isKnown = numbers[folder] != nil
    guard isKnown || numbers.count < most else { return .refused }
    let number = Disk.withPath(folder) { sys_watch_add(descriptor, $0) }
    guard number >= 0 else {
      forget(folder)
      return number == -ENOENT || number == -ENOTDIR || number == -EACCES ? .missing : .refused
    }
    // The same folder by another name: its events come under the first one.
    if let other = folders[number], other != folder { return .known }
    let isSame = numbers[folder] == number
    (numbers[folder], folders[number]) = (number, folder)
    if let state = try? Disk.look(at: folder) { identities[folder] = state.identity }
    return isSame ? .known : .new
  }

  /// Watches these and no others any more.
  func keep(_ wanted: Set<[UInt8]>) {
    self.wanted = wanted
    for folder in numbers.keys where !wanted.contains(folder) {
      if let number = numbers[folder] { sys_watch_remove(descriptor, number) }
      forget(folder)
    }
  }

  private func forget(_ folder: [UInt8]) {
    if let number = numbers.removeValue(forKey: folder) { folders[number] = nil }
    identities[folder] = nil
  }

  /// True if at one of the paths stands something else than when it was watched.
  func isMountedAnew(_ paths: some Sequence<[UInt8]>) -> Bool {
    paths.contains { path in
      let now = try? Disk.look(at: path)
      return now?.identity != identities[path]
    }
  }

  enum News {
    case none
    case events([FolderEvent])
    case mounts
  }

  /// Sleeps until something happens, the bell rings, or the deadline.
  func wait(until deadline: Deadline?) -> News {
    let left = deadline.map { $0.nanoseconds - Deadline.now().nanoseconds }
    let ready = sys_watch_wait(
      descriptor, bell, mounts, left.map { max(0, ($0 + 999_999) / 1_000_000) } ?? -1)
    if ready & 1 != 0 {
      var count: UInt64 = 0
      _ = read(bell, &count, 8)
    }
    if ready & 2 != 0 { return .events(events()) }
    return ready & 4 != 0 ? .mounts : .none
  }

  private func events() -> [FolderEvent] {
    var found: [FolderEvent] = []
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 8)
    defer { bytes.deallocate() }
    let count = sys_watch_read(descriptor, bytes.baseAddress, bytes.count)
    guard count > 0 else { return [] }
    var (place, raw) = (0, sys_watch_event())
    while sys_watch_next(bytes.baseAddress, count, &place, &raw) != 0 {
      guard let kind = FolderEvent.Kind(rawValue: raw.kind) else { continue }
      let folder = folders[raw.number] ?? []
      guard kind == .lost || !folder.isEmpty else { continue }
      if kind == .over {
        // One that was moved away would go on telling.
        sys_watch_remove(descriptor, raw.number)
        forget(folder)
      }
      let name = raw.name.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
      let event = FolderEvent(
        kind: kind, folder: folder, name: name ?? [], isFolder: raw.is_folder != 0)
      if found.last != event { found.append(event) }
    }
    return found
  }
}
