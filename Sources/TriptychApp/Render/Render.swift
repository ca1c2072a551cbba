import Glibc
import TriptychCore
import TriptychFiles
import TriptychMedia
import TriptychPaint

/// `triptych render`: the same show on a virtual clock, into a folder of pictures or a film. Frame
/// k shows the instant k/fps exactly; loading takes no time.
final class RenderJob {
  let settings: ProgramSettings
  let log: Log
  private let bell: Bell
  let media: Media
  let gallery: Gallery
  private let captions: Captions
  private let painter = Painter(threads: 2)
  var show: Show
  /// What is done again; nil: the show plays by itself.
  var replayed: RecordedShow?
  private var recorder: Recorder?
  private var trace: TraceFile?
  /// Of the frames; nil: frame k shows k / fps.
  private let instants: [Instant]?
  let output: any RenderOutput
  /// Set where what is rendered is to be proven.
  private var proving: Proving?
  var sound = RenderedSound()
  var problem: String?
  private(set) var ended = false
  /// The whole screen, as seen.
  private let screen: Size
  /// What the show has of it.
  private let size: Size
  /// A film's sound that does not come for so long never does.
  private static let patience = Duration.seconds(2)

  init(
    settings: ProgramSettings, list: ItemList, transformers: TransformerTable,
    output: any RenderOutput, instants: [Instant]?, media: Media, bell: Bell, log: Log
  ) {
    (self.settings, self.output, self.instants, self.log) = (settings, output, instants, log)
    screen = settings.screenRotation.size(
      Size(Double(settings.render.size.width), Double(settings.render.size.height)))
    let inner = settings.inset.inner(of: screen)
    size = Size(inner.width, inner.height)
    (self.media, self.bell) = (media, bell)
    media.setScreen(width: Int(size.width), height: Int(size.height))
    let opener = Opener(wake: { bell.ring() })
    gallery = Gallery(
      opener: opener, media: media, list: list, cell: size, hasSound: output.takesSound)
    gallery.note = { log.debug($0) }
    gallery.remark = { log.atStart(.info, $0) }
    captions = Captions(media: media)
    if let wanted = settings.prove {
      proving = Proving(
        wanted, refreshRate: settings.render.fps, waitsForRefresh: false, log: log)
    }
    // The list is complete, so where it starts is known.
    var showSettings = settings.showSettings(for: list) ?? settings.show
    if settings.render.isOnePass, proving == nil {
      // One pass: through the last item's dwell, and no further.
      (showSettings.loop, showSettings.atEnd) = (.no, .quit)
    }
    show = Show(
      settings: showSettings, list: list, size: size, transformers: transformers, at: .zero)
  }

  /// Renders all frames. The exit code.
  func run() -> Int32 {
    guard openTrace() else { return ExitCode.failed }
    if replayed == nil { begin() }
    var frame = 0
    var last: Picture?
    while problem == nil, !isDone(frame) {
      let now = instant(of: frame)
      playRecord(upTo: now)
      settle(at: now)
      if proving?.isOver(rounds: show.roundsDone(at: now)) == true { break }
      if ended || replayed?.isCut == true, settings.render.frames == nil,
        settings.render.seconds == nil
      {
        break
      }
      let picture = ended ? (last ?? draw(at: now)) : draw(at: now)
      last = picture
      problem = trace?.write(show, at: now) ?? problem
      write(picture, frame, now)
      frame += 1
    }
    recorder?.close(at: instant(of: frame))
    while !output.isIdle, problem == nil { turn() }
    if problem == nil, frame > 0 { problem = output.finish() }
    media.shutDown()
    let code = finish(frames: frame)
    return proving?.finish(code) ?? code
  }

  private func begin() {
    recorder?.write(
      .begin(
        RecordedList(show.list), startAt: show.settings.startAt, round: show.settings.startRound,
        time: show.settings.startTime),
      at: .zero)
    perform(show.start(at: .zero))
    settle(at: .zero)
    recorder?.write(.presented, at: .zero)
    perform(show.presented(at: .zero))
  }

  /// Writes to a file what the show hears.
  func record(to file: TextFile) {
    var options = settings.written
    if settings.render.isOnePass {
      // One pass has these whatever was said.
      options += [
        WrittenOption("loop", Array("no".utf8)), WrittenOption("at-end", Array("quit".utf8)),
      ]
    }
    recorder = Recorder(
      file, head: Record.head(options, seed: settings.show.seed, size: size),
      start: .zero, warn: { [unowned self] in problem = $0 })
  }

  private func finish(frames: Int) -> Int32 {
    if problem == nil { problem = trace?.close() }
    if let problem {
      log.atStart(.error, problem)
      return ExitCode.failed
    }
    if frames == 0 || show.isNothingPlayable {
      log.atStart(.error, "nothing of the list can be shown")
      return ExitCode.failed
    }
    log.atStart(.info, "\(frames) frames \(output is NoOutput ? "rendered" : "written")")
    if let remark = output.remark { log.atStart(.warn, remark) }
    return ExitCode.done
  }

  private func isDone(_ frame: Int) -> Bool {
    if let instants, frame >= instants.count { return true }
    if let frames = settings.render.frames { return frame >= frames }
    if let seconds = settings.render.seconds { return instant(of: frame) >= Instant(seconds) }
    if instants == nil, let end = replayed?.end { return frame > 0 && instant(of: frame) >= end }
    return false
  }

