/// The sticks of a pad: pushes that act like keys, and the one that drags the show.
extension InputReader {
  /// True while a stick holds the show: it moves with every frame then.
  public var isDragging: Bool { drag != nil }

  mutating func move(
    _ pad: Int, _ stick: PadAxis, _ value: Double, at now: Instant, _ axis: Axis
  ) -> [UserAction] {
    let changes = sticks.move(pad, stick, to: value)
    if drags(stick) { return pull(pad, stick, at: now, axis) }
    var actions: [UserAction] = []
    for change in changes {
      switch change {
      case .ends(let way): letGo(.stick(way))
      case .begins(let way) where !drags(way.axis):
        actions += press(way.name, of: .stick(way), at: now, axis)
      case .begins: break
      }
    }
    return actions
  }

  /// What is held by a pad that is gone is let go.
  mutating func lose(_ pad: Int, at now: Instant) -> [UserAction] {
    if held?.source.pad == pad { held = nil }
    let actions = drag?.way.pad == pad ? release(at: now) : []
    sticks.remove(pad)
    return actions
  }

  /// What a stick that holds the show moves by now.
  mutating func pull(to now: Instant) -> [UserAction] {
    guard let by = drag?.advance(to: now) else { return [] }
    // The overview has opened or closed meanwhile.
    if let drag, (drag.use == .scroll) != isInOverview { return release(at: now) }
    if let drag, drag.isForgotten(at: now) {
      for sign in [1.0, -1.0] {
        sticks.settle(PadSticks.Way(pad: drag.way.pad, axis: drag.way.axis, sign: sign))
      }
      return release(at: now)
    }
    return drag.map { [$0.action(by)] } ?? []
  }

  /// True if the axis takes the show along; what is bound to one of its ways goes first.
  private func drags(_ stick: PadAxis) -> Bool {
    guard bindings.action(Chord([], "pad." + stick.rawValue)) == .drag else { return false }
    return [1.0, -1.0].allSatisfy {
      (bindings.action(Chord([], stick.name($0))) ?? .ignore) == .ignore
    }
  }

  private mutating func pull(
    _ pad: Int, _ stick: PadAxis, at now: Instant, _ axis: Axis
  ) -> [UserAction] {
    let (way, value) = (PadSticks.Way(pad: pad, axis: stick, sign: 1), sticks.value(pad, stick))
    if drag?.way == way {
      // So far with the old speed.
      let actions = pull(to: now)
      drag?.move(to: value, at: now)
      return abs(value) < StickDrag.keeps ? actions + release(at: now) : actions
    }
    let use: StickDrag.Use = isInOverview ? .scroll : isZoomed ? .look : .drag
    let isItsWay = use == .look || stick.way == (use == .scroll ? .vertical : axis)
    guard drag == nil, isItsWay, abs(value) >= StickDrag.takes, sticks.isFree(way, value) else {
      return []
    }
    drag = StickDrag(way, value, use, at: now)
    return []
  }

  private mutating func release(at now: Instant) -> [UserAction] {
    guard let drag else { return [] }
    self.drag = nil
    guard drag.use == .drag else { return [] }
    return [.command(.release(velocity: drag.velocity(at: now)))]
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
