/// A list that changes while it plays (DESIGN section 4, "Page edits"). x never changes; what is
/// seen stays, even if the list has it no longer, until its neighbour has come.
extension Show {
  mutating func edit(_ edit: ListEdit, at now: Instant, _ effects: inout [Effect]) {
    let (old, wasGone) = (list, hasDeparted(currentPlace))
    var numbers = edit.destinations(from: old.numbered)
    list = edit.list
    list.departed = []
    let departed = keepSeen(of: old, numbers, at: now)
    let turns = order.edit(
      to: list, numbers: numbers, departed: departed, pinned: Set(track?.pinned ?? []))
    renewTrack(turns, at: now)
    for (item, place) in departed { numbers[item] = Int32(list.count + place) }
    renumber(numbers, &effects)
    forgive(edit.changed, at: now)
    later = nil
    (upcoming, hasGivenUp, wasDropped) = (.unknown, false, false)
    layFirst()
    beginAgain()
    keepTarget(at: now, &effects)
    // What has come back has its time again.
    if wasGone, !hasDeparted(currentPlace), isAtRest { arrive(at: now, &effects) }
  }

  /// After a person took everything away there is something again. The card stays until it can
  /// be seen.
  private mutating func beginAgain() {
    guard isEmptied, order.count > 0, order.isComplete || !settings.shuffle else { return }
    (isEmptied, hasBegun, track, settings.startAt) = (false, false, nil, 0)
    settings.startTime = nil
    layFirst()
    isNothingPlayable = true
  }

  // MARK: Numbers

  /// Items that are seen stay known though they are gone: old number → place among the departed.
  private mutating func keepSeen(
    of old: ItemList, _ numbers: [Int32], at now: Instant
  ) -> [Int: Int] {
    guard hasBegun, !isEmptied else { return [:] }
    var departed: [Int: Int] = [:]
    for place in visible(at: now) {
      guard let item = item(at: place), numbers[item] < 0, departed[item] == nil else { continue }
      departed[item] = list.departed.count
      list.keepDeparted(item, of: old)
    }
    return departed
  }

  /// Gives all that is known by an item's number its new one, and lets go of what is gone.
  private mutating func renumber(_ numbers: [Int32], _ effects: inout [Effect]) {
    func number(_ item: Int) -> Int? {
      numbers.indices.contains(item) && numbers[item] >= 0 ? Int(numbers[item]) : nil
    }
    for place in films.keys.sorted() {
      guard let item = films[place]?.item, number(item) == nil else { continue }
      films[place] = nil
      effects.append(.closeFilm(place: place))
    }
    for item in held.keys.sorted() where number(item) == nil {
      guard let holding = held.removeValue(forKey: item) else { continue }
      if holding.phase != .failed || holding.shows { effects.append(.cancel(item: item)) }
    }
    if numbers.indices.contains(where: { numbers[$0] != Int32($0) }) {
      let kept = held.keys.compactMap { item in number(item).map { (item, $0) } }
      effects.append(.renumber(Dictionary(uniqueKeysWithValues: kept)))
    }
    held = held.renumbered(number)
    failures = failures.renumbered(number)
    sources = sources.renumbered(number)
    if let old = closeUp?.item {
      if let new = number(old) { closeUp?.item = new } else { closeUp = nil }
    }
    outdated = Set(outdated.compactMap(number))
    for (place, film) in films { films[place]?.item = number(film.item) ?? film.item }
    reported = reported.flatMap(number)
    announced = announced.flatMap(number)
    guard track == nil, numbers.indices.contains(settings.startAt) else { return }
    settings.startAt = number(settings.startAt) ?? settings.startAt
  }

  // MARK: Places

  /// Pinned places keep their items. A goal that is gone and not seen gives its place to what
  /// follows it.
  private mutating func renewTrack(_ turns: [Turn: Turn], at now: Instant) {
    guard var track else { return }
    guard hasBegun else {
      let turn = track.turn(at: currentPlace, in: order).flatMap { turns[$0] }
      let next = turn.flatMap { $0.departed == nil ? $0 : order.after($0) ?? order.before($0) }
      self.track = next.map { Track(place: currentPlace, turn: $0) }
      return
    }
    let (seen, target, here) = (visible(at: now), targetPlace, currentPlace)
    track.renew(around: here) { place, turn in
      guard let new = turns[turn], new.departed != nil, !seen.contains(place) else {
        return turns[turn]
      }
      guard place == target else { return nil }
      let direction = place < here ? -1 : 1
      return order.step(new, by: direction) ?? order.step(new, by: -direction)
    }
    self.track = track
  }

