/// The sticks of a pad: pushes that act like keys, and those that drag the show; and the triggers,
/// which enlarge.
extension InputReader {
  /// True while a stick or a trigger holds the show: it moves with every frame then.
  public var isDragging: Bool { !drags.isEmpty }

  mutating func move(
    _ pad: Int, _ stick: PadAxis, _ value: Double, at now: Instant, _ axis: Axis
  ) -> [UserAction] {
    let changes = sticks.move(pad, stick, to: value)
    if leads(stick) { return pull(pad, stick, at: now, axis) }
    var actions: [UserAction] = []
    for change in changes {
      switch change {
      case .ends(let way): letGo(.stick(way))
      case .begins(let way) where !leads(way.axis):
        actions += press(way.name, of: .stick(way), at: now, axis)
      case .begins: break
      }
    }
    return actions
  }

  /// What is held by a pad that is gone is let go.
  mutating func lose(_ pad: Int, at now: Instant) -> [UserAction] {
    if held?.source.pad == pad { held = nil }
    let actions = release(at: now) { $0.way.pad == pad }
    sticks.remove(pad)
    return actions
  }

  /// What sticks and triggers that hold the show move by now.
  mutating func pull(to now: Instant) -> [UserAction] {
    var actions: [UserAction] = []
    for index in drags.indices {
      let (drag, by) = (drags[index], drags[index].advance(to: now))
      // The overview has opened or closed meanwhile.
      let isOver = (drag.use == .scroll) != isInOverview || drag.isForgotten(at: now)
      if !isOver { actions.append(drag.action(by)) }
    }
    for drag in drags where drag.isForgotten(at: now) {
      for sign in [1.0, -1.0] {
        sticks.settle(PadSticks.Way(pad: drag.way.pad, axis: drag.way.axis, sign: sign))
      }
    }
    let isInOverview = isInOverview
    return actions
      + release(at: now) { ($0.use == .scroll) != isInOverview || $0.isForgotten(at: now) }
  }

  /// True if the axis takes the show along; what is bound to one of a stick's ways goes first. Of
  /// triggers those that enlarge do, or the other way.
  private func leads(_ stick: PadAxis) -> Bool {
    if stick.isTrigger { return enlarges(stick) != nil }
    guard bindings.action(Chord([], "pad." + stick.rawValue)) == .drag else { return false }
    return [1.0, -1.0].allSatisfy {
      (bindings.action(Chord([], stick.name($0))) ?? .ignore) == .ignore
    }
  }

  /// nil: it does something else.
  private func enlarges(_ trigger: PadAxis) -> Bool? {
    guard case .command(.zoom(let factor)) = bindings.action(Chord([], trigger.name(1))) else {
      return nil
    }
    return factor > 1
  }

  private mutating func pull(
    _ pad: Int, _ stick: PadAxis, at now: Instant, _ axis: Axis
  ) -> [UserAction] {
    let (way, value) = (PadSticks.Way(pad: pad, axis: stick, sign: 1), sticks.value(pad, stick))
    if drags.contains(where: { $0.way == way }) {
      // So far with the old speed.
      let actions = pull(to: now)
      if let index = drags.firstIndex(where: { $0.way == way }) {
        drags[index].move(to: value, at: now)
      }
      guard abs(value) < StickDrag.keeps else { return actions }
      return actions + release(at: now) { $0.way == way }
    }
    guard let use = use(of: stick, axis), abs(value) >= StickDrag.takes,
      sticks.isFree(way, value), drags.isEmpty || use.isOfZoom && drags.allSatisfy(\.use.isOfZoom)
    else { return [] }
    // What holds the show already goes on from here at its own speed.
    let actions = pull(to: now)
    drags.append(StickDrag(way, value, use, at: now))
    return actions
  }

  /// What an axis would move now; nil: nothing.
  private func use(of stick: PadAxis, _ axis: Axis) -> StickDrag.Use? {
    if let larger = enlarges(stick), stick.isTrigger {
      return isInOverview ? nil : .zoom(larger: larger)
    }
    if isInOverview { return stick.way == .vertical ? .scroll : nil }
    return isZoomed ? .look : stick.way == axis ? .drag : nil
  }

  private mutating func release(
    at now: Instant, _ isLetGo: (StickDrag) -> Bool
  ) -> [UserAction] {
    let gone = drags.filter(isLetGo)
    drags.removeAll(where: isLetGo)
    return gone.filter { $0.use == .drag }.map {
      .command(.release(velocity: $0.velocity(at: now)))
    }
  }
}

extension InputReader.Held {
  /// From one repetition to the next in the overview, which may be long: after a second twice as
  /// fast, after two four times.
  var period: Duration { InputReader.repeatPeriod / (count < 8 ? 1 : count < 24 ? 2 : 4) }

  /// What is enlarged is looked at in longer and longer steps, up to three times as long.
  var accelerated: Action {
    guard case .command(.look(let x, let y)) = action else { return action }
    let factor = min(1 + Double(count) / 8, 3)
    return .command(.look(x: x * factor, y: y * factor))
  }
}
