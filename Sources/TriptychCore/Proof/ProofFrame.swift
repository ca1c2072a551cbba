/// What a view showed in a frame, as the painter was given it.
public struct ProofView: Hashable, Sendable {
  /// What was drawn of the view's item.
  public enum Content: Hashable, Sendable {
    /// The item's picture.
    case picture
    case film(ProofFilm)
    /// A card, a preview or a sign that it is coming: what is meant to stand in its stead.
    case standIn
    /// Nothing: an item that should be seen is not.
    case nothing
    /// What belongs to another item.
    case other
  }

  /// On the track.
  public var place: Int
  /// Index in the list.
  public var item: Int
  public var content: Content

  public init(place: Int, item: Int, content: Content) {
    (self.place, self.item, self.content) = (place, item, content)
  }
}

/// A film's frame in a view.
public struct ProofFilm: Hashable, Sendable {
  /// The stream, and how often it has been sent elsewhere: what is compared is alike in both.
  public var stream: Int
  public var seeks: Int
  /// Film time that was due.
  public var due: Duration
  /// Film time of the frame that was drawn, and how long it stands.
  public var shown: Duration
  public var length: Duration
  public var isPlaying: Bool
  /// Film time goes on so fast.
  public var speed = FilmSpeed.normal
  /// It was sent elsewhere, and no frame from there is here: the old one stays.
  public var isSeeking = false
  /// It may stand: none follows, or the next is here and not due.
  public var mayStand = false
  /// Frames of the stream that were let go of unseen so far.
  public var skipped = 0
  /// The number that the frame carries; nil: none.
  public var code: Int?

  public init(
    stream: Int, seeks: Int = 0, due: Duration, shown: Duration, length: Duration,
    isPlaying: Bool = true, code: Int? = nil
  ) {
    (self.stream, self.seeks, self.due, self.shown) = (stream, seeks, due, shown)
    (self.length, self.isPlaying, self.code) = (length, isPlaying, code)
  }
}

/// A frame that the display has taken.
public struct ProofFrame: Sendable {
  /// When it was to be seen: the refresh that it was drawn for.
  public var meant: Instant
  /// When SDL's present returned.
  public var returned: Instant
  /// The picture moves: another frame is due at the next refresh.
  public var isMoving: Bool
  /// Lowest first. nil: something lies over the show, or it is blank, so views are not judged.
  public var views: [ProofView]?

  public init(
    meant: Instant, returned: Instant, isMoving: Bool = false, views: [ProofView]? = []
  ) {
    (self.meant, self.returned, self.isMoving, self.views) = (meant, returned, isMoving, views)
  }
}

/// Something that should not have been seen.
public struct ProofFault: Hashable, Sendable {
  /// What was wrong about it.
  public enum Kind: Hashable, Sendable {
    /// Seen more than a refresh after the one it was meant for; by so much.
    case late(Duration)
    case black
    /// In words what was seen.
    case wrong(String)
  }

  public var kind: Kind
  /// Index in the list; nil: nobody's.
  public var item: Int?
  /// When it was seen.
  public var at: Instant
  /// Film time of the frame; nil: no film's.
  public var film: Duration?
  /// The number that the frame carries.
  public var code: Int?

  /// Without item and instant.
  public var words: String {
    let frame =
      (film.map { ", frame at \(proofSeconds($0)) s" } ?? "") + (code.map { " (code \($0))" } ?? "")
    switch kind {
    case .late(let time): return "late by \(proofMilliseconds(time)) ms" + frame
    case .black: return "black: nothing was drawn of it" + frame
    case .wrong(let what): return "wrong: \(what)" + frame
    }
  }
}

/// With three digits after the point.
func proofSeconds(_ time: Duration) -> String {
  let thousandths = (time.inNanoseconds + 500_000) / 1_000_000
  let rest = String(abs(thousandths) % 1000)
  return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
}

/// With one digit after the point.
func proofMilliseconds(_ time: Duration) -> String {
  let tenths = (abs(time.inNanoseconds) + 50_000) / 100_000
  return (time < .zero && tenths > 0 ? "-" : "") + "\(tenths / 10).\(tenths % 10)"
}
