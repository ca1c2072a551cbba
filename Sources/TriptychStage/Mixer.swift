import Synchronization
import TriptychCore

/// Mixes the sound of the films that play. Filled by the main thread, emptied by the sound
/// thread; the lock is held for a few microseconds.
///
/// Each film has a voice. Its samples carry film time. When a voice starts, or has strayed by
/// more than 100 ms, it is laid on the show's clock to the sample; after that it runs freely at
/// the device's own rate, and the picture follows it slowly (`lead`). What is mixed is heard
/// `latency` later, so a film that is to be heard from its first sample on has its anchor before
/// it begins. One that comes too late for that begins with its first sample all the same.
public final class Mixer: Sendable {
  /// Where a film stands on the show's clock; `at` may be an instant that is to come.
  public struct Anchor: Sendable {
    public var filmTime: Duration
    public var at: Instant
    public var isPlaying: Bool
    /// 0…1, all factors multiplied.
    public var gain: Float
    /// Film time goes on so fast; sound of another speed is not heard.
    public var speed: FilmSpeed

    public init(
      filmTime: Duration, at: Instant, isPlaying: Bool, gain: Float, speed: FilmSpeed = .normal
    ) {
      (self.filmTime, self.at, self.isPlaying, self.gain) = (filmTime, at, isPlaying, gain)
      self.speed = speed
    }
  }

  private let voices = Mutex<[Int: Voice]>([:])
  private let frames = Mutex(1024)

  public init() {}

  /// How long after it is mixed sound is heard: two of the device's buffers lie between the
  /// callback and the loudspeaker, as near as SDL tells.
  public var latency: Duration {
    .nanoseconds(frames.withLock { $0 } * 2 * 1_000_000_000 / SampleBlock.rate)
  }

  /// Sets or moves the voice of a film. Called every refresh while it plays.
  public func set(_ film: Int, _ anchor: Anchor) {
    voices.withLock { $0[film, default: Voice()].hold(anchor) }
  }

  /// Appends sound to a film's voice.
  public func add(_ film: Int, _ blocks: [SampleBlock]) {
    guard !blocks.isEmpty else { return }
    voices.withLock { voices in
      for block in blocks { voices[film, default: Voice()].append(block) }
    }
  }

  /// Forgets what the voice holds (after a seek).
  public func flush(_ film: Int) {
    voices.withLock { $0[film]?.flush() }
  }

  /// Lets go of a film and of its sound that was not heard.
  public func remove(_ film: Int) {
    voices.withLock { _ = $0.removeValue(forKey: film) }
  }

  /// How far the sound that is heard at `now` is ahead of the show's clock, as a time of the show;
  /// nil while the voice is silent. And how far it has been taken, for pacing.
  public func lead(_ film: Int, at now: Instant) -> Duration? {
    voices.withLock { $0[film]?.lead(at: now) }
  }

  /// Film time up to which the sound has been handed to the device; nil: nothing yet.
  public func heard(_ film: Int) -> Duration? {
    voices.withLock { $0[film]?.taken }
  }

  /// Samples of each channel that wait.
  func waiting(_ film: Int) -> Int { voices.withLock { $0[film]?.waiting ?? 0 } }

  /// Writes the next samples, interleaved stereo. Sound thread.
  func fill(_ out: UnsafeMutableBufferPointer<Float>, at now: Instant) {
    out.update(repeating: 0)
    frames.withLock { $0 = out.count / 2 }
    voices.withLock { voices in
      for film in voices.keys { voices[film]?.mix(into: out, at: now) }
    }
    for i in out.indices { out[i] = min(max(out[i], -1), 1) }
  }
}

/// The sound of one film that waits to be played.
struct Voice {
  private var anchor: Mixer.Anchor?
  /// Of what is here; from each sample to the next film time goes on so fast.
  private var speed = FilmSpeed.normal
  /// Interleaved stereo; the sample at `read` has film time `front`.
  private var samples: [Float] = []
  private var read = 0
  private var front = Duration.zero
  private var gainNow: Float = 0
  private var runsSince: (film: Duration, at: Instant)?
  private(set) var taken: Duration?
  /// What ends at once would click: some of what would have followed, ever less loud.
  private var ending: [Float] = []
  private static let endingFrames = 240
  /// What begins in its middle would click: so many of its frames are ever louder.
  private var beginning = 0
  /// Nothing of the film was heard, and nothing sought.
  private var isNew = true

  /// Beyond this the voice is laid on the clock anew.
  static let stray = Duration.milliseconds(100)

  mutating func hold(_ next: Mixer.Anchor) {
    if next.speed != speed {
      flush()
      speed = next.speed
    }
    anchor = next
  }

