import Glibc
import TriptychCore
import TriptychFiles
import TriptychMedia
import TriptychPaint

/// `triptych render`: the same show on a virtual clock, into a folder of pictures. Frame k shows
/// the instant k/fps exactly; loading takes no time.
final class RenderJob {
  private let settings: ProgramSettings
  private let log: Log
  private let bell: Bell
  private let media: Media
  private let gallery: Gallery
  private let captions: Captions
  private let painter = Painter(threads: 2)
  private var show: Show
  private var trace: TextFile?
  private var writes: [Int: Int] = [:]  // job → frame
  private var problem: String?
  private var ended = false
  private let size: Size
  private let output: [UInt8]
  /// PNG jobs have numbers of their own.
  private static let firstWrite = 2_000_000_000
  private static let atMostWriting = 2

  init(settings: ProgramSettings, list: ItemList, media: Media, bell: Bell, log: Log) {
    self.settings = settings
    self.log = log
    output = settings.render.output ?? []
    size = Size(Double(settings.render.size.width), Double(settings.render.size.height))
    (self.media, self.bell) = (media, bell)
    media.setScreen(width: Int(size.width), height: Int(size.height))
    let opener = Opener(wake: { bell.ring() })
    gallery = Gallery(opener: opener, media: media, list: list, cell: size, hasSound: false)
    captions = Captions(media: media)
    // The list is complete, so where it starts is known.
    var showSettings = settings.showSettings(for: list) ?? settings.show
    if settings.render.frames == nil, settings.render.seconds == nil {
      // One pass: through the last item's dwell, and no further.
      (showSettings.loop, showSettings.atEnd) = (.no, .quit)
    }
    show = Show(
      settings: showSettings, list: list, size: size, transformers: .builtIn, at: .zero)
  }

  /// Renders all frames. The exit code.
  func run() -> Int32 {
    guard prepareOutput() else { return ExitCode.failed }
    perform(show.start(at: .zero))
    settle(at: .zero)
    perform(show.presented(at: .zero))
    var frame = 0
    var last: Picture?
    while problem == nil, !isDone(frame) {
      let now = instant(of: frame)
      settle(at: now)
      if ended, settings.render.frames == nil, settings.render.seconds == nil { break }
      let picture = ended ? (last ?? draw(at: now)) : draw(at: now)
      last = picture
      writeTrace(frame, now)
      write(picture, frame)
      frame += 1
    }
    while !writes.isEmpty, problem == nil { turn() }
    media.shutDown()
    return finish(frames: frame)
  }

  private func finish(frames: Int) -> Int32 {
    if problem == nil, let trace, !trace.close() { problem = words(ofTrace: trace.failure) }
    if let problem {
      log.atStart(.error, problem)
      return ExitCode.failed
    }
    if frames == 0 || show.isNothingPlayable {
      log.atStart(.error, "nothing of the list can be shown")
      return ExitCode.failed
    }
    log.atStart(.info, "\(frames) frames written")
    return ExitCode.done
  }

  private func isDone(_ frame: Int) -> Bool {
    if let frames = settings.render.frames { return frame >= frames }
    if let seconds = settings.render.seconds { return instant(of: frame) >= Instant(seconds) }
    return false
  }

  /// k/fps: exact to the attosecond where fps is a whole number.
  private func instant(of frame: Int) -> Instant {
    let fps = settings.render.fps
    guard fps == fps.rounded(), fps >= 1 else { return Instant(.seconds(Double(frame) / fps)) }
    let (whole, rest) = frame.quotientAndRemainder(dividingBy: Int(fps))
    let second = Duration.seconds(1)
    return Instant(.seconds(whole) + second * rest / Int(fps))
  }

  // MARK: The show

