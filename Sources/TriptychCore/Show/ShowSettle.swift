extension Show {
  /// Handles what is due up to an instant, each at its own, then brings all into line.
  mutating func settle(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    let now = max(now, last)
    // A limit, as on every loop: 10,000 events between two calls mean that nobody is watching.
    for _ in 0..<10_000 {
      refresh(at: last, &effects)
      guard !isOver, let event = nextEvent, max(event.instant, last) <= now else { break }
      last = max(event.instant, last)
      isStale = true
      handle(event.kind, &effects)
    }
    if !isOver && last < now {
      last = now
      refresh(at: now, &effects)
    }
    return effects
  }

  enum EventKind { case arrival, due, warm, retry, calm, patience, look }

  /// What happens next by itself.
  var nextEvent: (instant: Instant, kind: EventKind)? {
    var first: (instant: Instant, kind: EventKind)?
    func offer(_ instant: Instant?, _ kind: EventKind) {
      guard let instant, instant < first?.instant ?? Instant(.seconds(Int64.max / 2)) else {
        return
      }
      first = (instant, kind)
    }
    offer(course.arrival, .arrival)
    if !isDue, let due = dueAt {
      offer(due, .due)
      if let film = films[currentPlace + 1], film.isReady, !film.isWarm {
        offer(due - .seconds(1), .warm)
      }
    }
    offer(retryAt, .retry)
    offer(releaseFromCalm, .calm)
    offer(endOfPatience, .patience)
    offer(nextLook, .look)
    return first
  }

  private mutating func handle(_ kind: EventKind, _ effects: inout [Effect]) {
    switch kind {
    case .arrival: land(on: Int(course.end), at: last, &effects)
    case .due: isDue = true
    case .calm: break  // what was held back goes now
    case .patience: waiting?.isOver = true
    case .look: break  // it is looked at now
    case .warm: warm(currentPlace + 1, &effects)
    case .retry:
      if !isEndless { retryCurrent(&effects) }
      retryAt = nil
      (turnAt, retries) = (last, 0)
      upcoming = .unknown
      hasGivenUp = false
    }
  }

  /// What is alone on the track never has another turn: it is tried again where it stands.
  private mutating func retryCurrent(_ effects: inout [Effect]) {
    guard let item = item(at: currentPlace), hasBegun, let failure = failures[item],
      failure.isFailing, failure.retryAt <= last, held[item]?.phase == .failed
    else { return }
    reload(&effects)
  }

  /// Draws the consequences, if anything has happened or another place is seen or current.
  private mutating func refresh(at now: Instant, _ effects: inout [Effect]) {
    guard isStale || outlook(at: now) != drawn else { return }
    align(at: now, &effects)
    isStale = false
    drawn = outlook(at: now)
  }

  private func outlook(at now: Instant) -> Outlook {
    let x = course.state(at: now).x
    return Outlook(visible: visible(at: now), target: targetPlace, current: Self.nearest(to: x))
  }

  /// Everything that follows from the state: what is pinned, chosen, wanted, open and playing.
  /// Doing it twice is the same as doing it once.
  mutating func align(at now: Instant, _ effects: inout [Effect]) {
    guard !isOver else { return }
    guard track != nil else {
      if isNothingPlayable, !isVacant, !settings.kiosk { end(code: 1, &effects) }
      return
    }
    if !hasBegun {
      searchFirst(at: now, &effects)
      guard !isOver else { return }
      beginIfReady(at: now, &effects)
    }
    adoptPostponed(at: now, &effects)
    pinVisible(at: now)
    chooseUpcoming(at: now)
    leaveIfVacant(&effects)
    loopAlone(at: now, &effects)
    runTimer(at: now, &effects)
    redirect(at: now, &effects)
    plan(at: now, &effects)
    guard !isOver else { return }
    // A cut has brought rest, for which settings were waiting.
    if !postponed.isEmpty, course.isRest { return align(at: now, &effects) }
    // A change may have begun, a cut may have arrived.
    pinVisible(at: now)
    chooseUpcoming(at: now)
    forgetZoom(at: now)
    noteSeen(at: now)
    reportCurrent(&effects)
    demand(at: now, &effects)
    lookClosely(at: now, &effects)
    openFilms(at: now, &effects)
    loopAlone(at: now, &effects)
    runFilms(at: now, &effects)
  }

  /// The places of which something is seen, now or in the next moment: a change that begins now
  /// shows both places from now on.
  func visible(at now: Instant) -> ClosedRange<Int> {
    let x = course.state(at: now).x
    let (low, high) = (Int(x.rounded(.down)), Int(x.rounded(.up)))
    guard low == high, course.isMoving else { return low...high }
    return (course.end < x ? low - 1 : low)...(course.end > x ? high + 1 : high)
  }

  /// Pins what is visible and what lies between that and the target, and nothing else.
  private mutating func pinVisible(at now: Instant) {
    guard var track else { return }
    let seen = visible(at: now)
    track.reach(seen.lowerBound, in: order)
    track.reach(seen.upperBound, in: order)
    // A hand that stands still at a place may go on to either side.
    let margin = course.isHeld ? 1 : 0
    let low = min(seen.lowerBound, targetPlace) - margin
    let high = max(seen.upperBound, targetPlace) + margin
    track.keep(low...high)
    self.track = track
    if let place = leaving, !seen.contains(place) || !hasDeparted(place) && isAtRest {
      leaving = nil
    }
    if let turn = track.turn(at: Self.nearest(to: course.state(at: now).x), in: order) {
      order.prepare(around: turn)
    }
  }

  private mutating func reportCurrent(_ effects: inout [Effect]) {
    guard hasBegun, current >= 0 else { return }
    announce(&effects)
    guard current != reported else { return }
    effects.append(.changed(from: reported, to: current))
    reported = current
    announce(&effects)
  }

  /// Says once where x is going: before it is there, be it a cut.
  private mutating func announce(_ effects: inout [Effect]) {
    guard let from = reported, let goal = item(at: targetPlace), goal != from else {
      announced = nil
      return
    }
    guard goal != announced else { return }
    announced = goal
    effects.append(.changing(from: from, to: goal))
  }

  /// Remembers when each visible place was first seen, for slow crops.
  private mutating func noteSeen(at now: Instant) {
    guard hasBegun || isOnScreen && hasPreview(currentPlace) else { return }
    let places = visible(at: now)
    if seen.count > 0 { seen = seen.filter { places.contains($0.key) } }
    for place in places { reveal(place, at: now) }
    for place in places where seen[place] == nil {
      guard let item = item(at: place) else { continue }
      // The very first item had no change before it.
      let before = reported == nil ? .zero : transitionLength(place)
      let length = before + pictureDwell(item) + transitionLength(place + 1)
      let seed = SplitMix64.mix(SplitMix64.mix(settings.seed, item), place)
      seen[place] = Showing(
        since: now, length: length, seed: seed, isAwaited: isAwaited(place))
    }
  }

  // MARK: Beginning

  /// Puts the first entry at the current place, if it is known yet. Shuffle waits for the list.
  mutating func layFirst() {
    guard track == nil else { return }
    guard order.count > 0, order.isComplete || !settings.shuffle else {
      isNothingPlayable = track == nil && order.isComplete
      return
    }
    let wanted = max(settings.startAt, 0)
    guard order.isComplete || wanted < order.count else { return }
    let item = min(wanted, order.count - 1)
    let round = settings.startRound.map { order.allows(round: $0) ? $0 : 0 }
    let turn =
      settings.shuffle && wanted == 0 && round == nil
      ? Turn(round: 0, index: 0) : order.turn(of: item, round: round ?? 0)
    guard let turn else { return }
    track = Track(place: currentPlace, turn: turn)
    order.prepare(around: turn)
  }

  /// Nothing has been shown yet: what failed gives its place to the next that has not.
  mutating func searchFirst(at now: Instant, _ effects: inout [Effect]) {
    guard var turn = track?.turn(at: currentPlace, in: order), !hasGivenUp else { return }
    var tried = 0
    while !isCandidate(order.item(at: turn)) {
      guard tried < order.size(of: turn.round) else {
        giveUp(&effects)
        return
      }
      (turn, tried) = (order.around(turn), tried + 1)
    }
    track = Track(place: currentPlace, turn: turn)
    if tried > 0 { seen = [:] }
  }

  /// What was searched for can be shown, on a screen that shows something: its turn begins.
  mutating func beginIfReady(at now: Instant, _ effects: inout [Effect]) {
    guard isOnScreen, isReady(currentPlace), !isOff(currentPlace) else { return }
    (hasBegun, isNothingPlayable, isVacant) = (true, false, false)
    arrive(at: now, &effects)
  }

  /// Every item has failed, and none was ever shown.
  private mutating func giveUp(_ effects: inout [Effect]) {
    guard order.absent.off.isEmpty else { return waitForSchedule(&effects) }
    guard order.isComplete else { return }
    (isNothingPlayable, hasGivenUp) = (true, true)
    if settings.kiosk {
      retryAt = earliestRetry
      effects.append(.redraw)
    } else {
      end(code: 1, &effects)
    }
  }

  /// When the first of those that failed, and may not be tried in this turn, may be tried.
  var earliestRetry: Instant? {
    failures.lazy.filter { item, failure in
      failure.isFailing && failure.retryAt > turnAt && !order.absent.has(item)
    }.map(\.value.retryAt).min()
  }

  mutating func end(code: Int32, _ effects: inout [Effect]) {
    isOver = true
    effects.append(.quit(code: code))
  }
}
