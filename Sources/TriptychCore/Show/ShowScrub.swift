/// How far a film has come.
public struct FilmProgress: Hashable, Sendable {
  /// Since where it begins; of a film that loops, in this round.
  public var elapsed: Duration
  /// From where it begins to where it ends; nil: not known.
  public var length: Duration?

  public init(elapsed: Duration, length: Duration?) {
    (self.elapsed, self.length) = (elapsed, length)
  }
}

/// Moving within a film that is current, by steps and by a finger on its line of time.
extension Show {
  /// How far the film that is current has come; nil: there is none that can be seen.
  public func filmProgress(at now: Instant) -> FilmProgress? {
    guard let film = films[currentPlace], film.isReady, !film.isAnimation else { return nil }
    let time = shownTime(film, at: max(now, last))
    return FilmProgress(
      elapsed: max(time - film.start, .zero),
      length: lastTime(film).map { max($0 - film.start, .zero) })
  }

  /// The film time that is seen of the current film; of one that loops, on its first round. nil:
  /// there is none that can be seen.
  public func filmTime(at now: Instant) -> Duration? {
    guard let film = films[currentPlace], film.isReady else { return nil }
    return shownTime(film, at: max(now, last))
  }

  /// What is seen of it; of a film that loops, on its first round.
  private func shownTime(_ film: FilmView, at now: Instant) -> Duration {
    let shown = filmPose(currentPlace, p: 0, at: now)?.time ?? film.time(at: now)
    // A picture that waits for its sound stands before its beginning.
    guard film.loops, let length = roundLength(film) else { return max(shown, film.start) }
    // Time goes on growing from round to round.
    let nanoseconds = max((shown - film.start).inNanoseconds, 0)
    return film.start + .nanoseconds(nanoseconds % length.inNanoseconds)
  }

  /// Of a film that loops; nil: not known, or nothing.
  func roundLength(_ film: FilmView) -> Duration? {
    guard let end = lastTime(film), (end - film.start).inNanoseconds > 0 else { return nil }
    return end - film.start
  }

  /// Beyond this nothing is to be seen; nil: not known.
  private func lastTime(_ film: FilmView) -> Duration? {
    let once = [film.end, settings(of: film.item).end].compactMap(\.self).min()
    return film.loops ? once : hardEnd(film)
  }

  mutating func seek(by distance: Duration, at now: Instant, _ effects: inout [Effect]) {
    guard hasBegun, let film = films[currentPlace], film.isReady else { return }
    let time = shownTime(film, at: now)
    let low = min(film.start, time)
    seek(to: max(time + distance, low), notBefore: low, at: now, &effects)
  }

  /// Frame by frame: the film is held, as if it had been paused alone.
  mutating func stand(
    by distance: Duration, _ isHere: Bool, at now: Instant, _ effects: inout [Effect]
  ) {
    guard hasBegun, let film = films[currentPlace], film.isReady else { return }
    let seen = filmPose(currentPlace, p: 0, at: now)?.time ?? film.time(at: now)
    films[currentPlace]?.byHand = false
    films[currentPlace]?.run(false, at: now)
    guard !isHere else {
      // Its frames are decoded ahead: nothing is sought.
      guard hardEnd(film).map({ seen + distance < $0 }) ?? true else { return }
      films[currentPlace]?.seek(to: seen + distance, at: now)
      return
    }
    let time = shownTime(film, at: now) + distance
    // Before the first frame of a film that loops comes its last.
    let round = time < film.start ? roundLength(film).flatMap { film.loops ? $0 : nil } : nil
    seek(to: max(time + (round ?? .zero), film.start), notBefore: film.start, at: now, &effects)
  }

  /// A finger on the line of time: the film is held there, and so is the timer, until it leaves.
  /// `time` is since where the film begins.
  mutating func scrub(to time: Duration, at now: Instant, _ effects: inout [Effect]) {
    guard hasBegun, let film = films[currentPlace], film.isReady else { return }
    films[currentPlace]?.isScrubbed = true
    films[currentPlace]?.run(false, at: now)
    seek(to: film.start + max(time, .zero), notBefore: film.start, at: now, &effects)
  }

  /// The finger has left: the film goes on from there, if it played before.
  mutating func endScrub() {
    for place in films.keys { films[place]?.isScrubbed = false }
  }

  private mutating func seek(
    to goal: Duration, notBefore low: Duration, at now: Instant, _ effects: inout [Effect]
  ) {
    let place = currentPlace
    guard let film = films[place] else { return }
    let time = lastTime(film).map { min(goal, max($0, low)) } ?? goal
    films[place]?.seek(to: time, at: now)
    // Whoever seeks past the end sees the last frame before the show goes on.
    (isDue, staysUntil) = (false, now + .seconds(1))
    effects.append(.seekFilm(place: place, to: time))
  }
}
