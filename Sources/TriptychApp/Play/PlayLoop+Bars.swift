import TriptychCore
import TriptychStage

/// The bars as the loop keeps them.
struct BarsControl {
  /// A pointer that has gone down on a part, until it leaves.
  struct Hold {
    var pointer: Pointer
    var part: BarPart
    /// Where in the film the finger is, since its start; the decoder may not be there yet.
    var time: Duration?
    /// Where the film was sent last.
    var asked: Duration?
  }

  var bars: Bars
  let textScale: Double
  let scrim = Scrim()
  var hold: Hold?
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
    guard overview == nil, panel?.isHelp != true, !performance.show.isBlank else { return }
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
      guard controls.hold == nil, controls.bars.isShown(at: now),
        let part = barsLayout.part(at: point)
      else { return false }
      controls.hold = BarsControl.Hold(pointer: pointer, part: part)
      controls.bars.hold(true, at: now)
      slide(part, to: point, now)
      return true
    case .moved(let pointer, let point):
      guard let hold = controls.hold, hold.pointer == pointer else { return false }
      slide(hold.part, to: point, now)
      return true
    case .up(let pointer, let point):
      guard let hold = controls.hold, hold.pointer == pointer else { return false }
      slide(hold.part, to: point, now)
      letGoOfBars(now)
      if barsLayout.part(at: point) == hold.part { press(hold.part, now) }
      return true
    case .cancelled(let pointer):
      guard let hold = controls.hold, hold.pointer == pointer else { return false }
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

  /// No pointer is on them any more. What was dragged stays where it is.
  func letGoOfBars(_ now: Instant) {
    guard let hold = controls.hold else { return }
    controls.hold = nil
    controls.bars.hold(false, at: now)
    guard hold.part == .scrubber, let time = hold.time else { return }
    if hold.asked != time { performance.apply(.scrub(to: time), at: now) }
    performance.apply(.endScrub, at: now)
    performance.log.debug("by hand: scrub to \(time.clock)")
    performance.needsFrame = true
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
    let fraction = barsLayout.fraction(part, at: point)
    switch part {
    case .volume:
      let percent = Int((fraction * 100).rounded())
      guard percent != performance.show.volume else { return }
      perform(.command(.setVolume(percent)), now)
    case .scrubber:
      guard let length = performance.show.filmProgress(at: now)?.length else { return }
      controls.hold?.time = .milliseconds((length.inSeconds * fraction * 1000).rounded())
      scrub(now)
      performance.needsFrame = true
    default: break
    }
  }

  /// Sends the film to where the finger is, as soon as the decoder has answered for where it was
  /// before: so the picture follows the finger as fast as it can be made.
  private func scrub(_ now: Instant) {
    guard let hold = controls.hold, hold.part == .scrubber, let time = hold.time,
      time != hold.asked, let film = performance.gallery.films[performance.show.currentPlace],
      hold.asked == nil || !performance.media.isSeeking(film.film)
    else { return }
    controls.hold?.asked = time
    performance.apply(.scrub(to: time), at: now)
  }

  // MARK: What is

  /// What lies over the show hides them, and a finger on the line of time leads on. Once a turn.
  func settleBars(_ now: Instant) {
    let show = performance.show
    scrub(now)
    controls.bars.cover(
      show.isZoomed || overview != nil || panel?.isHelp == true || show.isBlank, at: now)
    stage.showArrow(controls.mouse.isInUse && controls.bars.isShown(at: now))
    if !controls.bars.isShown(at: now) { controls.mouse.rest() }
  }

  /// When the time that they tell is another one; nil: they tell none, or nothing goes on. A film
  /// may have frames that stand for longer than a second.
  func nextBarsFrame(_ now: Instant) -> Instant? {
    guard controls.bars.isShown(at: now), controls.hold?.time == nil,
      let pose = performance.show.poses(at: now).first, pose.film?.isPlaying == true,
      let elapsed = performance.show.filmProgress(at: now)?.elapsed
    else { return nil }
    let second = Int64(1_000_000_000)
    let rest = Duration.nanoseconds(second - elapsed.inNanoseconds % second)
    return now + (pose.film?.speed ?? .normal).time(of: rest)
  }

  /// What is drawn of them.
  func barsLayers(at tick: Instant) -> [Layer] {
    let opacity = controls.bars.opacity(at: tick)
    guard opacity > 0 else { return [] }
    return BarsScreen(
      layout: barsLayout, text: performance.captions.picture, scrim: controls.scrim,
      opacity: opacity
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
    let show = performance.show
    guard performance.gallery.list.count > 0,
      let film = performance.gallery.films[show.currentPlace],
      let progress = show.filmProgress(at: MonotonicClock.now)
    else { return nil }
    let length = progress.length
    return BarsContent.Film(
      hasLength: length != nil, hasSound: film.hasSound,
      isLong: (length ?? .zero) >= .seconds(3600),
      speedLetters: show.filmSpeed?.label.map { $0.count + 1 } ?? 0)
  }

  private var barsCaption: String? {
    let (item, list) = (performance.show.current, performance.gallery.list)
    return list.count > 0 && list.knows(item) ? list.options(item).caption : nil
  }

  private func barsFacts(at tick: Instant) -> BarsFacts {
    let (show, list) = (performance.show, performance.gallery.list)
    let item = show.current
    var facts = BarsFacts(
      title: "", caption: barsCaption, number: 0, count: list.count, isPlaying: show.plays)
    // When all is taken out, what was seen last is gone, too.
    if list.count > 0, list.knows(item) {
      let name = performance.gallery.places.title(item, of: list)
      facts.title = show.settings(of: item).title ?? name
      facts.number = show.currentNumber ?? 0
    }
    (facts.isMuted, facts.volume, facts.isZoomed) = (show.isMuted, show.volume, show.isZoomed)
    let progress = show.filmProgress(at: tick)
    facts.speed = show.filmSpeed?.label
    (facts.elapsed, facts.length) = (controls.hold?.time ?? progress?.elapsed, progress?.length)
    return facts
  }
}