  private func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .quit(let code):
        ended = true
        if code != 0, problem == nil { problem = "nothing of the list can be shown" }
      case .warn(let item, let reason):
        log.skipped(gallery.list.location(item), reason: reason, at: .zero)
      default: gallery.perform(effect, settings: show.settings(of:))
      }
    }
  }

  /// Lets everything arrive that the instant needs, and the show act on it, at one instant.
  private func settle(at now: Instant) {
    while problem == nil {
      perform(show.advance(to: now))
      gallery.films.warmAll()
      let news = gallery.drain()
      for item in news { perform(show.hear(item, at: now)) }
      takeAnswers()
      if !news.isEmpty { continue }
      if ended || (!gallery.isBusy && filmsAreThere(now) && textsAreThere(now)) { return }
      wait()
    }
  }

  private func filmsAreThere(_ now: Instant) -> Bool {
    show.poses(at: now).allSatisfy { pose in
      pose.film.map { gallery.films.hasFrame(at: $0.time, place: pose.place) } ?? true
    }
  }

  private func textsAreThere(_ now: Instant) -> Bool {
    let poses = show.poses(at: now)
    guard poses.contains(where: { $0.card != nil }) else { return true }
    _ = projector.layers(poses, settings: show.settings(of:))
    return !captions.isBusy
  }

  private func takeAnswers() {
    for answer in gallery.takeOthers() {
      switch answer {
      case .written(let job): writes[job] = nil
      case .failed(let job, let error):
        if let frame = writes.removeValue(forKey: job) {
          problem = "\(String(escaping: path(frame))): \(error.words)"
        } else {
          _ = captions.take(job: job, picture: nil)
        }
      case .picture(let job, let picture, _): _ = captions.take(job: job, picture: picture)
      default: break
      }
    }
  }

  private func turn() {
    let news = gallery.drain()
    takeAnswers()
    if news.isEmpty, !writes.isEmpty { wait() }
  }

  private func wait() { bell.wait() }

  // MARK: Frames

  private var projector: Projector { Projector(gallery: gallery, captions: captions, size: size) }

  private func draw(at now: Instant) -> Picture {
    let layers = projector.layers(show.poses(at: now), settings: show.settings(of:))
    let (width, height) = (Int(size.width), Int(size.height))
    return Picture.make(width: width, height: height) { pixels, stride in
      painter.paint(
        layers, over: settings.show.item.background, into: pixels, stride: stride, width: width,
        height: height)
    }
  }

  private func writeTrace(_ frame: Int, _ now: Instant) {
    guard let trace else { return }
    var line = TraceLine(
      frame: frame, time: now.sinceStart, x: show.position(at: now), current: show.currentPlace)
    for pose in show.poses(at: now) { line.add(pose) }
    if !trace.write(line.text) { problem = words(ofTrace: trace.failure) }
  }

  private func words(ofTrace failure: Int32) -> String {
    let path = String(escaping: settings.render.trace ?? [])
    return "--trace \(path): \(String(cString: strerror(failure)))"
  }

  private func path(_ frame: Int) -> [UInt8] {
    let digits = String(frame)
    let name = "frame-" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits + ".png"
    return output + [UInt8(ascii: "/")] + Array(name.utf8)
  }

  private func write(_ picture: Picture, _ frame: Int) {
    while writes.count >= RenderJob.atMostWriting, problem == nil { turn() }
    let descriptor = openToWrite(path(frame))
    guard descriptor >= 0 else {
      problem = "\(String(escaping: path(frame))): \(String(cString: strerror(errno)))"
      return
    }
    let job = RenderJob.firstWrite + frame
    writes[job] = frame
    media.writePNG(job: job, picture: picture, descriptor: descriptor)
  }

  private func prepareOutput() -> Bool {
    let failure = makeFolder(output)
    if failure != 0 {
      log.atStart(
        .error, "--output \(String(escaping: output)): \(String(cString: strerror(failure)))")
      return false
    }
    guard let tracePath = settings.render.trace else { return true }
    let descriptor = openToWrite(tracePath)
    guard descriptor >= 0 else {
      log.atStart(.error, words(ofTrace: errno))
      return false
    }
    trace = TextFile(descriptor: descriptor)
    return true
  }
}
