/// One showing in the order of the show: the round, and which one in the round (from 0).
struct Turn: Hashable, Comparable, Sendable {
  var round: Int
  var index: Int
  /// Set for what has left the list and is still seen: its number among those. It stands between
  /// the turns before `index` and the one at `index`.
  var departed: Int?

  static func < (a: Turn, b: Turn) -> Bool {
    if a.round != b.round { return a.round < b.round }
    if a.index != b.index { return a.index < b.index }
    return a.departed != nil && b.departed == nil
  }
}

/// In which order items come, round after round (DESIGN section 4, "Ends" and "Shuffle").
///
/// Unshuffled, a round is the list. Shuffled, a round is a deck that deals each item once; no
/// item comes twice in a row where two decks meet.
struct Order: Sendable {
  private(set) var count: Int
  /// False while entries may still come: then nothing wraps, and the last is not the end.
  private(set) var isComplete: Bool
  private(set) var shuffles: Bool
  let seed: UInt64
  private(set) var loop: Loop
  /// What is out of its time and passed over.
  private(set) var absent = Absent()
  private var decks: [Int: [UInt32]] = [:]

  init(list: ItemList, settings: ShowSettings) {
    (count, isComplete) = (list.count, list.isComplete)
    (shuffles, seed, loop) = (settings.shuffle, settings.seed, settings.loop)
  }

  func item(at turn: Turn) -> Int {
    if let departed = turn.departed { return count + departed }
    guard shuffles else { return turn.index }
    let deck = deck(turn.round)
    return deck.isEmpty ? 0 : Int(deck[min(turn.index, deck.count - 1)])
  }

  /// The turn after that one; nil: there is none, or (list not complete) none yet.
  func after(_ turn: Turn) -> Turn? {
    guard hasPresent else { return nil }
    var next = Turn(round: turn.round, index: turn.departed == nil ? turn.index + 1 : turn.index)
    while true {
      while next.index >= size(of: next.round) {
        // A deck of which all is passed over ends the search at some time.
        guard allows(round: next.round + 1), next.round < turn.round + 3 else { return nil }
        next = Turn(round: next.round + 1, index: 0)
      }
      guard absent.has(item(at: next)) else { break }
      next.index += 1
    }
    return next
  }

  /// The turn before that one; nil: there is none.
  func before(_ turn: Turn) -> Turn? {
    guard hasPresent else { return nil }
    var previous = Turn(round: turn.round, index: turn.index - 1)
    while true {
      while previous.index < 0 {
        guard allows(round: previous.round - 1), previous.round > turn.round - 3 else {
          return nil
        }
        previous = Turn(round: previous.round - 1, index: size(of: previous.round - 1) - 1)
      }
      guard absent.has(item(at: previous)) else { break }
      previous.index -= 1
    }
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
    guard item >= 0, item < count else { return nil }
    guard shuffles else { return Turn(round: round, index: item) }
    return deck(round).firstIndex(of: UInt32(item)).map { Turn(round: round, index: $0) }
  }

  func size(of round: Int) -> Int { shuffles ? deck(round).count : count }

