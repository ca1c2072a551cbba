/// What was presented when, and what of that was late, black or wrong (docs/proof.md).
///
/// A value without a clock: it is told of decisions, changes of item and frames, each with its
/// instants, in order. Its memory is bounded whatever happens: numbers, and the last stretches.
///
/// "Seen" is the instant at which SDL's present returned. Nearer to the eye nobody can ask on X11;
/// on a bare console present returns with the refresh.
public struct Proof: Sendable {
  /// Since the beginning.
  public private(set) var total = ProofTally()
  /// Since `takeHour`.
  public private(set) var hour = ProofTally()
  /// The last changes of item and seconds of motion, the newest last.
  public private(set) var changes: [ProofStretch] = []
  public private(set) var seconds: [ProofStretch] = []
  /// How many of each are kept.
  public static let mostStretches = 64

  private let interval: Duration
  /// Present waits for the refresh, whose phase nobody tells: it may lie a refresh away.
  private let waits: Bool
  private var last: (meant: Instant, isMoving: Bool)?
  private var films: [Int: Film] = [:]  // by place
  private var decision: Decision?
  private var isChanging = false
  private var faults: [ProofFault] = []

  private struct Decision {
    var at: Instant
    /// The timer's: it is late like any frame.
    var isTimed: Bool
  }

  /// What a place showed last.
  private struct Film {
    var view: ProofFilm
    /// The first number that the stream showed: where it goes on after its last.
    var firstCode: Int?
    /// Two frames in a row have shown numbers that follow one another: no accident.
    var isNumbered = false
    /// The frame has been counted as repeated.
    var isOverdue = false
  }

  /// `interval`: a refresh. `waitsForRefresh`: present returns when the display shows the frame.
  public init(interval: Duration, waitsForRefresh: Bool = false) {
    (self.interval, waits) = (interval, waitsForRefresh)
  }

  // MARK: What it is told

  /// A person or the timer wanted the screen to change. The oldest that is not seen yet counts.
  public mutating func decided(at instant: Instant, byTimer isTimed: Bool) {
    if decision == nil { decision = Decision(at: instant, isTimed: isTimed) }
  }

  /// Another item comes.
  public mutating func changing(from: Int?, to: Int, at now: Instant) {
    let begin = min(decision?.at ?? now, now)
    keep(ProofStretch(kind: .change(from: from, to: to), begin: begin, end: now), in: \.changes)
    isChanging = true
  }

  /// A film at a place is another one, or gone.
  public mutating func forget(place: Int) { films[place] = nil }

  /// Films were not seen for a while, though they went on.
  public mutating func interrupt() { (films, last) = ([:], nil) }

  /// The sound of a film that is heard is so far ahead of its picture.
  public mutating func heard(ahead: Duration) {
    total.heard(ahead: ahead)
    hour.heard(ahead: ahead)
  }

  /// A frame was presented. Returns what was late, black or wrong about it.
  public mutating func presented(_ frame: ProofFrame) -> [ProofFault] {
    faults = []
    note(frame) { $0.presented += 1 }
    var due: (meant: Instant, view: ProofView)?
    for view in frame.views ?? [] {
      if let meant = judge(view, frame), meant < due?.meant ?? frame.meant + interval {
        due = (meant, view)
      }
    }
    time(frame, due)
    settleDecision(frame)
    let places = Set(frame.views?.map(\.place) ?? [])
    films = films.filter { places.contains($0.key) }
    for fault in faults { note(frame) { $0.count(fault) } }
    last = (frame.meant, frame.isMoving)
    if !frame.isMoving, decision == nil { isChanging = false }
    return faults
  }

  /// What was seen since the last call.
  public mutating func takeHour() -> ProofTally {
    defer { hour = ProofTally() }
    return hour
  }

  // MARK: Views

  /// Judges what a view showed. Returns when its frame was meant to be seen first, if this is the
  /// first time that it is.
  private mutating func judge(_ view: ProofView, _ frame: ProofFrame) -> Instant? {
    switch view.content {
    case .picture, .standIn: return nil
    case .nothing:
      blame(.black, view, frame)
      return nil
    case .other:
      blame(.wrong("it belongs to another item"), view, frame)
      return nil
    case .film(let film): return judge(film, view, frame)
    }
  }

  private mutating func judge(
    _ film: ProofFilm, _ view: ProofView, _ frame: ProofFrame
  ) -> Instant? {
    guard !film.isSeeking else {
      films[view.place] = nil
      return nil
    }
    defer { films[view.place]?.view = film }
    guard let before = films[view.place], before.view.stream == film.stream,
      before.view.seeks == film.seeks
    else {
      films[view.place] = Film(view: film, firstCode: film.code)
      return nil
    }
    guard film.shown != before.view.shown else {
      repeats(film, view, frame)
      return nil
    }
    films[view.place]?.isOverdue = false
    judgeCode(film, before, view, frame)
    let slack = Duration.milliseconds(1)
    if film.shown > film.due + slack {
      blame(.wrong("\(proofMilliseconds(film.shown - film.due)) ms too early"), view, frame)
    }
    countDropped(film, before.view, frame)
    guard film.isPlaying, before.view.isPlaying, film.due > before.view.due else { return nil }
    // A frame that is due between two refreshes is meant for the second.
    let overdue = film.speed.time(of: max(film.due - film.shown, .zero)) / interval
    let meant = frame.meant - interval * Int(min(overdue.rounded(.down), 1e6))
    return max(meant, last.map { $0.meant + interval } ?? frame.meant)
  }

