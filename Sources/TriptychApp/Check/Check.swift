import TriptychCore
import TriptychFiles

/// `triptych check` as the command line has it.
func runCheck(settings: ProgramSettings, log: Log) -> Int32 {
  guard !settings.paths.isEmpty else {
    log.atStart(.error, "check needs a playlist: triptych check [--entries | --play] PLAYLIST ...")
    return ExitCode.usage
  }
  // Many small writes would cost more than the check.
  var output: [UInt8] = []
  let code = runCheck(
    playlists: settings.paths, isSeparatedByNUL: settings.nulSeparated,
    entriesOnly: settings.listsEntries,
    advisers: advisers(.ofProcess(), playing: settings.playsFilms),
    output: { line in
      output += line
      guard output.count > 1 << 16 else { return }
      StandardStreams.write(output[...])
      output = []
    },
    problems: { StandardStreams.write($0, to: 2) })
  return StandardStreams.write(output[...]) ? code : ExitCode.failed
}

/// `triptych check [--entries | --play] PLAYLIST …` (DESIGN section 5): says what is wrong with
/// playlists.
///
/// - Parameters:
///   - playlists: as they are given; `-` is standard input.
///   - isSeparatedByNUL: how entries end on standard input.
///   - entriesOnly: lists what would play instead; problems go to `problems` then.
///   - advisers: what is known besides the lists.
///   - output: standard output; gets whole lines.
///   - problems: standard error; gets whole lines.
/// - Returns: the exit code: 1 if a list has an error, else 0.
public func runCheck(
  playlists: [NamedPath], isSeparatedByNUL: Bool = false, entriesOnly: Bool,
  advisers: ListSurvey.Advisers = advisers(Environment()),
  output: (ArraySlice<UInt8>) -> Void, problems: (ArraySlice<UInt8>) -> Void
) -> Int32 {
  var hasError = false
  for playlist in playlists {
    // A playlist whatever its name: `check` takes nothing else.
    let path = NamedPath(bytes: playlist.bytes, isPlaylist: true)
    let survey = ListSurvey(
      of: ListArgument(path, isSeparatedByNUL: isSeparatedByNUL), advisers: advisers)
    if entriesOnly {
      for location in survey.locations { output((location + [0x0A])[...]) }
    }
    for diagnostic in survey.diagnostics {
      let line = line(diagnostic, given: playlist.bytes)[...]
      if entriesOnly { problems(line) } else { output(line) }
      if diagnostic.severity == .error { hasError = true }
    }
  }
  return hasError ? ExitCode.failed : ExitCode.done
}

/// What a check knows besides the list: the time, and what decoders and Lua say. `playing`: films
/// are played for a moment.
public func advisers(
  _ environment: Environment, playing: Bool = false
) -> ListSurvey.Advisers {
  var advisers = ListSurvey.Advisers()
  advisers.readMarkup = markupReader()
  WallClock.readZone()
  advisers.now = WallClock.zone.civil(WallClock.now)
  advisers.problemOfScript = { ScriptSearch(environment).problem(with: $0)?.words }
  advisers.problemOfFile = { problemOfShowing($0)?.words }
  if playing { advisers.problemOfFilm = { problemOfPlaying($0) } }
  return advisers
}

/// `FILE:LINE:COLUMN: error|warning: MESSAGE`; what is wrong with the whole is at 1:1. The list
/// itself is named as it was given.
private func line(_ diagnostic: Diagnostic, given path: [UInt8]) -> [UInt8] {
  let isGiven = diagnostic.path.isEmpty || diagnostic.path == ListSurvey.absolute(path)
  let place = ":\(max(diagnostic.line, 1)):\(max(diagnostic.column, 1))"
  let words = "\(place): \(diagnostic.severity.rawValue): \(diagnostic.message)\n"
  // What a name is made of must not command the terminal.
  return Array((String(escaping: isGiven ? path : diagnostic.path) + words).utf8)
}
