/// Turns the ways of sticks and triggers into pushes, which begin and end like presses of a key.
/// A value without a clock.
///
/// Sticks wear out: they rest beside the centre, tremble, or are stuck. So a push begins only
/// where the stick has come some way out since the last one ended, and has been at the centre
/// once since it was plugged in; it ends when the stick has gone a good part of its way back.
struct PadSticks: Sendable {
  /// One way of one axis.
  struct Way: Hashable, Sendable {
    var pad: Int
    var axis: PadAxis
    /// −1 or 1.
    var sign: Double

    var name: String { axis.name(sign) }
  }

  enum Change: Hashable, Sendable {
    case begins(Way)
    case ends(Way)
  }

  private struct State {
    /// The least since the last push ended; nil: not yet seen at the centre.
    var low: Double?
    /// The most since the push began; nil: it is not pushed.
    var peak: Double?
  }

  /// Nearer to the centre than this counts as the centre (a third of the way is a dead zone).
  static let centre = 0.3
  /// Out so far it is pushed.
  static let pushed = 0.5
  /// So far it must have come out since the last push.
  static let rise = 0.25
  /// Out so far it may be held for more steps: a hand that holds it, not a worn spring.
  static let far = 0.7
  /// A push ends at this part of the farthest.
  static let back = 0.6

  private var values: [Way: Double] = [:]  // sign 1 only
  private var states: [Way: State] = [:]

  /// Where an axis is, −1…1.
  func value(_ pad: Int, _ axis: PadAxis) -> Double {
    values[Way(pad: pad, axis: axis, sign: 1)] ?? 0
  }

  /// True if the stick is held far out.
  func isFar(_ way: Way) -> Bool { value(way.pad, way.axis) * way.sign >= PadSticks.far }

  /// True if the stick has come out of its own rest to `value`, and was at the centre before.
  func isFree(_ way: Way, _ value: Double) -> Bool {
    let way = Way(pad: way.pad, axis: way.axis, sign: value < 0 ? -1 : 1)
    guard let state = states[way] else { return false }
    return state.peak != nil || abs(value) >= (state.low ?? 1) + 0.2
  }

  /// An axis has moved to `value`; what is no number is the centre.
  mutating func move(_ pad: Int, _ axis: PadAxis, to value: Double) -> [Change] {
    let value = value.isFinite ? min(max(value, -1), 1) : 0
    values[Way(pad: pad, axis: axis, sign: 1)] = value
    let ways = [1.0, -1.0].map { Way(pad: pad, axis: axis, sign: $0) }
    let ended = ways.filter { follow($0, value * $0.sign) }.map { Change.ends($0) }
    // Its end may free the stick for its other axis.
    let axes = [axis] + (axis.across.map { [$0] } ?? [])
    for axis in axes {
      for sign in [1.0, -1.0] {
        let way = Way(pad: pad, axis: axis, sign: sign)
        if begin(way) { return ended + [.begins(way)] }
      }
    }
    return ended
  }

  /// Whatever was pushed is taken for where the stick rests.
  mutating func settle(_ way: Way) { states[way] = State() }

  /// Forgets a pad.
  mutating func remove(_ pad: Int) {
    values = values.filter { $0.key.pad != pad }
    states = states.filter { $0.key.pad != pad }
  }

  /// True if a push has ended.
  private mutating func follow(_ way: Way, _ reach: Double) -> Bool {
    var state = states[way] ?? State()
    defer { states[way] = state }
    if let peak = state.peak {
      state.peak = max(peak, reach)
      guard reach < max(PadSticks.centre, peak * PadSticks.back) else { return false }
      state = State(low: max(0, reach), peak: nil)
      return true
    }
    if let low = state.low {
      state.low = min(low, max(0, reach))
    } else if reach < PadSticks.centre {
      state.low = max(0, reach)
    }
    return false
  }

  private mutating func begin(_ way: Way) -> Bool {
    guard var state = states[way], state.peak == nil, let low = state.low else { return false }
    let reach = value(way.pad, way.axis) * way.sign
    guard reach >= max(PadSticks.pushed, low + PadSticks.rise) else { return false }
    if let across = way.axis.across {
      // A stick that is pushed aslant goes one way, not two.
      guard reach >= abs(value(way.pad, across)) else { return false }
      let others = [1.0, -1.0].map { Way(pad: way.pad, axis: across, sign: $0) }
      guard others.allSatisfy({ states[$0]?.peak == nil }) else { return false }
    }
    state.peak = reach
    states[way] = state
    return true
  }
}
