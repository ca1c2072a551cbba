import Glibc
import TriptychCore
import TriptychStage

/// The player's main loop: events and news in, effects out, a frame when one is due, else sleep.
/// Main thread.
final class PlayLoop {
  let performance: Performance
  let stage: Stage
  private let waiting: Waiting
  /// The one that the show has; nil: it has none.
  var console: VirtualConsole?
  /// Another console is in front.
  var isBehind = false
  var curtain = Curtain()
  private let service: Service
  var keys: InputReader
  var hand = Hand()
  /// nil: it is not open.
  var overview: OverviewScreen?
  /// A person has taken items out of the show since it was last left alone.
  var hasDropped = false
  var message: Message?
  var panel: Panel?
  var controls: BarsControl
  var idle: IdleTimer
  /// Inputs of a record that are still to come.
  var replayed: ReplayedInputs?
  /// nil: nobody listens outside.
  var remote: RemoteControl?
  private var pacer: Pacer
  private var rings = Rings()
  private var power = ScreenPower()
  private let television = Television()
  private var drewInMotion = false
  /// A frame was drawn in this turn.
  private var hasDrawn = false
  /// When the window's new size counts. A window that is made, or pulled by its corner, has many
  /// sizes; until it rests the pictures are drawn scaled, not decoded for each of them.
  var resizeAt: Instant?
  static let settling = Duration.milliseconds(100)
  /// Pictures are still on their way to the painter.
  private var isPreparing = false
  private var hasPads = false
  private let begin = MonotonicClock.now
  /// Nothing has moved since the spare decoder was asked for.
  private var hasRested = false

  init(_ performance: Performance, on stage: Stage, waiting: Waiting, service: Service) {
    (self.performance, self.stage) = (performance, stage)
    (self.waiting, self.service) = (waiting, service)
    pacer = Pacer(refreshRate: stage.refreshRate, waits: stage.driver == "kmsdrm")
    let settings = performance.settings
    controls = BarsControl(settings.bars)
    idle = IdleTimer(limit: settings.idleReset)
    keys = InputReader(bindings: settings.bindings, isKiosk: settings.show.kiosk)
    if stage.size != performance.gallery.cell { resizeAt = MonotonicClock.now + PlayLoop.settling }
  }

  /// Runs the show. The exit code.
  func run() -> Int32 {
    performance.gallery.mayBeShown = { [unowned self] picture in
      // While nothing moves nothing is held up by it.
      !isMoving(MonotonicClock.now) || stage.isPrepared(picture)
    }
    while performance.exitCode == nil {
      let now = MonotonicClock.now
      takeEvents(now)
      takeOrders(now)
      if let due = resizeAt, due <= now {
        resizeAt = nil
        performance.resize(to: stage.size, at: now)
      }
      performance.takeNews(now)
      performance.advance(to: now)
      performance.readySound(now, isHeard: !isBehind)
      settleOverview(now)
      settleBars(now)
      if performance.gallery.hasNewThumbnails { performance.needsFrame = true }
      performance.gallery.hasNewThumbnails = false
      if idle.strikes(at: now) { resetAfterIdle(now) }
      guard performance.exitCode == nil else { break }
      if let beat = service.nextBeat, beat <= now { performance.needsFrame = true }
      keepPower(now)
      performance.noteWork(now)
      drawIfDue(now)
      // A part of a refresh at a time: a change goes on evenly while pictures are uploaded.
      isPreparing = !stage.prepare(performance.gallery.pictures, within: .milliseconds(2))
      startPadsOnce(now)
      rest()
    }
    performance.close()
    return performance.exitCode ?? ExitCode.done
  }

  /// After the first frame, for looking for pads takes its time.
  private func startPadsOnce(_ now: Instant) {
    guard !hasPads, performance.hasPresented || now - begin > .seconds(1) else { return }
    hasPads = true
    if !stage.startPads(mappings: performance.settings.pads.lines) {
      performance.log.debug("no game controllers: SDL has none")
    }
  }

  /// A screen that is blank for long is switched off, where that is ours to do.
  private func keepPower(_ now: Instant) {
    for outcome in television.takeOutcomes() {
      if outcome.failure == nil {
        performance.log.info(outcome.words, at: now)
      } else {
        performance.log.debug(outcome.words)
      }
    }
    guard let isOn = power.look(isBlank: performance.show.isBlank, at: now) else { return }
    let followed = stage.power(isOn)
    if stage.driver == "kmsdrm" { television.tell(awake: isOn) }
    if isOn { performance.needsFrame = true }
    if followed { performance.log.info("the display is switched \(isOn ? "on" : "off")", at: now) }
  }

  // MARK: Out

  private func drawIfDue(_ now: Instant) {
    // The frame of the arrival itself: motion ends between two refreshes.
    if drewInMotion, !isMoving(now) { performance.needsFrame = true }
    if overview?.isDue(at: now) == true { performance.needsFrame = true }
    guard let due = nextFrame(now), due <= now else { return }
    draw(at: due, now)
  }

