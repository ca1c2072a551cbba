/// Recognises what pointers mean. A value: events and instants in, gestures out; the same events
/// give the same gestures, whatever the rate at which they come.
///
/// Lengths follow the display's height, so that a gesture is the same on every screen.
public struct GestureReader: Sendable {
  /// A pointer that has moved less has not moved: a fortieth of the height of the screen.
  static func slop(_ size: Size) -> Double { max(size.height / 40, 4) }
  /// Two taps nearer than that, in time and place (twice the slop), are one double tap.
  public static let doubleTapTime = Duration.milliseconds(300)
  public static let longPressTime = Duration.milliseconds(500)

  private enum State: Sendable {
    case idle
    /// Down, and not moved yet.
    case pressed(Pointer, at: Instant, from: Point)
    case dragging(Pointer, last: Point)
    case panning(Pointer, last: Point)
    case pulling(Pointer, from: Point)
    case pinching(Pointer, Pointer, last: Point, distance: Double)
    /// Nothing more comes of the pointers that are down.
    case spent
  }

  private var state = State.idle
  private var down: [Pointer: Point] = [:]
  private var meter = SpeedMeter()
  /// A tap that may become a double tap.
  private var tapped: (at: Instant, point: Point)?
  private var notches = 0.0

  public init() {}

  /// True while a pointer is down.
  public var isBusy: Bool { !down.isEmpty }

  /// The pointers that are down.
  public var pointers: Set<Pointer> { Set(down.keys) }

  /// False for what a pointer does that is not down, as far as is known here: one that has been
  /// given up may still tremble.
  public func heeds(_ event: PointerEvent) -> Bool {
    switch event {
    case .down, .wheel: true
    case .moved(let pointer, _), .up(let pointer, _), .cancelled(let pointer): down[pointer] != nil
    }
  }

  /// When it wants to be advanced: a tap or a long press is decided then.
  public var due: Instant? {
    if case .pressed(_, let at, _) = state { return at + Self.longPressTime }
    return tapped.map { $0.at + Self.doubleTapTime }
  }

  /// Lets time pass.
  public mutating func advance(to now: Instant) -> [Gesture] {
    if case .pressed(_, let at, let from) = state, now >= at + Self.longPressTime {
      state = .spent
      return flushTap() + [.longPress(from)]
    }
    if let tapped, now >= tapped.at + Self.doubleTapTime, !isPressed { return flushTap() }
    return []
  }

  /// Hears of an event.
  public mutating func read(
    _ event: PointerEvent, at now: Instant, in scene: GestureScene
  ) -> [Gesture] {
    let before = advance(to: now)
    switch event {
    case .down(let pointer, let point): return before + press(pointer, point, now, scene)
    case .moved(let pointer, let point): return before + move(pointer, point, now, scene)
    case .up(let pointer, let point):
      let moved = move(pointer, point, now, scene)
      return before + moved + lift(pointer, point, now, scene)
    case .cancelled(let pointer):
      down[pointer] = nil
      return before + end(pointer, velocity: Point(0, 0), scene)
    case .wheel(let notches, let point, let zooms):
      return before + turn(notches, point, zooms: zooms, scene)
    }
  }

  private var isPressed: Bool { if case .pressed = state { true } else { false } }

  private mutating func flushTap() -> [Gesture] {
    defer { tapped = nil }
    return tapped.map { [.tap($0.point)] } ?? []
  }

  // MARK: Pointers

  private mutating func press(
    _ pointer: Pointer, _ point: Point, _ now: Instant, _ scene: GestureScene
  ) -> [Gesture] {
    down[pointer] = point
    switch state {
    case .idle:
      state = .pressed(pointer, at: now, from: point)
      meter = SpeedMeter()
      meter.add(point, at: now)
      return []
    case .pressed(let first, _, _), .panning(let first, _):
      guard scene.canBeZoomed, let other = down[first], first != pointer else { return [] }
      var ended: [Gesture] = []
      if case .panning = state { ended = [.panEnded(velocity: Point(0, 0))] }
      state = .pinching(
        first, pointer, last: middle(other, point), distance: distance(other, point))
      return flushTap() + ended
    case .dragging, .pulling, .pinching, .spent: return []
    }
  }

  private mutating func move(
    _ pointer: Pointer, _ point: Point, _ now: Instant, _ scene: GestureScene
  ) -> [Gesture] {
    guard down[pointer] != nil else { return [] }
    down[pointer] = point
    switch state {
    case .pressed(pointer, _, let from):
      guard distance(from, point) > Self.slop(scene.size) else { return [] }
      meter.add(point, at: now)
      return flushTap() + begin(pointer, from: from, to: point, scene)
    case .dragging(pointer, let last):
      meter.add(point, at: now)
      state = .dragging(pointer, last: point)
      return [.drag(by: along(last, point, scene))]
    case .panning(pointer, let last):
      meter.add(point, at: now)
      state = .panning(pointer, last: point)
      return [.pan(by: Point(point.x - last.x, point.y - last.y))]
    case .pulling(pointer, let from):
      meter.add(point, at: now)
      return [.pull(to: across(from, point, scene))]
    case .pinching(let a, let b, let last, let before) where pointer == a || pointer == b:
      guard let one = down[a], let other = down[b] else { return [] }
      let (centre, apart) = (middle(one, other), distance(one, other))
      state = .pinching(a, b, last: centre, distance: apart)
      let factor = max(apart, 1) / max(before, 1)
      return [
        .pinch(
          by: factor, about: centre, movedBy: Point(centre.x - last.x, centre.y - last.y))
      ]
    default: return []
    }
  }

