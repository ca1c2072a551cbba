/// What can be told of a show from outside.
extension Show {
  /// The length of the film that is current, from its own beginning to its end; nil: there is
  /// none, or it does not say.
  public var filmLength: Duration? { films[currentPlace]?.end }

  /// The current item's number, counting from 1: its place in the list, or in the deck that is
  /// shuffled; nil: there is none, or it has left the list.
  public var currentNumber: Int? {
    guard let turn = track?.turn(at: currentPlace, in: order), turn.departed == nil else {
      return nil
    }
    return (settings.shuffle ? turn.index : order.item(at: turn)) + 1
  }

  /// The items of which something is seen, or is in the next moment.
  public func itemsInSight(at now: Instant) -> [Int] {
    visible(at: max(now, last)).compactMap { item(at: $0) }
  }

  /// True if the current item can be drawn: if it is a film, its time is known.
  public var isCurrentReady: Bool { hasBegun && isReady(currentPlace) }

  /// True unless what is current has been stopped: the show, or the film alone.
  public var plays: Bool { films[currentPlace]?.byHand ?? !isPaused }

  /// When the timer goes on, or was to go on while what comes next is not ready; nil: it does not
  /// run, or nothing comes.
  public var timerDue: Instant? { dueAt }

  /// The show as it will be at a later instant if nobody does anything: for what must be known
  /// before it is seen.
  public func foreseen(at instant: Instant) -> Show {
    var later = self
    _ = later.advance(to: instant)
    return later
  }

  /// When something happens by itself next; nil: nothing does.
  public var nextTurn: Instant? { nextEvent.map { max($0.instant, last) } }

  /// True if views move, or something happens by itself, up to that instant.
  public func changes(by instant: Instant) -> Bool {
    course.isMoving || nextTurn.map { $0 <= instant } ?? false
  }

  /// How many rounds a film that is alone has played to their end; 0 where others follow it.
  public func roundsDone(at now: Instant) -> Int {
    guard let film = films[currentPlace], film.loops, film.isReady, order.count == 1,
      let length = roundLength(film)
    else { return 0 }
    let time = film.time(at: max(now, last)) - film.start
    return Int(max(time.inNanoseconds, 0) / length.inNanoseconds)
  }

  /// The items that cannot be shown now, by number in the list, each with its reason.
  public var failedItems: [(item: Int, reason: String)] {
    failures.filter(\.value.isFailing).sorted { $0.key < $1.key }.map { ($0.key, $0.value.reason) }
  }
}
