import TriptychCore
import TriptychStage

/// The bars as the loop keeps them.
struct BarsControl {
  var bars: Bars
  let textScale: Double
  let scrim = Scrim()
  /// The pointer that has gone down on a part, until it leaves.
  var pressed: (pointer: Pointer, part: BarPart)?

  var mouse = MouseWake()

  init(_ settings: BarsSettings) {
    bars = Bars(mode: settings.mode, timeout: settings.timeout)
    textScale = settings.textScale
  }
}

/// The bars: title, counter and buttons over the show.
extension PlayLoop {
  // MARK: What people do

  /// A tap, or the key.
  func toggleBars(_ now: Instant) {
    guard overview == nil, panel != .help, !performance.show.isBlank else { return }
    controls.bars.toggle(at: now)
    performance.needsFrame = true
  }

  /// The mouse moves: the bars come, and the arrow with them. A kiosk has no arrow.
  func hover(at point: Point, _ now: Instant) {
    guard !performance.settings.show.kiosk,
      controls.mouse.moved(to: point, at: now, screen: stage.size)
    else { return }
    controls.bars.wake(at: now)
  }

  /// A pointer on a button belongs to the bars, from when it goes down until it leaves; beside
  /// the buttons they are not there. True: it was theirs.
  func takeOnBars(_ event: PointerEvent, _ now: Instant) -> Bool {
    controls.bars.used(at: now)
    switch event {
    case .down(let pointer, let point):
      guard controls.pressed == nil, controls.bars.isShown(at: now),
        let part = barsLayout.part(at: point)
      else { return false }
      controls.pressed = (pointer, part)
      controls.bars.hold(true, at: now)
      slide(part, to: point, now)
      return true
    case .moved(let pointer, let point):
      guard let pressed = controls.pressed, pressed.pointer == pointer else { return false }
      slide(pressed.part, to: point, now)
      return true
    case .up(let pointer, let point):
      guard let pressed = controls.pressed, pressed.pointer == pointer else { return false }
      letGoOfBars(now)
      if barsLayout.part(at: point) == pressed.part { press(pressed.part, now) }
      return true
    case .cancelled(let pointer):
      guard let pressed = controls.pressed, pressed.pointer == pointer else { return false }
      letGoOfBars(now)
      return true
    case .wheel: return false
    }
  }

  /// True for the mouse's left button on a part: what is bound to it does not count there.
  func isOnBars(_ input: Input, _ now: Instant) -> Bool {
    guard case .mouseDown(.left, _) = input, controls.bars.isShown(at: now) else { return false }
    return barsLayout.part(at: stage.mousePlace) != nil
  }

  private func letGoOfBars(_ now: Instant) {
    controls.pressed = nil
    controls.bars.hold(false, at: now)
  }

  private func press(_ part: BarPart, _ now: Instant) {
    let show = performance.show
    switch part {
    case .close where show.isZoomed: perform(.command(.leaveZoom), now)
    case .close: perform(.leave, now)
    case .previous: perform(.command(.previous), now)
    case .next: perform(.command(.next), now)
    case .pause where show.plays != show.isPaused: perform(.command(.togglePause), now)
    case .pause: perform(.command(.toggleFilm), now)
    case .mute: perform(.command(.toggleMute), now)
    case .zoom: perform(.command(.toggleZoom(at: nil)), now)
    case .overview: perform(.toggleOverview, now)
    case .scrubber, .volume: break
    }
  }

  /// A finger on a slider.
  private func slide(_ part: BarPart, to point: Point, _ now: Instant) {
    guard part == .volume else { return }
    let percent = Int((barsLayout.fraction(.volume, at: point) * 100).rounded())
    guard percent != performance.show.volume else { return }
    perform(.command(.setVolume(percent)), now)
  }

  // MARK: What is

  /// What lies over the show hides them. Once a turn.
  func settleBars(_ now: Instant) {
    let show = performance.show
    controls.bars.cover(
      show.isZoomed || overview != nil || panel == .help || show.isBlank, at: now)
    stage.showArrow(controls.mouse.isInUse && controls.bars.isShown(at: now))
    if !controls.bars.isShown(at: now) { controls.mouse.rest() }
  }

  /// What is drawn of them.
  func barsLayers(at tick: Instant) -> [Layer] {
    let opacity = controls.bars.opacity(at: tick)
    guard opacity > 0 else { return [] }
    return BarsScreen(
      layout: barsLayout, captions: performance.captions, scrim: controls.scrim, opacity: opacity
    ).layers(barsFacts(at: tick))
  }

  /// The height at the foot of the show that they take, pixels.
  func barsFoot(at now: Instant) -> Double {
    controls.bars.isShown(at: now) ? barsLayout.footer.height : 0
  }

  var barsLayout: BarsLayout {
    let list = performance.gallery.list
    let content = BarsContent(
      count: list.count, film: barsFilm, hasCaption: barsCaption != nil,
      hasClose: !performance.settings.show.kiosk)
    return BarsLayout(size: stage.size, textScale: controls.textScale, content: content)
  }

  private var barsFilm: BarsContent.Film? {
    guard let film = performance.gallery.films[performance.show.currentPlace] else { return nil }
    let length = performance.show.filmLength
    return BarsContent.Film(
      hasLength: length != nil, hasSound: film.hasSound,
      isLong: (length ?? .zero) >= .seconds(3600))
  }

  private var barsCaption: String? {
    let (item, list) = (performance.show.current, performance.gallery.list)
    return list.knows(item) ? list.options(item).caption : nil
  }

  private func barsFacts(at tick: Instant) -> BarsFacts {
    let (show, list) = (performance.show, performance.gallery.list)
    let item = show.current
    var facts = BarsFacts(
      title: "", caption: barsCaption, number: 0, count: list.count, isPlaying: show.plays)
    if list.knows(item) {
      let name = String(escaping: list.title(item) ?? list.fileName(item))
      facts.title = show.settings(of: item).title ?? name
      facts.number = item < list.count ? item + 1 : 0
    }
    (facts.isMuted, facts.volume, facts.isZoomed) = (show.isMuted, show.volume, show.isZoomed)
    let pose = show.poses(at: tick).first { $0.place == show.currentPlace }
    (facts.elapsed, facts.length) = (pose?.film?.time, show.filmLength)
    return facts
  }
}
