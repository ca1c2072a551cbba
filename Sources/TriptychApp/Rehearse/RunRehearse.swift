import TriptychCore
import TriptychFiles

/// `triptych rehearse`: says what will be shown when. The exit code: 1 if an item's turn never
/// comes, or nothing is shown at all.
func runRehearse(settings: ProgramSettings, log: Log) -> Int32 {
  WallClock.readZone()
  let zone = WallClock.zone
  let period: (from: Int64, until: Int64)
  do throws(OptionError) {
    period = try settings.rehearsal.period(now: WallClock.now, zone: zone)
  } catch {
    log.atStart(.error, error.message)
    return ExitCode.usage
  }
  let bell = Bell()
  let list = wholeList(ListLoader(settings.listRequest, wake: { bell.ring() }), bell, log)
  guard list.count > 0 else {
    log.atStart(.error, "nothing to show: the list is empty")
    return ExitCode.failed
  }
  let cast = Cast(of: list)
  var rehearsal = Rehearsal(
    of: list, settings: settings.showSettings(for: list) ?? settings.show, from: period.from,
    until: period.until, zone: zone, content: { cast.content($0) })
  var report = RehearsalReport(
    of: list, from: period.from, zone: zone, tellsAll: settings.rehearsal.tellsAll)
  var canWrite = true
  func write(_ lines: [String]) {
    guard canWrite, !lines.isEmpty else { return }
    canWrite = StandardStreams.write(lines.joined(separator: "\n") + "\n")
  }
  rehearsal.run { write(report.lines($0)) }
  write(
    report.closing(rehearsal, assumedFilms: cast.assumedFilms.count, assumed: Cast.assumedLength))
  let isRight = rehearsal.clashes.isEmpty && report.showings > 0
  return isRight && canWrite ? ExitCode.done : ExitCode.failed
}

/// What the items of a list are, as far as it can be told without decoding them.
private final class Cast {
  private let list: ItemList
  private let scout = MediaScout()
  private var known: [Int: Rehearsal.Content] = [:]
  /// Films whose length the list does not say.
  private(set) var assumedFilms: Set<Int> = []
  static let assumedLength = Duration.seconds(60)

  init(of list: ItemList) { self.list = list }

  func content(_ item: Int) -> Rehearsal.Content {
    if let content = known[item] { return content }
    let content: Rehearsal.Content
    switch scout.kind(of: item, in: list) {
    case nil, .playlist: content = .missing
    case .film:
      let options = list.options(item)
      if list.dwell(item) == nil, options.duration == nil, options.end == nil {
        assumedFilms.insert(item)
      }
      content = .film(list.dwell(item) ?? options.end ?? Cast.assumedLength)
    case .jpeg, .picture, .unknown: content = .picture
    }
    known[item] = content
    return content
  }
}
