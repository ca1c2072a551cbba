import Synchronization
import TriptychCore

/// Mixes the sound of the films that play. Filled by the main thread, emptied by the sound
/// thread; the lock is held for a few microseconds.
///
/// Each film has a voice. Its samples carry film time. When a voice starts, or has strayed by
/// more than 100 ms, it is laid on the show's clock to the sample; after that it runs freely at
/// the device's own rate, and the picture follows it slowly (`lead`).
public final class Mixer: Sendable {
  /// Where a film stands on the show's clock.
  public struct Anchor: Sendable {
    public var filmTime: Duration
    public var at: Instant
    public var isPlaying: Bool
    /// 0…1, all factors multiplied.
    public var gain: Float

    public init(filmTime: Duration, at: Instant, isPlaying: Bool, gain: Float) {
      (self.filmTime, self.at, self.isPlaying, self.gain) = (filmTime, at, isPlaying, gain)
    }
  }

  private let voices = Mutex<[Int: Voice]>([:])

  public init() {}

  /// Sets or moves the voice of a film. Called every refresh while it plays.
  public func set(_ film: Int, _ anchor: Anchor) {
    voices.withLock { $0[film, default: Voice()].anchor = anchor }
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

  /// How far the sound that is heard at `now` is ahead of the show's clock; nil while the voice
  /// is silent. And how far it has been taken, for pacing.
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
    voices.withLock { voices in
      for film in voices.keys { voices[film]?.mix(into: out, at: now) }
    }
    for i in out.indices { out[i] = min(max(out[i], -1), 1) }
  }
}

/// The sound of one film that waits to be played.
struct Voice {
  var anchor: Mixer.Anchor?
  /// Interleaved stereo; the sample at `read` has film time `front`.
  private var samples: [Float] = []
  private var read = 0
  private var front = Duration.zero
  private var gainNow: Float = 0
  private var runsSince: (film: Duration, at: Instant)?
  private(set) var taken: Duration?

  /// Beyond this the voice is laid on the clock anew.
  static let stray = Duration.milliseconds(100)

  mutating func append(_ block: SampleBlock) {
    if read >= samples.count { front = block.time }
    let expected = front + length(of: waiting)
    let gap = block.time - expected
    // A worker's rounding is below a sample; a real gap is filled with silence, at most 1 s.
    if gap > .milliseconds(1), gap < .seconds(1) {
      samples += [Float](repeating: 0, count: count(of: gap) * 2)
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
    samples.removeAll(keepingCapacity: true)
    (read, runsSince, taken) = (0, nil, nil)
  }

  /// Two device buffers lie between the callback and the loudspeaker, as near as SDL tells.
  private func latency(_ frames: Int) -> Duration { length(of: frames * 2) }

  mutating func mix(into out: UnsafeMutableBufferPointer<Float>, at now: Instant) {
    let frames = out.count / 2
    guard let anchor, anchor.isPlaying else {
      runsSince = nil
      gainNow = 0
      return
    }
    let due = anchor.filmTime + (now - anchor.at) + latency(frames)
    var skip = 0
    if runsSince == nil || (front - due) > Voice.stray || (front - due) < .zero - Voice.stray {
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
    taken = front
    dropPlayed()
  }

  /// Drops what is late; returns how many frames of silence come before what is early.
  private mutating func lay(on due: Duration, _ frames: Int) -> Int {
    gainNow = 0  // fade in: no click
    if front < due {
      let late = min(count(of: due - front), waiting)
      read += late * 2
      front += length(of: late)
      return 0
    }
    return min(count(of: front - due), frames)
  }

  private mutating func blend(
    into out: UnsafeMutableBufferPointer<Float>, from skip: Int, count: Int, to gain: Float
  ) {
    let change = gain - gainNow
    for i in 0..<count {
      let now = gainNow + change * (Float(i + 1) / Float(count))
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
    let heard = runsSince.film + (now - runsSince.at)
    return heard - (anchor.filmTime + (now - anchor.at))
  }

  private func length(of frames: Int) -> Duration {
    .nanoseconds(frames * 1_000_000_000 / SampleBlock.rate)
  }

  private func count(of time: Duration) -> Int {
    Int(time.inSeconds * Double(SampleBlock.rate) + 0.5)
  }
}
