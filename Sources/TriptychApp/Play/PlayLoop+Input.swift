import TriptychCore
import TriptychStage

/// What a person does, carried out.
extension PlayLoop {
  func takeEvents(_ now: Instant) {
    for event in stage.events() where !isForOthers(event) {
      switch event {
      case .input(let input):
        // With the place where the mouse is: a record has no other.
        if let turn = turnOfWheel(input) {
          heard(turn, now)
          continue
        }
        // What is bound to nothing was meant for somebody else, and may be a secret.
        if keys.isBound(input) { performance.recorder?.write(.input(input), at: now) }
        take(input, now)
      case .pointer(let event): heard(event, now)
      case .hover(let point): hover(at: point, now)
      case .padCame(let name, let isKnown):
        performance.log.info(
          isKnown ? "pad: \(name)" : "pad: \(name), not known: hat, stick, two buttons", at: now)
      case .padWent(let name): performance.log.info("pad gone: \(name)", at: now)
      case .soundWent(let device): performance.soundtrack.deviceWent(device, at: now)
      case .soundCame: performance.soundtrack.deviceCame(at: now)
      case .resized:
        stage.resized()
        performance.needsFrame = true
        resizeAt = now + PlayLoop.settling
      case .exposed: performance.needsFrame = true
      case .closed: performance.end(ExitCode.done, "the window was closed")
      }
    }
    takeReplayed(now)
    for action in keys.advance(to: now, axis: performance.show.axis) { perform(action, now) }
    advanceHand(to: now)
  }

  /// Who sits before another console means that one.
  private func isForOthers(_ event: StageEvent) -> Bool {
    switch event {
    case .input, .pointer, .hover: isBehind
    default: false
    }
  }

  func take(_ input: Input, _ now: Instant) {
    idle.heard(input, at: now)
    controls.bars.used(at: now)
    if isOnBars(input, now) { return }
    keys.isZoomed = performance.show.isZoomed
    keys.isInOverview = overview.map { !$0.isOpening } ?? false
    // Programs of old recorded it so.
    if let turn = turnOfWheel(input) { return takePointer(turn, now) }
    for action in keys.read(input, at: now, axis: performance.show.axis) {
      perform(action, now)
    }
    showTypedNumber(now)
  }

  private func heard(_ event: PointerEvent, _ now: Instant) {
    performance.recorder?.write(.pointer(event), at: now)
    take(event, now)
  }

  private func take(_ event: PointerEvent, _ now: Instant) {
    if hand.reader.heeds(event) || controls.hold != nil { idle.wasUsed(at: now) }
    takePointer(event, now)
  }

  // MARK: Replay

  /// From now on what people did then is done again.
  func replay(_ record: Record) { replayed = ReplayedInputs(record, start: MonotonicClock.now) }

  private func takeReplayed(_ now: Instant) {
    while let entry = replayed?.next(at: now) {
      switch entry {
      case .input(let input): take(input, now)
      case .pointer(let event): take(event, now)
      case .remote(let command): perform(.command(command), now)
      default: break
      }
    }
  }

  func perform(_ action: UserAction, _ now: Instant) {
    if !action.isDrag { performance.log.debug("by hand: \(action.words)") }
    switch action {
    case .command(let command): obey(command, now)
    case .toggleFullscreen: stage.toggleFullscreen()
    case .toggleOverview: toggleOverview(now)
    case .overview(let move): self.move(move, now)
    case .toggleInformation: panel = panel == .information ? nil : .information
    case .toggleBars: toggleBars(now)
    case .toggleHelp: turnHelp()
    case .back: panel = nil
    case .leave: leave()
    }
    performance.needsFrame = true
  }

  private func obey(_ command: Command, _ now: Instant) {
    if command == .quit { return performance.end(ExitCode.done, "asked to quit") }
    if case .go(let number) = command { markInOverview(number, now) }
    let wasPaused = performance.show.isPaused
    if command == .drop { hasDropped = true }
    if case .stepFrame(let count) = command { return stepFrame(count, now) }
    performance.apply(command, at: now)
    let show = performance.show
    switch command {
    case .toggleMute, .setMute: say(show.isMuted ? .silence : .sound, now)
    case .speed, .setSpeed:
      if let speed = show.filmSpeed { say(.play, now, speed.text + "×") }
    case .volume, .setVolume: say(show.volume == 0 ? .silence : .sound, now, "\(show.volume) %")
    default:
      if wasPaused != show.isPaused { say(show.isPaused ? .pause : .play, now) }
    }
  }

  /// From the frame that is seen to its neighbour: the next is decoded already, the one before is
  /// sought by a time within it.
  private func stepFrame(_ count: Int, _ now: Instant) {
    let show = performance.show
    guard let film = show.poses(at: now).first(where: { $0.place == show.currentPlace })?.film,
      let exhibit = performance.gallery.films[show.currentPlace],
      !performance.media.isSeeking(exhibit.film),
      let frame = performance.media.frame(exhibit.film, at: film.time)
    else { return }
    if count > 0 {
      guard let next = performance.media.nextFrameTime(exhibit.film) else { return }
      performance.apply(.stand(by: next - film.time, isHere: true), at: now)
    } else {
      let before = frame.time - max(frame.duration, .milliseconds(2)) / 2
      performance.apply(.stand(by: before - film.time, isHere: false), at: now)
    }
  }

  // MARK: Messages

  /// Nothing that the bars say as well.
  private func say(_ icon: BarIcon, _ now: Instant, _ number: String = "") {
    guard !controls.bars.isShown(at: now) else { return }
    message = Message(number, at: now)
    message?.icon = icon
  }

  private func showTypedNumber(_ now: Instant) {
    if let number = keys.typed {
      message = Message("\(number)", at: now, stands: InputReader.digitPause)
      message?.isNumber = true
    } else if message?.isNumber == true {
      message = nil
    } else {
      return
    }
    performance.needsFrame = true
  }

  /// What stands over the show until it is asked away.
  func panelLayers(_ projector: Projector) -> [Layer] {
    switch panel {
    case .help(let page):
      let pages = keyPages(projector)
      return pages.isEmpty ? [] : projector.table(pages[min(page, pages.count - 1)])
    // A message takes its place.
    case .information where message == nil:
      return projector.information(information)
    case .information, nil: return []
    }
  }

  private func keyPages(_ projector: Projector) -> [KeySheet] {
    let kiosk = performance.settings.show.kiosk
    let pad = stage.padNames.isEmpty ? [] : keys.bindings.rows(of: .pad, kiosk: kiosk)
    let rows = keys.bindings.rows(kiosk: kiosk)
    let key = rows.first { $0.words == Action.help.words }?.keys ?? ""
    return projector.keyPages(
      (rows + pad).map { (keys: $0.keys, summary: $0.summary) },
      next: key.isEmpty ? "" : key + ": the next page")
  }

  /// The keys, page by page, and away.
  private func turnHelp() {
    guard case .help(let page) = panel else {
      panel = .help(page: 0)
      return
    }
    panel = page + 1 < keyPages(projector).count ? .help(page: page + 1) : nil
  }

  private func leave() {
    if panel?.isHelp == true {
      panel = nil
    } else if stage.canLeaveFullscreen {
      stage.toggleFullscreen()
    } else {
      performance.end(ExitCode.done, "asked to leave")
    }
  }
}
