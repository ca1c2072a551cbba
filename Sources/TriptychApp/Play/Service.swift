import TriptychCore

/// What the service manager hears: ready after the first presented frame, and a sign of life
/// after frames (RELIABILITY R15: petted only by presented frames).
final class Service {
  private let notice: ServiceNotice
  private let beat: Duration?
  private var lastBeat: Instant?
  private static let longestBeat = Duration.seconds(5)

  init(environment: PlayEnvironment) {
    notice = ServiceNotice(socket: environment.notifySocket)
    beat = environment.watchdog.map { min($0 / 3, Service.longestBeat) }
  }

  /// A frame was shown at `now`.
  func presented(at now: Instant) {
    if lastBeat == nil {
      notice.send("READY=1\nSTATUS=The show runs.\n")
    } else if let beat, let lastBeat, now - lastBeat >= beat {
      notice.send("WATCHDOG=1\n")
    } else {
      return
    }
    lastBeat = now
  }

  /// When the loop shall show a still anew, to prove that it can; nil: no watchdog waits.
  var nextBeat: Instant? {
    guard let beat, let lastBeat else { return nil }
    return lastBeat + beat
  }
}
