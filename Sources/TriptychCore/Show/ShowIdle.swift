extension Show {
  /// Brings back what the settings say, after people have played with it (DESIGN section 4, "Idle
  /// reset"). The step to an item is nobody's: no limit on steps holds it back.
  mutating func resetAfterIdle(goTo number: Int?, at now: Instant, _ effects: inout [Effect]) {
    (isMuted, volume, subtitlesByHand) = (settings.item.mute, settings.item.volume, nil)
    for place in films.keys { films[place]?.byHand = nil }
    resetSpeeds(at: now, &effects)
    endScrub()
    leaveZoom(at: now)
    setOverview(false, at: now)
    setBlank(isOutOfHours, at: now)
    if isPaused { setPause(false, at: now) }
    effects.append(.idleReset)
    guard let number else { return }
    (stepsFrom, changesFrom) = (nil, nil)
    perform(.go(to: number), at: now, &effects)
  }
}
