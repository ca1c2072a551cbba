/// How fast films play.
extension Show {
  /// The speed of the film that is current; nil: there is none that can be seen.
  public var filmSpeed: FilmSpeed? {
    films[currentPlace].flatMap { $0.isReady ? $0.speed : nil }
  }

  /// A person changes that of the current film, until it is not seen any more.
  mutating func setSpeed(_ speed: FilmSpeed, at now: Instant, _ effects: inout [Effect]) {
    guard hasBegun, let film = films[currentPlace], film.isReady else { return }
    setSpeed(speed, currentPlace, at: now, &effects)
  }

  mutating func changeSpeed(by more: Int, at now: Instant, _ effects: inout [Effect]) {
    guard let speed = filmSpeed else { return }
    setSpeed(speed.changed(by: more), at: now, &effects)
  }

  mutating func setSpeed(
    _ speed: FilmSpeed, _ place: Int, at now: Instant, _ effects: inout [Effect]
  ) {
    guard let film = films[place], film.speed != speed else { return }
    films[place]?.setSpeed(speed, at: now)
    let time = filmPose(place, p: 0, at: now)?.time ?? film.time(at: now)
    effects.append(.setFilmSpeed(place: place, to: speed, from: time))
  }

  /// The options say something else; what people have chosen for a film is over.
  mutating func renewSpeeds(at now: Instant, _ effects: inout [Effect]) {
    for place in films.keys.sorted() {
      guard let film = films[place] else { continue }
      let own = settings(of: film.item).speed
      guard own != film.ownSpeed else { continue }
      films[place]?.ownSpeed = own
      setSpeed(own, place, at: now, &effects)
    }
  }

  /// Nobody is there any more who has chosen it.
  mutating func resetSpeeds(at now: Instant, _ effects: inout [Effect]) {
    for place in films.keys.sorted() {
      if let film = films[place] { setSpeed(film.ownSpeed, place, at: now, &effects) }
    }
  }
}
