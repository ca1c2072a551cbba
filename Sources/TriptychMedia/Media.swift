import Glibc
import TriptychCore
import TriptychWire

/// The player's side of the workers: decodes pictures and films, sets texts and writes PNGs, in
/// processes of their own (DESIGN section 2). Whatever a file or a worker does costs that job.
///
/// Used from one thread, the main thread; no call waits. What comes back is read with `drain`;
/// `wake` is called from another thread when there is something to read, once for many.
///
/// Jobs and films are numbered by the caller; a number may be used again once its job is over.
public final class Media {
  private enum Wish {
    case job(Int)
    case film(Int)
  }

  private let desk: Desk
  private var thread: pthread_t?
  private var nextSerial: JobSerial = 1
  private var wishes: [JobSerial: Wish] = [:]
  private var jobs: [Int: JobSerial] = [:]
  private var films: [Int: JobSerial] = [:]
  private var openFilms: Set<Int> = []
  private var traits: [Int: FilmTraits] = [:]

  /// Starts the wire thread, which starts the first picture worker at once; returns before that
  /// worker is there. Throws if the system has no descriptors or threads left.
  public convenience init(
    programs: WorkerPrograms, wake: @escaping @Sendable () -> Void
  ) throws(MediaError) {
    try self.init(programs: programs, clock: MonotonicClock(), wake: wake)
  }

  init(
    programs: WorkerPrograms, clock: any MediaClock, wake: @escaping @Sendable () -> Void
  ) throws(MediaError) {
    guard let bell = Doorbell() else { throw MediaError(.noDecoder, "no descriptor is left") }
    desk = Desk(clock: clock, bell: bell, wake: wake)
    thread = startWireThread(WireThreadStart(desk: desk, programs: programs))
    guard thread != nil else { throw MediaError(.noDecoder, "no thread is left") }
  }

  deinit { shutDown() }

  /// The screen in pixels, as seen: how large slots are made. Jobs of any size are served.
  public func setScreen(width: Int, height: Int) {
    let side = 1...Int(WireLimit.side)
    precondition(side.contains(width) && side.contains(height), "a screen has pixels")
    desk.post(.screen(width: width, height: height))
  }

  // MARK: - Stills

  /// Decodes a picture. Takes over the descriptor, which must not share its file position with
  /// anybody. Answer: `picture`, `isFilm` or `failed`; before it
  /// `preview` and `decoded`, where the request wants news. At most two run at once, in order.
  /// `thumbnail`: a PNG that may serve as preview, whose descriptor is taken over as well.
  public func decodePicture(
    job: Int, descriptor: Int32, request: PixelRequest,
    thumbnail: (descriptor: Int32, subject: ThumbnailSubject)? = nil
  ) {
    let beside = thumbnail.map {
      Desk.Beside(descriptor: Descriptor(owning: $0.descriptor), subject: $0.subject)
    }
    let work = Desk.Work.picture(request, beside)
    desk.post(.still(begin(job: job), work, Descriptor(owning: descriptor)))
  }

  /// Looks what a picture's camera has written. Takes over the descriptor. Answer: `facts` or
  /// `failed`.
  public func readFacts(job: Int, descriptor: Int32) {
    desk.post(.still(begin(job: job), .facts, Descriptor(owning: descriptor)))
  }

  /// Sets a text. Answer: `picture` (premultiplied, transparent ground) or `failed`;
  /// before it perhaps `missing`.
  public func setText(job: Int, request: TextRequest) {
    desk.post(.still(begin(job: job), .text(request), nil))
  }

  /// Reads a thumbnail's PNG, if it shows what it has to. Takes over the descriptor. Answer:
  /// `stored` or `failed`.
  public func readStored(
    job: Int, descriptor: Int32, request: PixelRequest, subject: ThumbnailSubject
  ) {
    let work = Desk.Work.stored(request, subject)
    desk.post(.still(begin(job: job), work, Descriptor(owning: descriptor)))
  }

  /// Writes a PNG with these texts in it. Takes over the descriptor. Answer: `written` or
  /// `failed`.
  public func writePNG(
    job: Int, picture: Picture, labels: [Label] = [], descriptor: Int32
  ) {
    desk.post(.still(begin(job: job), .png(picture, labels), Descriptor(owning: descriptor)))
  }

  /// Nothing more is heard of the job. One that runs may end by itself within 1 s, for that is
  /// cheaper than a new worker; then its worker is killed.
  public func cancel(job: Int) {
    guard let serial = jobs.removeValue(forKey: job) else { return }
    wishes[serial] = nil
    desk.post(.cancel(serial))
  }

