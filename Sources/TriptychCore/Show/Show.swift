/// The show: which item stands where at each instant, and what is needed for that.
///
/// A value. It knows no clock and no files: whoever owns it passes instants (never going back;
/// one that does counts as the last one), performs the returned effects in order, and tells it
/// the news. The same inputs give the same show. Used from one thread.
///
/// Turn of the loop: `hear` what has arrived, `apply` the commands, `advance(to:)` now, draw
/// `poses(at:)`, and once something is on the screen `presented(at:)`; then sleep as long as
/// `motion(at:)` allows. A change begins only when what it leads to can be drawn.
public struct Show: Sendable {
  public internal(set) var settings: ShowSettings
  public internal(set) var list: ItemList
  public internal(set) var size: Size
  var transformers: TransformerTable
  var order: Order
  /// nil until there is an entry to begin with.
  var track: Track?
  var course = Course.rest(at: 0)
  /// Where the commands or the timer want x to be.
  public internal(set) var targetPlace = 0
  /// +1 or −1: which way things went last, for what is loaded ahead.
  var travel = 1
  /// True if the timer began the change that runs.
  var isTimed = false
  /// Set while x is in the hand: what was current when it was taken.
  var grabbed: Grab?
  /// A person's step is accepted at the earliest (flash safety).
  var stepsFrom: Instant?
  /// A change by command may be seen at the earliest (flash safety).
  var changesFrom: Instant?

  /// What is wanted of the world.
  var held: [Int: Holding] = [:]
  var failures: [Int: Failure] = [:]
  var failing = 0
  var films: [Int: FilmView] = [:]
  var seen: [Int: Showing] = [:]
  /// The size of items as they are shown upright, pixels, once it is known.
  var sources: [Int: Size] = [:]
  /// The step that waits for what it leads to.
  var waiting: Waiting?
  /// The view that the hand has enlarged; nil: all stand as they fit.
  var enlarged: Enlargement?
  /// What was asked for to make it sharp.
  var closeUp: CloseUp?

  /// True once anything has been presented, be it a card.
  var isOnScreen = false
  /// True once an item has been presented; until then no place is visible.
  var hasBegun = false
  var isOver = false
  /// True from when every item has failed, or the list turned out empty, until something is shown.
  public internal(set) var isNothingPlayable = false
  /// True while nothing is tried any more, because everything has just failed.
  var hasGivenUp = false
  /// True after a person dropped the last item: a card stands in its stead.
  public internal(set) var isEmptied = false
  /// True if a person took away what was current last; else the list lost it.
  var wasDropped = false
  /// The place whose item has left the list and goes by fading, from rest until it is not seen.
  var leaving: Int?
  /// Items that are to be loaded anew once the film that is seen of them is over.
  var outdated: Set<Int> = []
  var reported: Int?
  /// The item that `Effect.changing` has named and that is not current yet.
  var announced: Int?
  /// Changes of settings that wait until nothing moves.
  var postponed: [SettingChange] = []

  var dwell = Dwell.none
  /// True if the timer has struck and waits for what comes next.
  var isDue = false
  var arrivedAt = Instant.zero
  /// When the present turn began: what may be retried by then is a candidate in this turn.
  var turnAt = Instant.zero
  /// How many items have failed again in this turn.
  var retries = 0
  /// A film that was sought stays until then at least, be it at its end.
  var staysUntil = Instant.zero
  var upcoming = Upcoming.unknown
  /// When the failed are looked at again, where nothing else is to be shown.
  var retryAt: Instant?
  /// True if something has happened whose consequences are not drawn yet.
  var isStale = true
  /// The order as it will be when schedules switch next, which is soon; nil: they do not.
  var later: Order?
  /// True while nothing that is on can be shown: the screen shows the background.
  public internal(set) var isVacant = false
  /// Where things stood when they were drawn last.
  var drawn = Outlook(visible: 0...0, target: 0, current: 0)
  /// The last instant that was seen.
  var last: Instant

  public internal(set) var isPaused = false
  /// The overview lies over the show.
  public internal(set) var isInOverview = false
  /// The target is gone to at once, whatever the transitions are.
  var isJump = false
  public internal(set) var isBlank = false
  /// The screen's hours are over: left alone, it is blank.
  var isOutOfHours = false
  public internal(set) var isMuted: Bool
  /// Percent, 0…100.
  public internal(set) var volume: Int
  /// What people have chosen over the options.
  var subtitlesByHand: SubtitlesByHand?
  /// Since when dwell, films and slow crops stand still: a pause begins at rest.
  var stoppedAt: Instant?

