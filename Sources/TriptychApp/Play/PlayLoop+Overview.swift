import TriptychCore
import TriptychStage

/// The overview over the show.
extension PlayLoop {
  /// Opens it, or flies back.
  func toggleOverview(_ now: Instant) {
    let show = performance.show
    if let overview {
      return overview.isOpening ? reopenOverview(overview, now) : closeOverview(now)
    }
    guard show.current >= 0, performance.hasPresented, !show.isBlank else { return }
    performance.apply(.setOverview(true), at: now)
    guard performance.show.isInOverview else { return }
    panel = nil
    overview = OverviewScreen(
      list: performance.gallery.list, at: show.current, size: stage.size,
      thumbnails: performance.gallery.thumbnails,
      isCalm: performance.settings.show.reducedMotion, now: now)
    performance.needsFrame = true
  }

  private func reopenOverview(_ screen: OverviewScreen, _ now: Instant) {
    performance.needsFrame = true
    screen.land(at: now)
  }

  func move(_ move: OverviewMove, _ now: Instant) {
    guard let overview else { return }
    performance.needsFrame = true
    switch move {
    case .close: closeOverview(now)
    case .open: openChosen(now)
    default: if !overview.isOpening { overview.move(move, at: now) }
    }
  }

  /// The mark goes where the show goes, and the grid with it.
  func markInOverview(_ number: Int, _ now: Instant) {
    guard let overview, !overview.isOpening else { return }
    overview.choose(number - 1, at: now)
  }

  private func openChosen(_ now: Instant) {
    guard let overview, !overview.isOpening else { return }
    performance.apply(.jump(to: overview.overview.selected + 1), at: now)
    overview.fly(at: now)
  }

  private func closeOverview(_ now: Instant) {
    guard let overview, performance.show.current >= 0 else { return }
    performance.apply(.jump(to: performance.show.current + 1), at: now)
    overview.close(to: performance.show.current, at: now)
  }

  /// The flight has landed, and what it led to can be drawn: the show goes on.
  func settleOverview(_ now: Instant) {
    guard let overview else { return }
    if !performance.show.isInOverview { return leaveOverview() }  // the idle reset
    if overview.overview.grid.count != performance.gallery.list.count
      || overview.overview.grid.size != stage.size
    {
      let selected = min(overview.overview.selected, performance.gallery.list.count - 1)
      overview.fit(performance.gallery.list, selected: selected, size: stage.size, at: now)
      performance.needsFrame = true
    }
    guard overview.hasLanded(at: now) else { return }
    let isThere = performance.show.current == overview.overview.selected
    guard isThere || performance.show.hasNoWay(to: overview.overview.selected) else { return }
    performance.apply(.setOverview(false), at: now)
    leaveOverview()
  }

  private func leaveOverview() {
    overview = nil
    performance.gallery.thumbnails.rest()
    performance.needsFrame = true
  }

  /// A finger pulls the view away: the overview lies under it.
  func pull(to way: Double, _ now: Instant) {
    if overview == nil {
      toggleOverview(now)
      hand.isPulling = overview != nil
    }
    guard hand.isPulling else { return }
    overview?.pull(to: way, across: hand.axis, at: now)
    performance.needsFrame = true
  }

  /// Two fingers have made the view small: they hold it over the overview from now on.
  func takeSmallView(_ now: Instant) {
    guard overview == nil, hand.reader.isBusy, let zoom = performance.show.smallZoom(at: now) else {
      return
    }
    toggleOverview(now)
    guard let overview else { return }
    overview.take(zoom, whole: whole(overview, at: now), at: now)
  }

  /// A touch during a flight catches it.
  func catchFlight(_ event: PointerEvent, _ now: Instant) {
    guard case .down = event, let overview, !hand.isPulling, !hand.reader.isBusy else { return }
    hand.hasCaught = overview.flight.isInAir(at: now)
    if hand.hasCaught { overview.grab(at: now) }
  }

  /// The last finger has left: what was held goes on.
  func letGoOfFlight(velocity: Point = Point(0, 0), _ now: Instant) {
    guard let overview, overview.flight.isHeld, !hand.isPulling else { return }
    overview.letGo(velocity: velocity, at: now)
    performance.needsFrame = true
    if overview.isOpening { performance.apply(.jump(to: overview.overview.selected + 1), at: now) }
  }

  /// Gestures while it is open.
  func takeInOverview(_ gesture: Gesture, _ overview: OverviewScreen, _ now: Instant) {
    performance.needsFrame = true
    if case .pull(let way) = gesture { return pull(to: way, now) }
    if case .pullEnded(let speed) = gesture, hand.isPulling {
      hand.isPulling = false
      let isAcross = hand.axis == .horizontal
      return overview.letGo(velocity: isAcross ? Point(0, speed) : Point(speed, 0), at: now)
    }
    if holdsFlight(gesture, overview, now) { return }
    guard !overview.isOpening else { return }
    switch gesture {
    case .drag(let way): overview.drag(by: way * stage.size.height, at: now)
    case .release(let velocity):
      overview.release(speed: velocity * stage.size.height, at: now)
    case .step(let count): overview.wheel(Double(count), at: now)
    case .tap(let point), .doubleTap(let point):
      if overview.tap(point, at: now) != nil { openChosen(now) }
    default: break
    }
  }

  /// What a hand does that holds a flight, or takes a cell out of the grid. True: it was that.
  private func holdsFlight(_ gesture: Gesture, _ screen: OverviewScreen, _ now: Instant) -> Bool {
    switch gesture {
    case .pinch(let factor, let point, let way):
      if !screen.flight.isHeld {
        guard hand.reader.isBusy, factor > 1, screen.takeCell(at: point, now: now) else {
          return true
        }
      }
      screen.pinch(
        by: factor, about: point, movedBy: way, whole: whole(screen, at: now), at: now)
    case .pan(let way): screen.pan(by: way)
    case .panEnded(let velocity): letGoOfFlight(velocity: velocity, now)
    case .tap, .doubleTap, .longPress:
      // The touch that has caught a flight was none of these.
      guard hand.hasCaught else { return false }
      hand.hasCaught = false
    // One finger may stay.
    case .pinchEnded: break
    default: return screen.flight.isHeld
    }
    return true
  }

  /// The chosen item as it lies on the screen.
  private func whole(_ screen: OverviewScreen, at tick: Instant) -> Layer? {
    let show = performance.show
    let pose = show.poses(at: tick).first { $0.item == screen.overview.selected && $0.card == nil }
    return pose.flatMap { projector.layers([$0], settings: show.settings(of:)).first }
  }

  /// What is drawn of it.
  func overviewLayers(_ screen: OverviewScreen, _ projector: Projector, at tick: Instant) -> [Layer]
  {
    let signs = OverviewSigns(text: projector.captions.picture, scale: projector.textScale)
    return screen.layers(
      performance.gallery.list, whole: whole(screen, at: tick), signs: signs, at: tick)
  }
}