  /// The pointer has moved far enough to mean something. What it has covered so far counts: the
  /// touched point stays under the finger.
  private mutating func begin(
    _ pointer: Pointer, from: Point, to point: Point, _ scene: GestureScene
  ) -> [Gesture] {
    if scene.isZoomed {
      state = .panning(pointer, last: point)
      return [.pan(by: Point(point.x - from.x, point.y - from.y))]
    }
    let (x, y) = (abs(point.x - from.x), abs(point.y - from.y))
    let isAlong = scene.axis == .horizontal ? x >= y : y >= x
    if isAlong {
      state = .dragging(pointer, last: point)
      return [.drag(by: along(from, point, scene))]
    }
    guard scene.canBePulled else {
      state = .spent
      return []
    }
    state = .pulling(pointer, from: from)
    return [.pull(to: across(from, point, scene))]
  }

  private mutating func lift(
    _ pointer: Pointer, _ point: Point, _ now: Instant, _ scene: GestureScene
  ) -> [Gesture] {
    guard down.removeValue(forKey: pointer) != nil else { return [] }
    if case .pressed(pointer, _, _) = state {
      state = rested
      return tap(point, now, scene)
    }
    return end(pointer, velocity: meter.velocity(at: now), scene)
  }

  private mutating func tap(_ point: Point, _ now: Instant, _ scene: GestureScene) -> [Gesture] {
    guard let first = tapped else {
      tapped = (now, point)
      return []
    }
    guard distance(first.point, point) <= 2 * Self.slop(scene.size) else {
      tapped = (now, point)
      return [.tap(first.point)]
    }
    tapped = nil
    return [.doubleTap(point)]
  }

  private mutating func end(
    _ pointer: Pointer, velocity: Point, _ scene: GestureScene
  ) -> [Gesture] {
    switch state {
    case .dragging(pointer, _):
      state = rested
      let isHorizontal = scene.axis == .horizontal
      let speed = isHorizontal ? velocity.x : velocity.y
      return [.release(velocity: -speed / extent(scene))]
    case .panning(pointer, _):
      state = rested
      return [.panEnded(velocity: velocity)]
    case .pulling(pointer, _):
      state = rested
      let speed = scene.axis == .horizontal ? velocity.y : velocity.x
      return [.pullEnded(velocity: speed)]
    case .pinching(let a, let b, _, _) where pointer == a || pointer == b:
      // The finger that stays goes on dragging what was zoomed.
      let stays = pointer == a ? b : a
      meter = SpeedMeter()
      state = down[stays].map { .panning(stays, last: $0) } ?? rested
      return [.pinchEnded]
    case .pressed(pointer, _, _): state = rested
    default: if down.isEmpty { state = .idle }
    }
    return []
  }

  /// What follows the end of a gesture: fingers that are still down begin nothing new.
  private var rested: State { down.isEmpty ? .idle : .spent }

  // MARK: The wheel

  private mutating func turn(
    _ count: Double, _ point: Point, zooms: Bool, _ scene: GestureScene
  ) -> [Gesture] {
    guard count.isFinite, !zooms else {
      guard count.isFinite, scene.canBeZoomed else { return [] }
      // Away from oneself is nearer to the picture. Four notches are a factor of 2.
      let factor = exponential(-min(max(count, -20), 20) * 0.173_286_795_139_986_3)
      return [.pinch(by: factor, about: point, movedBy: Point(0, 0)), .pinchEnded]
    }
    if notches * count < 0 { notches = 0 }
    notches += min(max(count, -20), 20)
    let whole = Int(notches)
    notches -= Double(whole)
    return whole == 0 ? [] : [.step(whole)]
  }

  // MARK: Measures

  private func extent(_ scene: GestureScene) -> Double {
    max(scene.axis == .horizontal ? scene.size.width : scene.size.height, 1)
  }

  /// View widths towards the next: a finger that goes left leads to the next.
  private func along(_ a: Point, _ b: Point, _ scene: GestureScene) -> Double {
    (scene.axis == .horizontal ? a.x - b.x : a.y - b.y) / extent(scene)
  }

  private func across(_ a: Point, _ b: Point, _ scene: GestureScene) -> Double {
    scene.axis == .horizontal ? b.y - a.y : b.x - a.x
  }

  private func distance(_ a: Point, _ b: Point) -> Double {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }

  private func middle(_ a: Point, _ b: Point) -> Point {
    Point((a.x + b.x) / 2, (a.y + b.y) / 2)
  }
}
