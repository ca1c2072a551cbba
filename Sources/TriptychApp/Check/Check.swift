import TriptychCore
import TriptychFiles

/// `triptych check [--entries] PLAYLIST …` (DESIGN section 5): says what is wrong with playlists.
///
/// - Parameters:
///   - paths: the playlists as they are given.
///   - entriesOnly: lists what would play instead; problems go to `problems` then.
///   - output: standard output; gets whole lines.
///   - problems: standard error; gets whole lines.
/// - Returns: the exit code: 1 if a list has an error, 2 if no list is named.
public func runCheck(
  paths: [[UInt8]], entriesOnly: Bool, output: (ArraySlice<UInt8>) -> Void,
  problems: (ArraySlice<UInt8>) -> Void
) -> Int32 {
  guard !paths.isEmpty else {
    problems(Array("triptych check: which playlist?\n".utf8)[...])
    return 2
  }
  var hasError = false
  for path in paths {
    let survey = ListSurvey(of: path)
    if entriesOnly {
      for location in survey.locations { output((location + [0x0A])[...]) }
    }
    for diagnostic in survey.diagnostics {
      let line = line(diagnostic, given: path)[...]
      if entriesOnly { problems(line) } else { output(line) }
      if diagnostic.severity == .error { hasError = true }
    }
  }
  return hasError ? 1 : 0
}

/// `FILE:LINE:COLUMN: error|warning: MESSAGE`; what is wrong with the whole is at 1:1. The list
/// itself is named as it was given.
private func line(_ diagnostic: Diagnostic, given path: [UInt8]) -> [UInt8] {
  let isGiven = diagnostic.path == ListSurvey.absolute(path) || diagnostic.path.isEmpty
  let place = ":\(max(diagnostic.line, 1)):\(max(diagnostic.column, 1))"
  let words = "\(place): \(diagnostic.severity.rawValue): \(diagnostic.message)\n"
  return (isGiven ? path : diagnostic.path) + Array(words.utf8)
}
