import CSystem
import Glibc
import TriptychCore
import TriptychFiles
import TriptychMedia
import TriptychStage

/// The player's main loop: events and news in, effects out, a frame when one is due, else sleep.
/// Main thread.
final class PlayLoop {
  let settings: ProgramSettings
  let log: Log
  let stage: Stage
  let gallery: Gallery
  let captions: Captions
  let soundtrack: Soundtrack
  private var loader: ListLoader
  private var hasBegun = false
  private var isReloading = false
  private let ring: @Sendable () -> Void
  private let media: Media
  private let waiting: Waiting
  private let service: Service
  var show: Show
  var keys: InputReader
  var message: Message?
  var panel: Panel?
  private var pacer: Pacer
  private var needsFrame = true
  private var hasPresented = false
  private var drewInMotion = false
  /// Nothing has moved since the spare decoder was asked for.
  private var hasRested = false
  private(set) var exitCode: Int32?

  init(_ parts: PlayParts, settings: ProgramSettings, log: Log) {
    (self.settings, self.log) = (settings, log)
    (stage, media, loader) = (parts.stage, parts.media, parts.loader)
    let bell = parts.bell
    ring = { bell.ring() }
    let size = stage.size
    media.setScreen(width: Int(size.width), height: Int(size.height))
    gallery = Gallery(
      opener: parts.opener, media: media, list: ItemList(), cell: size, hasSound: true)
    captions = Captions(media: media)
    soundtrack = Soundtrack(media: media, warn: { log.warn($0, at: MonotonicClock.now) })
    waiting = Waiting(
      bell: parts.bell, display: stage.descriptor, signals: parts.signals,
      watchesConsole: stage.driver == "kmsdrm")
    service = Service(environment: parts.environment)
    pacer = Pacer(refreshRate: stage.refreshRate)
    show = Show(
      settings: settings.show, list: ItemList(), size: size, transformers: .builtIn,
      at: MonotonicClock.now)
    keys = InputReader(bindings: settings.bindings, isKiosk: settings.show.kiosk)
  }

  /// Runs the show. The exit code.
  func run() -> Int32 {
    while exitCode == nil {
      let now = MonotonicClock.now
      takeEvents(now)
      takeNews(now)
      perform(show.advance(to: now))
      guard exitCode == nil else { break }
      if let beat = service.nextBeat, beat <= now { needsFrame = true }
      drawIfDue(now)
      rest()
    }
    soundtrack.close()
    media.shutDown()
    return exitCode ?? 0
  }

  func end(_ code: Int32, _ why: String) {
    guard exitCode == nil else { return }
    log.info("ending: \(why)", at: MonotonicClock.now)
    exitCode = code
  }

  // MARK: In

  private func takeNews(_ now: Instant) {
    takeList(now)
    for news in gallery.drain() {
      perform(show.hear(news, at: now))
      needsFrame = true
    }
    for answer in gallery.takeOthers() {
      switch answer {
      case .picture(let job, let picture, _):
        if captions.take(job: job, picture: picture) { needsFrame = true }
      case .failed(let job, let error):
        if captions.take(job: job, picture: nil) {
          log.warn("a text cannot be set: \(error.words)", at: now)
        }
      default: break
      }
    }
  }

  private func takeList(_ now: Instant) {
    for answer in loader.drain() {
      switch answer {
      case .list(let list): take(list, now)
      case .problem(let problem):
        problem.severity == .error
          ? log.error(problem.logLine, at: now) : log.warn(problem.logLine, at: now)
      }
    }
  }

  /// The first list begins the show; it grows while a folder is read. A list that was read anew
  /// (SIGHUP) begins another show at the same item, over the picture that stands.
  private func take(_ list: ItemList, _ now: Instant) {
    if hasBegun, !isReloading {
      gallery.list = list
      return perform(show.hear(.list(list), at: now))
    }
    guard list.isComplete || !isReloading, list.count > 0 || list.isComplete,
      var begin = settings.showSettings(for: list)
    else { return }
    if isReloading, hasBegun, list.count == 0 {
      isReloading = false
      return log.warn("the list read anew is empty; the old one goes on", at: now)
    }
    if hasBegun, show.current >= 0 {
      let location = gallery.list.location(show.current)
      begin.startAt = list.item(named: location) ?? begin.startAt
      perform(show.farewell())
    }
    (hasBegun, isReloading, hasPresented) = (true, false, false)
    gallery.list = list
    show = Show(settings: begin, list: list, size: stage.size, transformers: .builtIn, at: now)
    perform(show.start(at: now))
  }

  private func reload() {
    isReloading = true
    loader = ListLoader(settings.listRequest, wake: ring)
  }

