import CSystem
import Glibc
import TriptychCore
import TriptychPaint
import TriptychRemote
import TriptychStage

/// The show as the control socket sees it: what is asked for is done, or answered with why not.
/// Main thread; never blocks.
final class RemoteControl {
  let server: ControlServer
  private let begun = MonotonicClock.now
  /// Who waits for a PNG, by the job that writes it.
  private var pictures: [Int: Exposure] = [:]
  /// Numbers of its own, far from those of pictures, texts and frames.
  private var lastJob = 1_500_000_000
  private var told: RemoteEvent?

  private struct Exposure {
    var order: RemoteOrder
    var descriptor: Int32
    var width: Int
    var height: Int
  }

  init(server: ControlServer) { self.server = server }

  // MARK: Telling

  /// Tells what has happened to who asked for events.
  func hear(_ observation: Observation, of performance: Performance) {
    server.tell {
      switch observation {
      case .changing(let from, let to):
        RemoteEvent.willChange(from: performance.item(from), to: performance.item(to)).json
      case .changed(let from, let to):
        RemoteEvent.didChange(from: from.map(performance.item), to: performance.item(to)).json
      case .failed(let item, let reason):
        RemoteEvent.failed(performance.item(item), reason: reason).json
      case .edited: RemoteEvent.edited(count: performance.gallery.list.count).json
      case .idleReset: RemoteEvent.idleReset.json
      }
    }
  }

  /// Tells if somebody has paused, blanked, muted. Once a turn.
  func tellState(of show: Show) {
    let state = RemoteEvent.state(
      paused: show.isPaused, blank: show.isBlank, muted: show.isMuted, volume: show.volume)
    guard state != told else { return }
    let isFirst = told == nil
    told = state
    if !isFirst { server.tell { state.json } }
  }

  func report(_ performance: Performance, size: Size, at now: Instant) -> ShowReport {
    let (show, list) = (performance.show, performance.gallery.list)
    var report = ShowReport()
    (report.count, report.isComplete) = (list.count, list.isComplete)
    if performance.hasBegun, list.entries.indices.contains(show.current) {
      report.item = performance.item(show.current)
    }
    (report.isPaused, report.isBlank) = (show.isPaused, show.isBlank)
    (report.isMuted, report.volume) = (show.isMuted, show.volume)
    (report.isZoomed, report.isInOverview) = (show.isZoomed, show.isInOverview)
    let pose = show.poses(at: now).first { $0.place == show.currentPlace }
    if let film = pose?.film {
      report.film = ShowReport.Film(
        time: show.filmTime(at: now) ?? film.time, length: show.filmLength,
        isPlaying: film.isPlaying, speed: film.speed)
    }
    (report.x, report.target) = (show.position(at: now), show.targetPlace)
    (report.seed, report.uptime) = (performance.settings.show.seed, now - begun)
    (report.version, report.size) = (HelpText.version, size)
    report.frames = performance.proving.proof.total
    let failing = show.failedItems
    report.failureCount = failing.count
    report.failures = failing.prefix(ShowReport.mostFailures).map {
      (performance.item($0.item), $0.reason)
    }
    let left = performance.safeMode?.items(at: now) ?? []
    report.quarantined = left.prefix(ShowReport.mostFailures).map(\.path)
    report.rest = performance.safeMode?.rest(at: now)
    return report
  }

  // MARK: Screenshots

  /// Has a picture of the screen written as PNG; the order is answered when that is done.
  func expose(_ picture: Picture, for order: RemoteOrder, _ performance: Performance) {
    let memory = sys_memfd("screenshot")
    let copy = memory >= 0 ? fcntl(memory, F_DUPFD_CLOEXEC, 0) : -1
    guard copy >= 0 else {
      if memory >= 0 { close(memory) }
      return server.answer(order, .failure(RemoteError(.failed, "no descriptor is left")))
    }
    lastJob += 1
    pictures[lastJob] = Exposure(
      order: order, descriptor: memory, width: picture.width, height: picture.height)
    performance.media.writePNG(job: lastJob, picture: picture, descriptor: copy)
  }

  /// The PNG of a job is written; `reason`: or cannot be.
  func developed(_ job: Int, _ reason: String?) {
    guard let exposure = pictures.removeValue(forKey: job) else { return }
    if let reason {
      close(exposure.descriptor)
      server.answer(exposure.order, .failure(RemoteError(.failed, reason)))
    } else {
      server.answer(
        exposure.order, png: exposure.descriptor, width: exposure.width, height: exposure.height)
    }
  }
}

extension Performance {
  /// An item as it is told to others.
  func item(_ index: Int) -> ShowReport.Item {
    let list = gallery.list
    guard list.knows(index) else { return ShowReport.Item(number: 0, path: [], title: "") }
    let name = gallery.places.title(index, of: list)
    return ShowReport.Item(
      number: index < list.count ? index + 1 : 0, path: gallery.places.path(index, of: list),
      title: show.settings(of: index).title ?? name)
  }
}

/// What a performance tells to who observes it.
enum Observation {
  case changing(from: Int, to: Int)
  case changed(from: Int?, to: Int)
  case failed(item: Int, reason: String)
  case edited
  case idleReset
}