  func allows(round: Int) -> Bool {
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

  /// Other items are out of their time: all rounds keep them, and pass over them.
  mutating func setOff(_ off: Set<Int>) { absent = Absent(off, of: count) }

  /// The same order at a time at which others are off.
  func with(off: Set<Int>) -> Order {
    var order = self
    order.setOff(off)
    return order
  }

  /// True if something is not passed over.
  var hasPresent: Bool { absent.count < count }

  /// The list is another one. The `pinned` turns keep their items; what is new is dealt into what
  /// comes after them, so that no item comes twice in a deck. Gives each pinned turn its new one;
  /// for an item that is gone, the gap that it leaves.
  ///
  /// - Parameters:
  ///   - numbers: the new number of each old item, −1 for none.
  ///   - departed: which of the gone are still seen: old number → place among the departed.
  mutating func edit(
    to list: ItemList, numbers: [Int32], departed: [Int: Int], pinned: Set<Turn>
  ) -> [Turn: Turn] {
    var before = self
    for round in Set(pinned.map(\.round)) where shuffles { before.decks[round] = deck(round) }
    (count, isComplete, decks) = (list.count, list.isComplete, [:])
    setOff(before.absent.renumbered(numbers))
    let fates = Fates(before: before, numbers: numbers, departed: departed)
    guard shuffles else {
      let pairs = pinned.map { turn in
        (turn, fates.turn(of: turn, at: fates.number(turn) ?? fates.gap(at: turn)))
      }
      return Dictionary(uniqueKeysWithValues: pairs)
    }
    var turns: [Turn: Turn] = [:]
    for round in Set(pinned.map(\.round)).sorted() {
      decks[round] = fates.deck(of: round, pinned: pinned.sorted(), &turns)
    }
    dealNew(after: turns.values)
    return turns
  }

  /// Deals what no kept deck has into its rest. Where the next deck is kept too, it waits for that.
  private mutating func dealNew(after pinned: some Collection<Turn>) {
    let rounds = decks.keys.sorted()
    for round in rounds where !rounds.contains(round + 1) {
      let known = Set(decks[round] ?? [])
      guard known.count < count else { continue }
      let dealt = pinned.filter { $0.round == round }.map {
        $0.departed == nil ? $0.index : $0.index - 1
      }
      let new = (0..<count).filter { !known.contains(UInt32($0)) }
      deal(new, into: round, after: dealt.max() ?? -1)
    }
  }

  /// Fisher–Yates goes on: a new card changes places with a random one of the rest, itself
  /// included, so every order of the rest is as likely.
  private mutating func deal(_ items: [Int], into round: Int, after dealt: Int) {
    guard var deck = decks.removeValue(forKey: round), let lowest = items.first else { return }
    var generator = SplitMix64(seed: SplitMix64.mix(SplitMix64.mix(seed, round), lowest))
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
    guard shuffles, count > 0 else { return }
    let per = max(min(count, size(of: turn.round)), 1)
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
    var deck = rawDeck(count == 2 ? 0 : round)
    guard deck.count > 1 else { return deck }
    var generator = SplitMix64(seed: SplitMix64.mix(SplitMix64.mix(seed, round), -1))
    if round > 0 {
      let previous = decks[round - 1] ?? (count == 2 ? deck : rawDeck(round - 1))
      // The last card stays where it is: the next deck's first was compared with it.
      if deck[0] == previous.last {
        deck.swapAt(0, deck.count == 2 ? 1 : 1 + generator.below(deck.count - 2))
      }
    }
    // The next deck may be older than the list is now.
    if let next = decks[round + 1]?.first, next == deck.last, deck.count > 2 {
      deck.swapAt(deck.count - 1, 1 + generator.below(deck.count - 2))
    }
    return deck
  }

  private func rawDeck(_ round: Int) -> [UInt32] {
    var deck = (0..<UInt32(count)).map { $0 }
    var generator = SplitMix64(seed: SplitMix64.mix(seed, round))
    generator.shuffle(&deck)
    return deck
  }
}

/// What becomes of the turns of an order when the list is another one.
private struct Fates {
  /// The order as it was, with its decks made.
  let before: Order
  let numbers: [Int32]
  let departed: [Int: Int]

  /// The new number of a turn's item; nil: it is gone.
  func number(_ turn: Turn) -> Int? { number(before.item(at: turn)) }

  private func number(_ item: Int) -> Int? {
    numbers.indices.contains(item) && numbers[item] >= 0 ? Int(numbers[item]) : nil
  }

  /// The turn that takes a turn's place, at a known index.
  func turn(of turn: Turn, at index: Int) -> Turn {
    let isGone = number(turn) == nil
    // A gap that nobody sees is only stepped from: its number does not matter.
    let place = isGone ? departed[before.item(at: turn)] ?? 0 : nil
    return Turn(round: turn.round, index: index, departed: place)
  }

  /// The index before which an item stood that is gone from an unshuffled list: that of the next
  /// one that is still there, or after the last one before it.
  func gap(at turn: Turn) -> Int {
    for index in turn.index..<max(before.count, turn.index) {
      if let number = number(index) { return number }
    }
    for index in (0..<min(turn.index, before.count)).reversed() {
      if let number = number(index) { return number + 1 }
    }
    return 0
  }

  /// A deck without what is gone, with what has come back; notes what becomes of pinned turns.
  func deck(of round: Int, pinned: [Turn], _ turns: inout [Turn: Turn]) -> [UInt32] {
    var cards: [UInt32] = []
    let here = pinned.filter { $0.round == round }
    let size = before.size(of: round)
    let (known, departed) = (Set(here), here.filter { $0.departed != nil })
    func lay(_ turn: Turn) {
      if known.contains(turn) { turns[turn] = self.turn(of: turn, at: cards.count) }
      if let number = number(turn) { cards.append(UInt32(number)) }
    }
    for index in 0..<size {
      departed.filter { $0.index == index }.forEach(lay)
      lay(Turn(round: round, index: index))
    }
    departed.filter { $0.index >= size }.forEach(lay)
    return cards
  }
}
