import TriptychCore
import TriptychFiles
import TriptychStage

/// The list: as it is read, grows and is read anew.
extension Performance {
  func takeList(_ now: Instant) {
    for answer in loader.drain() {
      switch answer {
      case .list(let list): take(list, now)
      case .again(let list, let changed): take(list, changed: changed, now)
      case .problem(let problem):
        guard search.tells(problem.logLine) else { continue }
        problem.severity == .error
          ? log.error(problem.logLine, at: now) : log.warn(problem.logLine, at: now)
      }
    }
  }

  /// The first list begins the show; it grows while a folder is read. What was read anew (SIGHUP)
  /// takes its place while it plays.
  private func take(_ found: ItemList, changed: Set<Int> = [], _ now: Instant) {
    let list = found.namingScripts()
    if exchange(&findings, with: list.findings) != list.findings { needsFrame = true }
    if list.isComplete || !list.settings.isEmpty { adopt(list.settings, now) }
    scripts.look(for: list, settings.show)
    // What was to be gone on from has come only now: a stick is mounted late.
    if hasBegun, show.list.count == 0, list.count > 0, resume?.wanted != nil { hasBegun = false }
    guard hasBegun else { return begin(list, now) }
    guard isReloading else { return edit(to: list, changed: changed, now) }
    guard list.isComplete else { return }
    let isSearch = search.isReading
    (isReloading, search.isReading) = (false, false)
    if list.count == 0, !loader.watches || isSearch || list.hasSameEntries(as: read) {
      if !isSearch, show.list.count > 0 {
        log.warn("the list read anew is empty; the old one goes on", at: now)
      }
      return
    }
    if isSearch && list.hasSameEntries(as: show.list) { return }
    // Read anew on demand, it is as it stands there: what was taken out by hand is back.
    if !isSearch, show.list.count != read.count || !ListEdit.between(read, show.list).isTrivial {
      log.info("the list is read anew: what was changed by hand is undone", at: now)
    }
    read = show.list
    edit(to: list, changed: Set(0..<list.count), now)
  }

  private func begin(_ list: ItemList, _ now: Instant) {
    guard list.count > 0 || list.isComplete, let begin = beginning(in: list) else { return }
    if list.isComplete, list.count > 0 {
      for problem in settings.problems(in: list) { log.warn(problem, at: now) }
    }
    (hasBegun, isReloading, search.isReading, hasPresented) = (true, false, false, false)
    read = list
    show = Show(
      settings: begin, list: list, size: gallery.cell, transformers: scripts.table, at: now)
    readSchedule(of: list, now)
    recorder?.write(
      .begin(
        RecordedList(list), startAt: begin.startAt, round: begin.startRound,
        time: begin.startTime), at: now)
    perform(show.start(at: now))
  }

  /// The show goes on with what was read last, and with what was done to it by hand. `changed`:
  /// items of it that are to be loaded anew.
  private func edit(to list: ItemList, changed: Set<Int> = [], _ now: Instant) {
    let kept = list.keeping(editsOf: show.list, since: read)
    read = list
    var edit = ListEdit.between(show.list, kept)
    if !changed.isEmpty {
      let origin = ListEdit.between(list, kept).origin
      edit.changed.formUnion(origin.indices.filter { changed.contains(Int(origin[$0])) })
    }
    hear(edit, now)
  }

  /// Items have come, gone, moved or changed.
  func hear(_ edit: ListEdit, _ now: Instant) {
    if loader.watches, !edit.isTrivial || edit.list.count != show.list.count {
      let new = edit.origin.count { $0 < 0 }
      let gone = show.list.count - edit.origin.count { $0 >= 0 && $0 < show.list.count }
      log.info(
        "the list has \(edit.list.count) items now: \(new) new, \(gone) gone, "
          + "\(edit.changed.count) to be loaded anew", at: now)
    }
    // What was due before is done under the old numbers.
    perform(show.advance(to: now))
    tell(.edited(edit), now)
    observe(.edited)
    readSchedule(of: show.list, now)
  }

  /// The show's values for a list; nil: it may still grow to hold the item to begin with.
  private func beginning(in list: ItemList) -> ShowSettings? {
    let usual = settings.showSettings(for: list)
    guard !hasBegun, !isResting, let resume else { return usual }
    return resume.begin(settings.show, usual: usual, in: list, log)
  }

  /// What was taken out by hand is in the show again.
  func bringBack(_ now: Instant) {
    let all = read
    read = show.list
    edit(to: all, now)
  }

  /// Reads the list again. `byHand`: what was left out as dangerous gets another chance.
  func reload(byHand: Bool = false) {
    if byHand { safeMode?.liftAll(at: MonotonicClock.now) }
    guard !isResting else { return }
    (isReloading, search.isReading) = (true, false)
    guard !loader.watches else { return loader.readAgain() }
    loader = ListLoader(settings.watchedRequest, wake: ring)
  }

  /// A kiosk with nothing to show looks whether something has come.
  func lookAgain(_ now: Instant) {
    guard settings.show.kiosk, !isResting, hasBegun, show.isNothingPlayable,
      gallery.list.isComplete,
      !settings.paths.isEmpty || !settings.fallbacks.isEmpty,
      !settings.paths.contains(where: \.isStandardInput)
    else { return search.rest() }
    guard search.looks(at: now), !isReloading else { return }
    reload()
    search.isReading = true
  }
}