  /// The target lies where there is something.
  private mutating func keepTarget(at now: Instant, _ effects: inout [Effect]) {
    guard hasBegun, track != nil else { return }
    let wanted = targetPlace
    var place = wanted
    while place != currentPlace, item(at: place) == nil { place += place < currentPlace ? 1 : -1 }
    guard place != wanted, !course.isHeld else { return }
    takeBack(to: place, at: now, &effects)
  }

  /// True if what stands at a place has left the list.
  func hasDeparted(_ place: Int) -> Bool {
    track?.turn(at: place, in: order)?.departed != nil
  }

  /// What is current has left the list: as soon as a neighbour can be shown, that comes, the
  /// following one or at the end the one before. Until then, and if there is none, it stays.
  mutating func followDeparted(_ turn: Turn, at now: Instant) {
    guard !isEmptied else { return }
    (leaving, dwell, retryAt, upcoming) = (currentPlace, .none, nil, .alone)
    for direction in [1, -1] {
      guard let next = successor(of: turn, direction) else { continue }
      let place = currentPlace + direction
      track?.pin(next, at: place, up: direction > 0, in: order)
      if direction > 0 { upcoming = .found(next) }
      guard isReady(place) || wasDropped && !settings.kiosk && isFailing(order.item(at: next))
      else { return }
      (targetPlace, isTimed, isDue, travel) = (place, !wasDropped, false, direction)
      return
    }
    retryAt = earliestRetry
  }

  /// What takes the place of an item that is gone: the first that can be shown; for a person who
  /// took it away, if there is none, the next.
  private func successor(of turn: Turn, _ direction: Int) -> Turn? {
    var next = order.step(turn, by: direction)
    for _ in 0..<order.count {
      guard let found = next else { break }
      if isCandidate(order.item(at: found)) { return found }
      next = order.step(found, by: direction)
    }
    return wasDropped && !settings.kiosk ? order.step(turn, by: direction) : nil
  }

  // MARK: By hand

  /// A person takes the current item out of the show.
  mutating func drop(at now: Instant, _ effects: inout [Effect]) {
    guard isAtRest, !isEmptied, order.count > 0, let item = item(at: currentPlace),
      item < order.count, acceptsSeenChange(at: now)
    else { return }
    edit(list.removing([item]), at: now, &effects)
    wasDropped = true
    guard order.count == 0 else { return }
    (isEmptied, dwell, isDue) = (true, .none, false)
  }

  // MARK: What has changed

  /// What failed may be shown now. What is seen stays until it can.
  private mutating func forgive(_ changed: Set<Int>, at now: Instant) {
    outdated.formUnion(changed)
    let seen = Set(visible(at: now).compactMap { item(at: $0) })
    for item in changed where !seen.contains(item) { failures[item] = nil }
  }

  /// Loads anew what has changed, once: a film that is seen plays on until it is seen no longer,
  /// or begins again.
  mutating func renew(at now: Instant, _ effects: inout [Effect]) {
    guard outdated.count > 0 else { return }
    let seen = Set(visible(at: now).compactMap { item(at: $0) })
    for item in outdated.sorted() {
      guard let holding = held[item] else {
        outdated.remove(item)
        continue
      }
      let loops = films.values.contains { $0.item == item && $0.loops }
      if holding.shows, isFilm(item), seen.contains(item), !loops, hasBegun { continue }
      outdated.remove(item)
      held[item]?.phase = .loading
      effects.append(.load(item: item, place: nil))
    }
  }
}

extension Dictionary where Key == Int {
  fileprivate func renumbered(_ number: (Int) -> Int?) -> [Int: Value] {
    var result: [Int: Value] = [:]
    for (item, value) in self {
      if let number = number(item) { result[number] = value }
    }
    return result
  }
}
