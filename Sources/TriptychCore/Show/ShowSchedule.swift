/// Items that are out of their time: passed over by timer, keys and what is loaded ahead.
///
/// Who tells the show what is off knows the clock on the wall; the show only hears the news.
extension Show {
  mutating func setOff(_ off: Set<Int>) {
    later = nil
    guard off != order.absent.off else { return }
    order.setOff(off)
    // What the timer goes to may be another now, and what was given up may have company.
    (upcoming, hasGivenUp) = (.unknown, false)
  }

  /// True if what is shown is out of its time: it goes, whatever time it has left, and though
  /// the show is paused.
  var isOverdue: Bool { hasBegun && isOff(currentPlace) }

  /// True if the item at a place is out of its time.
  func isOff(_ place: Int) -> Bool {
    item(at: place).map(order.absent.off.contains) ?? false
  }

  /// What is out of its time is not shown, though there is nothing else: the screen is empty until
  /// something comes on.
  mutating func leaveIfVacant(_ effects: inout [Effect]) {
    guard isOverdue, isAtRest || !order.hasPresent else { return }
    switch upcoming {
    case .found where order.hasPresent: return
    case .end where settings.atEnd == .quit: return
    case .unknown, .searched, .alone, .found, .end: break
    }
    // If nothing is on, not even the change under way is shown to its end.
    (course, targetPlace) = (.rest(at: Double(currentPlace)), currentPlace)
    (hasBegun, isDue, dwell, grabbed, upcoming) = (false, false, .none, nil, .unknown)
    (reported, announced, enlarged, seen) = (nil, nil, nil, [:])
    searchFirst(at: last, &effects)
    beginIfReady(at: last, &effects)
  }

  /// Nothing of what is on can be shown, but the rest will come on.
  mutating func waitForSchedule(_ effects: inout [Effect]) {
    if !isVacant { effects.append(.redraw) }
    (isVacant, isNothingPlayable) = (true, false)
    retryAt = earliestRetry
  }

  /// What will be shown when schedules switch next, if that is soon; nil: what is there anyway.
  var foreseen: Want? {
    guard let later, let turn = track?.turn(at: currentPlace, in: order) else { return nil }
    let current = order.item(at: turn)
    guard later.absent.has(current) else {
      return hasBegun ? nil : Want(item: current, place: currentPlace)
    }
    guard let next = later.after(turn).map(later.item), isTriable(next) else { return nil }
    return Want(item: next, place: nil)
  }
}
