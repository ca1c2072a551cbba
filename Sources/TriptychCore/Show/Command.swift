/// What a person, a script, the socket or the timer asks for. Everything that moves the show
/// enters here.
public enum Command: Hashable, Sendable {
  case next
  case previous
  /// A place in the list, counting from 1; out of range: the nearest.
  case go(to: Int)
  case first
  case last
  /// Moves x by so many view widths (positive: towards the next).
  case drag(by: Double)
  /// The finger leaves, at so many view widths a second (positive: towards the next).
  case release(velocity: Double)
  /// Stops or resumes dwell and film.
  case togglePause
  case setPause(Bool)
  /// Plays or pauses the film alone.
  case toggleFilm
  /// Moves within the film that is current.
  case seek(by: Duration)
  /// Loads the current item anew.
  case reload
  /// Drops the current item from the show (never from disk).
  case drop
  case toggleMute
  /// Percent points.
  case volume(by: Int)
  /// Blanks the screen, or shows it again.
  case toggleBlank
  case quit
}

/// What the world answers, with the instant in `Show.hear`.
public enum News: Sendable {
  /// The picture of an item can be drawn.
  case picture(item: Int)
  /// The film of an item is open and its first frame can be drawn. `length` nil: unknown.
  case film(item: Int, length: Duration?)
  /// The item cannot be shown; `reason` is for the card.
  case failed(item: Int, reason: String)
  /// The stream at a place has no frame after `at` (film time).
  case filmEnded(place: Int, at: Duration)
  /// The list has grown, or become complete; entries that were there keep their numbers.
  case list(ItemList)
  /// The viewer's space has another size.
  case resized(Size)
}

/// What the show wants done. Returned by `apply`, `advance` and `hear`; performed outside.
public enum Effect: Hashable, Sendable {
  /// The item is needed: soon at `place`, or nil where it is only decoded ahead.
  case load(item: Int, place: Int?)
  /// Nobody wants the item any more; its pictures may go.
  case cancel(item: Int)
  /// A film stands at `place`; its stream starts at `from`, `loops` if it is alone on the track.
  case openFilm(item: Int, place: Int, from: Duration, loops: Bool)
  /// The film at `place` will play within a second: decode ahead.
  case warmFilm(place: Int)
  /// The film at `place` goes on at another time.
  case seekFilm(place: Int, to: Duration)
  case closeFilm(place: Int)
  /// A line for the log, with what was the matter.
  case warn(item: Int, reason: String)
  /// The current item is another one: for log and events.
  case changed(from: Int?, to: Int)
  case redraw
  /// The show is over.
  case quit(code: Int32)
}
