import Glibc
import Synchronization
import TriptychCore
import TriptychMedia
import TriptychStage

/// Carries sound from the film workers to the device and reports how far the device's clock has
/// run ahead of the show's. Main thread.
final class Soundtrack {
  private let media: Media
  private let mixer = Mixer()
  private let output: SoundOut
  private let log: (String) -> Void
  private let state = SoundState()
  private var retryAt = Instant.zero
  /// It has been said that there is no sound.
  private var isMissing = false
  private var voices: Set<Int> = []
  private var lastHeard: [Int: Duration] = [:]

  /// `log`: hears when sound is missing, and when it is back.
  init(media: Media, log: @escaping (String) -> Void) {
    self.media = media
    self.log = log
    output = SoundOut(mixer: mixer)
  }

  func close() { output.close() }

  /// Brings the voices up to the poses at an instant. Returns, for each place whose sound is
  /// heard, how far it is ahead of the picture.
  func follow(_ poses: [ViewPose], _ films: FilmShelf, at now: Instant)
    -> [(place: Int, ahead: Duration)]
  {
    var leads: [(place: Int, ahead: Duration)] = []
    var live: Set<Int> = []
    for pose in poses {
      guard let film = pose.film, let exhibit = films[pose.place], exhibit.hasSound else {
        continue
      }
      live.insert(exhibit.film)
      prepare(at: now)
      mixer.add(exhibit.film, media.takeSound(exhibit.film))
      mixer.set(
        exhibit.film,
        Mixer.Anchor(
          filmTime: film.time, at: now, isPlaying: film.isPlaying,
          gain: Float(film.gain)))
      tellHeard(exhibit.film, mixer.heard(exhibit.film) ?? film.time, film.time)
      if let ahead = mixer.lead(exhibit.film, at: now) { leads.append((pose.place, ahead)) }
    }
    for gone in voices.subtracting(live) {
      mixer.remove(gone)
      lastHeard[gone] = nil
    }
    voices = live
    return leads
  }

  /// After a seek nothing of what waits is right.
  func flush(_ film: Int) {
    mixer.flush(film)
    lastHeard[film] = nil
  }

  /// Paces the worker; where no device is, the show's own time does. Four times a second will do.
  private func tellHeard(_ film: Int, _ heard: Duration, _ shown: Duration) {
    // Never far ahead of the picture, or the worker would send more than is kept.
    let time = min(max(heard, shown), shown + .seconds(1))
    if let last = lastHeard[film], time >= last, time - last < .milliseconds(250) { return }
    lastHeard[film] = time
    media.heard(film, upTo: time)
  }

  // MARK: The device

  /// A film with sound is there: the device is opened, unless it is, on a thread of its own: a
  /// sound server may take its time, the picture must not.
  func prepare(at now: Instant) {
    if let news = state.takeNews() { hear(news, at: now) }
    guard !state.isBusy, !output.isOpen, retryAt <= now else { return }
    retryAt = now + Soundtrack.patience
    let job = OpeningJob(output: output, state: state)
    state.begin()
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(job)
    if pthread_create(&thread, nil, openSoundDevice, argument.toOpaque()) == 0 {
      pthread_detach(thread)
    } else {
      argument.release()
      state.end(.failed("no thread is left"))
    }
  }

  private func hear(_ news: SoundNews, at now: Instant) {
    switch news {
    case .failed(let words) where !isMissing:
      isMissing = true
      log("no sound device (\(words)); the show goes on without sound")
    case .failed: break
    case .opened:
      if isMissing { log("there is sound again") }
      isMissing = false
    }
  }

  /// The display says that a sound device is gone. If it was ours, another one is looked for.
  func deviceWent(_ device: UInt32, at now: Instant) {
    guard output.lose(device) else { return }
    isMissing = true
    log("the sound device is gone; the show goes on without sound")
    retryAt = now
  }

  /// One has come.
  func deviceCame(at now: Instant) {
    if !output.isOpen { retryAt = now }
  }

  /// A device that is not there is looked for again so often, while a film has sound.
  private static let patience = Duration.seconds(5)
}

/// What became of opening the device.
private enum SoundNews: Sendable {
  case opened
  case failed(String)
}

/// What the opening thread and the main thread share.
private final class SoundState: Sendable {
  private let state = Mutex<(isBusy: Bool, news: SoundNews?)>((false, nil))

  var isBusy: Bool { state.withLock { $0.isBusy } }
  func begin() { state.withLock { $0.isBusy = true } }
  func end(_ news: SoundNews) { state.withLock { $0 = (false, news) } }
  func takeNews() -> SoundNews? {
    state.withLock { state in
      defer { state.news = nil }
      return state.news
    }
  }
}

private final class OpeningJob: Sendable {
  let output: SoundOut
  let state: SoundState

  init(output: SoundOut, state: SoundState) { (self.output, self.state) = (output, state) }
}

private func openSoundDevice(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  let job = Unmanaged<OpeningJob>.fromOpaque(argument).takeRetainedValue()
  job.state.end(job.output.open().map { .failed($0) } ?? .opened)
  return nil
}
