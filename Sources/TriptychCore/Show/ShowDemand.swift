extension Show {
  /// Asks for what is wanted now and not there, lets go of what is wanted no longer.
  mutating func demand(at now: Instant, _ effects: inout [Effect]) {
    let wanted = wants()
    let isWanted = { (item: Int) in wanted.contains { $0.item == item } }
    let gone = held.keys.filter { !isWanted($0) }.sorted()
    for place in films.keys.sorted() where gone.contains(films[place]?.item ?? -1) {
      films[place] = nil
      effects.append(.closeFilm(place: place))
    }
    for item in gone {
      sources[item] = nil
      if let holding = held.removeValue(forKey: item), holding.phase != .failed || holding.shows {
        effects.append(.cancel(item: item))
      }
    }
    renew(at: now, &effects)
    for want in wanted { load(want, &effects) }
  }

  /// An item that is needed, and where if it is in the window.
  struct Want {
    var item: Int
    var place: Int?
  }

  /// The current item, its neighbours, and two more in the direction of travel, in the order of
  /// need. Each item once; failed ones only where they are seen or due again.
  func wants() -> [Want] {
    guard !isEmptied, let item = item(at: currentPlace) else { return [] }
    guard hasBegun || !order.absent.off.contains(item) else { return foreseen.map { [$0] } ?? [] }
    var wants = [Want(item: item, place: currentPlace)]
    if isNothingPlayable && hasGivenUp { return wants }
    // What leaves may be off or dropped, and is seen to the end of the change.
    for place in visible(at: last) where place != currentPlace {
      guard let other = self.item(at: place), other != item, held[other]?.shows == true else {
        continue
      }
      wants.append(Want(item: other, place: place))
    }
    let (ahead, behind) = (want(travel, count: 3), want(-travel, count: 1))
    for want in ahead.prefix(1) + behind + ahead.dropFirst()
    where !wants.contains(where: { $0.item == want.item }) {
      wants.append(want)
    }
    if let want = foreseen, !wants.contains(where: { $0.item == want.item }) { wants.append(want) }
    return wants
  }

  /// The first candidates in a direction, not farther than eight places away.
  private func want(_ direction: Int, count: Int) -> [Want] {
    var found: [Want] = []
    var turn = track?.turn(at: currentPlace, in: order)
    for distance in 1...8 where found.count < count {
      let place = currentPlace + distance * direction
      // Near places may be pinned; from there on each follows from the one before.
      turn =
        distance <= 4
        ? track?.turn(at: place, in: order)
        : turn.flatMap { order.step($0, by: direction) }
      guard let turn else { break }
      let item = order.item(at: turn)
      // What has left the list stays as long as it is seen.
      if isCandidate(item) || turn.departed != nil {
        found.append(Want(item: item, place: distance == 1 ? place : nil))
      }
    }
    return found
  }

  private mutating func load(_ want: Want, _ effects: inout [Effect]) {
    let isDue = want.item < order.count && isTriable(want.item)
    if let holding = held[want.item] {
      guard holding.phase == .failed, isDue else { return }
      held[want.item]?.phase = .loading
    } else {
      held[want.item] = Holding(phase: isDue ? .loading : .failed)
      guard isDue else { return }
    }
    effects.append(.load(item: want.item, place: want.place))
  }
}
