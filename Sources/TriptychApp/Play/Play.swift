import CSystem
import Glibc
import TriptychCore
import TriptychFiles
import TriptychMedia
import TriptychStage

/// What the service manager left in the environment.
struct PlayEnvironment {
  var notifySocket: [UInt8]?
  var watchdog: Duration?

  /// Reads NOTIFY_SOCKET and WATCHDOG_USEC.
  static func current() -> PlayEnvironment {
    var found = PlayEnvironment()
    if let socket = getenv("NOTIFY_SOCKET") {
      found.notifySocket = Array(String(cString: socket).utf8)
    }
    if let text = getenv("WATCHDOG_USEC"), let micros = Int(String(cString: text)), micros > 0 {
      found.watchdog = .microseconds(micros)
    }
    return found
  }
}

/// The parts of a player, made in the order that shows a first picture soonest.
struct PlayParts {
  let bell: Bell
  let signals: Int32
  let media: Media
  let opener: Opener
  let loader: ListLoader
  let stage: Stage
  let environment: PlayEnvironment
}

/// Plays the show on the display. The exit code.
func runPlay(settings: ProgramSettings, log: Log) -> Int32 {
  // Before any thread is made: all of them shall leave these signals to the loop.
  let signals = waiting_signals()
  let bell = Bell()
  let ring: @Sendable () -> Void = { bell.ring() }
  let media: Media
  do throws(MediaError) {
    // The first decoder and the list start while SDL opens the display.
    media = try startMedia(wake: ring)
  } catch {
    log.atStart(.error, error.words)
    return ExitCode.failed
  }
  let loader = ListLoader(settings.listRequest, wake: ring)
  let opener = Opener(wake: ring)
  let stage: Stage
  do throws(StageError) {
    let window = settings.window.map { Size(Double($0.width), Double($0.height)) }
    stage = try Stage(Stage.Wish(window: window, kiosk: settings.show.kiosk))
  } catch {
    log.atStart(.error, error.description)
    media.shutDown()
    return ExitCode.noDisplay
  }
  if waiting_realtime(10) == 0 {
    stage.adoptScheduling()
  } else {
    log.debug("no real-time priority (RLIMIT_RTPRIO); a loaded machine may show uneven motion")
  }
  log.atStart(.info, "the show begins, seed \(settings.show.seed), display \(stage.driver)")
  let parts = PlayParts(
    bell: bell, signals: signals, media: media, opener: opener, loader: loader, stage: stage,
    environment: .current())
  return PlayLoop(parts, settings: settings, log: log).run()
}
