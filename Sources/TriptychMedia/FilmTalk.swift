import TriptychCore
import TriptychWire

/// What a film's worker says of it.
struct FilmFacts: Hashable, Sendable {
  let length: Duration?
  let frameTime: Duration
  let hasSound: Bool
  let source: Size
  var traits = FilmTraits()
}

/// A frame that has been checked; its pixels are still in the slot.
struct FilmFrame: Hashable, Sendable {
  let image: SlotImage
  let generation: UInt32
  let time: Duration
  let duration: Duration
}

/// A film that a worker plays: opened once, then frames and sound without end or until `ended`,
/// each in the generation of the last seek.
struct FilmTalk: Sendable {
  typealias Finding = Conversation.Finding

  /// The mark of the last seek.
  private(set) var mark: JobMark
  let bounds: PixelBounds
  private let since: Instant
  var closingSince: Instant?
  private(set) var isOver = false
  private(set) var saidClosed = false
  private(set) var isUseless = false

  private var facts: FilmFacts?
  private var hasFirstFrame = false
  /// The newest generation heard of: the worker cannot go back.
  private var heardGeneration: UInt32
  private var lastFrameTime: Duration?
  private var lastSoundTime: Duration?
  /// How often the sound may still go back: once for each change of speed.
  private var soundTurns = 0
  private var hasEnded = false
  /// It was told to go on round after round: frames may follow its end, once.
  private var mayGoOn = false
  /// The rows of a subtitle that have come so far.
  private var part: SubtitlePart?
  /// Since when somebody waits for a frame, after the first.
  private var awaitedSince: Instant?
  private var lastLife: Instant
  /// The last frame or sound: what is more than a sign of life.
  private var lastGoods: Instant

  init(mark: JobMark, bounds: PixelBounds, since: Instant) {
    (self.mark, self.bounds, self.since) = (mark, bounds, since)
    heardGeneration = mark.generation
    lastLife = since
    lastGoods = since
  }

  // MARK: - Time

  /// A stalled stream is one that somebody waits for: a full ring or a paused film is silent by
  /// right. Signs of life alone do not help for ever.
  var deadline: Instant? {
    if let closingSince { return closingSince + Conversation.Limit.farewell }
    guard hasFirstFrame else { return since + Conversation.Limit.firstFrame }
    guard let awaitedSince else { return nil }
    return min(
      max(awaitedSince, lastGoods) + Conversation.Limit.firstFrame,
      max(awaitedSince, lastLife) + Conversation.Limit.silence)
  }

  var lateness: MediaError {
    hasFirstFrame
      ? MediaError(.tookTooLong, "gave no frame for 4 s")
      : MediaError(.tookTooLong, "gave no frame within 10 s")
  }

  /// True if the one who waited has stopped asking (a pause): the wait is over then.
  mutating func hasLostInterest(at now: Instant, demand: Instant?) -> Bool {
    guard closingSince == nil, hasFirstFrame, !isSeeking else { return false }
    if let demand, now - demand <= Conversation.Limit.farewell { return false }
    awaitedSince = nil
    return true
  }

  private var isSeeking: Bool { heardGeneration != mark.generation }

  mutating func want(at now: Instant) {
    if awaitedSince == nil, !hasEnded { awaitedSince = now }
  }

  /// The film is to go on without end.
  mutating func loop(at now: Instant) {
    mayGoOn = true
    lastLife = now
  }

  /// The film is to play at another speed.
  mutating func changeSpeed() { soundTurns += 1 }

  mutating func seek(generation: UInt32, at now: Instant) {
    mark.generation = generation
    awaitedSince = now
    lastLife = now
  }

  // MARK: - Replies

  mutating func hear(
    _ reply: Reply, slots: SlotRules, at now: Instant
  ) throws(Lie) -> [Finding] {
    switch reply {
    case .film(let mark, let width, let height, let length, let frameTime, let hasSound):
      try check(mark)
      guard facts == nil else { throw Lie("opened twice") }
      facts = FilmFacts(
        length: length < 0 ? nil : .nanoseconds(length), frameTime: .nanoseconds(frameTime),
        hasSound: hasSound, source: Size(Double(width), Double(height)))
      return []
    case .frame(let mark, let image, let time, let duration):
      try slots.check(image, within: bounds)
      return try hearFrame(
        mark, image, time: .nanoseconds(time), duration: .nanoseconds(duration), at: now)
    case .preview(let mark, let preview):
      try check(mark)
      guard bounds.takesBackdrops else { throw Lie("bars that nobody asked for") }
      guard mark.generation == self.mark.generation, closingSince == nil else { return [] }
      return [.backdrop(mark.job, generation: mark.generation, preview)]
    case .sound(let mark, let time, let speed, let samples):
      return try hearSound(
        mark, time: .nanoseconds(time), speed: FilmSpeed(thousandths: Int(speed)), samples, at: now)
    case .traits(let mark, let traits):
      try check(mark)
      guard facts != nil, !hasFirstFrame, bounds.takesSubtitles || traits.subtitles.isEmpty else {
        throw Lie("said too late what it is")
      }
      facts?.traits = traits
      return []
    case .subtitle, .subtitlePart, .subtitlesEnd: return try hearSubtitle(reply)
    case .ended(let mark, let time): return try hearEnd(mark, at: .nanoseconds(time))
    case .progress(let mark):
      try check(mark)
      lastLife = now
      return []
    case .failed(let mark, let code, let message):
      try check(mark)
      isOver = true
      return closingSince == nil ? [.failed(mark.job, MediaError(code, message: message))] : []
    case .closed(let mark):
      try check(mark)
      guard closingSince != nil else { throw Lie("closed what is open") }
      (isOver, saidClosed) = (true, true)
      return []
    case .ready, .picture, .decoded, .missing, .stored, .list, .written, .facts, .taken,
      .words:
      throw Lie("an answer to another question")
    }
  }

