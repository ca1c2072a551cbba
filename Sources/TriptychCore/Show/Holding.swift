/// What has become of an item that is wanted.
struct Holding: Sendable {
  enum Phase: Sendable { case loading, picture, film, failed }

  var phase: Phase
  /// True if there is something of it to draw, even while it loads anew or after it failed.
  var shows = false
  /// True if there is a small picture of it to stand in its stead.
  var hasPreview = false
}

/// The memory of an item that could not be shown (DESIGN section 4, "Failed item").
struct Failure: Sendable {
  /// False again once it could be shown.
  var isFailing: Bool
  var reason: String
  /// Not to be tried again before this.
  var retryAt: Instant
  /// When a person wanted it loaded again; nil: nobody waits.
  var reloadedAt: Instant?
  private var delay: Duration
  private var namedAt: Instant

  init(reason: String, at now: Instant) {
    (isFailing, self.reason, delay, namedAt) = (true, reason, .seconds(5), now)
    retryAt = now + .seconds(5)
  }

  /// It failed again. True if it is to be named again: an hour has passed.
  mutating func repeats(reason: String, at now: Instant) -> Bool {
    delay = isFailing ? min(delay * 2, .seconds(60)) : .seconds(5)
    (isFailing, self.reason, retryAt, reloadedAt) = (true, reason, now + delay, nil)
    guard now - namedAt >= .seconds(3600) else { return false }
    namedAt = now
    return true
  }
}

/// A stream at a place, as far as the show knows it.
struct FilmView: Sendable {
  var item: Int
  private(set) var loops: Bool
  /// Where it begins, film time.
  let start: Duration
  /// True once its first frame is there.
  var isReady = false
  var isWarm = false
  /// The film's own end, film time; nil: not known. Of one round, until its last has ended.
  var end: Duration?
  /// True once no frame follows.
  var hasEnded = false
  /// True if `end` was not known when the film was opened: then it leaves at the end itself.
  var endsUnannounced = false
  /// A picture that moves: it plays as often as its file says, and then its last frame stands.
  var isAnimation = false
  /// Tracks of subtitles.
  var subtitles = 0
  /// Film time when it became current; nil: it has not been yet.
  var arrived: Duration?
  /// Play or hold as a person asked for the film alone; nil: as the show does.
  var byHand: Bool?
  /// A finger holds it at a time.
  var isScrubbed = false
  /// As list and options say it.
  var ownSpeed: FilmSpeed
  /// As it plays.
  private(set) var speed: FilmSpeed
  private var time: Duration
  private var since: Instant?

  init(item: Int, start: Duration, loops: Bool, speed: FilmSpeed) {
    (self.item, self.start, self.loops, time) = (item, start, loops, start)
    (ownSpeed, self.speed) = (speed, speed)
  }

  var isRunning: Bool { since != nil }

  /// Film time, not limited to the film's end.
  func time(at now: Instant) -> Duration {
    guard let since else { return time }
    return time + speed.filmTime(in: max(now - since, .zero))
  }

  /// When the film reaches a time; nil while it stands.
  func instant(of other: Duration) -> Instant? { since.map { $0 + speed.time(of: other - time) } }

  mutating func run(_ runs: Bool, at now: Instant) {
    guard runs != isRunning else { return }
    time = time(at: now)
    since = runs ? now : nil
  }

  /// From now on round after round.
  mutating func loop() { loops = true }

  /// From now on it plays so fast.
  mutating func setSpeed(_ other: FilmSpeed, at now: Instant) {
    time = time(at: now)
    if since != nil { since = now }
    speed = other
  }

  /// Moves the clock, not the film.
  mutating func shift(by other: Duration) { time += other }

  mutating func seek(to other: Duration, at now: Instant) {
    time = other
    if since != nil { since = now }
  }
}

/// How long an item is seen, fixed when it is first seen, so that a slow crop never jumps.
struct Showing: Sendable {
  var since: Instant
  let length: Duration
  let seed: UInt64
  /// Nothing of the item could be drawn so far.
  var isAwaited = false
  /// When it could be, if it has been looked at before in vain.
  var revealedAt: Instant?
}
