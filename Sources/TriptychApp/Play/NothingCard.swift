import TriptychCore
import TriptychFiles

/// The words of the card that stands where nothing can be shown. A line is a paragraph: the text
/// worker breaks it where the screen ends.
func nothingToShow(_ paths: [NamedPath], reason: String) -> String {
  var lines = ["There is nothing to show yet."]
  if paths.isEmpty {
    lines.append(
      "No folder, playlist or picture is named, on the command line or in a file of settings.")
  } else {
    lines.append("Pictures and films were looked for in")
    lines += paths.prefix(3).map { $0.isStandardInput ? "standard input" : shortened($0.bytes) }
    if paths.count > 3 { lines.append("and \(paths.count - 3) more.") }
    lines.append("Put some there: they will be shown by themselves.")
  }
  if !reason.isEmpty { lines.append("The last one tried: \(reason).") }
  return lines.joined(separator: "\n")
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
