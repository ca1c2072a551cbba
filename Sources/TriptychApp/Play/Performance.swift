import TriptychCore
import TriptychFiles
import TriptychMedia
import TriptychStage

/// The show with what feeds it: the list, the gallery, texts and sound. Knows no display, so it
/// can begin before there is one. Main thread; never blocks.
final class Performance {
  private(set) var settings: ProgramSettings
  let log: Log
  let media: Media
  let gallery: Gallery
  let captions: Captions
  let scripts: Scripts
  let soundtrack: Soundtrack
  var show: Show
  /// What stands on the screen is not what should.
  var needsFrame = true
  /// A frame of this show has been on the screen.
  var hasPresented = false
  /// Set when it is over.
  private(set) var exitCode: Int32?
  var loader: ListLoader
  var hasBegun = false
  var isReloading = false
  var search = Search()
  /// The list's schedules, as far as they have been told to the show.
  var agenda: Agenda
  let wallClock = WallClock()
  /// A time has come, or the clock was set.
  var wallClockSpoke = false
  /// The list as it was read last, without what was done to it by hand.
  var read = ItemList()
  /// Whether anything was ever shown here; nil: nobody remembers.
  var firstRun: FirstRun?
  /// Why the list gives nothing.
  var findings: [ItemList.Finding] = []
  /// Settings that lie beside what is shown.
  var brought: [ItemList.Settings] = []
  /// Keeps the place where the show is; set before the first list.
  var resume: Resume?
  /// Remembers what the show has died with; nil: nobody does.
  let safeMode: SafeMode?
  /// The show rests after too many deaths: a card stands in its stead.
  var isResting: Bool
  /// For which instant of the timer sound was made ready.
  var readied: Instant?
  private var listHasEnded = false
  let ring: @Sendable () -> Void
  /// Writes down what happens to the show; nil: nobody asked for that.
  var recorder: Recorder?
  /// Writes a line about each frame; nil: nobody asked for that.
  var trace: TraceFile?
  /// Keeps what was seen when. Another one is put here once the display is known.
  var proving: Proving
  /// Hears what happens to the show.
  var observe: (Observation) -> Void = { _ in }
  /// Hears that a PNG is written, or why not.
  var developed: (_ job: Int, _ reason: String?) -> Void = { _, _ in }

  /// `size`: the screen, pixels, as far as it is known. `ring` wakes the main loop.
  init(
    settings: ProgramSettings, media: Media, size: Size, log: Log, safeMode: SafeMode? = nil,
    ring: @escaping @Sendable () -> Void
  ) {
    (self.settings, self.media, self.log, self.ring) = (settings, media, log, ring)
    self.safeMode = safeMode
    isResting = safeMode?.rest(at: MonotonicClock.now) != nil
    proving = Proving(settings.prove, refreshRate: 60, waitsForRefresh: false, log: log)
    media.setScreen(width: Int(size.width), height: Int(size.height))
    let environment = Environment.ofProcess()
    let store = ThumbnailFolder(environment).map {
      ThumbnailStore($0, media: media, wake: ring) { log.debug($0) }
    }
    gallery = Gallery(
      opener: Opener(wake: ring), media: media, list: ItemList(), cell: size, hasSound: true,
      store: store)
    gallery.note = { log.debug($0) }
    gallery.remark = { log.info($0, at: MonotonicClock.now) }
    gallery.tellsOfArrivals = true
    captions = Captions(media: media)
    scripts = Scripts(environment: environment, log: log, ring: ring)
    scripts.look(for: ItemList(), settings.show)
    soundtrack = Soundtrack(
      media: media, log: { log.warn($0, at: MonotonicClock.now) })
    loader = ListLoader(isResting ? ListRequest([]) : settings.watchedRequest, wake: ring)
    agenda = Agenda(of: ItemList(), zone: WallClock.zone, hours: settings.screenHours)
    show = Show(
      settings: settings.show, list: ItemList(), size: size, transformers: .builtIn,
      at: MonotonicClock.now)
    gallery.objection = { safeMode?.objection(to: $0, at: MonotonicClock.now) }
    gallery.hasKilled = { safeMode?.workerDied(with: $0, at: MonotonicClock.now) }
  }

  func close() {
    safeMode?.end()
    resume?.end(show, show.list, isOver: listHasEnded, at: MonotonicClock.now)
    soundtrack.close()
    media.shutDown()
    resume?.finish()
    firstRun?.finish()
    recorder?.close(at: MonotonicClock.now)
    report(trace?.close())
  }

  /// What a trace has to say of its file.
  func report(_ problem: String?) {
    guard let problem else { return }
    log.warn(problem + "; the rest is not written", at: MonotonicClock.now)
  }

  /// The show is over; the first reason counts.
  func end(_ code: Int32, _ why: String) {
    guard exitCode == nil else { return }
    let now = MonotonicClock.now
    if code == ExitCode.done {
      log.info("ending: \(why)", at: now)
    } else {
      log.error("ending: \(why)", at: now)
    }
    exitCode = code
  }

  // MARK: What happens

