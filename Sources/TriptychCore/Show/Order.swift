/// One showing in the order of the show: the round, and which one in the round (from 0).
struct Turn: Hashable, Comparable, Sendable {
  var round: Int
  var index: Int

  static func < (a: Turn, b: Turn) -> Bool {
    a.round != b.round ? a.round < b.round : a.index < b.index
  }
}

/// In which order items come, round after round (DESIGN section 4, "Ends" and "Shuffle").
///
/// Unshuffled, a round is the list. Shuffled, a round is a deck that deals each item once; no
/// item comes twice in a row where two decks meet. Turns keep their items when the list grows.
struct Order: Sendable {
  private(set) var count: Int
  /// False while entries may still come: then nothing wraps, and the last is not the end.
  private(set) var isComplete: Bool
  private(set) var shuffles: Bool
  let seed: UInt64
  private(set) var loop: Loop
  private(set) var dropped: Set<Int> = []
  /// What is passed over, be it dropped or out of its time.
  private(set) var absent = Absent()
  private var decks: [Int: [UInt32]] = [:]

  init(list: ItemList, settings: ShowSettings) {
    (count, isComplete) = (list.count, list.isComplete)
    (shuffles, seed, loop) = (settings.shuffle, settings.seed, settings.loop)
  }

  /// How many items can still come.
  var active: Int { count - dropped.count }

  func item(at turn: Turn) -> Int {
    guard shuffles else { return turn.index }
    let deck = deck(turn.round)
    return deck.isEmpty ? 0 : Int(deck[min(turn.index, deck.count - 1)])
  }

  /// The turn after that one; nil: there is none, or (list not complete) none yet.
  func after(_ turn: Turn) -> Turn? {
    guard hasPresent else { return nil }
    var next = turn
    repeat {
      next.index += 1
      if next.index >= size(of: next.round) {
        guard allows(round: next.round + 1), next.round < turn.round + 3 else { return nil }
        next = Turn(round: next.round + 1, index: 0)
      }
    } while absent.has(item(at: next))
    return next
  }

  /// The turn before that one; nil: there is none.
  func before(_ turn: Turn) -> Turn? {
    guard hasPresent else { return nil }
    var previous = turn
    repeat {
      previous.index -= 1
      if previous.index < 0 {
        // A deck of which all was dropped is passed over, but not for ever.
        guard allows(round: previous.round - 1), previous.round > turn.round - 3 else {
          return nil
        }
        previous = Turn(round: previous.round - 1, index: size(of: previous.round - 1) - 1)
      }
    } while absent.has(item(at: previous))
    return previous
  }

  func step(_ turn: Turn, by direction: Int) -> Turn? {
    direction > 0 ? after(turn) : before(turn)
  }

  /// The turn after that one in the same round, the first after the last: the search for
  /// something to begin with tries every item, whatever `loop` says.
  func around(_ turn: Turn) -> Turn {
    let next = turn.index + 1
    return Turn(round: turn.round, index: next < size(of: turn.round) ? next : 0)
  }

  /// The turn of an item in a round; nil where the round does not deal it.
  func turn(of item: Int, round: Int) -> Turn? {
    guard item >= 0, item < count, !dropped.contains(item) else { return nil }
    guard shuffles else { return Turn(round: round, index: item) }
    return deck(round).firstIndex(of: UInt32(item)).map { Turn(round: round, index: $0) }
  }

  func size(of round: Int) -> Int { shuffles ? deck(round).count : count }

  private func allows(round: Int) -> Bool {
    guard isComplete else { return false }
    switch loop {
    case .forever: return true
    case .no: return round == 0
    case .rounds(let rounds): return rounds <= 1 ? round == 0 : round < rounds
    }
  }

  // MARK: Changes

  /// Takes over what the settings say of shuffle and rounds.
  mutating func follow(_ settings: ShowSettings) {
    if settings.shuffle != shuffles { decks = [:] }
    (shuffles, loop) = (settings.shuffle, settings.loop)
  }

  /// Takes an item out of all rounds.
  mutating func drop(_ item: Int) {
    dropped.insert(item)
    absent.add(item)
  }

  /// Other items are out of their time: all orders keep them, and pass over them.
  mutating func setOff(_ off: Set<Int>) { absent = Absent(off: off, dropped: dropped, count) }

  /// The same order at a time at which others are off.
  func with(off: Set<Int>) -> Order {
    var order = self
    order.setOff(off)
    return order
  }

  /// True if something is not passed over.
  var hasPresent: Bool { absent.count < count }

  /// Entries were added at the end of the list. The `pinned` turns keep their items; new items
  /// are dealt into what comes after them.
  mutating func grow(to list: ItemList, pinned: [Turn]) {
    let old = count
    (count, isComplete) = (max(list.count, old), list.isComplete)
    guard shuffles, count > old else { return }
    let rounds = Set(pinned.map(\.round))
    for round in decks.keys.sorted() {
      guard rounds.contains(round) else {
        decks[round] = nil
        continue
      }
      guard !rounds.contains(round + 1) else { continue }
      let dealt = pinned.filter { $0.round == round }.map(\.index).max() ?? -1
      deal(old..<count, into: round, after: dealt)
    }
  }

  /// Fisher–Yates goes on: a new card changes places with a random one of the rest, itself
  /// included, so every order of the rest is as likely.
  private mutating func deal(_ items: Range<Int>, into round: Int, after dealt: Int) {
    guard var deck = decks.removeValue(forKey: round) else { return }
    var generator = SplitMix64(
      seed: SplitMix64.mix(SplitMix64.mix(seed, round), items.lowerBound))
    for item in items {
      deck.append(UInt32(item))
      let first = min(dealt + 1, deck.count - 1)
      deck.swapAt(first + generator.below(deck.count - first), deck.count - 1)
    }
    decks[round] = deck
  }

  /// Makes the decks within five turns and lets go of the others, so that all further questions
  /// are answered from memory.
  mutating func prepare(around turn: Turn) {
    guard shuffles, active > 0 else { return }
    let per = max(min(active, size(of: turn.round)), 1)
    let reach = 5 / per + 1
    let low = turn.index < 5 ? turn.round - reach : turn.round
    let high = turn.index + 5 >= per ? turn.round + reach : turn.round
    for round in low...high where decks[round] == nil { decks[round] = makeDeck(round) }
    for round in decks.keys where round < low - 1 || round > high + 1 { decks[round] = nil }
  }

  // MARK: Decks

  private func deck(_ round: Int) -> [UInt32] { decks[round] ?? makeDeck(round) }

  /// Before the first deck lies the first deck again: previous leads to its last.
  private func makeDeck(_ round: Int) -> [UInt32] {
    if round < 0 { return deck(0) }
    var deck = rawDeck(active == 2 ? 0 : round)
    guard round > 0, deck.count > 1 else { return deck }
    let previous = decks[round - 1] ?? (active == 2 ? deck : rawDeck(round - 1))
    let last = previous.last { !dropped.contains(Int($0)) }
    guard deck[0] == last else { return deck }
    // The last card stays where it is: the next deck's first was compared with it.
    var generator = SplitMix64(seed: SplitMix64.mix(SplitMix64.mix(seed, round), -1))
    deck.swapAt(0, deck.count == 2 ? 1 : 1 + generator.below(deck.count - 2))
    return deck
  }

  private func rawDeck(_ round: Int) -> [UInt32] {
    var deck = (0..<UInt32(count)).filter { !dropped.contains(Int($0)) }
    var generator = SplitMix64(seed: SplitMix64.mix(seed, round))
    generator.shuffle(&deck)
    return deck
  }
}
