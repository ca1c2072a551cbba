import TriptychCore
import TriptychStage

/// What fingers and the mouse are doing.
struct Hand {
  var reader = GestureReader()
  /// How the show was to be driven when the first pointer came down; it stays so until the last
  /// has gone, whatever becomes current meanwhile.
  private var scene: GestureScene?
  private(set) var direction = Direction.left
  /// The view is being pulled away.
  var isPulling = false
  /// The touch has stopped a picture that flew: it is no tap.
  var hasCaught = false

  /// The scene in which an event is to be read.
  mutating func scene(for show: Show, size: Size) -> GestureScene {
    if !reader.isBusy || scene == nil {
      direction = show.direction
      scene = GestureScene(size: size, axis: show.axis)
    }
    var now = scene ?? GestureScene(size: size, axis: show.axis)
    (now.size, now.isZoomed, now.canBeZoomed) = (size, show.isZoomed, show.canBeZoomed)
    now.canBePulled = show.canBeZoomed && !show.isZoomed
    return now
  }

  /// That of the transformer that is driven.
  var axis: Axis { scene?.axis ?? .horizontal }

  /// 1 where a finger that goes left or up leads to the next.
  var sign: Double { direction == .left || direction == .up ? 1 : -1 }
}

/// Gestures, carried out.
extension PlayLoop {
  func takePointer(_ event: PointerEvent, _ now: Instant) {
    if takeOnBars(event, now) { return }
    var scene = hand.scene(for: performance.show, size: stage.size)
    catchFlight(event, now)
    if let overview, !hand.isPulling {
      let isHeld = overview.flight.isHeld
      scene = GestureScene(
        size: stage.size, axis: .vertical, isZoomed: isHeld, canBePulled: false,
        canBeZoomed: isHeld || !overview.isOpening)
    }
    for gesture in hand.reader.read(event, at: now, in: scene) { perform(gesture, now) }
    if !hand.reader.isBusy { letGoOfFlight(now) }
  }

  /// The wheel turns pages, with Ctrl it enlarges where the mouse is; nil: a binding says
  /// otherwise.
  func turnOfWheel(_ input: Input) -> PointerEvent? {
    guard case .wheel(let way, let modifiers) = input,
      keys.bindings.action(Chord(modifiers, "wheel." + way.rawValue)) == nil,
      modifiers.isSubset(of: .control)
    else { return nil }
    let count: Double = way == .down || way == .right ? 1 : -1
    return .wheel(count, stage.mousePlace, zooms: modifiers.contains(.control))
  }

  func advanceHand(to now: Instant) {
    for gesture in hand.reader.advance(to: now) { perform(gesture, now) }
  }

  private func perform(_ gesture: Gesture, _ now: Instant) {
    if let overview { return takeInOverview(gesture, overview, now) }
    switch gesture {
    case .step(let count):
      for _ in 0..<min(abs(count), 3) { tell(count > 0 ? .next : .previous, now) }
    case .drag(let way): tell(.drag(by: way * hand.sign), now)
    case .release(let velocity): tell(.release(velocity: velocity * hand.sign), now)
    case .pan(let way): tell(.pan(by: way), now)
    case .panEnded(let velocity): tell(.letGo(velocity: velocity), now)
    case .pinch(let factor, let point, let way):
      tell(.pinch(by: factor, about: point, movedBy: way), now)
      takeSmallView(now)
    case .pinchEnded: tell(.letGo(velocity: Point(0, 0)), now)
    case .doubleTap(let point): tell(.toggleZoom(at: point), now)
    case .longPress: perform(.toggleInformation, now)
    case .pull(let way): pull(to: way, now)
    case .tap(let point): if !reload(at: point, now) { perform(.toggleBars, now) }
    case .pullEnded: break
    }
  }

  /// The button of a card. False: there is none at that point.
  private func reload(at point: Point, _ now: Instant) -> Bool {
    let poses = performance.show.poses(at: now)
    guard poses.count == 1, let button = projector.reloadButton(poses[0]),
      button.contains(point, margin: stage.size.height / 60)
    else { return false }
    tell(.reload, now)
    return true
  }

  private func tell(_ command: Command, _ now: Instant) {
    performance.apply(command, at: now)
    performance.needsFrame = true
  }
}