  /// The time left to an item that is at rest.
  enum Dwell: Sendable {
    case none
    case until(Instant)
    case held(Duration)
  }

  /// What the timer goes to next.
  enum Upcoming: Sendable {
    case unknown
    /// Searched up to here without success; entries may still come.
    case searched(Turn)
    /// Stands at the place after the current one.
    case found(Turn)
    /// The show ends here.
    case end
    /// Nothing but the current item can be shown.
    case alone
  }

  /// All that changes with time alone, between events.
  struct Outlook: Equatable, Sendable {
    var visible: ClosedRange<Int>
    var target: Int
    var current: Int
  }

  /// What was current when x was taken in the hand.
  struct Grab: Sendable {
    var place: Int
    /// What was left of its time, if it was at rest.
    var kept: (dwell: Dwell, isDue: Bool, arrivedAt: Instant)?
  }

  /// A show that has not begun. `size`: the viewer's space, pixels.
  public init(
    settings: ShowSettings, list: ItemList, size: Size, transformers: TransformerTable,
    at now: Instant
  ) {
    (self.settings, self.list, self.size) = (settings, list, size)
    self.transformers = transformers
    order = Order(list: list, settings: settings)
    (isMuted, volume, last) = (settings.item.mute, settings.item.volume, now)
  }

  // MARK: What happens

  /// Asks for the first items. Once, before all else.
  public mutating func start(at now: Instant) -> [Effect] {
    turnAt = now
    isStale = true
    layFirst()
    return settle(at: now)
  }

  /// What `poses` gave was put on the screen: the first item's dwell begins. If that was a card,
  /// it begins when there is an item to show. Once is enough, more does no harm.
  public mutating func presented(at now: Instant) -> [Effect] {
    var effects = advance(to: now)
    guard !isOver, !isOnScreen, !poses(at: last).isEmpty else { return effects }
    (isOnScreen, isStale) = (true, true)
    effects += settle(at: last)
    return effects
  }

  /// Lets time pass: the timer, arrivals, films that end, retries, each at its own instant.
  public mutating func advance(to now: Instant) -> [Effect] {
    isOver ? [] : settle(at: now)
  }

  /// A command. The state is the new one at once; the picture follows.
  public mutating func apply(_ command: Command, at now: Instant) -> [Effect] {
    guard !isOver else { return [] }
    var effects = settle(at: now)
    guard !isOver else { return effects }
    isStale = true
    perform(command, at: last, &effects)
    if !isOver { effects += settle(at: last) }
    return effects
  }

  /// News. What nobody wants any more is ignored.
  public mutating func hear(_ news: News, at now: Instant) -> [Effect] {
    guard !isOver else { return [] }
    var effects = settle(at: now)
    guard !isOver else { return effects }
    isStale = true
    take(news, at: last, &effects)
    if !isOver { effects += settle(at: last) }
    return effects
  }

  /// Other transitions are to be had from now on: those that scripts make, once they are read.
  public mutating func use(_ transformers: TransformerTable) { self.transformers = transformers }

  // MARK: What is

  /// x, in places.
  public func position(at now: Instant) -> Double { course.state(at: max(now, last)).x }

  /// floor(x + 0.5), at the last instant that the show has heard of.
  public var currentPlace: Int { Self.nearest(to: position(at: last)) }

  /// The current item's index; −1: there is none.
  public var current: Int { item(at: currentPlace) ?? -1 }

  /// The round of the list, or the deck, that the current place belongs to; 0 is the first.
  public var round: Int { track?.turn(at: currentPlace, in: order)?.round ?? 0 }

  /// The item at a place; nil beyond an end.
  public func item(at place: Int) -> Int? {
    guard let turn = track?.turn(at: place, in: order) else { return nil }
    return order.item(at: turn)
  }

  /// The three places of the window.
  public var window: ClosedRange<Int> { currentPlace - 1...currentPlace + 1 }

  static func nearest(to x: Double) -> Int { Int((x + 0.5).rounded(.down)) }
}
