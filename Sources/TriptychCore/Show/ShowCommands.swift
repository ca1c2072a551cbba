extension Show {
  mutating func perform(_ command: Command, at now: Instant, _ effects: inout [Effect]) {
    switch command {
    case .next: step(by: 1, at: now, &effects)
    case .previous: step(by: -1, at: now, &effects)
    case .go(let number): go(to: number, at: now, &effects)
    case .first, .last: goToEnd(last: command == .last, at: now, &effects)
    case .drag(let distance): drag(by: distance, at: now)
    case .release(let velocity): release(velocity, at: now)
    case .pinch(let factor, let point, let way):
      pinch(by: factor, about: point, movedBy: way, at: now)
    case .pan(let way): pan(by: way, at: now)
    case .letGo(let velocity): letGoOfZoom(velocity: velocity, at: now)
    case .toggleZoom(let point): toggleZoom(at: point, now)
    case .zoom(let factor): zoom(by: factor, at: now)
    case .look(let x, let y): look(x, y, at: now)
    case .leaveZoom: leaveZoom(at: now)
    case .setOverview(let open): setOverview(open, at: now)
    case .jump(let number): jump(to: number, at: now, &effects)
    case .togglePause: setPause(!isPaused, at: now)
    case .setPause(let pause): setPause(pause, at: now)
    case .toggleFilm: toggleFilm(at: now)
    case .seek(let distance): seek(by: distance, at: now, &effects)
    case .speed(let more): changeSpeed(by: more, at: now, &effects)
    case .setSpeed(let speed): setSpeed(speed, at: now, &effects)
    case .stepFrame: break
    case .stand(let distance, let isHere): stand(by: distance, isHere, at: now, &effects)
    case .scrub(let time): scrub(to: time, at: now, &effects)
    case .endScrub: endScrub()
    case .reload:
      reload(&effects)
      failures[current]?.reloadedAt = now
    case .drop: drop(at: now, &effects)
    case .toggleMute: isMuted.toggle()
    case .setMute(let mute): isMuted = mute
    case .toggleSubtitles: cycleSubtitles()
    case .volume(let points): volume = min(max(volume + min(max(points, -100), 100), 0), 100)
    case .setVolume(let percent): volume = min(max(percent, 0), 100)
    case .toggleBlank: setBlank(!isBlank, at: now)
    case .setBlank(let blank): setBlank(blank, at: now)
    case .set(let change): set(change, at: now, &effects)
    case .quit: end(code: 0, &effects)
    case .idleReset(let number): resetAfterIdle(goTo: number, at: now, &effects)
    }
    if !isOver { effects.append(.redraw) }
  }

  // MARK: Steps

  /// Takes a step of a person, unless it comes too soon (flash safety).
  private mutating func accepts(at now: Instant) -> Bool {
    guard track != nil, !isEmptied, !hasGivenUp else { return false }
    return acceptsChange(at: now)
  }

  private mutating func step(
    by direction: Int, at now: Instant, _ effects: inout [Effect]
  ) {
    guard accepts(at: now) else { return }
    guard hasBegun else {
      restart(
        at: track?.turn(at: currentPlace, in: order).flatMap { order.step($0, by: direction) })
      return
    }
    if course.isHeld { letGo(at: now) }
    let place = targetPlace + direction
    guard abs(Double(place) - course.state(at: now).x) <= reach else { return }
    // What the timer goes to may have passed over what a person may see.
    if isAtRest { pinCurrent() }
    let up = direction > 0
    guard let from = track?.turn(at: targetPlace, in: order),
      let next = order.step(from, by: direction).flatMap({ firstAllowed(from: $0, up: up) })
    else { return nudge(direction, at: now) }
    if track?.turn(at: place, in: order) == next {
      return aim(at: place, direction: direction, &effects)
    }
    let places = existing(visible(at: now))
    if up ? place > places.upperBound : place < places.lowerBound {
      track?.pin(next, at: place, up: up, in: order)
      aim(at: place, direction: direction, &effects)
    } else if let current = track?.turn(at: currentPlace, in: order) {
      // Back from a far jump that has not arrived: what is visible cannot make room.
      leap(to: next, up: next > current, at: now, &effects)
    }
  }

  /// How far the target may be ahead of x.
  private var reach: Double {
    // A change that others follow at once would be shorter than it should be.
    settings.reducedMotion ? 1 : settings.fastBrowse ? 3 : 1.5
  }

  /// A person wants x to go to a place. The timer's own time is over.
  private mutating func aim(at place: Int, direction: Int, _ effects: inout [Effect]) {
    if place == targetPlace && isAtRest { return }
    (targetPlace, travel, isTimed, isDue, dwell) = (place, direction, false, false, .none)
    grabbed = nil
    // Taken back before anything moved.
    if isAtRest { arrive(at: last, &effects) }
  }

  /// Only the current place stays pinned, not what the timer goes to.
  private mutating func pinCurrent() {
    let place = currentPlace
    track?.keep(place...place)
  }

  /// Nothing is shown yet: what is wanted first changes, and x stays.
  private mutating func restart(at turn: Turn?) {
    guard let turn else { return }
    track = Track(place: currentPlace, turn: turn)
  }

  /// A key while x is in the hand: x goes on from here to the nearer place.
  private mutating func letGo(at now: Instant) {
    targetPlace = currentPlace
    course = .release(from: course.state(at: now).x, to: targetPlace, start: now)
  }

  /// Past an end: x swings out a little, and back.
  private mutating func nudge(_ direction: Int, at now: Instant) {
    guard isAtRest else { return }
    let length = transitionLength(currentPlace)
    let swing = length > .zero ? length : .seconds(1)
    let velocity = 0.136 * 6.6 / max(swing.inSeconds, 0.01) * Double(direction)
    grab()
    course = .spring(
      from: .init(x: course.end, velocity: velocity), to: targetPlace, start: now, length: swing,
      stopsShort: false)
  }

  // MARK: Jumps

  mutating func go(
    to number: Int, at now: Instant, _ effects: inout [Effect]
  ) {
    guard order.count > 0, let turn = track?.turn(at: currentPlace, in: order) else { return }
    let item = min(max(number, 1), order.count) - 1
    // What is new may not be dealt before the next round.
    guard
      let goal = order.turn(of: item, round: turn.round)
        ?? order.turn(of: item, round: turn.round + 1)
    else { return }
    let up = turn.departed == nil ? item > order.item(at: turn) : goal > turn
    jump(to: goal, up: up, at: now, &effects)
  }

  private mutating func goToEnd(
    last: Bool, at now: Instant, _ effects: inout [Effect]
  ) {
    guard let turn = track?.turn(at: currentPlace, in: order) else { return }
    let size = order.size(of: turn.round)
    guard size > 0 else { return }
    let end = Turn(round: turn.round, index: last ? size - 1 : 0)
    guard let goal = firstDealt(from: end, direction: last ? -1 : 1) else { return }
    jump(to: goal, up: goal > turn, at: now, &effects)
  }

  private func firstDealt(from turn: Turn, direction: Int) -> Turn? {
    order.absent.has(order.item(at: turn)) ? order.step(turn, by: direction) : turn
  }

  private mutating func jump(
    to goal: Turn, up: Bool, at now: Instant, _ effects: inout [Effect]
  ) {
    if settings.reducedMotion, course.isMoving { return }
    guard accepts(at: now), let goal = firstAllowed(from: goal, up: up) else { return }
    guard hasBegun else { return restart(at: goal) }
    if course.isHeld { letGo(at: now) }
    leap(to: goal, up: up, at: now, &effects)
  }

  /// Puts the goal beside what is visible, unless it is visible already, and goes there.
  private mutating func leap(
    to goal: Turn, up: Bool, at now: Instant, _ effects: inout [Effect]
  ) {
    let places = existing(visible(at: now))
    if let place = places.first(where: { track?.turn(at: $0, in: order) == goal }) {
      if isAtRest { pinCurrent() }
      aim(at: place, direction: place < targetPlace ? -1 : 1, &effects)
      return
    }
    track?.keep(places)
    let place = up ? places.upperBound + 1 : places.lowerBound - 1
    track?.pin(goal, at: place, up: up, in: order)
    aim(at: place, direction: up ? 1 : -1, &effects)
  }

  /// Without what lies beyond an end, where x may swing for a moment.
  private func existing(_ places: ClosedRange<Int>) -> ClosedRange<Int> {
    if item(at: places.upperBound) == nil { return places.lowerBound...places.lowerBound }
    if item(at: places.lowerBound) == nil { return places.upperBound...places.upperBound }
    return places
  }

  // MARK: The hand

  private mutating func grab() {
    let kept: (dwell: Dwell, isDue: Bool, arrivedAt: Instant)?
    if isAtRest {
      let left: Dwell
      if case .until(let instant) = dwell {
        left = .held(max(instant - last, .zero))
      } else {
        left = dwell
      }
      kept = (left, isDue, arrivedAt)
    } else {
      kept = nil
    }
    grabbed = Grab(place: currentPlace, kept: kept)
    (isTimed, isDue, dwell) = (false, false, .none)
  }

  private mutating func drag(by distance: Double, at now: Instant) {
    guard hasBegun, !isEmptied, distance.isFinite else { return }
    let x = course.state(at: now).x
    if !course.isHeld { grab() }
    if distance != 0 { travel = distance > 0 ? 1 : -1 }
    course = .held(at: dragged(x, by: min(max(distance, -3), 3)))
    targetPlace = currentPlace
  }

  /// Between `low` and `high` x follows the finger, beyond a tenth as far (linear ends, and what
  /// has failed in a kiosk), and never so far that another place would be current.
  private func dragged(_ x: Double, by distance: Double) -> Double {
    let range = reachable(from: x)
    let (low, high) = (Double(range.lowerBound), Double(range.upperBound))
    // On the finger's own line a place beyond the range is ten long.
    func finger(_ x: Double) -> Double {
      x > high ? high + (x - high) * 10 : x < low ? low + (x - low) * 10 : x
    }
    let to = finger(x) + distance
    let free = to > high ? high + (to - high) / 10 : to < low ? low + (to - low) / 10 : to
    return min(max(free, low - 0.45), high + 0.45)
  }

  /// The places around x, without a hole, that can be drawn now or soon.
  private func reachable(from x: Double) -> ClosedRange<Int> {
    var low = Self.nearest(to: x)
    var high = low
    while high < low + 3, isOpenToHand(high + 1) { high += 1 }
    let limit = low - 3
    while low > limit, isOpenToHand(low - 1) { low -= 1 }
    return low...high
  }

  private mutating func release(_ velocity: Double, at now: Instant) {
    guard course.isHeld else { return }
    let x = course.state(at: now).x
    let range = reachable(from: x)
    targetPlace = min(max(goal(of: velocity, from: x), range.lowerBound), range.upperBound)
    if Double(targetPlace) != x { travel = Double(targetPlace) > x ? 1 : -1 }
    let boundary = Int(x.rounded(.down)) + 1
    if Double(targetPlace) == x || isCut(boundary) {
      course = .rest(at: Double(targetPlace))
      var none: [Effect] = []
      arrive(at: now, &none)
    } else {
      course = .release(from: x, to: targetPlace, start: now)
    }
  }

  /// A flick's sign decides; else the nearer place, and half-way goes on, on both sides alike.
  private func goal(of velocity: Double, from x: Double) -> Int {
    if velocity.isFinite && abs(velocity) >= 0.3 {
      return velocity > 0 ? Int(x.rounded(.down)) + 1 : Int(x.rounded(.up)) - 1
    }
    let origin = Double(grabbed?.place ?? currentPlace)
    return x < origin ? Int((x - 0.5).rounded(.up)) : Self.nearest(to: x)
  }

  // MARK: The current item

  private mutating func toggleFilm(at now: Instant) {
    let place = currentPlace
    guard hasBegun, let film = films[place], film.isReady else { return }
    films[place]?.byHand = !film.isRunning
  }

  /// Loads the current item anew; what is seen of it stays until then.
  mutating func reload(_ effects: inout [Effect]) {
    guard let item = item(at: currentPlace), held[item] != nil, !isEmptied else { return }
    held[item]?.phase = .loading
    effects.append(.load(item: item, place: currentPlace))
  }
}