  /// The same frame again although the next was due: by more than a refresh, for that is what
  /// frame rates force.
  private mutating func repeats(_ film: ProofFilm, _ view: ProofView, _ frame: ProofFrame) {
    let refresh = film.speed.filmTime(in: interval)
    guard film.isPlaying, !film.mayStand, film.due >= film.shown + film.length + refresh else {
      return
    }
    films[view.place]?.isOverdue = true
    note(frame) { $0.repeated += 1 }
  }

  /// Frames that the display had a refresh for and that were never seen.
  private mutating func countDropped(
    _ film: ProofFilm, _ before: ProofFilm, _ frame: ProofFrame
  ) {
    let lost = film.skipped - before.skipped
    guard lost > 0, film.isPlaying, film.shown > before.shown else { return }
    // Of more frames than refreshes some cannot be seen.
    let most = Int(film.speed.time(of: film.due - before.due) / interval + 0.5)
    let seen = min(max(most, 1), lost + 1)
    if seen > 1 { note(frame) { $0.dropped += seen - 1 } }
  }

  /// The numbers in the frames: N − 1, N, 0, 1 … without one that is missing.
  private mutating func judgeCode(
    _ film: ProofFilm, _ before: Film, _ view: ProofView, _ frame: ProofFrame
  ) {
    guard let old = before.view.code else {
      if before.firstCode == nil { films[view.place]?.firstCode = film.code }
      return
    }
    let lost = film.skipped - before.view.skipped
    guard before.isNumbered else {
      // A picture may look like a number once.
      let follows = film.code == old + lost + 1
      films[view.place]?.isNumbered = follows
      if !follows { films[view.place]?.firstCode = film.code }
      return
    }
    guard let new = film.code else {
      return blame(.wrong("no code is seen after code \(old)"), view, frame)
    }
    if new == old { return blame(.wrong("code \(old) again"), view, frame) }
    guard new > old else {
      let first = before.firstCode ?? 0
      if new > first + lost { blame(.wrong("code \(new) after \(old)"), view, frame) }
      return
    }
    if new - old != lost + 1 { blame(.wrong("code \(new) after \(old)"), view, frame) }
  }

  // MARK: Time

  /// How late the frame was: for the film's frame that it brought, for the motion that it is part
  /// of, or for what the timer decided.
  private mutating func time(_ frame: ProofFrame, _ due: (meant: Instant, view: ProofView)?) {
    var (meant, view) = (frame.meant, due?.view ?? frame.views?.last)
    if let due, due.meant < meant { meant = due.meant }
    var free = due != nil
    if let last, last.isMoving {
      meant = min(meant, last.meant + interval)
      free = false
    }
    if let decision, decision.isTimed, isSeen(frame) {
      (meant, view, free) = (min(meant, decision.at), frame.views?.last, true)
    }
    let lateness = frame.returned - meant
    note(frame) { $0.latest = max($0.latest, lateness) }
    // A first frame after rest meets the display's refresh wherever that is.
    let allowed = waits && free ? interval * 2 : interval
    guard lateness > allowed else { return }
    blame(.late(lateness - (allowed - interval)), view, frame)
  }

  /// What was decided is seen once it is not the old frame of a film that was sent elsewhere.
  private func isSeen(_ frame: ProofFrame) -> Bool {
    guard let decision, frame.meant >= decision.at || frame.returned >= decision.at else {
      return false
    }
    return frame.views?.contains { view in
      if case .film(let film) = view.content { film.isSeeking } else { false }
    } != true
  }

  private mutating func settleDecision(_ frame: ProofFrame) {
    guard let decision, isSeen(frame) else { return }
    let time = max(frame.returned - decision.at, .zero)
    note(frame) { $0.decided(after: time) }
    self.decision = nil
  }

  // MARK: Keeping

  private mutating func blame(_ kind: ProofFault.Kind, _ view: ProofView?, _ frame: ProofFrame) {
    var fault = ProofFault(kind: kind, item: view?.item, at: frame.returned)
    if case .film(let film) = view?.content { (fault.film, fault.code) = (film.shown, film.code) }
    faults.append(fault)
  }

  private mutating func note(_ frame: ProofFrame, _ change: (inout ProofTally) -> Void) {
    change(&total)
    change(&hour)
    if isChanging, let index = changes.indices.last {
      change(&changes[index].tally)
      changes[index].end = frame.returned
    }
    let whole = Instant(.seconds(frame.returned.sinceStart.components.seconds))
    if seconds.last?.begin != whole {
      let end = whole + .seconds(1)
      keep(ProofStretch(kind: .second, begin: whole, end: end), in: \.seconds)
    }
    if let index = seconds.indices.last { change(&seconds[index].tally) }
  }

  private mutating func keep(
    _ stretch: ProofStretch, in list: WritableKeyPath<Proof, [ProofStretch]>
  ) {
    if self[keyPath: list].count >= Proof.mostStretches { self[keyPath: list].removeFirst() }
    self[keyPath: list].append(stretch)
  }
}
