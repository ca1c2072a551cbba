extension Show {
  // MARK: What can be reached

  /// True if something of the item at a place can be drawn that a person may step to: its
  /// picture, its film, or a card in its stead.
  func isPresentable(_ place: Int) -> Bool {
    guard let item = item(at: place) else { return false }
    if isReady(place) { return true }
    if let holding = held[item], holding.shows, film(at: place, of: item)?.isReady ?? !isFilm(item)
    {
      return true
    }
    return !settings.kiosk && hasBegun && isFailing(item)
  }

  /// True if the item at a place can be shown as it should be.
  func isReady(_ place: Int) -> Bool {
    guard let item = item(at: place), let holding = held[item], !isFailing(item) else {
      return false
    }
    switch holding.phase {
    case .picture: return true
    case .film: return film(at: place, of: item)?.isReady ?? false
    case .loading: return holding.shows && film(at: place, of: item)?.isReady ?? true
    case .failed: return false
    }
  }

  /// The stream at a place, unless it is that of what stood there before.
  private func film(at place: Int, of item: Int) -> FilmView? {
    films[place].flatMap { $0.item == item ? $0 : nil }
  }

  func isFailing(_ item: Int) -> Bool { failures[item]?.isFailing ?? false }

  /// True if the timer may go to the item in this turn: it is not out of its time, and has not
  /// failed, or is due again.
  func isCandidate(_ item: Int) -> Bool { isThere(item) && isTriable(item) }

  /// True if the list has the item, and it is not out of its time.
  func isThere(_ item: Int) -> Bool { item < order.count && !order.absent.has(item) }

  /// True if the item has not failed, or may be tried again in this turn.
  func isTriable(_ item: Int) -> Bool {
    guard let failure = failures[item], failure.isFailing else { return true }
    return failure.retryAt <= turnAt && (retries < Self.mostRetries || !hasBegun)
  }

  /// So many files that failed are tried again in one turn at most: a list of which most is missing
  /// shall not keep the machine busy.
  static let mostRetries = 256

  /// As far as x can go on from here towards the target: over places that can be drawn, up to
  /// the next cut.
  func frontier(from x: Double) -> Int {
    if Double(targetPlace) >= x {
      var place = Int(x.rounded(.up))
      while place < targetPlace, isOpenToStep(place + 1), !isCut(place + 1) { place += 1 }
      return place
    }
    var place = Int(x.rounded(.down))
    while place > targetPlace, isOpenToStep(place - 1), !isCut(place) { place -= 1 }
    return place
  }

  /// Where a cut on the way to the target leads at once; nil: the way does not begin with one.
  private func cutGoal(from x: Double) -> Int? {
    let (low, high) = (Int(x.rounded(.down)), Int(x.rounded(.up)))
    guard low == high else {
      return isCut(high) ? (targetPlace >= high ? high : low) : nil
    }
    if targetPlace > low, isCut(low + 1), isOpenToStep(low + 1) { return low + 1 }
    if targetPlace < low, isCut(low), isOpenToStep(low - 1) { return low - 1 }
    return nil
  }

  // MARK: Moving

  /// Sends x towards the target, as far as it can go. A change that already leads there goes on.
  mutating func plan(at now: Instant, _ effects: inout [Effect]) {
    defer { noteWaiting(at: now) }
    guard hasBegun, !course.isHeld else { return }
    // Each cut is a step of its own; the target is at most four places away.
    for _ in 0..<8 {
      let state = course.state(at: now)
      guard course.isMoving || state.x != Double(targetPlace), !isHeldBack(at: now) else { return }
      if !(course.isRelease && course.end == Double(targetPlace)), let goal = cutGoal(from: state.x)
      {
        noteChange(at: now)
        land(on: goal, at: now, &effects)
        continue
      }
      let goal = frontier(from: state.x)
      if Double(goal) != course.end { begin(goal, from: state, at: now) }
      return
    }
  }

  private mutating func begin(_ goal: Int, from state: Course.State, at now: Instant) {
    let up = Double(goal) > state.x
    let boundary = up ? goal : goal + 1
    let length = transitionLength(boundary)
    if course.isRest && abs(state.x - Double(goal)) == 1 {
      let easing = easing(boundary) ?? (isTimed ? .easeInOut : .easeOut)
      course = .timed(from: state.x, to: goal, start: now, length: length, easing: easing)
    } else {
      let beyond = up ? goal + 1 : goal - 1
      course = .spring(
        from: state, to: goal, start: now, length: length,
        stopsShort: state.x != Double(goal) && !isPresentable(beyond))
    }
    noteChange(at: now)
  }

  /// A change has begun by command: the next step is accepted a third of a second later, so that
  /// the whole screen changes at most three times a second.
  private mutating func noteChange(at now: Instant) {
    if !isTimed { (stepsFrom, changesFrom) = (now + Self.calm, now + Self.calm) }
  }

  /// x is at a place, exactly: the target, or a stop on the way.
  mutating func land(on place: Int, at now: Instant, _ effects: inout [Effect]) {
    course = .rest(at: Double(place))
    if place == targetPlace { arrive(at: now, &effects) }
  }

  /// x has come to its target: the turn of that item begins, or goes on where it was only looked
  /// away from.
  mutating func arrive(at now: Instant, _ effects: inout [Effect]) {
    let place = currentPlace
    if let kept = grabbed?.kept, grabbed?.place == place {
      (dwell, isDue, arrivedAt) = (kept.dwell, kept.isDue, kept.arrivedAt)
    } else {
      (isDue, arrivedAt, turnAt, retries) = (false, now, now, 0)
      dwell = .held(item(at: place).map(pictureDwell) ?? .zero)
      let time = films[place]?.time(at: now)
      films[place]?.arrived = time
    }
    (grabbed, isTimed, retryAt, upcoming) = (nil, false, nil, .unknown)
    isJump = false
    if isStopped { stop(at: now) } else { resumeDwell(at: now) }
    for other in films.keys.sorted() where other != place { rewind(other, at: now, &effects) }
  }

  /// In a kiosk nobody sees a card: a step that leads to a failed item goes on to the next one
  /// in its direction, or is taken back. What is off is passed over everywhere.
  mutating func redirect(at now: Instant, _ effects: inout [Effect]) {
    guard settings.kiosk || order.absent.count > 0, course.isRest, hasBegun else { return }
    let here = Int(course.end)
    let direction = targetPlace > here ? 1 : -1
    var place = here
    while place != targetPlace {
      place += direction
      guard let from = track?.turn(at: place, in: order) else {
        takeBack(to: place - direction, at: now, &effects)
        return
      }
      if isAllowed(order.item(at: from)) { continue }
      guard let turn = firstAllowed(from: from, up: direction > 0) else {
        takeBack(to: place - direction, at: now, &effects)
        return
      }
      track?.pin(turn, at: place, up: direction > 0, in: order)
    }
  }

  /// The target lies no farther than that, because there is nothing beyond.
  mutating func takeBack(to place: Int, at now: Instant, _ effects: inout [Effect]) {
    targetPlace = place
    if course.end == Double(place) { arrive(at: now, &effects) }
  }

  /// True if a person may be led to the item.
  private func isAllowed(_ item: Int) -> Bool {
    settings.kiosk ? isCandidate(item) : isThere(item)
  }

  /// The first turn from there on, that one included, to which a person may be led.
  func firstAllowed(from turn: Turn, up: Bool) -> Turn? {
    var turn: Turn? = turn
    for _ in 0...order.count {
      guard let found = turn else { return nil }
      if isAllowed(order.item(at: found)) { return found }
      turn = order.step(found, by: up ? 1 : -1)
    }
    return nil
  }
}
