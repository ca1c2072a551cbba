import TriptychCore

/// When what people did is undone: so long after their last input, once. Where nobody has been
/// there it never strikes, so a display without visitors is not woken. A value without a clock.
struct IdleTimer {
  /// nil: never.
  let limit: Duration?
  /// The one wake-up.
  private(set) var due: Instant?

  init(limit: Duration?) { self.limit = limit }

  /// A person was there. Losing keys or a pad is none, and a stick that trembles near its centre
  /// is none either: it would keep a show from being reset for ever.
  mutating func heard(_ input: Input, at now: Instant) {
    switch input {
    case .allReleased, .padGone: return
    case .padMoved(_, _, let way) where abs(way) < 0.5: return
    default: wasUsed(at: now)
    }
  }

  /// A person was there.
  mutating func wasUsed(at now: Instant) { due = limit.map { now + $0 } }

  /// True once, when the time is over.
  mutating func strikes(at now: Instant) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    return true
  }
}

extension PlayLoop {
  /// Nobody is there any more: the show is again as its owner set it up.
  func resetAfterIdle(_ now: Instant) {
    panel = nil
    // A finger that has not moved for so long is none: something leans on the screen.
    for pointer in hand.reader.pointers { takePointer(.cancelled(pointer), now) }
    letGoOfBars(now)
    controls.bars.reset(at: now)
    let goal = performance.settings.idleGoto.flatMap { performance.gallery.list.number(of: $0) }
    performance.apply(.idleReset(goTo: goal), at: now)
    // What a visitor has taken out is back.
    if hasDropped { performance.reload() }
    hasDropped = false
    performance.needsFrame = true
    performance.log.debug("nobody is there: what people did is undone")
  }
}

extension ItemList {
  /// The number, counting from 1, of an item that an option names; nil: there is none such.
  func number(of point: StartPoint) -> Int? {
    switch point {
    case .number(let number): number <= count ? number : nil
    case .name(let name): item(named: name).map { $0 + 1 }
    }
  }
}
