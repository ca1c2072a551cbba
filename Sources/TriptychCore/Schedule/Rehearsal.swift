/// A stretch of the show, played at once on a clock of its own: what will be shown when, by the
/// schedules of its list. Nothing is loaded: who owns it says what each item is.
public struct Rehearsal {
  /// What stands behind an item.
  public enum Content {
    case picture
    case film(Duration)
    /// It cannot be shown.
    case missing
  }

  /// What is on the screen for a while, from the moment at which the change to it begins.
  public struct Showing: Hashable, Sendable {
    /// nil: nothing is on, the screen is empty.
    public var item: Int?
    /// Since the beginning of the rehearsal.
    public var start: Duration
    public var end: Duration
  }

  /// A while in which the same items are on.
  public struct Block: Sendable {
    public var start: Duration
    public var end: Duration
    public var showings: [Showing] = []
  }

  /// An item that was on from `start` to `end`, and whose turn never came in that time.
  public struct Clash: Hashable, Sendable {
    public var item: Int
    public var start: Duration
    public var end: Duration
    /// How many more times of the item went by like that.
    public var more = 0
  }

  public private(set) var clashes: [Int: Clash] = [:]
  public private(set) var missing: Set<Int> = []
  /// True if the show came to its end, as a list without a loop does.
  public private(set) var hasEnded = false

  /// Moments, seconds since 1970-01-01 00:00 UTC.
  private let from: Int64
  private let length: Duration
  private var show: Show
  private var agenda: Agenda
  private var now = Duration.zero
  private var block = Block(start: .zero, end: .zero)
  private var current: Showing?
  /// Since when the schedules' rows are on; nil: off.
  private var onSince: [Duration?] = []
  /// When an item was on the screen last.
  private var lastShown: [Int: Duration] = [:]
  private let content: (Int) -> Content

  /// `from` and `until`: moments. `content` is asked for items that are to be shown.
  public init(
    of list: ItemList, settings: ShowSettings, from: Int64, until: Int64, zone: WallZone,
    content: @escaping (Int) -> Content
  ) {
    (self.from, length, self.content) = (from, .seconds(max(until - from, 0)), content)
    agenda = Agenda(of: list, zone: zone)
    show = Show(
      settings: settings, list: list, size: Size(1920, 1080), transformers: .builtIn, at: .zero)
  }

  /// Plays it; `tell` gets one block after the other.
  public mutating func run(_ tell: (Block) -> Void) {
    look(tell)
    perform(show.start(at: .zero))
    perform(show.presented(at: .zero))
    note()
    while !hasEnded, let next = nextInstant {
      now = max(next, now + .nanoseconds(1))
      guard now < length else { break }
      perform(show.advance(to: Instant(now)))
      note()
      if let look = agenda.nextLook, from + now.components.seconds >= look {
        self.look(tell)
        note()
      }
    }
    now = length
    close(tell)
  }

  private var nextInstant: Duration? {
    let look = agenda.nextLook.map { Duration.seconds($0 - from) }
    let event = show.nextEvent?.instant.sinceStart
    guard let look, let event else { return look ?? event }
    return min(look, event)
  }

  // MARK: The world

  private mutating func perform(_ effects: [Effect]) {
    var owed = effects[...]
    while let effect = owed.popFirst() {
      for news in answers(to: effect) { owed += show.hear(news, at: Instant(now)) }
    }
  }

  private mutating func answers(to effect: Effect) -> [News] {
    switch effect {
    case .load(let item, _):
      switch content(item) {
      case .picture: return [.picture(item: item)]
      case .film: return [.isFilm(item: item)]
      case .missing:
        missing.insert(item)
        return [.failed(item: item, reason: "missing")]
      }
    case .openFilm(let item, let place, _, _):
      guard case .film(let length) = content(item) else { return [] }
      return [.film(place: place, length: length)]
    case .quit:
      hasEnded = true
      return []
    default: return []
    }
  }

  // MARK: What is seen

  /// Notes what the screen shows, or is about to show.
  private mutating func note() {
    let item: Int? = show.hasBegun && !hasEnded ? show.item(at: show.targetPlace) : nil
    if let current, current.item == item { return }
    finishShowing()
    current = Showing(item: item, start: now, end: now)
  }

  private mutating func finishShowing() {
    guard var showing = current else { return }
    showing.end = now
    if let item = showing.item { lastShown[item] = now }
    if showing.end > showing.start { block.showings.append(showing) }
    current = nil
  }

  private mutating func look(_ tell: (Block) -> Void) {
    let news = agenda.look(at: from + now.components.seconds)
    let isOn = agenda.isOn
    if news.contains(where: { if case .offSchedule = $0 { true } else { false } }) {
      close(tell)
      noteWindows(isOn)
    }
    for one in news { perform(show.hear(one, at: Instant(now))) }
  }

  /// Ends the block; what is shown goes on in the next one.
  private mutating func close(_ tell: (Block) -> Void) {
    let item = current?.item
    let goesOn = current != nil
    finishShowing()
    block.end = now
    if block.end > block.start { tell(block) }
    block = Block(start: now, end: now)
    if goesOn { current = Showing(item: item, start: now, end: now) }
  }

  /// Rows go on and off: whose turn never came while they were on is noted.
  private mutating func noteWindows(_ isOn: [Bool]) {
    if onSince.isEmpty {
      // What is on at the beginning may have been on for long: its time is not seen whole.
      onSince = isOn.map { $0 ? .some(.seconds(-1)) : nil }
      return
    }
    for (row, on) in isOn.enumerated() where on != (onSince[row] != nil) {
      if let start = onSince[row], start >= .zero { findClashes(row, since: start) }
      onSince[row] = on ? .some(now) : nil
    }
  }

  private mutating func findClashes(_ row: Int, since start: Duration) {
    for item in agenda.items(ofRow: row).map({ Int($0) }) where !missing.contains(item) {
      guard lastShown[item] ?? .seconds(-1) <= start else { continue }
      if clashes[item] == nil {
        clashes[item] = Clash(item: item, start: start, end: now)
      } else {
        clashes[item]?.more += 1
      }
    }
  }
}