  /// The instant of the next frame as things stand; nil: nobody knows of one.
  private func nextFrame(_ now: Instant) -> Instant? {
    if performance.needsFrame || isMoving(now) { return pacer.tick(after: now) }
    return [
      nextFilmFrame(now), nextBarsFrame(now),
      rings.due(show: performance.show, arrivals, at: now), overview?.due,
    ].compactMap(\.self).min()
  }

  private func isMoving(_ now: Instant) -> Bool {
    if keys.isDragging || overview?.isMoving(at: now) == true { return true }
    if case .moving = performance.show.motion(at: now) { return true }
    if case .moving = controls.bars.motion(at: now) { return true }
    if let message, case .moving = message.motion(at: now) { return true }
    return false
  }

  /// When the next frame of a film is due. One that waits for its decoder is asked again and
  /// again: only who asks is taken to wait, and a decoder that hangs is found out by that.
  private func nextFilmFrame(_ now: Instant) -> Instant? {
    var earliest: Instant?
    for pose in performance.show.poses(at: now) where !isUnnoticed(pose) {
      guard let film = pose.film, let exhibit = performance.gallery.films[pose.place] else {
        continue
      }
      guard film.isPlaying else {
        // It was sent elsewhere while it stands.
        if performance.media.hasNewFrame(exhibit.film) { return pacer.tick(after: now) }
        continue
      }
      let due: Instant
      if let next = performance.media.nextFrameTime(exhibit.film) {
        due = pacer.tick(due: now + film.speed.time(of: next - film.time), now: now)
      } else if exhibit.isReady, !exhibit.hasEnded {
        due = pacer.tick(after: now, pause: .milliseconds(250))
      } else {
        continue
      }
      earliest = min(earliest ?? due, due)
    }
    return earliest
  }

  /// Draws what is seen with the refresh of `tick`, which may just have been.
  private func draw(at tick: Instant, _ now: Instant) {
    let show = performance.show
    let isWanted = performance.needsFrame || isMoving(tick)
    (performance.needsFrame, hasRested, drewInMotion) = (false, false, isMoving(tick))
    hasDrawn = true
    defer { pacer.drew(at: tick) }
    var poses = show.poses(at: tick)
    // The show is at `now`; which frame of a film is due, the refresh says, not how late we woke.
    for index in poses.indices where now > tick && poses[index].film?.isPlaying == true {
      let speed = poses[index].film?.speed ?? .normal
      poses[index].film?.time -= speed.filmTime(in: now - tick)
    }
    // Whether or not anything is drawn: else the rings would be due at once again.
    rings.drew(poses, arrivals, at: tick)
    // First, for the information comes back in its place.
    if message?.opacity(at: tick) == nil { message = nil }
    // Before the first picture, and between two shows, what stands on the screen stays.
    guard show.isBlank || canDraw(poses) else { return }
    if show.isBlank || isBehind { goOnUnseen(poses) }
    if show.isBlank, !isWanted {
      performance.proving.interrupt()
      return performance.presented(poses, at: tick)
    }
    if isBehind { return drawNothing(poses, at: tick) }
    guard show.isBlank || isUnveiled(poses, now) else {
      performance.needsFrame = true
      return
    }
    let witness = Witness(readsCodes: performance.proving.readsCodes)
    let layers = layers(poses, at: tick, witness)
    let ground = show.isBlank ? Color.black : show.settings.item.background
    guard stage.present(layers, over: ground) else {
      if let warning = stage.takeWarning() {
        performance.log.warn(warning, at: MonotonicClock.now)
        performance.gallery.films.reopen(
          takingPlanes: stage.takesPlanes, performance.gallery.list)
      }
      performance.needsFrame = true
      return
    }
    let returned = MonotonicClock.now
    // The show knows all that was up to `now`, and is seen as it is then.
    performance.report(performance.trace?.write(show, at: now))
    pacer.presented(meant: tick, returned: returned)
    service.presented(at: returned)
    performance.proving.presented(
      ProofFrame(
        meant: tick, returned: returned, isMoving: drewInMotion,
        views: show.isBlank || overview != nil ? nil : witness.views),
      name: { String(escaping: performance.gallery.list.location($0)) })
    performance.presented(poses, at: tick)
    keepCadence(poses, at: tick)
  }

  /// Films without sound go by the display's clock.
  private func keepCadence(_ poses: [ViewPose], at tick: Instant) {
    for pose in poses {
      guard let film = pose.film, film.isPlaying,
        let exhibit = performance.gallery.films[pose.place], !exhibit.hasSound,
        let next = performance.media.nextFrameTime(exhibit.film)
      else { continue }
      let error = pacer.error(
        due: tick + film.speed.time(of: next - film.time),
        frame: film.speed.time(of: exhibit.frameTime))
      performance.show.nudgeFilm(pose.place, by: error / 10)
    }
  }

  /// That the loop turns is all that can be proven.
  private func drawNothing(_ poses: [ViewPose], at tick: Instant) {
    performance.proving.interrupt()
    service.presented(at: MonotonicClock.now)
    performance.presented(poses, at: tick, isHeard: false)
  }

