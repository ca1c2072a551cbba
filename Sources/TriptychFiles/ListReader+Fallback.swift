import TriptychCore

/// What is shown while what was named gives nothing at all: sticks that come and go.
extension ListReader {
  /// A list of that name on a stick says what of it is shown, and in which order.
  static let listNames = ["m3u", "m3u8", "json", "xspf", "pls"].map { Array("triptych.\($0)".utf8) }
  /// Settings that come with a stick.
  static let settingsName = Array("triptych.conf".utf8)
  private static let mostSettings = 1 << 16
  /// So many of the first entries are looked for before the rest is taken to be missing too.
  private static let mostLooks = 256

  /// Reads the paths that stand in, if nothing of all that was named is there. What was named stays
  /// in the list where they give nothing either: it says what is missing.
  mutating func readFallbacks() {
    guard !givesAnything() else { return }
    defer { findOut() }
    let named = list.entries
    list.entries = []
    for path in request.fallbacks {
      let path = absolute(path)
      // Nobody has looked at what is there: all of it is from outside.
      root = path
      readFallback(path)
      root = nil
    }
    guard list.count == 0 else { return }
    (list.entries, list.settings) = (named, [])
  }

  /// Says of each path why nothing comes of it.
  private mutating func findOut() {
    guard !givesAnything() else { return }
    let named = request.arguments.compactMap { argument -> [UInt8]? in
      switch argument {
      case .path(let path), .playlist(let path): absolute(path)
      case .standardInput: nil
      }
    }
    list.findings = (named + request.fallbacks.map(absolute)).compactMap { path in
      Self.finding(path).map { ItemList.Finding(path: path, kind: $0) }
    }
  }

  /// nil: a file is there, which others have to say something of.
  private static func finding(_ path: [UInt8]) -> ItemList.Finding.Kind? {
    do throws(FileError) {
      guard try Disk.look(at: path).kind == .folder else { return nil }
      _ = try FolderNames.folders(in: path)
      return .empty
    } catch {
      return error.code == .missing ? .missing : .unreadable
    }
  }

  private func givesAnything() -> Bool {
    list.entries.prefix(Self.mostLooks).contains {
      Disk.resolve(list.candidates(of: $0)) != nil
    }
  }

  private mutating func readFallback(_ path: [UInt8]) {
    guard let state = try? Disk.look(at: path) else { return }  // no stick is there
    guard state.kind == .folder else {
      root = PathBytes.folder(of: path)
      return MediaNames.isPlaylist(path) ? readForeignList(path) : addFile(path)
    }
    roots.insert(path)
    visit(path, true)
    if readStick(path) { return }
    // A folder of mount points: each that has a list of its own goes by that.
    let below = (try? FolderNames.folders(in: path)) ?? []  // what cannot be read is named below
    guard below.contains(where: { listOf($0) != nil }) else {
      readFolder(path, namedBy: nil)
      for folder in below { readSettings(folder) }
      return
    }
    for folder in below where !readStick(folder) { readFolder(folder, namedBy: nil) }
  }

  /// Goes by the list in a folder; false: there is none.
  private mutating func readStick(_ folder: [UInt8]) -> Bool {
    readSettings(folder)
    guard let path = listOf(folder) else { return false }
    let outer = root
    root = folder
    readForeignList(path)
    root = outer
    return true
  }

  private mutating func readForeignList(_ path: [UInt8]) {
    readList(path, within: [], namedBy: nil)
  }

  private mutating func addFile(_ path: [UInt8]) {
    let folder = PathBytes.folder(of: path)
    let start = folder == [0x2F] ? 1 : folder.count + 1
    addNames(Array(path[start...]) + [0], path: [], base: folder)
  }

  private func listOf(_ folder: [UInt8]) -> [UInt8]? {
    Self.listNames.lazy.map { FolderWatch.path(folder, $0) }
      .first { (try? Disk.look(at: $0, beneath: self.root))?.kind == .file }
  }

  /// Takes the settings that lie in a folder along.
  private mutating func readSettings(_ folder: [UInt8]) {
    let path = FolderWatch.path(folder, Self.settingsName)
    visit(path, false)
    do throws(FileError) {
      let file = try Disk.openFile(path, beneath: root)
      let text = try Disk.everything(
        file.raw, size: file.state.byteCount, limit: Self.mostSettings, path: path)
      guard text.count <= Self.mostSettings else {
        throw FileError(.unreadable, path: path, words: "too long for a file of settings")
      }
      list.settings.append(ItemList.Settings(path: path, text: text))
    } catch {
      if error.code != .missing { complain(path, error.words) }
    }
  }
}