  /// Lets time pass.
  func advance(to now: Instant) {
    keepSchedule(now)
    act(at: now) { $0.advance(to: now) }
    lookAgain(now)
    keepSafe(now)
    proving.tellHour(at: now)
    if proving.isOver(rounds: show.roundsDone(at: now)) {
      end(ExitCode.done, "as many items have been played as were to be proven")
    }
    log.tellRest(at: now)
    resume?.keep(show, show.list, at: now, log)
  }

  /// When it wants to be advanced, besides the show's own motion; nil: nothing is due.
  func due(at now: Instant) -> Instant? {
    [search.due, log.restIsDue(at: now), resume?.due(at: now), restDue(at: now), soundDue]
      .compactMap(\.self).min()
  }

  func apply(_ command: Command, at now: Instant) {
    // A list that is read anew begins with what was set.
    if case .set(let change) = command { change.apply(to: &settings) }
    // A command may give items other numbers: what was due before it is done under the old ones.
    act(at: now) { $0.advance(to: now) }
    if command == .reload, show.isEmptied { return bringBack(now) }
    if command == .reload, let work = gallery.work(show.current) { safeMode?.lift(work, at: now) }
    recorder?.write(.command(command), at: now)
    act(at: now, byPerson: true) { $0.apply(command, at: now) }
  }

  private func act(at now: Instant, byPerson: Bool = false, _ body: (inout Show) -> [Effect]) {
    let due = show.timerDue
    let effects = body(&show)
    proving.note(effects, timerDue: due, byPerson: byPerson, at: now)
    perform(effects)
  }

  /// A frame with these views is on the screen since `tick`. `isHeard` false: their films are not.
  func presented(_ poses: [ViewPose], at tick: Instant, isHeard: Bool = true) {
    follow(poses, at: tick, isHeard: isHeard)
    if firstRun?.isFirst == true, poses.contains(where: { $0.item >= 0 && $0.card == nil }) {
      firstRun?.shown()
    }
    guard !hasPresented, !poses.isEmpty else { return }
    hasPresented = true
    let now = MonotonicClock.now
    recorder?.write(.presented, at: now)
    act(at: now) { $0.presented(at: now) }
    follow(show.poses(at: now), at: now, isHeard: isHeard)
  }

  /// Sends a film to where the show has it; its frames and its sound begin anew there.
  func find(_ place: Int, at time: Duration) {
    if let film = gallery.films[place] { soundtrack.flush(film.film) }
    gallery.films.seek(place, to: time)
  }

  /// The screen has another size, pixels.
  func resize(to size: Size, at now: Instant) {
    needsFrame = true
    guard size.width >= 1, size.height >= 1, size != gallery.cell else { return }
    media.setScreen(width: Int(size.width), height: Int(size.height))
    gallery.cell = size
    tell(.resized(size), now)
  }

  /// Hears what has arrived from files and decoders.
  func takeNews(_ now: Instant) {
    takeList(now)
    if scripts.takeNews(at: now) { show.use(scripts.table) }
    for news in gallery.drain() {
      tell(news, now)
      needsFrame = true
    }
    if gallery.hasNewFacts { (gallery.hasNewFacts, needsFrame) = (false, true) }
    for answer in gallery.takeOthers() {
      switch answer {
      case .picture(let job, let picture, _):
        if captions.take(job: job, picture: picture) { needsFrame = true }
      case .failed(let job, let error):
        if captions.take(job: job, picture: nil) {
          log.warn("a text cannot be set: \(error.words)", at: now)
        } else {
          developed(job, error.words)
        }
      case .missing(_, let glyphs):
        for line in captions.lacking.news(of: glyphs) { log.warn(line, at: now) }
      case .written(let job): developed(job, nil)
      default: break
      }
    }
  }

  /// The show hears of something.
  func tell(_ news: News, _ now: Instant) {
    recorder?.write(RecordEntry(news, listBefore: show.list), at: now)
    // Opening a device takes time: before the film is seen, or its first sounds are lost.
    if case .film(let place, _) = news, gallery.films[place]?.hasSound == true {
      soundtrack.prepare(at: now)
    }
    act(at: now) { $0.hear(news, at: now) }
  }

  func perform(_ effects: [Effect]) {
    // The list may be another one now, whose numbers the effects use.
    gallery.list = show.list
    for effect in effects {
      switch effect {
      case .quit(let code):
        listHasEnded = code == 0
        end(code, code == 0 ? "the list has ended" : "nothing of the list can be shown")
      case .warn(let item, let reason):
        log.skipped(gallery.list.location(item), reason: reason, at: MonotonicClock.now)
        observe(.failed(item: item, reason: reason))
      case .changing(let from, let to): observe(.changing(from: from, to: to))
      case .changed(let from, let to):
        // A cut has no motion that would bring a frame.
        needsFrame = true
        resume?.changed()
        log.debug("item \(to + 1) after \(from.map { $0 + 1 } ?? 0)")
        observe(.changed(from: from, to: to))
      case .idleReset: observe(.idleReset)
      case .redraw: needsFrame = true
      case .seekFilm(let place, let time): find(place, at: time)
      case .setFilmSpeed(let place, _, _):
        if let film = gallery.films[place] { soundtrack.flush(film.film) }
        gallery.perform(effect, settings: show.settings(of:))
      default: gallery.perform(effect, settings: show.settings(of:))
      }
    }
  }
}
