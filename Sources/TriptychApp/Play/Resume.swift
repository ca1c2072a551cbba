import Glibc
import TriptychCore
import TriptychFiles

/// When the place where a show is goes to the disk: at most once a minute, of a film that plays
/// twice, and only if it is another one. A value without a clock.
struct ResumePace {
  static let pause = Duration.seconds(60)
  static let filmPause = Duration.seconds(30)
  /// What was handed over last, or found at the start.
  private var kept: ResumeState?
  private var keptAt: Instant?
  private var isStale = false
  /// A film plays: the place changes with time.
  var plays = false

  init(_ kept: ResumeState?) { self.kept = kept }

  /// Another item is current.
  mutating func changed() { isStale = true }

  /// When it wants to be asked; nil: nothing has changed.
  func due(at now: Instant) -> Instant? {
    guard isStale || plays else { return nil }
    let pause = plays ? ResumePace.filmPause : ResumePace.pause
    return keptAt.map { max(now, $0 + pause) } ?? now
  }

  /// What is to be written now, if it is time and there is something new; `isEnd`: it is time.
  /// `state`: nil where nothing can be said yet.
  mutating func take(
    at now: Instant, isEnd: Bool = false, state: () -> ResumeState?
  ) -> ResumeState? {
    guard isEnd || due(at: now) == now else { return nil }
    guard let state = state() else {
      keptAt = now
      return nil
    }
    isStale = false
    guard state != kept else { return nil }
    (kept, keptAt) = (state, now)
    return state
  }
}

/// `--resume`: what was kept, and what is kept now. Main thread; never waits for the disk but at
/// the start and, shortly, at the end.
final class Resume {
  /// What the show goes on from; nil once it is settled.
  private(set) var wanted: ResumeState?
  let seed: UInt64
  private let show: UInt64
  private let file: StateFile
  private let keeper: StateKeeper
  private var pace: ResumePace
  /// That nothing can be kept is said once.
  private var hasWarned = false

  /// Reads what was kept. nil: there is no folder to keep anything in, which the log is told.
  init?(_ settings: ProgramSettings, _ environment: Environment, _ log: Log) {
    guard let folder = environment.stateFolder else {
      log.atStart(.warn, "--resume: no HOME, so no folder to keep the place in")
      return nil
    }
    show = settings.fingerprint
    file = StateFile(folder: folder)
    var kept: ResumeState?
    do throws(FileError) {
      kept = try file.read()
    } catch {
      let words = "\(String(escaping: error.path)): \(error.words)"
      log.atStart(.warn, "--resume: \(words); the show begins as usual")
    }
    if kept?.show != show { kept = nil }
    wanted = kept
    // A seed that is given counts; the deck is another one then.
    seed = settings.seed ?? kept?.seed ?? settings.show.seed
    if let given = settings.seed, given != kept?.seed { wanted?.round = 0 }
    pace = ResumePace(kept)
    keeper = StateKeeper(file)
  }

  /// The show's values where it goes on; nil: the list may still grow to hold the item.
  func begin(
    _ settings: ShowSettings, usual: ShowSettings?, in list: ItemList, _ log: Log
  ) -> ShowSettings? {
    guard let wanted else { return usual }
    guard let item = list.item(at: wanted.location, occurrence: wanted.occurrence) else {
      guard list.isComplete else { return nil }
      // It may be on a stick that is mounted later.
      guard list.count > 0 else { return usual }
      self.wanted = nil
      log.atStart(
        .info, "--resume: \(String(escaping: wanted.location)) is not in the list any more")
      return usual
    }
    self.wanted = nil
    var begin = settings
    (begin.startAt, begin.startRound, begin.startTime) = (item, wanted.round, wanted.time)
    return begin
  }

  /// Another item is current.
  func changed() { pace.changed() }

  func due(at now: Instant) -> Instant? { pace.due(at: now) }

  /// Keeps the place, if it is time.
  func keep(_ show: Show, _ list: ItemList, at now: Instant, _ log: Log) {
    pace.plays = show.plays && show.filmTime(at: now) != nil && !show.isInOverview
    if let state = pace.take(at: now, state: { state(show, list, at: now) }) { keeper.keep(state) }
    for failure in keeper.takeFailures() where !hasWarned {
      hasWarned = true
      let words = "\(String(escaping: failure.path)): \(failure.words)"
      log.warn("--resume: the place cannot be kept: \(words)", at: now)
    }
  }

  /// The last word. `isOver`: the list has ended, so that the next start begins anew.
  func end(_ show: Show, _ list: ItemList, isOver: Bool, at now: Instant) {
    if isOver {
      keeper.forget()
    } else if let state = pace.take(at: now, isEnd: true, state: { state(show, list, at: now) }) {
      keeper.keep(state)
    }
  }

  /// Waits for the disk, for a moment.
  func finish() { keeper.finish(within: .milliseconds(200)) }

  private func state(_ show: Show, _ list: ItemList, at now: Instant) -> ResumeState? {
    let item = show.current
    // Of a film that is not there yet nothing is known, but where it is to go on.
    guard show.isCurrentReady, list.entries.indices.contains(item) else { return nil }
    let location = list.location(item)
    return ResumeState(
      show: self.show, seed: seed, round: show.round, location: location,
      occurrence: (0..<item).count { list.location($0) == location },
      time: show.filmTime(at: now).map { .milliseconds($0.inNanoseconds / 1_000_000) })
  }
}

extension ItemList {
  /// The item of that path, counting those with the same path from 0; the last of them if there are
  /// fewer.
  func item(at location: [UInt8], occurrence: Int) -> Int? {
    var (left, found): (Int, Int?) = (occurrence, nil)
    for item in 0..<count where self.location(item) == location {
      found = item
      if left == 0 { break }
      left -= 1
    }
    return found
  }
}

extension ProgramSettings {
  /// The same for the same files, folders and playlists in the same order.
  var fingerprint: UInt64 {
    var bytes = Array("\(show.shuffle) \(order)".utf8)
    for path in paths {
      let absolute = path.isStandardInput ? path.bytes : ListSurvey.absolute(path.bytes)
      bytes += [0, path.isPlaylist ? 1 : 0] + absolute
    }
    return ResumeState.sum(of: bytes)
  }
}

extension Environment {
  /// $STATE_DIRECTORY of a service (the first of several), else the user's.
  var stateFolder: [UInt8]? {
    if let folder = stateDirectory?.split(separator: 0x3A).first { return Array(folder) }
    let home = stateHome ?? self.home.map { $0 + Array("/.local/state".utf8) }
    return home.map { $0 + Array("/triptych".utf8) }
  }
}
