import TriptychCore

/// A record as it is rendered: what the show was told and heard, at its own instants.
struct RecordedShow {
  let path: [UInt8]
  fileprivate var moments: ArraySlice<Record.Moment>
  /// The whole list; the show knew parts of it at first.
  fileprivate let list: ItemList
  fileprivate let transformers: TransformerTable
  /// The list became another one: nobody knows how it went on.
  fileprivate(set) var isCut = false
  /// The record's last instant.
  let end: Instant

  init(_ record: Record, path: [UInt8], list: ItemList, transformers: TransformerTable) {
    (self.path, self.list, self.transformers) = (path, list, transformers)
    moments = record.moments[...]
    end = record.moments.last?.at ?? .zero
  }

  fileprivate mutating func next(upTo now: Instant) -> Record.Moment? {
    guard !isCut, let first = moments.first, first.at <= now else { return nil }
    return moments.popFirst()
  }

  fileprivate func words(_ moment: Record.Moment, _ message: String) -> String {
    "\(String(escaping: path)):\(moment.line): \(message)"
  }

  /// What was known of the list; nil: it was another list.
  fileprivate func known(_ recorded: RecordedList) -> ItemList? {
    guard recorded.count <= list.count,
      RecordedList(list, first: recorded.count).sum == recorded.sum
    else { return nil }
    var part = list
    part.entries.removeLast(list.count - recorded.count)
    part.isComplete = recorded.isComplete
    return part
  }
}

/// Doing again what was recorded.
extension RenderJob {
  func replay(_ record: Record, _ list: ItemList, _ transformers: TransformerTable) {
    let path = settings.replay ?? []
    replayed = RecordedShow(record, path: path, list: list, transformers: transformers)
    guard !record.isWhole, let last = record.moments.last else { return }
    log.atStart(
      .warn,
      "\(String(escaping: path)):\(last.line): the record ends here, without the program's end")
  }

  func playRecord(upTo now: Instant) {
    while problem == nil, let moment = replayed?.next(upTo: now) { play(moment) }
  }

  private func play(_ moment: Record.Moment) {
    switch moment.entry {
    case .begin(let list, let start, let round, let time):
      begin(list, start, round, time, moment)
    case .presented: perform(show.presented(at: moment.at))
    case .command(let command): perform(show.apply(command, at: moment.at))
    case .news(let news):
      if case .resized(let size) = news { gallery.cell = size }
      perform(show.hear(news, at: moment.at))
    case .list(let list):
      guard let list = replayed?.known(list) else { return isAnother(moment) }
      perform(show.hear(.list(list), at: moment.at))
    case .edited:
      replayed?.isCut = true
      let words = replayed?.words(
        moment, "the list became another one; from here on nothing is known")
      log.atStart(.warn, words ?? "")
    case .input, .pointer, .remote, .end: break
    }
  }

  private func begin(
    _ recorded: RecordedList, _ start: Int, _ round: Int?, _ time: Duration?,
    _ moment: Record.Moment
  ) {
    guard let replayed, let list = replayed.known(recorded) else { return isAnother(moment) }
    var begin = settings.show
    (begin.startAt, begin.startRound, begin.startTime) = (start, round, time)
    show = Show(
      settings: begin, list: list, size: gallery.cell, transformers: replayed.transformers,
      at: moment.at)
    perform(show.start(at: moment.at))
  }

  private func isAnother(_ moment: Record.Moment) {
    problem = replayed?.words(
      moment, "the list is another one than was recorded: give the list that was shown then")
  }
}
