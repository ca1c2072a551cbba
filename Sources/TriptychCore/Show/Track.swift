/// Which turn stands at which place (DESIGN section 1).
///
/// Some neighbouring places are pinned: what is visible, and a jump's target beside it. All
/// others follow from the nearest pinned one, step by step, so they change by themselves when
/// the order does; nothing visible ever changes.
struct Track: Sendable {
  private var lowest: Int
  private var turns: [Turn]

  /// One pinned place.
  init(place: Int, turn: Turn) { (lowest, turns) = (place, [turn]) }

  private var highest: Int { lowest + turns.count - 1 }

  /// The pinned turns, lowest place first.
  var pinned: [Turn] { turns }

  /// The turn at a place; nil beyond an end of the show.
  func turn(at place: Int, in order: Order) -> Turn? {
    if place >= lowest && place <= highest { return turns[place - lowest] }
    let up = place > highest
    var turn: Turn? = up ? turns[turns.count - 1] : turns[0]
    for _ in 0..<(up ? place - highest : lowest - place) {
      guard let from = turn else { return nil }
      turn = order.step(from, by: up ? 1 : -1)
    }
    return turn
  }

  /// Pins what follows up to a place, as far as there is something.
  mutating func reach(_ place: Int, in order: Order) {
    while place > highest, let turn = order.after(turns[turns.count - 1]) { turns.append(turn) }
    while place < lowest, let turn = order.before(turns[0]) {
      turns.insert(turn, at: 0)
      lowest -= 1
    }
  }

  /// Lets go of what is pinned outside of the range. At least one place stays.
  mutating func keep(_ range: ClosedRange<Int>) {
    while turns.count > 1 && highest > range.upperBound { turns.removeLast() }
    while turns.count > 1 && lowest < range.lowerBound {
      turns.removeFirst()
      lowest += 1
    }
  }

  /// Pins a turn at a place beside the pinned ones, or anew at one of them; beyond it nothing is
  /// pinned any more. `up`: the place is above all that must stay.
  mutating func pin(_ turn: Turn, at place: Int, up: Bool, in order: Order) {
    reach(up ? place - 1 : place + 1, in: order)
    if up {
      keep(lowest...max(place - 1, lowest))
      guard place == highest + 1 else { return }
      turns.append(turn)
    } else {
      keep(min(place + 1, highest)...highest)
      guard place == lowest - 1 else { return }
      turns.insert(turn, at: 0)
      lowest -= 1
    }
  }

  /// Gives each pinned turn another. `change` is asked from a place outwards; where it knows
  /// none, that place and what lies beyond it are let go.
  mutating func renew(around place: Int, _ change: (_ place: Int, _ turn: Turn) -> Turn?) {
    let middle = min(max(place, lowest), highest)
    guard let kept = change(middle, turns[middle - lowest]) else { return }
    var (below, above): ([Turn], [Turn]) = ([], [])
    for place in (lowest..<middle).reversed() {
      guard let turn = change(place, turns[place - lowest]) else { break }
      below.append(turn)
    }
    for place in middle + 1..<max(highest, middle) + 1 {
      guard let turn = change(place, turns[place - lowest]) else { break }
      above.append(turn)
    }
    (lowest, turns) = (middle - below.count, below.reversed() + [kept] + above)
  }
}
