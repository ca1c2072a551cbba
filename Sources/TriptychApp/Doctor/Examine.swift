import Glibc
import TriptychCore
import TriptychFiles
import TriptychMedia
import TriptychStage

/// `doctor FILE`: what a file is, and whether it can be shown. The player reads no media: a decoder
/// is asked, and then has to decode it.
func examine(_ path: [UInt8]) -> [Finding] {
  let name = String(escaping: path)
  let bell = Bell()
  let opener = Opener(wake: { bell.ring() })
  opener.open(job: 1, list: ItemList(locations: [ListSurvey.absolute(path)]), item: 0)
  // The opener itself gives up after 10 s.
  let news: OpenNews? = wait(for: .seconds(12), bell) { opener.drain().first }
  switch news {
  case .opened(_, let file):
    defer { file.drop() }
    return [examine(file.descriptor, name: name, byteCount: file.byteCount)]
  case .folder:
    return [.ok("\(name): a folder; all pictures and films in it are shown")]
  case .playlist:
    return [.ok("\(name): a playlist; triptych check says what is wrong with it")]
  case .failed(_, let error): return [.fail("\(name): \(error.words)", "is the path right?")]
  case .stored:  // not asked for
    news?.drop()
    return []
  case nil: return [.fail("\(name): cannot be opened within 12 s", "is its disk or share alive?")]
  }
}

private func examine(_ descriptor: Int32, name: String, byteCount: Int64) -> Finding {
  guard let programs = WorkerPrograms.ofRunningProgram() else {
    return .fail("decoders: where they are is unknown without /proc", "mount /proc")
  }
  let size = byteCount < 1 << 20 ? "\((byteCount + 1023) >> 10) KiB" : "\(byteCount >> 20) MiB"
  let file = "\(name), \(size)"
  do throws(MediaError) {
    let words = try WorkerInquiry(programs: programs).inspect(descriptor).words
    do throws(MediaError) {
      let (shown, pace) = try show(descriptor, programs)
      // What a film says of its frames is how they are stored.
      let isSaid = words.contains(shown)
      let size = words.contains("pixels") ? ", shown as \(shown)" : ", \(shown)"
      return finding("\(file): \(words)" + (isSaid ? "" : size), pace)
    } catch {
      return failure(error.code == .unknownFormat ? file : "\(file): \(words)", error)
    }
  } catch {
    return failure(file, error)
  }
}

private func finding(_ what: String, _ pace: Pace?) -> Finding {
  guard let pace else { return .ok(what) }
  let words = "\(what), \(pace.words)"
  return pace.advice.map { .warn(words, $0) } ?? .ok(words)
}

private func failure(_ what: String, _ error: MediaError) -> Finding {
  let advice =
    switch error.code {
    case .unknownFormat, .unsupported:
      "triptych doctor lists the formats; convert it to one of them"
    case .damaged: "the file is damaged; copy it anew"
    case .tooLarge: "make it smaller"
    case .unreadable: "is its disk or share alive?"
    case .noMemory: "end other programs, or make it smaller"
    case .noDecoder: "install all of Triptych's programs and their libraries anew"
    case .badRequest, .stale, .tookTooLong, .decoderDied, .decoderLied:
      "the show passes it over; convert it"
    }
  return .fail("\(what): cannot be shown: \(error.words)", advice)
}

/// Why the show could not show an open file; nil: it could.
func problemOfShowing(_ descriptor: Int32) -> MediaError? {
  guard let programs = WorkerPrograms.ofRunningProgram() else { return nil }
  do throws(MediaError) {
    _ = try show(descriptor, programs)
    return nil
  } catch {
    return error
  }
}

/// Why the show could not show an open film, or not as fast as it plays; nil: it could.
func problemOfPlaying(_ descriptor: Int32) -> String? {
  guard let programs = WorkerPrograms.ofRunningProgram() else { return nil }
  do throws(MediaError) {
    let pace = try show(descriptor, programs).pace
    return pace.flatMap { $0.verdict == .quick ? nil : $0.words }
  } catch {
    return error.words
  }
}

/// Has the file decoded as the show would; returns its size as shown, and of films how quickly
/// that went, or throws why not.
private func show(
  _ descriptor: Int32, _ programs: WorkerPrograms
) throws(MediaError) -> (size: String, pace: Pace?) {
  let bell = Bell()
  let request = PixelRequest(cellWidth: 640, cellHeight: 360, fit: .contain)
  let media = try Media(programs: programs, wake: { bell.ring() })
  defer { media.shutDown() }
  media.setScreen(width: Int(Pace.screen.width), height: Int(Pace.screen.height))
  media.decodePicture(job: 1, descriptor: dup(descriptor), request: request)
  var pacing: Pacing?
  let outcome: Result<Size, MediaError>? = wait(for: .seconds(30), bell) {
    for news in media.drain() {
      switch news {
      case .picture(_, _, let source): return .success(source)
      case .film(let film, _, let frameTime, _, let source):
        pacing = Pacing(media, film, frameTime: frameTime)
        return .success(source)
      case .isFilm: open(descriptor, as: 1, in: media)
      case .failed(_, let error), .filmFailed(_, let error): return .failure(error)
      default: break
      }
    }
    return nil
  }
  guard let outcome else { throw MediaError(.tookTooLong, "took longer than 30 s") }
  let source = try outcome.get()
  let size = "\(Int(source.width)) × \(Int(source.height)) pixels"
  guard var pacing else { return (size, nil) }
  return (size, try pace(&pacing, media, bell))
}

/// Over and over, so that short ones take their time, too.
private func open(_ descriptor: Int32, as film: Int, in media: Media) {
  let screen = Pace.screen
  media.openFilm(
    film, descriptor: dup(descriptor),
    request: PixelRequest(
      cellWidth: UInt32(screen.width), cellHeight: UInt32(screen.height), fit: .contain),
    start: .zero, end: nil, loops: true, sound: false)
}

private func pace(
  _ pacing: inout Pacing, _ media: Media, _ bell: Bell
) throws(MediaError) -> Pace? {
  var failure: MediaError?
  let end = MonotonicClock.now + .seconds(12)
  while failure == nil, MonotonicClock.now < end {
    if let pace = pacing.look() { return pace }
    for case .filmFailed(_, let error) in media.drain() { failure = error }
    // Where nothing comes the time goes on all the same.
    bell.wait(atMost: .milliseconds(50))
  }
  if let failure { throw failure }
  return nil
}

/// Waits until there is an answer; nil: not in that time.
private func wait<Answer>(
  for limit: Duration, _ bell: Bell, _ answer: () -> Answer?
) -> Answer? {
  let end = MonotonicClock.now + limit
  while true {
    if let found = answer() { return found }
    let left = end - MonotonicClock.now
    guard left > .zero else { return nil }
    bell.wait(atMost: left)
  }
}
