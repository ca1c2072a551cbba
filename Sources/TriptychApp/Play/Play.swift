import CSystem
import Glibc
import TriptychCore
import TriptychFiles
import TriptychMedia
import TriptychRemote
import TriptychStage

/// What the service manager left in the environment.
struct PlayEnvironment {
  var notifySocket: [UInt8]?
  var watchdog: Duration?
  /// The folder that is the service's own while it runs.
  var runtimeFolder: [UInt8]?

  /// Reads NOTIFY_SOCKET, WATCHDOG_USEC and RUNTIME_DIRECTORY.
  static func current() -> PlayEnvironment {
    var found = PlayEnvironment()
    if let socket = getenv("NOTIFY_SOCKET") {
      found.notifySocket = Array(String(cString: socket).utf8)
    }
    if let text = getenv("WATCHDOG_USEC"), let micros = Int(String(cString: text)), micros > 0 {
      found.watchdog = .microseconds(micros)
    }
    if let folders = getenv("RUNTIME_DIRECTORY") {
      // Several are parted by colons; the first is ours.
      let first = Array(String(cString: folders).utf8).prefix { $0 != UInt8(ascii: ":") }
      found.runtimeFolder = first.first == UInt8(ascii: "/") ? Array(first) : nil
    }
    return found
  }
}

/// Plays the show on the display. The exit code.
func runPlay(
  settings given: ProgramSettings, replaying record: Record?, log: Log, environment: Environment
) -> Int32 {
  var settings = given
  settings.language = given.language ?? environment.language
  // Before any thread is made: all of them shall leave these signals to the loop.
  let signals = waiting_signals()
  _ = waiting_large_blocks_apart()  // else it takes twice the memory, and grows
  let bell = Bell()
  let surroundings = PlayEnvironment.current()
  let files: (record: TextFile?, trace: TraceFile?)
  do throws(OptionError) {
    files.record = try settings.record.map { (path) throws(OptionError) in
      try Recorder.open(path)
    }
    files.trace = try settings.trace.map { (path) throws(OptionError) in try TraceFile(path) }
  } catch {
    log.atStart(.error, error.message)
    return ExitCode.usage
  }
  let control: ControlServer?
  do throws(ControlSocketError) {
    control = try openControl(settings, surroundings, bell, log)
  } catch {
    log.atStart(.error, error.message)
    return ExitCode.usage
  }
  defer { control?.close() }
  let media: Media
  do throws(MediaError) {
    // The first decoder starts while SDL looks for the display.
    media = try startMedia(wake: { bell.ring() })
  } catch {
    log.atStart(.error, error.words)
    return ExitCode.failed
  }
  if let code = waitForDisplay(signals: signals, surroundings, log) {
    media.shutDown()
    return code
  }
  let safeMode = SafeMode(settings, environment, surroundings, log)
  do throws(StageError) {
    let resume = settings.resumes ? Resume(settings, environment, log) : nil
    let (performance, stage) = try begin(settings, resume, safeMode, media, bell, files, log)
    if waiting_realtime(10) == 0 {
      stage.adoptScheduling()
    } else {
      log.debug("no real-time priority (RLIMIT_RTPRIO); a loaded machine may show uneven motion")
    }
    if let problem = stage.problem { log.atStart(.warn, problem) }
    let service = Service(environment: surroundings)
    let loop = makeLoop(performance, stage, bell, signals, service)
    loop.listen(to: control)
    if let record { loop.replay(record) }
    return performance.proving.finish(loop.run())
  } catch {
    tellWhyNot(error, settings, log)
    safeMode?.end()
    media.shutDown()
    return ExitCode.noDisplay
  }
}

private func tellWhyNot(_ error: StageError, _ settings: ProgramSettings, _ log: Log) {
  // Else what is wrong with the command line would be seen only once there is a display.
  for path in settings.paths where !path.isStandardInput && !settings.show.kiosk {
    guard !WrittenFile.canBeSeen(path.bytes) else { continue }
    log.atStart(.warn, "\(String(escaping: path.bytes)): \(String(cString: strerror(errno)))")
  }
  let missing = BareConsole.isMeant ? BareConsole.look().problem(user: userName()) : nil
  log.atStart(.error, missing.map { "no display: \($0)" } ?? error.description)
}

/// The loop with all that can end its sleep.
private func makeLoop(
  _ performance: Performance, _ stage: Stage, _ bell: Bell, _ signals: Int32, _ service: Service
) -> PlayLoop {
  let isBare = stage.driver == "kmsdrm"
  let console = isBare ? VirtualConsole(terminal: VirtualConsole.ofProcess) : nil
  if isBare, let words = BareConsole.deafness(user: userName()) {
    performance.log.atStart(.warn, words)
  }
  let waiting = Waiting(
    bell: bell, display: stage.descriptor, signals: signals,
    wallClock: performance.wallClock.descriptor, watchesConsole: isBare,
    console: console?.descriptor ?? -1)
  let loop = PlayLoop(performance, on: stage, waiting: waiting, service: service)
  loop.console = console
  loop.lookAtConsole(MonotonicClock.now)
  return loop
}

/// Opens the display, and has the first picture decoded for it while the window is made: a window
/// that fills the screen takes its time.
private func begin(
  _ settings: ProgramSettings, _ resume: Resume?, _ safeMode: SafeMode?, _ media: Media,
  _ bell: Bell, _ files: (record: TextFile?, trace: TraceFile?), _ log: Log
) throws(StageError) -> (Performance, Stage) {
  var wish = Stage.Wish(
    window: settings.window.map { Size(Double($0.width), Double($0.height)) },
    kiosk: settings.show.kiosk, renderer: settings.renderer)
  (wish.display, wish.mode) = (settings.display, settings.mode)
  wish.mark = safeMode?.markDescriptor ?? -1
  (wish.rotation, wish.inset) = (settings.screenRotation, settings.inset)
  var settings = settings
  settings.show.seed = resume?.seed ?? settings.show.seed
  let display = try Display()
  log.atStart(.info, "the show begins, seed \(settings.show.seed), display \(display.driver)")
  let inner = wish.inset.inner(of: wish.rotation.size(display.expectedSize(wish)))
  let performance = Performance(
    settings: settings, media: media, size: Size(inner.width, inner.height), log: log,
    safeMode: safeMode, ring: { bell.ring() })
  // Both count from the same instant.
  let start = MonotonicClock.now
  files.trace?.start = start
  performance.trace = files.trace
  performance.recorder = files.record.map {
    Recorder(
      $0,
      head: Record.head(
        settings.written, seed: settings.show.seed, size: performance.gallery.cell),
      start: start, warn: { log.warn($0, at: MonotonicClock.now) })
  }
  // Films may be opened before it is certain who draws.
  performance.gallery.films.takesPlanes = display.expectsPlanes(wish)
  performance.resume = resume
  performance.firstRun = FirstRun(settings, Environment.ofProcess())
  let deadline = MonotonicClock.now + .milliseconds(10)
  while !performance.gallery.isDecoding, MonotonicClock.now < deadline {
    bell.wait(atMost: .milliseconds(2))
    performance.takeNews(MonotonicClock.now)
  }
  let stage = try Stage(display, wish)
  performance.proving = Proving(
    settings.prove, refreshRate: Double(stage.refreshRate),
    waitsForRefresh: stage.driver == "kmsdrm", log: log)
  performance.gallery.films.reopen(takingPlanes: stage.takesPlanes, performance.gallery.list)
  log.atStart(.info, "painter: \(stage.painter.words)")
  if let warning = stage.painter.warning { log.atStart(.warn, warning) }
  return (performance, stage)
}
