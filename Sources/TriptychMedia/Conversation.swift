import TriptychCore
import TriptychWire

/// What one worker has been asked and what it may therefore answer. A worker is hostile: every
/// reply is held against this, and the first that cannot be true ends it. A value without a
/// clock: it decides, the wire thread performs.
struct Conversation: Sendable {
  /// What a reply, or the passing of time, means. In order; after `over` there is nothing more.
  enum Finding: Sendable {
    case ready
    /// The image lies in its slot; the slot is the player's until it is freed.
    case picture(JobSerial, SlotImage, source: Size)
    /// What the picture will look like.
    case preview(JobSerial, Preview)
    /// Letters that a text lacks.
    case missing(JobSerial, [MissingGlyph])
    /// How much of the picture's work is done, 0…1.
    case decoded(JobSerial, Double)
    /// The same for a thumbnail. `length`: of the film that it shows; nil: a picture.
    case stored(JobSerial, SlotImage, source: Size, length: Duration?)
    case written(JobSerial)
    case facts(JobSerial, PictureFacts)
    case isFilm(JobSerial)
    /// Another worker is to be asked.
    case isHEIF(JobSerial)
    case failed(JobSerial, MediaError)
    /// The film is open; its first frame came just before.
    case opened(JobSerial, FilmFacts)
    /// The slot is the player's until it is freed. `wanted` false: of an older generation, or
    /// of a film that is being closed.
    case frame(JobSerial, FilmFrame, wanted: Bool)
    /// What the bars beside the film show from its next frame on.
    case backdrop(JobSerial, generation: UInt32, Preview)
    case sound(JobSerial, generation: UInt32, SampleBlock)
    case subtitle(JobSerial, FilmSubtitle)
    /// What began in that track before ends there.
    case subtitlesEnd(JobSerial, track: Int, at: Duration)
    case ended(JobSerial, generation: UInt32, at: Duration)
    /// The job is over and the worker listens.
    case idle
    /// The worker is over before it has ever been ready.
    case stillborn(MediaError)
    /// The worker is to be killed. Its job's failure came before.
    case over
  }

  /// Limits in time (DESIGN section 2).
  enum Limit {
    static let start = Duration.seconds(10)
    static let still = Duration.seconds(10)
    static let firstFrame = Duration.seconds(10)
    static let silence = Duration.seconds(4)
    /// A cancelled picture may finish for so long: cheaper than a new worker, and nobody waits
    /// long for its place. A film that is closed has as long to say so.
    static let farewell = Duration.seconds(1)
    /// As long where another job waits for the worker: a new one is there sooner.
    static let hurry = Duration.milliseconds(100)
  }

  private enum State: Sendable {
    case starting(since: Instant)
    case idle
    case still(StillTalk)
    case film(FilmTalk)
    case over
  }

  private var state: State
  private var quota: Quota
  /// The slots that the worker has; none until a job came.
  private var slots = SlotRules(count: 0, slotBytes: 0)
  /// A film that failed by itself while we told it something: the worker may still answer that.
  private var pastFilm: JobSerial?

  init(at now: Instant) {
    state = .starting(since: now)
    quota = Quota(at: now)
  }

  /// The job that would be blamed now.
  var job: JobSerial? {
    switch state {
    case .still(let talk): talk.mark.job
    case .film(let talk): talk.mark.job
    case .starting, .idle, .over: nil
    }
  }

  /// The mark to be used when something is said of the film that plays.
  var filmMark: JobMark? {
    if case .film(let talk) = state { talk.mark } else { nil }
  }

  /// The running job's failure is nobody's news: it has been cancelled or closed.
  var isUnwanted: Bool {
    switch state {
    case .still(let talk): talk.cancelledAt != nil
    case .film(let talk): talk.closingSince != nil
    case .starting, .idle, .over: false
    }
  }

  /// When `check` must be called at the latest.
  var deadline: Instant? {
    switch state {
    case .starting(let since): since + Limit.start
    case .still(let talk): talk.deadline
    case .film(let talk): talk.deadline
    case .idle, .over: nil
    }
  }

  // MARK: - What we say

  mutating func give(_ rules: SlotRules) { slots = rules }

  mutating func begin(_ talk: StillTalk) { state = .still(talk) }

