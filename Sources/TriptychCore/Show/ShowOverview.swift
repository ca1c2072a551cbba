extension Show {
  /// True while nothing goes on by itself: the pause, or the overview lies over the show.
  var isStopped: Bool { isPaused || isInOverview }

  /// Opens or closes the overview: meanwhile dwell, films and slow crops stand still.
  mutating func setOverview(_ open: Bool, at now: Instant) {
    guard open != isInOverview, !open || hasBegun && !isEmptied else { return }
    let wasStopped = isStopped
    isInOverview = open
    // What the fingers have made small they hold over the overview now.
    if open, smallZoom(at: now) != nil { enlarged = nil }
    if open { leaveZoom(at: now) }
    guard isStopped != wasStopped else { return }
    if isStopped {
      if course.isRest { stop(at: now) }
    } else {
      resume(at: now)
    }
  }

  /// Goes to an item of the list (its number, from 1) at once, as over a cut: what hides the
  /// change is somebody else's matter.
  mutating func jump(to number: Int, at now: Instant, _ effects: inout [Effect]) {
    guard hasBegun, !isEmptied else { return }
    stepsFrom = nil
    isJump = true
    go(to: number, at: now, &effects)
    // Already there, or nowhere to go.
    if isAtRest { isJump = false }
  }

  /// True if the item is neither current nor on its way: a jump to it has come to nothing.
  public func hasNoWay(to item: Int) -> Bool {
    isAtRest && item != current && self.item(at: targetPlace) != item
  }
}
