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
  /// Whose lead has been told.
  private var led: Set<Int> = []

  /// `log`: hears when sound is missing, and when it is back.
  init(media: Media, log: @escaping (String) -> Void) {
    self.media = media
    self.log = log
    output = SoundOut(mixer: mixer)
  }

  func close() { output.close() }

  /// How long after it is mixed sound is heard.
  var latency: Duration { mixer.latency }

  /// How far the sound of a film at a place is ahead of the picture.
  struct Lead {
    var place: Int
    var ahead: Duration
    /// It has just begun.
    var isFirst: Bool
  }

  /// Brings the voices up to what is seen at an instant. Returns the leads of those that are heard.
  func follow(_ cues: [SoundCue], _ films: FilmShelf, at now: Instant) -> [Lead] {
    var leads: [Lead] = []
    var live: Set<Int> = []
    for cue in cues {
      guard let exhibit = films[cue.place], exhibit.hasSound, exhibit.item == cue.item else {
        continue
      }
      let (film, voice) = (cue.film, exhibit.film)
      live.insert(voice)
      prepare(at: now)
      mixer.set(
        voice,
        Mixer.Anchor(
          filmTime: film.time, at: cue.at, isPlaying: film.isPlaying, gain: Float(film.gain),
          speed: film.speed))
      mixer.add(voice, media.takeSound(voice))
      tellHeard(voice, mixer.heard(voice) ?? film.time, film)
      guard cue.at <= now, let ahead = mixer.lead(voice, at: now) else { continue }
      leads.append(Lead(place: cue.place, ahead: ahead, isFirst: led.insert(voice).inserted))
    }
    for gone in voices.subtracting(live) {
      mixer.remove(gone)
      lastHeard[gone] = nil
    }
    led.formIntersection(live)
    voices = live
    return leads
  }

  /// After a seek nothing of what waits is right.
  func flush(_ film: Int) {
    mixer.flush(film)
    lastHeard[film] = nil
  }

  /// Paces the worker; where no device is, the show's own time does. Four times a second will do.
  private func tellHeard(_ film: Int, _ heard: Duration, _ pose: FilmPose) {
    // Never far ahead of the picture, or the worker would send more than is kept.
    let time = min(max(heard, pose.time), pose.time + pose.speed.filmTime(in: .seconds(1)))
    let step = pose.speed.filmTime(in: .milliseconds(250))
    if let last = lastHeard[film], time >= last, time - last < step { return }
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
