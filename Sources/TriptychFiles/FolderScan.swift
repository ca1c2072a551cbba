import Glibc
import TriptychCore

/// The names in one folder that may be pictures and films, and its subfolders.
struct FolderNames {
  private(set) var files = NameTable()
  private(set) var folders = NameTable()
  /// Links that lead nowhere, and what else cannot be looked at.
  private(set) var troubles: [FileError] = []

  /// The subfolders of a folder, absolute, in natural order.
  static func folders(in path: [UInt8]) throws(FileError) -> [[UInt8]] {
    var visited: Set<FileState.Identity> = []
    let names = try FolderNames(path, visited: &visited)
    return names?.folders.all.map { FolderWatch.path(path, $0) } ?? []
  }

  /// Reads a folder; nil if it has been visited before, by whatever name.
  init?(_ path: [UInt8], visited: inout Set<FileState.Identity>) throws(FileError) {
    let raw = Disk.withPath(path) { open($0, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC) }
    guard raw >= 0, let folder = fdopendir(raw) else {
      let number = errno
      if raw >= 0 { close(raw) }
      throw FileError(errno: number, path: path)
    }
    defer { closedir(folder) }
    var state = stat()
    guard fstat(raw, &state) == 0 else { throw FileError(errno: errno, path: path) }
    guard visited.insert(FileState(state).identity).inserted else { return nil }
    errno = 0
    while let entry = readdir(folder) {
      let kind = Int(entry.pointee.d_type)
      withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: UInt8.self, capacity: 256) { name in
          let name = UnsafeBufferPointer(start: name, count: strlen(tuple))
          take(name, kind, in: path)
        }
      }
      errno = 0
    }
    if errno != 0 { throw FileError(errno: errno, path: path) }
    files.sort()
    folders.sort()
  }

  /// `strlen` on the name as it lies in the entry.
  private func strlen(_ tuple: UnsafeRawPointer) -> Int {
    Glibc.strlen(tuple.assumingMemoryBound(to: CChar.self))
  }

  private mutating func take(_ name: UnsafeBufferPointer<UInt8>, _ kind: Int, in path: [UInt8]) {
    guard !Self.isSkipped(name) else { return }
    var isFolder = kind == Int(DT_DIR)
    var isFile = kind == Int(DT_REG)
    if kind == Int(DT_LNK) || kind == Int(DT_UNKNOWN) {
      do throws(FileError) {
        let state = try Disk.look(at: path + [UInt8(ascii: "/")] + Array(name))
        (isFolder, isFile) = (state.kind == .folder, state.kind == .file)
      } catch {
        guard !MediaNames.isPlaylist(name), !MediaNames.isNoMedia(name) else { return }
        var trouble = error
        if kind == Int(DT_LNK), error.code == .missing {
          trouble.words = "a link that leads nowhere"
        }
        troubles.append(trouble)
      }
    }
    if isFolder { folders.append(name) }
    if isFile, !MediaNames.isPlaylist(name), !MediaNames.isNoMedia(name) { files.append(name) }
  }

  /// What cameras, storage boxes and desktops hide in folders (DESIGN section 6).
  private static func isSkipped(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.first == UInt8(ascii: ".") || name.elementsEqual("@eaDir".utf8)
      || name.elementsEqual("#recycle".utf8) || name.elementsEqual("lost+found".utf8)
  }
}

/// Names in one text, each ended by a NUL byte.
struct NameTable {
  private(set) var text: [UInt8] = []
  private var places: [Range<Int>] = []

  var count: Int { places.count }

  subscript(_ index: Int) -> [UInt8] { Array(text[places[index]]) }

  /// Every name.
  var all: [[UInt8]] { places.map { Array(text[$0]) } }

  /// The text of the names that are not left out.
  func without(_ names: Set<[UInt8]>) -> [UInt8] {
    guard !names.isEmpty else { return text }
    return Array(all.filter { !names.contains($0) }.map { $0 + [0] }.joined())
  }

  mutating func append(_ name: UnsafeBufferPointer<UInt8>) {
    places.append(text.count..<text.count + name.count)
    text.append(contentsOf: name)
    text.append(0)
  }

  /// Natural order.
  mutating func sort() {
    text.withUnsafeBufferPointer { text in
      places.sort { a, b in
        NaturalOrder.precedes(
          UnsafeBufferPointer(rebasing: text[a]), UnsafeBufferPointer(rebasing: text[b]))
      }
    }
    var sorted: [UInt8] = []
    sorted.reserveCapacity(text.count)
    for (index, place) in places.enumerated() {
      places[index] = sorted.count..<sorted.count + place.count
      sorted.append(contentsOf: text[place])
      sorted.append(0)
    }
    text = sorted
  }
}

extension ListReader {
  /// Folders in folders, further than this below the first one, are left out.
  static let deepestFolder = 64

  /// Adds the files of a folder and of all below it.
  mutating func readFolder(_ path: [UInt8], namedBy place: Diagnostic?) {
    let before = list.count
    roots.insert(path)
    var visited: Set<FileState.Identity> = []
    scan(path, depth: 0, &visited)
    sort(from: before)
    guard list.count == before else { return }
    let words = "there is no picture and no film in this folder"
    if let place {
      warn(place, "\(String(escaping: path)): \(words)")
    } else {
      complain(path, words)
    }
  }

  private mutating func scan(
    _ path: [UInt8], depth: Int, _ visited: inout Set<FileState.Identity>
  ) {
    if isUnwanted() { return }
    guard depth <= Self.deepestFolder else {
      let words = "folders are nested more than \(Self.deepestFolder) deep, left out"
      return tell(Diagnostic(path: path, severity: .warning, message: words))
    }
    do throws(FileError) {
      if let root { _ = try Disk.look(at: path, beneath: root) }
      visit(path, true)
      guard let names = try FolderNames(path, visited: &visited) else { return }
      for trouble in names.troubles {
        tell(Diagnostic(path: trouble.path, severity: .warning, message: trouble.words))
      }
      let text = names.files.without(leftOut(path, names.files.all))
      if !text.isEmpty { addNames(text, path: path, base: path) }
      showIfGrown()
      for index in 0..<names.folders.count {
        let below = path == [UInt8(ascii: "/")] ? [] : path
        scan(below + [UInt8(ascii: "/")] + names.folders[index], depth: depth + 1, &visited)
      }
    } catch {
      tell(Diagnostic(path: path, severity: .warning, message: error.words))
    }
  }

  /// Oldest first; what cannot be looked at comes last, in the order of names.
  private mutating func sort(from start: Int) {
    let time: (Candidates) -> Int64
    switch request.order {
    case .name: return
    case .mtime:
      time = { candidates in
        let state = try? Disk.look(at: candidates.literal)
        return state?.modified ?? .max
      }
    case .date:
      guard let dates = request.dates else { return }
      time = dates.date(of:)
    }
    var times: [Int64] = []
    for item in start..<list.count {
      if isUnwanted() { return }
      times.append(time(list.candidates(item)))
    }
    let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    let sorted = order.map { list.entries[start + $0] }
    list.entries.replaceSubrange(start..., with: sorted)
  }
}