  private func begin(job: Int) -> JobSerial {
    cancel(job: job)
    let serial = takeSerial()
    jobs[job] = serial
    wishes[serial] = .job(job)
    return serial
  }

  private func takeSerial() -> JobSerial {
    defer { nextSerial += 1 }
    return nextSerial
  }

  // MARK: - Films

  /// Opens a film and decodes its first frame; more only after `runFilm`. Takes over the
  /// descriptor. `start`, `end`: film time (nil: the film's own end); `loops`: without end,
  /// else it plays `rounds` times. `speed`: for the sound.
  /// `beside`: files with subtitles, whose descriptors are taken over too; `tracks` tells what they
  /// are. Answer: `film`, later `frames` and `ended`; or `filmFailed`.
  public func openFilm(
    _ film: Int, descriptor: Int32, request: PixelRequest, start: Duration, end: Duration?,
    loops: Bool, rounds: Int = 1, sound: Bool, speed: FilmSpeed = .normal,
    tracks: TrackWishes = TrackWishes(), beside: [Int32] = []
  ) {
    closeFilm(film)
    let serial = takeSerial()
    films[film] = serial
    wishes[serial] = .film(film)
    desk.addShelf(serial)
    let order = Desk.Film(
      request: request, start: max(0, start.inNanoseconds), end: end?.inNanoseconds ?? -1,
      rounds: loops ? 0 : UInt32(clamping: max(rounds, 1)), sound: sound,
      speed: UInt32(speed.thousandths), tracks: tracks,
      beside: beside.map { Descriptor(owning: $0) })
    desk.post(.film(serial, order, Descriptor(owning: descriptor)))
  }

  /// The film is about to play: frames and sound are decoded ahead from now on.
  public func runFilm(_ film: Int) {
    if let serial = films[film] { desk.post(.run(serial)) }
  }

  /// From now on the film plays round after round, without a seam.
  public func loopFilm(_ film: Int) {
    if let serial = films[film] { desk.post(.loop(serial)) }
  }

  /// What there is to say of a film that is open.
  public func traits(_ film: Int) -> FilmTraits { traits[film] ?? FilmTraits() }

  /// Frames and sound follow from that film time; the frame that is shown stays until then.
  public func seekFilm(_ film: Int, to time: Duration) {
    guard let serial = films[film] else { return }
    let result = desk.withShelf(serial) { shelf in (shelf.seek(), shelf.generation) }
    guard let (_, generation) = result else { return }
    desk.post(.seek(serial, generation: generation, to: max(0, time.inNanoseconds)))
  }

  /// The film plays at another speed: sound of that speed follows from film time `from` on. What
  /// came before it, takes the speed that its block says, and is to be dropped.
  public func setSpeed(_ film: Int, _ speed: FilmSpeed, from time: Duration) {
    guard let serial = films[film] else { return }
    _ = desk.withShelf(serial) { $0.takeSound() }
    desk.post(
      .speed(
        serial, thousandths: UInt32(speed.thousandths), from: max(0, time.inNanoseconds)))
  }

  /// Lets the film's frames go. Nothing more is heard of it. Returns what became of its frames.
  @discardableResult
  public func closeFilm(_ film: Int) -> FilmStatistics? {
    guard let serial = films.removeValue(forKey: film) else { return nil }
    wishes[serial] = nil
    openFilms.remove(film)
    traits[film] = nil
    desk.post(.close(serial))
    return desk.removeShelf(serial)?.statistics
  }

  /// The film's sound has been played up to that film time; the worker decodes at most 1 s
  /// beyond it. May be called at every turn: told on in steps of 0.1 s.
  public func heard(_ film: Int, upTo time: Duration) {
    guard let serial = films[film],
      desk.withShelf(serial, { $0.isNews(heard: time) }) == true
    else { return }
    desk.post(.heard(serial, upTo: max(0, time.inNanoseconds)))
  }

  /// The newest frame that is due at a film time; the first one if none is yet, the last one for
  /// ever at the end. Lets go of older ones. nil: none is here.
  public func frame(_ film: Int, at time: Duration) -> Frame? {
    guard let serial = films[film] else { return nil }
    let now = desk.clock.now()
    let answer = desk.withShelf(serial) { $0.frame(at: time, now: now) }
    if answer?.isStarving == true { desk.post(.want(serial)) }
    return answer?.frame
  }

  /// True if the frame that is due at a film time is here: a later one has come, or none will. Who
  /// asks waits for it; frames that are older than what is due go.
  public func hasFrame(_ film: Int, at time: Duration) -> Bool {
    guard let serial = films[film] else { return false }
    let now = desk.clock.now()
    // What goes is let go of outside the lock.
    let found = desk.withShelf(serial) { shelf in
      (answer: shelf.frame(at: time, now: now, isShown: false), isHere: shelf.hasFrame(at: time))
    }
    if found?.answer.isStarving == true { desk.post(.want(serial)) }
    return found?.isHere ?? false
  }