  func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .quit(let code):
        end(code, code == 0 ? "the list has ended" : "nothing of the list can be shown")
      case .warn(let item, let reason):
        log.skipped(gallery.list.location(item), reason: reason, at: MonotonicClock.now)
      case .changed(let from, let to):
        // A cut has no motion that would bring a frame.
        needsFrame = true
        log.debug("item \(to + 1) after \(from.map { $0 + 1 } ?? 0)")
      case .redraw: needsFrame = true
      case .seekFilm(let place, _):
        if let film = gallery.films[place] { soundtrack.flush(film.film) }
        gallery.perform(effect, settings: show.settings(of:))
      default: gallery.perform(effect, settings: show.settings(of:))
      }
    }
  }

  func redraw() { needsFrame = true }

  // MARK: Out

  private func drawIfDue(_ now: Instant) {
    // The frame of the arrival itself: motion ends between two refreshes.
    if drewInMotion, !isMoving(now) { needsFrame = true }
    guard let due = nextFrame(now), due <= now else { return }
    draw(at: due)
  }

  /// The instant of the next frame as things stand; nil: nobody knows of one.
  private func nextFrame(_ now: Instant) -> Instant? {
    if needsFrame || isMoving(now) { return pacer.tick(after: now) }
    return nextFilmFrame(now)
  }

  private func isMoving(_ now: Instant) -> Bool {
    if case .moving = show.motion(at: now) { return true }
    if let message, case .moving = message.motion(at: now) { return true }
    return false
  }

  /// When the next frame of a film is due.
  private func nextFilmFrame(_ now: Instant) -> Instant? {
    var earliest: Instant?
    for pose in show.poses(at: now) {
      guard let film = pose.film, film.isPlaying, let exhibit = gallery.films[pose.place],
        let next = media.nextFrameTime(exhibit.film)
      else { continue }
      let due = max(now, now + (next - film.time))
      earliest = min(earliest ?? due, due)
    }
    return earliest
  }

  private func draw(at tick: Instant) {
    (needsFrame, hasRested, drewInMotion) = (false, false, isMoving(tick))
    let poses = show.poses(at: tick)
    let projector = Projector(gallery: gallery, captions: captions, size: stage.size)
    // Before the first picture, and between two shows, what stands on the screen stays.
    if !show.isBlank, !canDraw(poses) { return pacer.drew(at: tick) }
    var layers = show.isBlank ? [] : projector.layers(poses, settings: show.settings(of:))
    layers += panelLayers(projector)
    if let message {
      if let opacity = message.opacity(at: tick) {
        layers += projector.message(message.text, opacity: opacity)
      } else {
        self.message = nil
      }
    }
    if stage.present(layers, over: show.isBlank ? .black : settings.show.item.background) {
      presented(poses, tick)
    } else {
      needsFrame = true
    }
    pacer.drew(at: tick)
  }

  /// False before the first picture and while a film is loaded anew: there is nothing to draw for
  /// the one view that is seen. A change in which both views are hidden is drawn.
  private func canDraw(_ poses: [ViewPose]) -> Bool {
    guard let pose = poses.first else { return hasPresented }
    return poses.count > 1 || pose.card != nil || gallery.exhibit(pose.item) != nil
      || (pose.film != nil && gallery.films[pose.place]?.isReady == true)
  }

  private func presented(_ poses: [ViewPose], _ tick: Instant) {
    let leads = soundtrack.follow(
      poses, gallery.films, at: tick)
    for (place, ahead) in leads {
      show.nudgeFilm(place, by: ahead / 50)
    }
    service.presented(at: MonotonicClock.now)
    if !hasPresented, !poses.isEmpty {
      hasPresented = true
      perform(show.presented(at: MonotonicClock.now))
    }
  }

  // MARK: Rest

  private func rest() {
    let now = MonotonicClock.now
    let until = wakeUp(now)
    if let until, until <= now { return }
    if !isMoving(now), !hasRested {
      hasRested = true
      media.makeSpare()  // one warm decoder more, only while nothing moves
    }
    let awakening = waiting.wait(atMost: until.map { $0 - now })
    for signal in awakening.signals { take(signal) }
    if awakening.displayGone {
      end(3, "the display was lost")
    }
  }

  private func wakeUp(_ now: Instant) -> Instant? {
    var wake = nextFrame(now)
    func also(_ instant: Instant?) {
      if let instant { wake = min(wake ?? instant, instant) }
    }
    if case .still(let until) = show.motion(at: now) { also(until) }
    if let message, case .still(let until) = message.motion(at: now) { also(until) }
    also(keys.due)
    also(service.nextBeat)
    return wake
  }

  private func take(_ signal: Int32) {
    switch signal {
    case SIGHUP: reload()
    case SIGINT: end(0, "SIGINT")
    default: end(0, "SIGTERM")
    }
  }
}
