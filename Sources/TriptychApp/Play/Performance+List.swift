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

  /// The first list begins the show; it grows while a folder is read. What was read anew (SIGHUP)
  /// takes its place while it plays.
  private func take(_ found: ItemList, _ now: Instant) {
    let list = found.namingScripts()
    scripts.look(for: list, settings.show)
    guard hasBegun else { return begin(list, now) }
    guard isReloading else { return edit(to: list, now) }
    guard list.isComplete else { return }
    let isSearch = search.isReading
    (isReloading, search.isReading) = (false, false)
    if list.count == 0 || isSearch && list.hasSameEntries(as: show.list) {
      if !isSearch { log.warn("the list read anew is empty; the old one goes on", at: now) }
      return
    }
    // Read anew on demand, it is as it stands there: what was taken out by hand is back.
    read = show.list
    edit(to: list, changed: Set(0..<list.count), now)
  }

  private func begin(_ list: ItemList, _ now: Instant) {
    guard list.count > 0 || list.isComplete, let begin = settings.showSettings(for: list) else {
      return
    }
    if list.isComplete, list.count > 0 {
      for problem in settings.problems(in: list) { log.warn(problem, at: now) }
    }
    (hasBegun, isReloading, search.isReading, hasPresented) = (true, false, false, false)
    read = list
    show = Show(
      settings: begin, list: list, size: gallery.cell, transformers: scripts.table, at: now)
    perform(show.start(at: now))
  }

  /// The show goes on with what was read last, and with what was done to it by hand. `changed`:
  /// items of it that are to be loaded anew.
  private func edit(to list: ItemList, changed: Set<Int> = [], _ now: Instant) {
    let kept = list.keeping(editsOf: show.list, since: read)
    read = list
    var edit = ListEdit.between(show.list, kept)
    edit.changed.formUnion(changed.filter { edit.origin.indices.contains($0) })
    hear(edit, now)
  }

  /// Items have come, gone, moved or changed.
  func hear(_ edit: ListEdit, _ now: Instant) {
    // What was due before is done under the old numbers.
    perform(show.advance(to: now))
    perform(show.hear(.edited(edit), at: now))
    observe(.edited)
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