  mutating func append(_ block: SampleBlock) {
    if block.speed != speed {
      // It was on its way when the speed changed.
      guard anchor == nil else { return }
      flush()
      speed = block.speed
    }
    if read >= samples.count { front = block.time }
    let expected = front + length(of: waiting)
    let gap = speed.time(of: block.time - expected)
    // A worker's rounding is below a sample; a real gap is filled with silence, at most 1 s.
    if gap > .milliseconds(1), gap < .seconds(1) {
      samples += [Float](repeating: 0, count: Self.count(of: gap) * 2)
    } else if gap > .milliseconds(1) || gap < .milliseconds(-1) {
      flush()
      front = block.time
    }
    samples += block.samples
    // Without a device nobody takes what comes: keep the newest seconds only.
    let excess = waiting - 4 * SampleBlock.rate
    if excess > 0 {
      read += excess * 2
      front += length(of: excess)
    }
    dropPlayed()
  }

  mutating func flush() {
    if runsSince != nil { end() }
    if taken != nil { isNew = false }
    samples.removeAll(keepingCapacity: true)
    (read, runsSince, taken) = (0, nil, nil)
  }

  /// `Mixer.latency` as film time.
  private func latency(_ frames: Int) -> Duration { length(of: frames * 2) }

  mutating func mix(into out: UnsafeMutableBufferPointer<Float>, at now: Instant) {
    let frames = out.count / 2
    guard let anchor, anchor.isPlaying else {
      if runsSince != nil { end() }
      runsSince = nil
      playEnding(into: out)
      return
    }
    playEnding(into: out)
    let due = anchor.filmTime + speed.filmTime(in: now - anchor.at) + latency(frames)
    let early = speed.time(of: front - due)
    var skip = 0
    if runsSince == nil || early > Voice.stray || early < .zero - Voice.stray {
      skip = lay(on: due, frames)
    }
    let have = min(frames - skip, waiting)
    guard have > 0 else {
      runsSince = nil
      return
    }
    blend(into: out, from: skip, count: have, to: anchor.gain)
    runsSince = (front - latency(frames) - length(of: skip), now)
    front += length(of: have)
    (taken, isNew) = (front, false)
    dropPlayed()
  }

  /// Drops what is late; returns how many frames of silence come before what is early.
  private mutating func lay(on due: Duration, _ frames: Int) -> Int {
    beginning = isNew ? 0 : Voice.endingFrames
    gainNow = anchor?.gain ?? 0
    if front < due {
      let delay = speed.time(of: due - front)
      // The first sound of a film is not left out; the picture waits for it.
      if isNew, delay < Voice.stray { return 0 }
      beginning = Voice.endingFrames
      let late = min(Self.count(of: delay), waiting)
      read += late * 2
      front += length(of: late)
      return 0
    }
    return min(Self.count(of: speed.time(of: front - due)), frames)
  }

  /// The sound stops here: what would have come next fades out.
  private mutating func end() {
    let frames = min(Voice.endingFrames, waiting)
    ending = (0..<2 * frames).map { index in
      let left = 1 - Float(index / 2 + 1) / Float(frames)
      return samples[read + index] * gainNow * left
    }
    gainNow = 0
  }

  private mutating func playEnding(into out: UnsafeMutableBufferPointer<Float>) {
    guard !ending.isEmpty else { return }
    for index in 0..<min(ending.count, out.count) { out[index] += ending[index] }
    ending.removeFirst(min(ending.count, out.count))
  }

  private mutating func blend(
    into out: UnsafeMutableBufferPointer<Float>, from skip: Int, count: Int, to gain: Float
  ) {
    let change = gain - gainNow
    for i in 0..<count {
      var now = gainNow + change * (Float(i + 1) / Float(count))
      if beginning > 0 {
        now *= 1 - Float(beginning) / Float(Voice.endingFrames)
        beginning -= 1
      }
      out[(skip + i) * 2] += samples[read + i * 2] * now
      out[(skip + i) * 2 + 1] += samples[read + i * 2 + 1] * now
    }
    gainNow = gain
    read += count * 2
  }

  private mutating func dropPlayed() {
    guard read > 96_000 || read >= samples.count else { return }
    samples.removeFirst(min(read, samples.count))
    read = 0
  }

  var waiting: Int { (samples.count - read) / 2 }

  func lead(at now: Instant) -> Duration? {
    guard let anchor, anchor.isPlaying, let runsSince else { return nil }
    let heard = runsSince.film + speed.filmTime(in: now - runsSince.at)
    return speed.time(of: heard - (anchor.filmTime + speed.filmTime(in: now - anchor.at)))
  }

  /// Film time.
  private func length(of frames: Int) -> Duration {
    speed.filmTime(in: .nanoseconds(frames * 1_000_000_000 / SampleBlock.rate))
  }

  private static func count(of time: Duration) -> Int {
    Int(time.inSeconds * Double(SampleBlock.rate) + 0.5)
  }
}
