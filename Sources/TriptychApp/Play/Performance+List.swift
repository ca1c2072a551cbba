import TriptychCore
import TriptychFiles

/// The list: as it is read, grows and is read anew.
extension Performance {
  func takeList(_ now: Instant) {
    for answer in loader.drain() {
      switch answer {
      case .list(let list): take(list, now)
      case .problem(let problem):
        guard search.tells(problem.logLine) else { continue }
        problem.severity == .error
          ? log.error(problem.logLine, at: now) : log.warn(problem.logLine, at: now)
      }
    }
  }

  /// The first list begins the show; it grows while a folder is read. A list that was read anew
  /// (SIGHUP) begins another show at the same item, over the picture that stands.
  private func take(_ read: ItemList, _ now: Instant) {
    let list = read.namingScripts()
    scripts.look(for: list, settings.show)
    if hasBegun, !isReloading {
      gallery.list = list
      perform(show.hear(.list(list), at: now))
      return readSchedule(of: list, now)
    }
    guard list.isComplete || !isReloading, list.count > 0 || list.isComplete,
      var begin = settings.showSettings(for: list)
    else { return }
    if !hasBegun, list.isComplete, list.count > 0 {
      for problem in settings.problems(in: list) { log.warn(problem, at: now) }
    }
    let isSearch = search.isReading
    if isReloading, hasBegun, list.count == 0 || isSearch && list.hasSameEntries(as: gallery.list) {
      (isReloading, search.isReading) = (false, false)
      if !isSearch { log.warn("the list read anew is empty; the old one goes on", at: now) }
      return
    }
    if hasBegun, show.current >= 0 {
      let location = gallery.list.location(show.current)
      begin.startAt = list.item(named: location) ?? begin.startAt
      perform(show.farewell())
    }
    (hasBegun, isReloading, search.isReading, hasPresented) = (true, false, false, false)
    gallery.list = list
    show = Show(
      settings: begin, list: list, size: gallery.cell, transformers: scripts.table, at: now)
    readSchedule(of: list, now)
    perform(show.start(at: now))
  }

  /// Reads the list again.
  func reload() {
    (isReloading, search.isReading) = (true, false)
    loader = ListLoader(settings.listRequest, wake: ring)
  }

  /// A kiosk with nothing to show looks whether something has come.
  func lookAgain(_ now: Instant) {
    guard settings.show.kiosk, hasBegun, show.isNothingPlayable, gallery.list.isComplete,
      !settings.paths.isEmpty, !settings.paths.contains(where: \.isStandardInput)
    else { return search.rest() }
    guard search.looks(at: now), !isReloading else { return }
    reload()
    search.isReading = true
  }
}

extension ItemList {
  /// True if the same entries were read from the same places.
  func hasSameEntries(as other: ItemList) -> Bool {
    count == other.count && sources.count == other.sources.count
      && zip(sources, other.sources).allSatisfy { $0.path == $1.path && $0.text == $1.text }
  }
}
