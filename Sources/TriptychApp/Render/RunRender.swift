import Glibc
import TriptychCore
import TriptychFiles
import TriptychMedia

/// Renders the show to pictures or a film. The exit code.
func runRender(settings: ProgramSettings, replaying record: Record?, log: Log) -> Int32 {
  // Before all threads: signals are for it alone.
  let unfinished = Unfinished()
  let (file, instants): (TextFile?, [Instant]?)
  do throws(OptionError) {
    instants = try readInstants(settings.render)
    file = try settings.record.map { (path) throws(OptionError) in try Recorder.open(path) }
  } catch {
    log.atStart(.error, error.message)
    return ExitCode.usage
  }
  let code = render(settings, instants, log, unfinished) { job, list, transformers in
    if let file { job.record(to: file) }
    if let record { job.replay(record, list, transformers) }
  }
  if code != ExitCode.done { unfinished.takeBack() }
  return code
}

private func render(
  _ settings: ProgramSettings, _ instants: [Instant]?, _ log: Log, _ unfinished: Unfinished,
  prepare: (RenderJob, ItemList, TransformerTable) -> Void
) -> Int32 {
  let render = settings.render
  if render.output?.namesFilm ?? false, render.size.area > RenderSettings.largestFilm.area {
    log.atStart(
      .error,
      "--size \(render.size): a film's frames have no more pixels than "
        + "\(RenderSettings.largestFilm)")
    return ExitCode.usage
  }
  let bell = Bell()
  let ring: @Sendable () -> Void = { bell.ring() }
  let media: Media
  do throws(MediaError) {
    media = try startMedia(wake: ring)
  } catch {
    log.atStart(.error, error.words)
    return ExitCode.failed
  }
  let loader = ListLoader(settings.listRequest, wake: ring)
  let list = wholeList(loader, bell, log).namingScripts()
  let scripts = Scripts(environment: .ofProcess(), log: log, ring: ring)
  scripts.look(for: list, settings.show)
  while scripts.isBusy {
    if !scripts.takeNews(at: .zero), scripts.isBusy { bell.wait() }
  }
  guard list.count > 0 else {
    log.atStart(.error, "nothing to show: the list is empty")
    media.shutDown()
    return ExitCode.failed
  }
  let output: any RenderOutput
  do throws(MediaError) {
    output = try openOutput(settings, media, unfinished)
  } catch {
    let path = String(escaping: settings.render.output ?? [])
    log.atStart(.error, "--output \(path): \(error.words)")
    media.shutDown()
    return ExitCode.failed
  }
  let job = RenderJob(
    settings: settings, list: list, transformers: scripts.table, output: output,
    instants: instants, media: media, bell: bell, log: log)
  prepare(job, list, scripts.table)
  let code = job.run()
  _ = scripts.takeNews(at: .zero)
  // The frames stay, but they do not show what was asked for.
  return code == ExitCode.done && scripts.hasFailed ? ExitCode.failed : code
}

private func openOutput(
  _ settings: ProgramSettings, _ media: Media, _ unfinished: Unfinished
) throws(MediaError) -> any RenderOutput {
  guard let path = settings.render.output else { return NoOutput() }
  if path.namesFilm {
    guard let programs = WorkerPrograms.ofRunningProgram() else { throw noPrograms }
    return try FilmFile(
      path, settings: settings.render, programs: programs, unfinished: unfinished)
  }
  switch makeFolder(path) {
  case .made: unfinished.made(folder: path)
  case .wasThere: break
  case .failed(let code): throw MediaError(.unreadable, String(cString: strerror(code)))
  }
  return PictureFolder(path, media: media, unfinished: unfinished)
}

/// Reads the file of `--instants`. Throws what is wrong with it, with its line.
private func readInstants(_ render: RenderSettings) throws(OptionError) -> [Instant]? {
  guard let path = render.instants else { return nil }
  let name = String(escaping: path)
  if render.output?.namesFilm ?? false {
    throw OptionError(
      .badValue, "--instants \(name): a film's frames are even; --output must be a folder")
  }
  switch WrittenFile.contents(of: path) {
  case .failure(let failure): throw OptionError(.badValue, "--instants \(name): \(failure.reason)")
  case .success(let text):
    do throws(RecordError) {
      return try TraceInstants.read(text)
    } catch { throw OptionError(.badValue, "\(name):\(error.line): \(error.message)") }
  }
}

/// Waits for the complete list; what is wrong with it goes to the log.
func wholeList(_ loader: ListLoader, _ bell: Bell, _ log: Log) -> ItemList {
  while true {
    for answer in loader.drain() {
      switch answer {
      case .problem(let problem): log.atStart(problem.level, problem.logLine)
      case .list(let list) where list.isComplete: return list
      case .list, .again: break
      }
    }
    bell.wait()
  }
}

/// Finds the decoders and starts the first.
func startMedia(wake: @escaping @Sendable () -> Void) throws(MediaError) -> Media {
  guard let programs = WorkerPrograms.ofRunningProgram() else { throw noPrograms }
  return try Media(programs: programs, wake: wake)
}

private let noPrograms = MediaError(
  .noDecoder,
  "the decoders (triptych-decode …) are neither beside the program nor in ../libexec/triptych;"
    + " install all of its programs")

extension Diagnostic {
  var level: LogLevel { severity == .error ? .error : .warn }

  /// FILE:LINE:COLUMN: MESSAGE, for the log.
  var logLine: String {
    let name = path.isEmpty ? "standard input" : String(escaping: path)
    return line > 0 ? "\(name):\(line):\(column): \(message)" : "\(name): \(message)"
  }
}