  mutating func begin(_ talk: FilmTalk) { state = .film(talk) }

  /// Nobody wants the picture any more.
  mutating func cancel(at now: Instant) {
    guard case .still(var talk) = state, talk.cancelledAt == nil else { return }
    talk.cancelledAt = now
    state = .still(talk)
  }

  /// Another job waits. Only a cancelled one cares.
  mutating func hurry(at now: Instant) {
    guard case .still(var talk) = state else { return }
    talk.hurry(at: now)
    state = .still(talk)
  }

  mutating func seek(generation: UInt32, at now: Instant) {
    changeFilm { $0.seek(generation: generation, at: now) }
  }

  /// The film is to go on without end.
  mutating func loop(at now: Instant) { changeFilm { $0.loop(at: now) } }

  mutating func changeSpeed() { changeFilm { $0.changeSpeed() } }

  /// Somebody waits for a frame of the film.
  mutating func want(at now: Instant) { changeFilm { $0.want(at: now) } }

  mutating func close(at now: Instant) { changeFilm { $0.closingSince = $0.closingSince ?? now } }

  private mutating func changeFilm(_ change: (inout FilmTalk) -> Void) {
    guard case .film(var talk) = state else { return }
    change(&talk)
    state = .film(talk)
  }

  // MARK: - What we hear

  mutating func hear(_ reply: Reply, at now: Instant) -> [Finding] {
    do throws(Lie) {
      guard quota.take(at: now) else { throw Lie("too many messages") }
      return try answer(reply, at: now)
    } catch {
      return end(error.asError)
    }
  }

  /// Ends the worker: it died, lied on a lower level or was too slow. Blames the running job.
  mutating func end(_ error: MediaError) -> [Finding] {
    if case .over = state { return [] }
    if case .starting = state {
      state = .over
      return [.stillborn(MediaError(.noDecoder, error.words))]
    }
    let blamed = isUnwanted ? nil : job
    state = .over
    return blamed.map { [.failed($0, error), .over] } ?? [.over]
  }

  /// Looks at the deadlines. `demand`: when a frame of the film was last asked for in vain.
  mutating func check(at now: Instant, demand: Instant?) -> [Finding] {
    guard let deadline, deadline <= now else { return [] }
    switch state {
    case .starting: return end(MediaError(.noDecoder, "the decoder did not start in 10 s"))
    case .still: return end(MediaError(.tookTooLong, "took longer than 10 s"))
    case .film(var talk):
      if talk.hasLostInterest(at: now, demand: demand) {
        state = .film(talk)
        return []
      }
      return end(talk.lateness)
    case .idle, .over: return []
    }
  }

  private mutating func answer(_ reply: Reply, at now: Instant) throws(Lie) -> [Finding] {
    switch reply {
    case .closed(let mark) where mark.job == pastFilm: return []
    case .failed(let mark, _, _) where mark.job == pastFilm: return []
    default: break
    }
    switch state {
    case .starting:
      guard case .ready = reply else { throw Lie("spoke before it was ready") }
      state = .idle
      return [.ready]
    case .idle: throw Lie("spoke without being asked")
    case .still(var talk):
      let findings = try talk.hear(reply, slots: slots)
      guard talk.isOver else {
        state = .still(talk)
        return talk.cancelledAt == nil ? findings : []
      }
      state = .idle
      return talk.cancelledAt == nil ? findings + [.idle] : [.idle]
    case .film(var talk):
      let findings = try talk.hear(reply, slots: slots, at: now)
      if talk.isUseless {
        state = .over
        return findings + [.over]
      }
      if talk.isOver {
        pastFilm = talk.saidClosed ? nil : talk.mark.job
        state = .idle
        return findings + [.idle]
      }
      state = .film(talk)
      return findings
    case .over: return []
    }
  }
}

/// How many messages a worker may send: a flood is a lie, and must not keep the player busy.
struct Quota: Sendable {
  static let perSecond = 2000
  static let burst = 4000

  private var left = Double(burst)
  private var last: Instant

  init(at now: Instant) { last = now }

  mutating func take(at now: Instant) -> Bool {
    left = min(Double(Self.burst), left + (now - last).inSeconds * Double(Self.perSecond))
    last = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
