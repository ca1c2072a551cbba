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
  /// Two fingers: larger by a factor about a point, which moves, pixels.
  case pinch(by: Double, about: Point, movedBy: Point)
  /// Shifts what is enlarged, pixels.
  case pan(by: Point)
  /// The fingers leave what is enlarged, at so many pixels a second.
  case letGo(velocity: Point)
  /// Enlarges at a point (nil: the middle), or goes back to how it fits.
  case toggleZoom(at: Point?)
  /// Larger by a factor about the middle.
  case zoom(by: Double)
  /// Looks at what lies in a direction of what is enlarged: parts of the screen.
  case look(x: Double, y: Double)
  /// Back to how it fits.
  case leaveZoom
  /// The overview lies over the show, or does no longer: meanwhile nothing goes on.
  case setOverview(Bool)
  /// To an item of the list at once, counting from 1: something hides the change.
  case jump(to: Int)
  /// Stops or resumes dwell and film.
  case togglePause
  case setPause(Bool)
  /// Plays or pauses the film alone.
  case toggleFilm
  /// Moves within the film that is current.
  case seek(by: Duration)
  /// Changes the speed of the film that is current by so many thousandths, until it is not seen any
  /// more.
  case speed(by: Int)
  /// The same to a speed.
  case setSpeed(FilmSpeed)
  /// Holds the film that is current, at the next frame or (negative) the one before. Only who has
  /// the frames knows where that is: they make `stand` of it.
  case stepFrame(by: Int)
  /// Holds the film so far from where it is. `isHere`: the frame there is the next one.
  case stand(by: Duration, isHere: Bool)
  /// Holds the film that is current at a time since where it begins: a finger is on its line.
  case scrub(to: Duration)
  /// The finger has left it.
  case endScrub
  /// Loads the current item anew.
  case reload
  /// Drops the current item from the show (never from disk).
  case drop
  case toggleMute
  case setMute(Bool)
  /// Shows the next of a film's subtitles, or hides the last, whatever the options say.
  case toggleSubtitles
  /// Percent points.
  case volume(by: Int)
  /// Percent, 0…100; out of range: the nearest.
  case setVolume(Int)
  /// Blanks the screen, or shows it again.
  case toggleBlank
  case setBlank(Bool)
  /// Gives an option another value.
  case set(SettingChange)
  case quit
  /// Nobody has been there for a while: undoes pause, mute and volume, and goes to a place in the
  /// list (counting from 1), if there is one to go to.
  case idleReset(goTo: Int?)
}

/// What the world answers, with the instant in `Show.hear`.
///
/// After `Effect.load` comes one of: `picture`; `isFilm`, as soon as the file is known to be a
/// film; `failed`. After `isFilm` the show asks for a stream by `Effect.openFilm` for each place
/// where the film stands, and hears `film` when that stream has its first frame.
/// News of what nobody wants any more is ignored: late news does no harm.
public enum News: Sendable {
  /// The item's size as it is shown upright, pixels. Comes before the picture or the film.
  case measured(item: Int, Size)
  /// The picture of an item can be drawn.
  case picture(item: Int)
  /// A small picture of an item is there, to be shown until the picture comes. It may stay out.
  case preview(item: Int)
  /// The item is a film; nothing of it is open yet.
  case isFilm(item: Int)
  /// The stream at a place is open and its first frame can be drawn. `length`, from the film's
  /// own beginning to its end, is nil where the file does not say.
  case film(place: Int, length: Duration?)
  /// What else there is to say of the stream at a place, before `film`: whether it is a picture
  /// that moves, and how many tracks of subtitles it has.
  case traits(place: Int, isAnimation: Bool, subtitles: Int)
  /// The item cannot be shown, or its film broke; `reason` is for log and card. What has been
  /// shown of it stays on the screen until the show goes on.
  case failed(item: Int, reason: String)
  /// The stream at a place has no frame or sound after `at` (film time). May come early.
  case filmEnded(place: Int, at: Duration)
  /// The list has grown, or become complete; entries that were there keep their numbers.
  case list(ItemList)
  /// The list is another one: items have come, gone, moved or changed (DESIGN section 4, "Page
  /// edits"). Items have their new numbers from now on.
  case edited(ListEdit)
  /// The viewer's space has another size.
  case resized(Size)
  /// These items, by their indices, may not be shown now: they are out of their time. All others
  /// may. What is shown and may not be goes at this instant.
  case offSchedule(Set<Int>)
  /// In a moment these will be off: what is shown then is loaded ahead. Counts until the next
  /// `offSchedule`.
  case offSoon(Set<Int>)
  /// The screen's hours begin or end: it is blank outside of them, until somebody says otherwise.
  case screen(on: Bool)
}

/// What the show wants done. Returned by `apply`, `advance`, `hear`; performed outside, in order.
///
/// Film time is the film's own: 0 is its first frame, whatever `start` says; over loops it grows.
public enum Effect: Hashable, Sendable {
  /// The item is needed: soon at `place`, or nil where it is only decoded ahead. For an item that
  /// is loaded already (reload, retry, another size): load it anew, keep the old until then.
  case load(item: Int, place: Int?)
  /// That part of the item's picture is seen enlarged: decode it, keep what there is until then.
  /// Another one for the same item takes its place.
  case loadDetail(item: Int, Detail)
  /// The item's picture alone is sharp enough.
  case dropDetail(item: Int)
  /// Nobody wants the item any more; its pictures and its descriptor may go.
  case cancel(item: Int)
  /// A film stands at `place`: open a stream of its own, which holds the first frame at `from`.
  /// It ends at the item's `end`, or never if it `loops`; it plays at the item's speed.
  case openFilm(item: Int, place: Int, from: Duration, loops: Bool)
  /// The stream that was opened to play once goes on round after round, without a seam.
  case loopFilm(place: Int)
  /// The film at `place` plays within a second, or now: fill its ring. Once for each stream.
  case warmFilm(place: Int)
  /// The film at `place` goes on, or is held, at another time.
  case seekFilm(place: Int, to: Duration)
  /// The film at `place` plays at another speed from film time `from` on, which is now.
  case setFilmSpeed(place: Int, to: FilmSpeed, from: Duration)
  /// The stream that was opened for `place` is not needed any more.
  case closeFilm(place: Int)
  /// Items have other numbers from here on: all that are wanted, old → new. The names of the new
  /// ones are in the show's list now. Comes first after `advance` to the same instant.
  case renumber([Int: Int])
  /// A line for the log, with what was the matter.
  case warn(item: Int, reason: String)
  /// The show is going to another item, or wants to as soon as that can be drawn: for events.
  case changing(from: Int, to: Int)
  /// The current item is another one: for log and events.
  case changed(from: Int?, to: Int)
  case redraw
  /// What people did has been undone (`Command.idleReset`).
  case idleReset
  /// The show is over.
  case quit(code: Int32)
}