  private func instant(of frame: Int) -> Instant {
    guard let instants else { return settings.render.instant(of: frame) }
    return instants[min(frame, instants.count - 1)]
  }

  // MARK: The show

  func perform(_ effects: [Effect]) {
    gallery.list = show.list
    proving?.note(effects, timerDue: nil, byPerson: false, at: .zero)
    for effect in effects {
      switch effect {
      case .quit(let code):
        ended = true
        if code != 0, problem == nil { problem = "nothing of the list can be shown" }
      case .warn(let item, let reason):
        log.skipped(gallery.list.location(item), reason: reason, at: .zero)
      case .seekFilm(let place, _), .setFilmSpeed(let place, _, _):
        if let film = gallery.films[place] { sound.flush(film.film) }
        gallery.perform(effect, settings: show.settings(of:))
      default: gallery.perform(effect, settings: show.settings(of:))
      }
    }
  }

  /// Lets everything arrive that the instant needs, and the show act on it, at one instant.
  private func settle(at now: Instant) {
    var waited: Duration?
    while problem == nil {
      perform(show.advance(to: now))
      gallery.films.warmAll()
      let news = gallery.drain()
      // A record says itself what was heard when.
      for item in news where replayed == nil {
        recorder?.write(RecordEntry(item, listBefore: show.list), at: now)
        perform(show.hear(item, at: now))
      }
      takeAnswers()
      if !news.isEmpty { continue }
      let isThere = !gallery.isBusy && filmsAreThere(now) && textsAreThere(now)
      let dumb = isThere && !ended ? filmsWithoutSound(now) : []
      if ended || isThere && dumb.isEmpty { return }
      guard isThere else {
        wait()
        continue
      }
      // Sound that is damaged may never come; the picture would wait for it for ever.
      if let waited, waited >= RenderJob.patience {
        for film in dumb { sound.silence(film) }
      }
      bell.wait(atMost: .milliseconds(50))
      waited = (waited ?? .zero) + .milliseconds(50)
    }
  }

  private func filmsAreThere(_ now: Instant) -> Bool {
    show.poses(at: now).allSatisfy { pose in
      pose.film.map { gallery.films.hasFrame(at: $0.time, place: pose.place) } ?? true
    }
  }

  private func textsAreThere(_ now: Instant) -> Bool {
    let poses = show.poses(at: now)
    guard poses.contains(where: { $0.card != nil || isRead($0) }) else { return true }
    _ = projector.layers(poses, settings: show.settings(of:))
    return !captions.isBusy
  }

  /// True if something may have to be read with its film.
  private func isRead(_ pose: ViewPose) -> Bool {
    pose.film != nil && show.subtitleTrack(of: pose.item, place: pose.place) != nil
  }

  private func takeAnswers() {
    for answer in gallery.takeOthers() {
      if let words = output.take(answer) {
        if !words.isEmpty { problem = words }
        continue
      }
      switch answer {
      case .failed(let job, _): _ = captions.take(job: job, picture: nil)
      case .picture(let job, let picture, _): _ = captions.take(job: job, picture: picture)
      case .missing(_, let glyphs):
        for line in captions.lacking.news(of: glyphs) { log.atStart(.warn, line) }
      default: break
      }
    }
  }

  private func turn() {
    let news = gallery.drain()
    takeAnswers()
    if news.isEmpty, !output.isIdle { wait() }
  }

  private func wait() { bell.wait() }

  // MARK: Frames

  private var projector: Projector {
    Projector(
      gallery: gallery, captions: captions, size: size, subtitleTrack: show.subtitleTrack)
  }

  private func draw(at now: Instant) -> Picture {
    let ground = settings.show.item.background
    var projector = projector
    let witness = proving.map { Witness(readsCodes: $0.readsCodes) }
    projector.witness = witness
    let layers = settings.inset.frame(
      projector.layers(show.poses(at: now), settings: show.settings(of:)), on: screen, over: ground)
    let (width, height) = (Int(screen.width), Int(screen.height))
    let picture = Picture.make(width: width, height: height) { pixels, stride in
      painter.paint(
        layers, over: ground, into: pixels, stride: stride, width: width, height: height)
    }
    if let witness { prove(witness, picture, now) }
    return settings.screenRotation == .none ? picture : turned(picture)
  }

  private func prove(_ witness: Witness, _ picture: Picture, _ now: Instant) {
    let inner = settings.inset.inner(of: screen)
    witness.read(picture, origin: Point(inner.x, inner.y))
    proving?.presented(
      ProofFrame(meant: now, returned: now, views: witness.views),
      name: { String(escaping: gallery.list.location($0)) })
  }

  /// As the display gets it.
  private func turned(_ picture: Picture) -> Picture {
    let size = settings.render.size
    return Picture.make(width: size.width, height: size.height) { pixels, stride in
      painter.turn(
        picture.base, stride: picture.stride, width: picture.width, height: picture.height,
        by: settings.screenRotation, into: pixels, stride: stride)
    }
  }

  private func write(_ picture: Picture, _ frame: Int, _ now: Instant) {
    while !output.hasRoom, problem == nil { turn() }
    if let words = output.write(picture, frame: frame) { problem = words }
    guard output.takesSound, problem == nil else { return }
    problem = output.write(mixSound(from: now))
  }

  private func openTrace() -> Bool {
    do throws(OptionError) {
      trace = try settings.trace.map { (path) throws(OptionError) in try TraceFile(path) }
      return true
    } catch {
      log.atStart(.error, error.message)
      return false
    }
  }
}
