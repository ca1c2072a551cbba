import Glibc
import TriptychCore

/// A file with subtitles beside a film, open. The receiver owns the descriptor and closes it.
public struct FoundSubtitles: Hashable, Sendable {
  public let descriptor: Int32
  public let path: [UInt8]
  /// As its name says, between that of the film and its ending; empty: it does not.
  public let language: String

  /// So many are taken.
  static let most = 8
  /// What is larger is no text that people read.
  private static let mostBytes: Int64 = 8 << 20
  /// Names that are looked at in a folder: it may have a million.
  private static let mostNames = 20_000

  /// Those of a film, by their names: `film.srt` and `film.de.srt` belong to `film.mp4`. On an
  /// opener's thread.
  static func beside(_ film: [UInt8], beneath root: [UInt8]?) -> [FoundSubtitles] {
    let folder = PathBytes.folder(of: film)
    let stem = SubtitleName.stem(of: PathBytes.name(of: film))
    var found: [FoundSubtitles] = []
    let names = names(in: folder, beginningWith: stem)
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      guard found.count < most, let language = SubtitleName.language(of: name, film: stem) else {
        continue
      }
      let path = PathBytes.absolute(name, in: folder)
      do throws(FileError) {
        let file = try Disk.openFile(path, beneath: root)
        guard file.state.byteCount > 0, file.state.byteCount <= mostBytes else { continue }
        found.append(
          FoundSubtitles(descriptor: file.release(), path: path, language: language))
      } catch {
        // A film is shown without what cannot be read beside it.
        continue
      }
    }
    return found
  }

  private static func names(
    in folder: [UInt8], beginningWith stem: ArraySlice<UInt8>
  ) -> [[UInt8]] {
    guard let stream = Disk.withPath(folder, { opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var (names, count) = ([[UInt8]](), 0)
    while count < mostNames, let entry = readdir(stream) {
      count += 1
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name.starts(with: stem) { names.append(name) }
    }
    return names
  }
}

/// The names of files with subtitles.
enum SubtitleName {
  private static let endings = ["srt", "ass", "ssa", "vtt"]

  /// Without its ending.
  static func stem(of name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return name
    }
    return name[..<dot]
  }

  /// nil: it is no file with subtitles of that film.
  static func language(of name: [UInt8], film stem: ArraySlice<UInt8>) -> String? {
    let own = Self.stem(of: name[...])
    let ending = String(decoding: name[own.endIndex...].dropFirst(), as: UTF8.self).lowercased()
    guard own.endIndex < name.endIndex, endings.contains(ending), own.starts(with: stem) else {
      return nil
    }
    let rest = own.dropFirst(stem.count)
    guard let dot = rest.first else { return "" }
    guard dot == UInt8(ascii: ".") else { return nil }
    let word = rest.dropFirst().prefix { $0 != UInt8(ascii: ".") }
    guard word.count <= 32 else { return "" }
    return String(validating: word, as: UTF8.self) ?? ""
  }
}
