extension Show {
  mutating func take(_ news: News, at now: Instant, _ effects: inout [Effect]) {
    switch news {
    case .measured(let item, let size):
      if held[item] != nil, size.width >= 1, size.height >= 1 { sources[item] = size }
    case .picture(let item): show(item, as: .picture, at: now, &effects)
    case .preview(let item): preview(item, &effects)
    case .isFilm(let item): show(item, as: .film, at: now, &effects)
    case .film(let place, let length): open(place, length: length, at: now, &effects)
    case .traits(let place, let isAnimation, let subtitles):
      films[place]?.subtitles = subtitles
      guard isAnimation else { return }
      films[place]?.isAnimation = true
      films[place]?.loop()
    case .failed(let item, let reason): fail(item, reason, at: now, &effects)
    case .filmEnded(let place, let end):
      guard films[place]?.isReady == true else { return }
      films[place]?.hasEnded = true
      // Of a picture that moves this is the end of all its rounds.
      if films[place]?.isAnimation == false { films[place]?.end = end }
    case .list(let list):
      guard list.count >= self.list.count else { return }
      let same = (0..<Int32(list.count)).map { $0 < self.list.count ? $0 : -1 }
      edit(ListEdit(list: list, origin: same), at: now, &effects)
    case .edited(let edit): self.edit(edit, at: now, &effects)
    case .offSchedule(let off): setOff(off)
    case .offSoon(let off): later = order.with(off: off)
    case .screen(let isOn):
      isOutOfHours = !isOn
      if isBlank == isOn { effects.append(.redraw) }
      isBlank = !isOn
    case .resized(let size):
      guard size != self.size else { return }
      let old = self.size
      self.size = size
      refitZoom(from: old, at: now)
      for want in wants() where held[want.item]?.phase == .picture {
        effects.append(.load(item: want.item, place: want.place))
      }
      effects.append(.redraw)
    }
  }

  private mutating func show(
    _ item: Int, as phase: Holding.Phase, at now: Instant, _ effects: inout [Effect]
  ) {
    guard let holding = held[item], holding.phase != .failed else { return }
    let opened = films.keys.sorted().filter { films[$0]?.item == item }
    if holding.phase == .loading || phase == .picture {
      for place in opened {
        films[place] = nil
        effects.append(.closeFilm(place: place))
      }
    } else if holding.phase == phase {
      return
    }
    held[item]?.phase = phase
    if phase == .picture { held[item]?.shows = true }
    // The file may be another one now.
    if closeUp?.item == item { dropCloseUp(&effects) }
    if phase == .picture {
      recover(item, at: now)
      if holding.shows || item == current { effects.append(.redraw) }
    }
  }

  private mutating func open(
    _ place: Int, length: Duration?, at now: Instant, _ effects: inout [Effect]
  ) {
    guard var film = films[place], !film.isReady else { return }
    (film.isReady, film.end, film.endsUnannounced) = (true, length, length == nil)
    films[place] = film
    // It goes on where there is nothing any more: the file is another one now.
    if !hasBegun, !film.loops, film.time(at: now) > film.start, let end = hardEnd(film),
      film.time(at: now) >= end
    {
      rewind(place, at: now, &effects)
    }
    held[film.item]?.shows = true
    recover(film.item, at: now)
    if place == currentPlace { effects.append(.redraw) }
  }

  /// It can be shown (again). What stands there as a card until now begins its time anew.
  private mutating func recover(_ item: Int, at now: Instant) {
    guard failures[item]?.isFailing == true else { return }
    failures[item]?.isFailing = false
    guard item == current, isAtRest else { return }
    (isDue, arrivedAt, dwell) = (false, now, .held(pictureDwell(item)))
    if !isStopped { resumeDwell(at: now) }
  }

  private mutating func fail(
    _ item: Int, _ reason: String, at now: Instant, _ effects: inout [Effect]
  ) {
    guard let holding = held[item], holding.phase != .failed else { return }
    if isFailing(item) { retries += 1 }
    if failures[item]?.repeats(reason: reason, at: now) ?? true {
      failures[item] = failures[item] ?? Failure(reason: reason, at: now)
      effects.append(.warn(item: item, reason: reason))
    }
    held[item]?.phase = .failed
    held[item]?.hasPreview = false
    leaveFailed(item, at: now, &effects)
    // Before the show has begun every item has its first turn first.
    if item == current, hasBegun, !isEndless { retryAt = earliestRetry }
    let isShown = item == current && hasBegun && holding.shows
    for place in films.keys.sorted() where films[place]?.item == item {
      if isShown && visible(at: now).contains(place) {
        films[place]?.run(false, at: now)
      } else {
        films[place] = nil
        effects.append(.closeFilm(place: place))
      }
    }
    if !isShown && holding.phase == .film { held[item]?.shows = false }
    // A film that broke while it played: what was seen of it was its time.
    if isShown && isAtRest && holding.phase == .film { (isDue, dwell) = (true, .none) }
    if item == current { effects.append(.redraw) }
  }
}
