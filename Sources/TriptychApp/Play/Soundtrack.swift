import Glibc
import TriptychCore
import TriptychMedia
import TriptychStage

/// Carries sound from the film workers to the device and reports how far the device's clock has
/// run ahead of the show's. Main thread.
final class Soundtrack {
  private let media: Media
  private let mixer = Mixer()
  private let output: SoundOut
  private let warn: @Sendable (String) -> Void
  private var isOpened = false
  private var voices: Set<Int> = []
  private var lastHeard: [Int: Duration] = [:]

  init(media: Media, warn: @escaping @Sendable (String) -> Void) {
    self.media = media
    self.warn = warn
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
      openOnce()
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

  /// The device is opened by the first film with sound, on a thread of its own: a sound server
  /// may take its time, the picture must not.
  private func openOnce() {
    guard !isOpened else { return }
    isOpened = true
    let job = OpeningJob(output: output, warn: warn)
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(job)
    if pthread_create(&thread, nil, openSoundDevice, argument.toOpaque()) == 0 {
      pthread_detach(thread)
    } else {
      argument.release()
      warn("no thread for the sound device; the show goes on without sound")
    }
  }
}

private final class OpeningJob: Sendable {
  let output: SoundOut
  let warn: @Sendable (String) -> Void

  init(output: SoundOut, warn: @escaping @Sendable (String) -> Void) {
    (self.output, self.warn) = (output, warn)
  }
}

private func openSoundDevice(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  let job = Unmanaged<OpeningJob>.fromOpaque(argument).takeRetainedValue()
  if let words = job.output.open() {
    job.warn("no sound device (\(words)); the show goes on without sound")
  }
  return nil
}
