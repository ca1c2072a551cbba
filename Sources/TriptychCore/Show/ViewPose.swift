/// A view as it is drawn at an instant.
public struct ViewPose: Sendable {
  /// An integer on the track.
  public var place: Int
  /// Index in the list.
  public var item: Int
  /// place − x, −1…1.
  public var p: Double
  /// The transformer's alone.
  public var placement: Placement
  /// How long the item has been seen (Ken Burns); nil: it does not move.
  public var drift: Drift?
  /// Set where the view is enlarged.
  public var zoom: Zoom?
  /// Set where the view shows a film.
  public var film: FilmPose?
  /// Set where the view shows a card instead of an item: the reason.
  public var card: String?
  /// Set where nothing can be drawn of the item yet: since when it has been looked at. A preview
  /// stands in its stead, or a sign that it is coming. With a card: since when a person has waited
  /// for another attempt.
  public var awaitedSince: Instant?
  /// How much is seen of what has come late over what stood in its stead, 0…1; nil: all of it.
  public var reveal: Double?

  public init(
    place: Int, item: Int, p: Double, placement: Placement, drift: Drift? = nil,
    film: FilmPose? = nil, card: String? = nil
  ) {
    (self.place, self.item, self.p, self.placement) = (place, item, p, placement)
    (self.drift, self.film, self.card) = (drift, film, card)
  }
}

/// How far a slow crop has come.
public struct Drift: Hashable, Sendable {
  /// 0…1 over the time that the item is shown.
  public var progress: Double
  /// The same for every frame of one showing.
  public var seed: UInt64

  public init(progress: Double, seed: UInt64) {
    self.progress = progress
    self.seed = seed
  }
}

/// What a film shows at an instant.
public struct FilmPose: Hashable, Sendable {
  /// Film time due now.
  public var time: Duration
  /// True if time goes on.
  public var isPlaying: Bool
  /// 0…1, times item volume times volume.
  public var gain: Double
  /// Film time goes on so fast.
  public var speed: FilmSpeed

  public init(time: Duration, isPlaying: Bool, gain: Double, speed: FilmSpeed = .normal) {
    (self.time, self.isPlaying, self.gain, self.speed) = (time, isPlaying, gain, speed)
  }
}

/// When the screen changes next, if nobody does anything.
public enum Motion: Hashable, Sendable {
  /// Every refresh.
  case moving
  /// Not before this instant; nil: never.
  case still(until: Instant?)
}
