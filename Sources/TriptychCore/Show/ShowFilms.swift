extension Show {
  func isFilm(_ item: Int) -> Bool {
    if held[item]?.phase == .film { return true }
    // While a film loads anew, what has been opened of it still counts.
    guard let holding = held[item], holding.shows else { return false }
    return films.values.contains { $0.item == item }
  }

  // MARK: Lengths

  /// How much of a film is to play, from its start; nil: not known yet, or for ever. What is said
  /// of it as a time of the show counts at the speed that list and options say.
  private func span(_ film: FilmView) -> Duration? {
    if let duration = list.options(film.item).duration {
      return film.ownSpeed.filmTime(in: duration)
    }
    if film.loops { return nil }
    let item = settings(of: film.item)
    let natural = hardEnd(film).map { max($0 - film.start, .zero) }
    guard case .limited(let time) = item.filmLength else { return natural }
    let limit = film.ownSpeed.filmTime(in: time)
    return min(limit, natural ?? limit)
  }

  /// After this film time its last frame stands; nil: not known, or never.
  func hardEnd(_ film: FilmView) -> Duration? {
    if film.loops { return nil }
    let item = settings(of: film.item)
    // Time goes on growing from round to round.
    if item.repetitions > 1, film.hasEnded { return film.end }
    guard let once = [item.end, film.end].compactMap(\.self).min() else { return nil }
    return film.start + max(once - film.start, .zero) * item.repetitions
  }

  /// At which film time the timer leaves the film: as long before the end as the change takes,
  /// so that it plays throughout, but never in its first half.
  func leaveTime(_ place: Int, _ film: FilmView) -> Duration? {
    if film.isAnimation { return animationEnd(film) }
    guard let span = span(film) else { return roundEnd(place, film) }
    let isLast: Bool
    switch upcoming {
    case .end, .alone: isLast = true
    case .unknown, .searched, .found: isLast = false
    }
    let isSurprise = film.endsUnannounced && film.start + span == film.end
    if isLast || isSurprise { return film.start + span }
    return film.start + max(span - changeLength(after: place, film), span / 2)
  }

  /// A picture that moves stays as long as any picture, and at least for a round.
  private func animationEnd(_ film: FilmView) -> Duration? {
    let round = film.end.map { max($0 - film.start, .zero) } ?? .zero
    return max((film.arrived ?? film.start) + pictureDwell(film.item), film.start + round)
  }

  /// The same for a film that was alone when it was opened, and is not any more: in its round.
  private func roundEnd(_ place: Int, _ film: FilmView) -> Duration? {
    guard film.loops, isEndless, !isSingle else { return nil }
    let time = film.time(at: last)
    // Nobody knows how long it is.
    guard let length = roundLength(film) else { return time }
    let done = (time - film.start).inNanoseconds / length.inNanoseconds
    let begin = film.start + .nanoseconds(max(done, 0) * length.inNanoseconds)
    return begin + max(length - changeLength(after: place, film), length / 2)
  }

  /// So much of the film passes while it gives way to what follows.
  private func changeLength(after place: Int, _ film: FilmView) -> Duration {
    film.speed.filmTime(in: transitionLength(place + 1))
  }

  /// What the film at a place shows now.
  func filmPose(_ place: Int, p: Double, at now: Instant) -> FilmPose? {
    guard let film = films[place], film.isReady else { return nil }
    var (time, plays) = (film.time(at: now), film.isRunning)
    var limit = hardEnd(film)
    if !film.loops, let span = span(film) {
      limit = min(limit ?? film.start + span, film.start + span)
    }
    if let limit, time >= limit { (time, plays) = (limit, false) }
    return FilmPose(
      time: time, isPlaying: plays, gain: gain(film.item, p: p), speed: film.speed)
  }

  func gain(_ item: Int, p: Double) -> Double {
    guard item >= 0, item < list.count else { return 0 }
    let options = list.options(item)
    guard !isMuted, options.mute != true, !(isBlank && isOutOfHours) else { return 0 }
    let own = Double(min(max(options.volume ?? 100, 0), 100)) / 100
    return (1 - min(abs(p), 1)) * own * Double(volume) / 100
  }

  // MARK: Streams

  /// Opens a stream for each film in the window and closes what stands there no longer.
  mutating func openFilms(at now: Instant, _ effects: inout [Effect]) {
    for place in films.keys.sorted()
    where films[place]?.item != filmItem(at: place) || lacksRounds(place) {
      films[place] = nil
      effects.append(.closeFilm(place: place))
    }
    for place in window where films[place] == nil {
      guard let item = filmItem(at: place), held[item]?.phase == .film else { continue }
      let (options, shown) = (list.options(item), settings(of: item))
      let start = max(shown.start ?? .zero, .zero)
      let loops = options.duration != nil || isSingle
      films[place] = FilmView(
        item: item, start: start, loops: loops, speed: shown.speed)
      effects.append(.openFilm(item: item, place: place, from: start, loops: loops))
      goOn(place, at: now, &effects)
    }
  }

  /// A show that goes on begins in the middle of its film.
  private mutating func goOn(_ place: Int, at now: Instant, _ effects: inout [Effect]) {
    guard !hasBegun, let time = settings.startTime, let film = films[place], time > film.start,
      place == currentPlace, film.item == settings.startAt
    else { return }
    films[place]?.seek(to: time, at: now)
    effects.append(.seekFilm(place: place, to: time))
  }

  /// One item in a carousel: its film loops without a seam.
  private var isSingle: Bool {
    order.count == 1 && order.isComplete && settings.loop == .forever
  }

  /// Opened when it was not known yet that it is alone: it would stand at its end.
  private func lacksRounds(_ place: Int) -> Bool {
    guard isSingle, let film = films[place] else { return false }
    return !film.loops && !film.isReady
  }

  /// Nothing follows, now at least, and the show goes on for ever.
  private var isAlone: Bool {
    guard settings.loop == .forever else { return false }
    if case .alone = upcoming { return true }
    return isSingle
  }

  /// A film that is alone now, and was not when it was opened, goes on round after round.
  mutating func loopAlone(at now: Instant, _ effects: inout [Effect]) {
    let place = currentPlace
    guard isAtRest, isAlone, let film = films[place], film.isReady, !film.loops,
      // Its rounds are not counted here.
      settings(of: film.item).repetitions == 1
    else { return }
    if let end = hardEnd(film), film.time(at: now) > end {
      // It stood at its end already: the next round begins now.
      (isDue, arrivedAt) = (false, now)
      films[place]?.seek(to: end, at: now)
    }
    films[place]?.loop()
    films[place]?.hasEnded = false
    isDue = false
    effects.append(.loopFilm(place: place))
  }

  /// The same for one that cannot.
  mutating func beginRound(at now: Instant, _ effects: inout [Effect]) {
    let place = currentPlace
    guard isAlone, let film = films[place], film.isReady, !film.loops else { return }
    (isDue, arrivedAt) = (false, now)
    rewind(place, at: now, &effects)
  }

  /// Whose stream a place should have; nil: none.
  private func filmItem(at place: Int) -> Int? {
    guard !isEmptied, window.contains(place), let item = item(at: place), isFilm(item) else {
      return nil
    }
    // Beside a film that is alone stands the same film: opened when somebody goes there.
    if place != currentPlace && isSingle && (isAtRest || !hasBegun) { return nil }
    return item
  }

  mutating func warm(_ place: Int, _ effects: inout [Effect]) {
    guard let film = films[place], film.isReady, !film.isWarm else { return }
    films[place]?.isWarm = true
    effects.append(.warmFilm(place: place))
  }

  /// A film that nobody sees any more begins anew when it is seen next.
  mutating func rewind(_ place: Int, at now: Instant, _ effects: inout [Effect]) {
    guard var film = films[place] else { return }
    (film.byHand, film.isScrubbed, film.arrived) = (nil, false, nil)
    film.run(false, at: now)
    if film.time(at: now) != film.start {
      film.seek(to: film.start, at: now)
      effects.append(.seekFilm(place: place, to: film.start))
    }
    films[place] = film
    setSpeed(film.ownSpeed, place, at: now, &effects)
  }

  // MARK: Playing

  /// Lets each film run or hold (DESIGN section 4, "Video" and "Pause").
  mutating func runFilms(at now: Instant, _ effects: inout [Effect]) {
    guard films.count > 0 else { return }
    let places = visible(at: now)
    for place in films.keys.sorted() where films[place]?.isReady == true {
      let runs = places.contains(place) && shouldRun(place, at: now)
      if runs || (place == currentPlace && !isStopped) { warm(place, &effects) }
      films[place]?.run(runs, at: now)
    }
  }

  private func shouldRun(_ place: Int, at now: Instant) -> Bool {
    guard hasBegun, let film = films[place], !film.isScrubbed else { return false }
    if let byHand = film.byHand { return byHand }
    if stoppedAt != nil { return false }
    if course.isHeld || course.isRelease || course.isRest { return place == currentPlace }
    if film.isRunning { return true }
    // What lies ahead, but not what a spring shows for a moment beyond its goal.
    let (x, here) = (course.state(at: now).x, Double(place))
    return course.end > x ? here > x && here <= course.end : here < x && here >= course.end
  }
}
