/// What a view shows before its item is there.
///
/// The timer never leads to what cannot be shown. A person may get there: a finger does not wait
/// at all, and a key goes where a preview is, or has waited for long enough.
extension Show {
  /// After so long a step is taken although nothing can be drawn of the item yet.
  static let patience = Duration.milliseconds(500)
  /// What has come late fades in over what stood in its stead.
  static let revealLength = Duration.milliseconds(200)

  /// True if the item at a place is on its way, and nothing of it can be drawn.
  func isAwaited(_ place: Int) -> Bool { isComing(place) && !isPresentable(place) }

  /// True if the item at a place is being loaded, and has not failed before.
  private func isComing(_ place: Int) -> Bool {
    guard let item = item(at: place), let holding = held[item], !isFailing(item) else {
      return false
    }
    return holding.phase != .failed
  }

  /// True if a hand may take x to a place: what stands there can be drawn, or will be.
  func isOpenToHand(_ place: Int) -> Bool {
    isPresentable(place) || hasBegun && isComing(place)
  }

  /// True if a step may go to a place now.
  func isOpenToStep(_ place: Int) -> Bool {
    if isPresentable(place) { return true }
    // What hides a jump hides it until there is something to be seen.
    return !isJump && isAwaited(place) && (hasPreview(place) || hasLostPatience(with: place))
  }

  /// A step that cannot be taken yet.
  struct Waiting: Sendable {
    /// Where it leads to.
    let place: Int
    let item: Int
    let since: Instant
    /// It has waited for long enough.
    var isOver = false
  }

  private func hasLostPatience(with place: Int) -> Bool {
    waiting.map { $0.isOver && $0.place == place && $0.item == item(at: place) } ?? false
  }

  func hasPreview(_ place: Int) -> Bool {
    item(at: place).flatMap { held[$0]?.hasPreview } ?? false
  }

  // MARK: Steps that wait

  /// Remembers since when a step waits for what it leads to.
  mutating func noteWaiting(at now: Instant) {
    let next = Int(course.end) + (Double(targetPlace) > course.end ? 1 : -1)
    guard hasBegun, course.isRest, course.end != Double(targetPlace), !isTimed,
      !isHeldBack(at: now), let item = item(at: next)
    else {
      waiting = nil
      return
    }
    if waiting?.place != next || waiting?.item != item {
      waiting = Waiting(place: next, item: item, since: now)
    }
  }

  /// When the step is taken anyway.
  var endOfPatience: Instant? {
    guard let waiting, !waiting.isOver else { return nil }
    return waiting.since + Self.patience
  }

  // MARK: What has come

  mutating func preview(_ item: Int, _ effects: inout [Effect]) {
    guard let holding = held[item], holding.phase == .loading, !holding.shows else { return }
    held[item]?.hasPreview = true
    if item == current || visible(at: last).contains(where: { self.item(at: $0) == item }) {
      effects.append(.redraw)
    }
  }

  /// Something can be drawn at a place that has been looked at in vain: that fades in, and its time
  /// begins.
  mutating func reveal(_ place: Int, at now: Instant) {
    guard let showing = seen[place], showing.isAwaited, !isAwaited(place) else { return }
    seen[place]?.isAwaited = false
    guard isPresentable(place) else { return }
    if let item = item(at: place), !isFailing(item) {
      // Slow crops begin now.
      seen[place]?.since = now
      seen[place]?.revealedAt = now
    }
    guard place == currentPlace, isAtRest, let item = item(at: place) else { return }
    (isDue, arrivedAt, dwell) = (false, now, .held(pictureDwell(item)))
    if isStopped { stop(at: now) } else { resumeDwell(at: now) }
  }

  /// In a kiosk nobody sees a card: what was waited for in vain gives way to the next at once.
  mutating func leaveFailed(_ item: Int, at now: Instant, _ effects: inout [Effect]) {
    guard settings.kiosk, item == current, isAtRest, held[item]?.shows == false else { return }
    (isDue, dwell) = (true, .none)
    if isStopped { perform(travel > 0 ? .next : .previous, at: now, &effects) }
  }

  /// How much of what has come late is seen over what stood in its stead, 0…1; nil: all of it.
  func revealed(_ place: Int, at now: Instant) -> Double? {
    guard let since = seen[place]?.revealedAt, now < since + Self.revealLength else { return nil }
    return min(max((now - since).inSeconds / Self.revealLength.inSeconds, 0), 1)
  }

  /// True while something fades in that has come late.
  func isRevealing(at now: Instant) -> Bool {
    seen.values.contains { showing in
      showing.revealedAt.map { now < $0 + Self.revealLength } ?? false
    }
  }
}
