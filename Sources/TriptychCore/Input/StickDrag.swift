/// A stick that moves x, or what is enlarged, or the overview, or a trigger that enlarges: how far
/// it is out is how fast that goes. A value without a clock.
struct StickDrag: Sendable {
  /// Views a second with the stick all the way out: fewer than three changes a second.
  static let fastest = 2.0
  /// The factor of a second with the trigger all the way in, as its logarithm: four times.
  static let zooming = 1.386_294_361_119_890_6
  /// From here on it takes x along …
  static let takes = 0.35
  /// … and to here it keeps it.
  static let keeps = 0.22
  /// A stick that stands still so long is held by nobody: a worn one beside the centre, and one
  /// that is far out.
  static let longestBeside = Duration.seconds(5)
  static let longest = Duration.seconds(60)

  /// What it moves.
  enum Use: Hashable, Sendable {
    case drag
    /// It looks round in what is enlarged.
    case look
    /// The overview, the faster the longer it is held.
    case scroll
    /// A trigger enlarges, or the other way.
    case zoom(larger: Bool)

    /// Both ways of a stick, and triggers, may do it at once.
    var isOfZoom: Bool { self != .drag && self != .scroll }
  }

  let way: PadSticks.Way  // sign 1: both ways
  let use: Use
  private let began: Instant
  private(set) var value: Double
  private var still: (value: Double, since: Instant)
  private var last: Instant
  /// What was moved of late, for the speed of the release.
  private var moves: [(at: Instant, by: Double)] = []

  init(_ way: PadSticks.Way, _ value: Double, _ use: Use, at now: Instant) {
    (self.way, self.value, self.use, began) = (way, value, use, now)
    (still, last) = ((value, now), now)
  }

  mutating func move(to value: Double, at now: Instant) {
    self.value = value
    if abs(value - still.value) > 0.08 { still = (value, now) }
  }

  /// View widths that x goes on since the last call; of a trigger the factor's logarithm. A turn
  /// that comes late does not catch up.
  mutating func advance(to now: Instant) -> Double {
    let elapsed = min(max(now - last, .zero), .milliseconds(50)).inSeconds
    last = max(last, now)
    let out = min(max((abs(value) - StickDrag.keeps) / (0.95 - StickDrag.keeps), 0), 1)
    let held = use == .scroll ? 1 + min(max((now - began).inSeconds, 0), 4) : 1
    let most: Double =
      if case .zoom(let larger) = use { larger ? StickDrag.zooming : -StickDrag.zooming } else {
        StickDrag.fastest
      }
    let by = (value < 0 ? -1 : 1) * most * held * out * out * elapsed
    moves.removeAll { now - $0.at > StickDrag.window }
    moves.append((now, by))
    return by
  }

  private static let window = Duration.milliseconds(80)

  /// View widths a second over the last 80 ms.
  func velocity(at now: Instant) -> Double {
    moves.filter { now - $0.at <= StickDrag.window }.reduce(0) { $0 + $1.by }
      / StickDrag.window.inSeconds
  }

  /// True if nobody can be holding it.
  func isForgotten(at now: Instant) -> Bool {
    now - still.since
      >= (abs(value) < 0.6 ? StickDrag.longestBeside : StickDrag.longest)
  }

  /// What a part of the way is.
  func action(_ by: Double) -> UserAction {
    switch use {
    case .drag: .command(.drag(by: by))
    case .look: .command(way.axis.way == .horizontal ? .look(x: by, y: 0) : .look(x: 0, y: by))
    case .scroll: .overview(.scroll(by: by))
    case .zoom: .command(.zoom(by: exponential(by)))
    }
  }
}
