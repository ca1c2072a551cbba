/// What the program around the show asks of it, besides drawing.
extension Show {
  /// Which gesture or arrow keys drive the change that is next or runs.
  public var axis: Axis { leading.axis }

  /// Where a finger goes that leads to the next item.
  public var direction: Direction { leading.direction }

  private var leading: any ContentTransformer {
    let isAtRest = currentPlace == targetPlace
    return transformer(isAtRest ? currentPlace + 1 : max(currentPlace, targetPlace))
  }

  /// What to let go of when another show takes over: everything that is held.
  public func farewell() -> [Effect] {
    films.keys.sorted().map { .closeFilm(place: $0) } + held.keys.sorted().map { .cancel(item: $0) }
  }

  /// Moves the clock of the film at a place a little, so that picture and sound stay together
  /// although the sound device has a clock of its own; `ahead` is a time of the show. Less than a
  /// frame at a time; the film is not sought anew.
  public mutating func nudgeFilm(_ place: Int, by ahead: Duration) {
    films[place]?.nudge(by: ahead)
  }
}

extension FilmView {
  fileprivate mutating func nudge(by ahead: Duration) {
    guard isRunning else { return }
    shift(by: speed.filmTime(in: ahead))
  }
}
