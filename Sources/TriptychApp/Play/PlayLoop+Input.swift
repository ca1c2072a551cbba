import TriptychCore
import TriptychStage

/// What a person does, carried out.
extension PlayLoop {
  func takeEvents(_ now: Instant) {
    for event in stage.events() {
      switch event {
      case .input(let input):
        for action in keys.read(input, at: now, axis: show.axis) { perform(action, now) }
        showTypedNumber(now)
      case .resized: resize(now)
      case .exposed: redraw()
      case .closed: end(0, "the window was closed")
      }
    }
    for action in keys.advance(to: now, axis: show.axis) { perform(action, now) }
  }

  private func perform(_ action: UserAction, _ now: Instant) {
    switch action {
    case .command(let command): obey(command, now)
    case .toggleFullscreen: stage.toggleFullscreen()
    case .toggleInformation: panel = panel == .information ? nil : .information
    case .toggleHelp: panel = panel == .help ? nil : .help
    case .leave: leave()
    }
    redraw()
  }

  private func obey(_ command: Command, _ now: Instant) {
    if command == .quit { return end(0, "asked to quit") }
    let wasPaused = show.isPaused
    perform(show.apply(command, at: now))
    switch command {
    case .toggleMute: say(show.isMuted ? "Sound off" : "Sound on", now)
    case .volume: say("Volume \(show.volume) %", now)
    default:
      if wasPaused != show.isPaused { say(show.isPaused ? "Paused" : "Playing", now) }
    }
  }

  private func resize(_ now: Instant) {
    stage.resized()
    let size = stage.size
    guard size.width >= 1, size.height >= 1, size != gallery.cell else { return redraw() }
    gallery.media.setScreen(width: Int(size.width), height: Int(size.height))
    gallery.cell = size
    perform(show.hear(.resized(size), at: now))
    redraw()
  }

  // MARK: Messages

  private func say(_ text: String, _ now: Instant) {
    message = Message(text, at: now)
  }

  private func showTypedNumber(_ now: Instant) {
    guard let number = keys.typed else { return }
    message = Message("Go to \(number)", at: now, stands: InputReader.digitPause)
    redraw()
  }

  /// What stands over the show until it is asked away.
  func panelLayers(_ projector: Projector) -> [Layer] {
    switch panel {
    case .help:
      let rows = keys.bindings.rows(kiosk: settings.show.kiosk)
      return projector.table(rows.map { ($0.keys, $0.summary) })
    // A message takes its place.
    case .information where message == nil: return projector.message(information, opacity: 1)
    case .information, nil: return []
    }
  }

  private var information: String {
    let item = show.current
    guard gallery.list.entries.indices.contains(item) else { return "The list is empty" }
    let name = gallery.list.title(item) ?? gallery.list.fileName(item)
    return "\(item + 1) of \(gallery.list.count)   \(String(escaping: name))"
  }

  private func leave() {
    if panel == .help {
      panel = nil
    } else if stage.isFullscreen, settings.window != nil {
      stage.toggleFullscreen()
    } else {
      end(0, "asked to leave")
    }
  }
}