  private mutating func hearFrame(
    _ other: JobMark, _ image: SlotImage, time: Duration, duration: Duration, at now: Instant
  ) throws(Lie) -> [Finding] {
    try check(other)
    guard let facts else { throw Lie("a frame before the film") }
    try goOn()
    guard lastFrameTime.map({ time >= $0 }) ?? true else { throw Lie("frames out of order") }
    lastFrameTime = time
    (lastLife, lastGoods) = (now, now)
    let isCurrent = other.generation == mark.generation
    if isCurrent { awaitedSince = nil }
    let frame = FilmFrame(
      image: image, generation: other.generation, time: time, duration: duration)
    let wanted = isCurrent && closingSince == nil
    let isFirst = !hasFirstFrame
    hasFirstFrame = true
    let findings = [Finding.frame(mark.job, frame, wanted: wanted)]
    guard isFirst, closingSince == nil else { return findings }
    return findings + [.opened(mark.job, facts)]
  }

  private mutating func hearSound(
    _ other: JobMark, time: Duration, speed: FilmSpeed, _ samples: [Float], at now: Instant
  ) throws(Lie) -> [Finding] {
    try check(other)
    guard facts?.hasSound == true else { throw Lie("sound of a silent film") }
    guard samples.count % 2 == 0, samples.count <= WireLimit.samples else {
      throw Lie("\(samples.count) samples at once")
    }
    if let lastSoundTime, time < lastSoundTime {
      guard soundTurns > 0 else { throw Lie("sound out of order") }
      soundTurns -= 1
    }
    lastSoundTime = time
    (lastLife, lastGoods) = (now, now)
    guard other.generation == mark.generation, closingSince == nil else { return [] }
    // What is no number would spoil the whole mix; silence does not.
    let sane = samples.map { $0.isFinite ? $0 : 0 }
    let block = SampleBlock(time: time, samples: sane, speed: speed)
    return [.sound(mark.job, generation: other.generation, block)]
  }

  /// What follows an end is a lie, unless the film was told meanwhile to go on.
  private mutating func goOn() throws(Lie) {
    guard hasEnded else { return }
    guard mayGoOn else { throw Lie("a frame after the end") }
    (hasEnded, mayGoOn) = (false, false)
  }

  private mutating func hearSubtitle(_ reply: Reply) throws(Lie) -> [Finding] {
    guard let other = reply.filmMark else { return [] }
    try check(other)
    guard facts != nil, bounds.takesSubtitles else { throw Lie("a text that nobody asked for") }
    let isWanted = other.generation == mark.generation && closingSince == nil
    switch reply {
    case .subtitle(_, let track, let start, let end, let text) where isWanted:
      let text = FilmSubtitle.plain(text)
      guard !text.isEmpty else { return [] }
      return [.subtitle(mark.job, FilmSubtitle(track, start, end, .text(text)))]
    case .subtitlePart(_, let next):
      guard let whole = try next.joined(to: &part), isWanted else { return [] }
      return [.subtitle(mark.job, whole)]
    case .subtitlesEnd(_, let track, let time) where isWanted:
      return [.subtitlesEnd(mark.job, track: Int(track), at: .nanoseconds(time))]
    default: return []
    }
  }

  private mutating func hearEnd(_ other: JobMark, at time: Duration) throws(Lie) -> [Finding] {
    try check(other)
    guard facts != nil else { throw Lie("an end before the film") }
    guard !hasEnded else { throw Lie("ended twice") }
    guard lastFrameTime.map({ time >= $0 }) ?? true else { throw Lie("ended before its frames") }
    hasEnded = true
    guard other.generation == mark.generation, closingSince == nil else { return [] }
    awaitedSince = nil
    let end = Finding.ended(mark.job, generation: other.generation, at: time)
    if hasFirstFrame { return [end] }
    // Nothing to show, now or ever. The worker holds the film open: it goes with it.
    isUseless = true
    return [.failed(mark.job, MediaError(.damaged, "the film has no frame"))]
  }

  /// The job must be the running one; the generation may be one that was current when the
  /// message was sent, and never goes back.
  private mutating func check(_ other: JobMark) throws(Lie) {
    guard other.job == mark.job else { throw Lie("job \(other.job) instead of \(mark.job)") }
    guard other.generation >= heardGeneration, other.generation <= mark.generation else {
      throw Lie("generation \(other.generation) instead of \(mark.generation)")
    }
    guard other.generation != heardGeneration else { return }
    heardGeneration = other.generation
    lastFrameTime = nil
    lastSoundTime = nil
    part = nil
    hasEnded = false
  }
}