  /// What visitors read.
  var words: Words { performance.settings.words }

  var projector: Projector {
    let (paths, isEmptied) = (performance.settings.paths, performance.show.isEmptied)
    let isResting = performance.isResting
    let isFirst = performance.firstRun?.isFirst == true
    let findings = isFirst ? performance.findings : []
    let takesSticks = isFirst && !performance.settings.fallbacks.isEmpty
    let lacksClock = isFirst && !performance.agenda.trustsClock
    return Projector(
      gallery: performance.gallery, captions: performance.captions, size: stage.size,
      textScale: controls.textScale, foot: barsFoot(at: MonotonicClock.now),
      subtitleTrack: performance.show.subtitleTrack, words: words,
      nothing: { [words] reason in
        if isResting { return words[.backSoon] }
        return isEmptied
          ? words[.takenOut]
          : nothingToShow(
            paths.map(\.absolute), reason: reason, words, findings: findings,
            takesSticks: takesSticks)
      }, vacant: lacksClock ? words[.clockUnset] : nil)
  }

  private var arrivals: Arrivals { performance.gallery.arrivals }

  func layers(_ poses: [ViewPose], at tick: Instant, _ witness: Witness? = nil) -> [Layer] {
    var (show, projector) = (performance.show, projector)
    projector.witness = witness
    (projector.tick, projector.isCalm) = (tick, show.settings.reducedMotion)
    var layers: [Layer] =
      if show.isBlank {
        []
      } else if let overview {
        overviewLayers(overview, projector, at: tick)
      } else {
        projector.layers(poses, settings: show.settings(of:))
      }
    layers += barsLayers(at: tick)
    layers += panelLayers(projector)
    // Under the help nothing else can be read.
    guard panel?.isHelp != true, let message, let opacity = message.opacity(at: tick) else {
      return layers
    }
    guard let icon = message.icon else {
      return layers + projector.message(message.text, opacity: opacity)
    }
    return layers + projector.toast(icon, message.text, opacity: opacity)
  }

  /// False before the first picture and while a film is loaded anew: there is nothing to draw for
  /// the one view that is seen. A change in which both views are hidden is drawn.
  private func canDraw(_ poses: [ViewPose]) -> Bool {
    guard let pose = poses.first else { return performance.hasPresented }
    return poses.count > 1 || pose.item < 0 || pose.card != nil || pose.awaitedSince != nil
      || performance.gallery.exhibit(pose.item) != nil
      || (pose.film != nil && isReady(performance.gallery.films, pose.place))
  }

  /// Before the first picture a film that goes on in its middle does not show its beginning.
  private func isReady(_ films: FilmShelf, _ place: Int) -> Bool {
    films[place]?.isReady == true && (performance.hasPresented || !films.isSeeking(place))
  }

  // MARK: Rest

  private func rest() {
    performance.recorder?.flush()
    performance.report(performance.trace?.flush())
    let now = MonotonicClock.now
    let until = wakeUp(now)
    // However much there is to do, signals are heard.
    let pause = until.map { max($0 - now, .zero) }
    if exchange(&hasDrawn, with: false), stage.hasEvents { return }
    if pause != .zero, performance.hasPresented, !isMoving(now), !hasRested {
      hasRested = true
      performance.media.makeSpare()  // one warm decoder more, while nothing moves or waits
    }
    let awakening = waiting.wait(atMost: pause)
    for signal in awakening.signals { take(signal) }
    if awakening.console { lookAtConsole(MonotonicClock.now) }
    tellRefused()
    if awakening.wallClock { performance.wallClockSpoke = true }
    if awakening.displayGone {
      performance.end(ExitCode.noDisplay, "the display was lost")
    }
  }

  private func tellRefused() {
    for name in waiting.takeRefused() {
      performance.log.warn(
        "pointer \(name): it says where it is, not how far it moves, which cannot be used on a bare"
          + " console: it is not heeded", at: MonotonicClock.now)
    }
  }

  private func wakeUp(_ now: Instant) -> Instant? {
    if isPreparing || performance.gallery.isHolding, !isMoving(now) { return now }
    var wake = nextFrame(now)
    func also(_ instant: Instant?) {
      if let instant { wake = min(wake ?? instant, instant) }
    }
    if case .still(let until) = performance.show.motion(at: now) { also(until) }
    if let message, case .still(let until) = message.motion(at: now) { also(until) }
    if case .still(let until) = controls.bars.motion(at: now) { also(until) }
    also(keys.due)
    also(hand.reader.due)
    also(replayed?.due)
    also(idle.due)
    also(service.nextBeat)
    also(resizeAt)
    also(power.due)
    also(performance.due(at: now))
    return wake
  }

  private func take(_ signal: Int32) {
    switch signal {
    case SIGHUP: performance.reload(byHand: true)
    case SIGINT: performance.end(ExitCode.done, "SIGINT")
    default: performance.end(ExitCode.done, "SIGTERM")
    }
  }
}