  /// The time of the frame after the one that was returned last, if it is here.
  public func nextFrameTime(_ film: Int) -> Duration? {
    films[film].flatMap { desk.withShelf($0) { $0.nextTime } ?? nil }
  }

  /// True if a frame is here that `frame` has not returned yet and that is the next to be shown.
  public func hasNewFrame(_ film: Int) -> Bool {
    films[film].flatMap { desk.withShelf($0) { $0.hasNewFrame } } ?? false
  }

  /// True from `seekFilm` until a frame from there is here, or it turns out that there is none.
  public func isSeeking(_ film: Int) -> Bool {
    films[film].flatMap { desk.withShelf($0) { $0.isSeeking } } ?? false
  }

  /// The sound that has come since the last call, in order.
  public func takeSound(_ film: Int) -> [SampleBlock] {
    films[film].flatMap { desk.withShelf($0) { $0.takeSound() } } ?? []
  }

  /// What has become of the film's frames so far; nil if it is not open.
  public func statistics(_ film: Int) -> FilmStatistics? {
    films[film].flatMap { desk.withShelf($0) { $0.statistics } }
  }

  // MARK: - Life

  /// Nothing moves now: a worker may be started to stand by. May be called at any time.
  public func makeSpare() { desk.post(.makeSpare) }

  /// For tests with a clock of their own: the time has changed.
  func nudge() { desk.bell.ring() }

  /// Kills all workers and ends the wire thread; waits for that, at most about 0.2 s. Frames
  /// that are held stay valid. Nothing works afterwards.
  public func shutDown() {
    guard let thread else { return }
    self.thread = nil
    desk.post(.shutDown)
    pthread_join(thread, nil)
  }

  /// All that has come since the last call, in order.
  public func drain() -> [MediaNews] { desk.takeTidings().compactMap(news) }

  private func news(_ tidings: Desk.Tidings) -> MediaNews? {
    switch tidings {
    case .picture(let serial, let picture, let source):
      endedJob(serial).map { .picture(job: $0, picture, source: source) }
    case .preview(let serial, let picture, let source):
      job(serial).map { .preview(job: $0, picture, source: source) }
    case .missing(let serial, let glyphs): job(serial).map { .missing(job: $0, glyphs) }
    case .decoded(let serial, let part): job(serial).map { .decoded(job: $0, part) }
    case .stored(let serial, let picture, let source, let length):
      endedJob(serial).map { .stored(job: $0, picture, source: source, length: length) }
    case .facts(let serial, let facts): endedJob(serial).map { .facts(job: $0, facts) }
    case .written(let serial): endedJob(serial).map { .written(job: $0) }
    case .isFilm(let serial): endedJob(serial).map { .isFilm(job: $0) }
    case .failed(let serial, let error): failure(serial, error)
    case .film, .frames, .ended: filmNews(tidings)
    }
  }

  /// The job's number, if it is still wanted.
  private func job(_ serial: JobSerial) -> Int? {
    if case .job(let job) = wishes[serial] { job } else { nil }
  }

  /// The job's number, if it is still wanted; it is over then.
  private func endedJob(_ serial: JobSerial) -> Int? {
    guard case .job(let job) = wishes.removeValue(forKey: serial) else { return nil }
    jobs[job] = nil
    return job
  }

  private func failure(_ serial: JobSerial, _ error: MediaError) -> MediaNews? {
    switch wishes[serial] {
    case .job: endedJob(serial).map { .failed(job: $0, error) }
    case .film(let film): .filmFailed(film, error)
    case nil: nil
    }
  }

  private func filmNews(_ tidings: Desk.Tidings) -> MediaNews? {
    switch tidings {
    case .film(let serial, let facts):
      guard case .film(let film) = wishes[serial] else { return nil }
      openFilms.insert(film)
      traits[film] = facts.traits
      return .film(
        film, length: facts.length, frameTime: facts.frameTime, hasSound: facts.hasSound,
        source: facts.source)
    case .frames(let serial):
      guard case .film(let film) = wishes[serial] else { return nil }
      _ = desk.withShelf(serial) { $0.isAnnounced = false }
      return openFilms.contains(film) ? .frames(film) : nil
    case .ended(let serial, let generation, let time):
      guard case .film(let film) = wishes[serial],
        desk.withShelf(serial, { $0.generation }) == generation
      else { return nil }
      return .ended(film, at: time)
    case .picture, .preview, .decoded, .missing, .stored, .facts, .written, .isFilm, .failed:
      return nil
    }
  }
}
