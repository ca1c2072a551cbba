import TriptychCore

/// The frames and the sound of one film that are here. Filled by the wire thread, emptied by the
/// main thread, under one lock.
struct FilmShelf: Sendable {
  /// What the main thread gets, and what follows from its asking.
  struct Answer: Sendable {
    var frame: Frame?
    /// To be let go of outside the lock.
    var dropped: [Frame] = []
    /// Nothing is ahead of what was asked for: the wire thread is to watch the clock.
    var isStarving = false
  }

  private struct Shelved: Sendable {
    let frame: Frame
    let generation: UInt32
  }

  /// A worker decodes 1 s of sound ahead; so much is beyond any doubt too much (floats).
  static let soundLimit = 4 * SampleBlock.rate * 2
  /// A frame is due so long before its time: containers round, many to a millisecond, and a frame
  /// that misses the refresh that it was made for would be seen a whole refresh later.
  static let rounding = Duration.milliseconds(1)
  /// How far the sound that was heard moves on before the worker is told.
  static let heardStep = Duration.milliseconds(100)

  let serial: JobSerial
  /// Counts the seeks.
  private(set) var generation: UInt32 = 0
  private(set) var statistics = FilmStatistics()
  /// Set while news of frames lies in the mailbox.
  var isAnnounced = false
  /// When a frame was last asked for that is not here.
  private(set) var demand: Instant?

  /// What the bars beside the frames that come show.
  private var backdrop: Picture?

  /// What is read with the film, as far as it is known. A seek does not make it wrong.
  private var subtitles = SubtitleShelf()

  /// In order of time; the first is the one to be shown, once it has been returned.
  private var frames: [Shelved] = []
  private var firstIsShown = false
  private var lastAsked: Duration?
  private var isStarving = false
  private var hasEnded = false
  private var sounds: [SampleBlock] = []
  private var soundCount = 0
  private var lastHeard: Duration?

  init(serial: JobSerial) { self.serial = serial }

  // MARK: - The main thread

  /// The newest frame that is due, or the first one if none is yet. Older ones go. `isShown`
  /// false: it is only looked for.
  mutating func frame(at time: Duration, now: Instant, isShown: Bool = true) -> Answer {
    var answer = Answer()
    guard !frames.isEmpty else {
      noteDemand(at: time, now: now, in: &answer)
      return answer
    }
    var due = 0
    while due + 1 < frames.count, frames[due + 1].frame.time <= time + Self.rounding {
      due += 1
    }
    if due > 0 {
      statistics.skipped += firstIsShown ? due - 1 : due
      answer.dropped = frames[..<due].map(\.frame)
      frames.removeFirst(due)
      firstIsShown = false
    }
    if isShown {
      if !firstIsShown { statistics.shown += 1 }
      firstIsShown = true
    }
    answer.frame = frames[0].frame
    answer.frame?.subtitles = subtitles.at(max(time, frames[0].frame.time))
    noteDemand(at: time, now: now, in: &answer)
    return answer
  }

  /// Only time that goes on is waiting: a paused film asks for the same instant again.
  private mutating func noteDemand(at time: Duration, now: Instant, in answer: inout Answer) {
    let isLater = lastAsked.map { time > $0 } ?? true
    lastAsked = time
    guard isLater, frames.count <= 1, !hasEnded else { return }
    demand = now
    answer.isStarving = !isStarving
    isStarving = true
  }

  /// True if the frame that is due at a time is here: a later one has come, or none will.
  func hasFrame(at time: Duration) -> Bool {
    guard let last = frames.last, frames[0].generation == generation || hasEnded else {
      return false
    }
    return hasEnded || last.frame.time > time + Self.rounding
  }

  var nextTime: Duration? {
    let next = firstIsShown ? 1 : 0
    return frames.indices.contains(next) ? frames[next].frame.time : nil
  }

  /// A frame has come that was not asked for yet.
  var hasNewFrame: Bool { !frames.isEmpty && !firstIsShown }

  /// No frame from where the film was sent last is here.
  var isSeeking: Bool { !hasEnded && frames.first?.generation != generation }

  mutating func takeSound() -> [SampleBlock] {
    defer { (sounds, soundCount) = ([], 0) }
    return sounds
  }

  /// The film goes on elsewhere. What is shown stays until the first frame from there is here;
  /// the others are returned, to be let go of.
  mutating func seek() -> [Frame] {
    generation += 1
    (sounds, soundCount) = ([], 0)
    (isStarving, hasEnded, lastAsked, lastHeard) = (false, false, nil, nil)
    guard frames.count > 1 else { return [] }
    defer { frames.removeLast(frames.count - 1) }
    return frames[1...].map(\.frame)
  }

  /// True if the worker is to be told how far the sound has been heard.
  mutating func isNews(heard time: Duration) -> Bool {
    if let lastHeard, time >= lastHeard, time - lastHeard < Self.heardStep { return false }
    lastHeard = time
    return true
  }

  // MARK: - The wire thread

  /// Takes in a frame. Returns what it replaces, to be let go of outside the lock, and whether
  /// the main thread may be waiting for it.
  mutating func add(_ frame: Frame, generation: UInt32) -> (dropped: [Frame], isNews: Bool) {
    guard generation == self.generation else { return ([frame], false) }
    let isFirst = frames.isEmpty
    var dropped: [Frame] = []
    if let first = frames.first, first.generation != generation {
      dropped = frames.map(\.frame)
      if !firstIsShown { statistics.skipped += 1 }
      frames = []
      firstIsShown = false
    }
    if let lastAsked, frame.time + frame.duration < lastAsked { statistics.late += 1 }
    // The first frame of all is announced with the film itself.
    let isNews = !isFirst && (nextTime == nil || isAwaited)
    var framed = frame
    framed.backdrop = backdrop
    frames.append(Shelved(frame: framed, generation: generation))
    (isStarving, hasEnded) = (false, false)
    return (dropped, isNews)
  }

  /// True if it is to be seen already.
  mutating func add(_ subtitle: FilmSubtitle) -> Bool {
    guard subtitles.add(subtitle), let lastAsked else { return false }
    return subtitle.start <= lastAsked && lastAsked < subtitle.end
  }

  mutating func endSubtitles(of track: Int, at time: Duration) {
    subtitles.end(track, at: time)
  }

  /// The film goes on round after round, even where it has ended.
  mutating func goOn() { hasEnded = false }

  /// What was asked for last is not followed by any frame.
  private var isAwaited: Bool {
    guard let lastAsked, let last = frames.last else { return false }
    return last.frame.time <= lastAsked + Self.rounding
  }

  mutating func set(backdrop: Picture, generation: UInt32) {
    if generation == self.generation { self.backdrop = backdrop }
  }

  /// Takes in sound; nil if there is too much of it, else whether there was none.
  mutating func add(_ block: SampleBlock, generation: UInt32) -> Bool? {
    guard generation == self.generation else { return false }
    soundCount += block.samples.count
    guard soundCount <= Self.soundLimit else { return nil }
    sounds.append(block)
    return sounds.count == 1
  }

  mutating func end(generation: UInt32) {
    if generation == self.generation { hasEnded = true }
  }

  /// Nobody waits any more; the next one who does is news again.
  mutating func forgetDemand() { isStarving = false }
}
