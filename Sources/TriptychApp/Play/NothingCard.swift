import TriptychCore
import TriptychFiles

/// The words of the card that stands where nothing can be shown. A line is a paragraph: the text
/// worker breaks it where the screen ends.
///
/// - Parameters:
///   - findings: why the paths give nothing; who sets a display up is told, visitors are not.
///   - takesSticks: a stick that is plugged in is shown.
func nothingToShow(
  _ paths: [NamedPath], reason: String, _ words: Words, findings: [ItemList.Finding] = [],
  takesSticks: Bool = false
) -> String {
  var lines = [words[.nothingYet]]
  if paths.isEmpty {
    lines.append(words[.noneNamed])
  } else {
    lines.append(words[.lookedIn])
    lines += paths.prefix(3).map { path in
      if path.isStandardInput { return words[.standardInput] }
      let finding = findings.first { $0.path == path.bytes }
      return shortened(path.bytes) + (finding.map { ": " + words[$0.kind.key] } ?? "")
    }
    if paths.count > 3 { lines.append(words(.andMore, "n", "\(paths.count - 3)")) }
    lines.append(words[.putSome])
  }
  if takesSticks { lines.append(words[.useStick]) }
  // Of what is not there, or empty, all has been said.
  if !reason.isEmpty, findings.isEmpty { lines.append(words(.lastTried, "reason", reason)) }
  return lines.joined(separator: "\n")
}

extension ItemList.Finding.Kind {
  fileprivate var key: Words.Key {
    switch self {
    case .missing: .isMissing
    case .empty: .isEmpty
    case .unreadable: .isUnreadable
    }
  }
}

/// A path that fits on a card: where it begins and what it ends in say most.
func shortened(_ path: [UInt8], to most: Int = 100) -> String {
  let text = String(escaping: path)
  guard text.count > most else { return text }
  let (start, end) = (most / 3, most - most / 3 - 5)
  var (first, last) = (text.prefix(start), text.suffix(end))
  // Whole names, where they are not long themselves.
  if let slash = first.lastIndex(of: "/"), slash > first.startIndex { first = first[...slash] }
  if let slash = last.firstIndex(of: "/"), slash != last.indices.last { last = last[slash...] }
  return first + " ... " + last
}

extension NamedPath {
  /// As it is found from anywhere: who reads the card does not know where the program was started.
  var absolute: NamedPath {
    guard !isStandardInput else { return self }
    return NamedPath(bytes: ListSurvey.absolute(bytes), isPlaylist: isPlaylist)
  }
}
