extension Show {
  /// When the timer strikes, if it runs: x is at rest at its target, in nobody's hand, nothing is
  /// paused. nil: not by itself.
  var dueAt: Instant? {
    guard isAtRest, !isStopped, !isZoomed, !isAwaited(currentPlace),
      let item = item(at: currentPlace)
    else { return nil }
    if isFilm(item), isReady(currentPlace) {
      guard let film = films[currentPlace], let leave = leaveTime(currentPlace, film),
        let instant = film.instant(of: leave)
      else { return nil }
      // At least a tenth of a second each, or a list of empty films would never rest.
      return max(instant, arrivedAt + .milliseconds(100), staysUntil)
    }
    guard case .until(let instant) = dwell else { return nil }
    return instant
  }

  /// True if nothing moves and nothing is under way.
  var isAtRest: Bool { hasBegun && course.isRest && course.end == Double(targetPlace) }

  /// Finds what the timer goes to, and puts it beside the current item: failed items that are
  /// not due again are passed over.
  mutating func chooseUpcoming(at now: Instant) {
    guard isAtRest, let from = track?.turn(at: currentPlace, in: order) else { return }
    if from.departed != nil { return followDeparted(from, at: now) }
    let at: Turn
    switch upcoming {
    case .end, .alone: return
    case .unknown: at = from
    case .searched(let turn): at = turn
    case .found(let turn):
      if isCandidate(order.item(at: turn)) {
        pinNext(turn)
        return
      }
      at = turn
    }
    upcoming = search(after: at, from: from)
    if case .found(let turn) = upcoming {
      pinNext(turn)
      order.prepare(around: from)
    }
    if case .searched = upcoming { return }
    retryAt = isEndless ? nil : earliestRetry
  }

  private mutating func pinNext(_ turn: Turn) {
    let place = currentPlace + 1
    track?.pin(turn, at: place, up: true, in: order)
  }

  /// True if the timer has something to go to.
  var isEndless: Bool {
    if case .found = upcoming { return true }
    return false
  }

  /// The first candidate after a turn that is not the current item again.
  private func search(after start: Turn, from current: Turn) -> Upcoming {
    let own = order.item(at: current)
    guard order.hasPresent, order.count > 1 || settings.loop != .forever else { return .alone }
    var (turn, reached) = (order.after(start), start)
    // In two rounds every item comes at least once, whatever the deck.
    let limit = Turn(round: current.round + 2, index: current.index)
    while let next = turn, next <= limit {
      let item = order.item(at: next)
      if isCandidate(item) && (item != own || order.count == 1) { return .found(next) }
      (turn, reached) = (order.after(next), next)
    }
    guard order.isComplete else { return .searched(reached) }
    guard turn != nil else { return .end }
    // All others have failed. A film begins again; a picture stays. For ever it does so by itself.
    if isFilm(own), settings.loop != .forever, !order.absent.has(own),
      let again = order.turn(of: own, round: current.round + 1)
    {
      return .found(again)
    }
    return .alone
  }

  /// Goes on if the timer has struck and what comes next can be shown; else the old stays.
  mutating func runTimer(at now: Instant, _ effects: inout [Effect]) {
    guard isAtRest, isDue && !isStopped || isOverdue else { return }
    switch upcoming {
    case .found:
      guard isReady(currentPlace + 1) else { return }
      (targetPlace, isTimed, isDue, dwell, travel) = (currentPlace + 1, true, false, .none, 1)
    case .end:
      if settings.atEnd == .quit { end(code: 0, &effects) }
    case .alone: beginRound(at: now, &effects)
    case .unknown, .searched: return
    }
  }

  // MARK: Pause

  /// Dwell, films and slow crops stand still from now on.
  mutating func stop(at now: Instant) {
    if case .until(let instant) = dwell { dwell = .held(max(instant - now, .zero)) }
    if stoppedAt == nil { stoppedAt = now }
  }

  /// The dwell goes on, if it was held.
  mutating func resumeDwell(at now: Instant) {
    if case .held(let left) = dwell { dwell = .until(now + left) }
  }

  mutating func setPause(_ pause: Bool, at now: Instant) {
    guard pause != isPaused else { return }
    let wasStopped = isStopped
    isPaused = pause
    for place in films.keys { films[place]?.byHand = nil }
    guard isStopped != wasStopped else { return }
    if isStopped {
      if course.isRest { stop(at: now) }
    } else {
      resume(at: now)
    }
  }

  /// Dwell, films and slow crops go on.
  mutating func resume(at now: Instant) {
    if let stopped = stoppedAt {
      for (place, showing) in seen {
        seen[place]?.since = showing.since + (now - max(stopped, showing.since))
      }
    }
    stoppedAt = nil
    if isAtRest { resumeDwell(at: now) }
  }
}
