import Testing

@testable import TriptychCore

@Suite struct ShowOrderTests {
  private func items(_ order: Order, from turn: Turn, count: Int) -> [Int] {
    var (items, next) = ([Int](), Optional(turn))
    for _ in 0..<count {
      guard let turn = next else { break }
      items.append(order.item(at: turn))
      next = order.after(turn)
    }
    return items
  }

  @Test func aDeckDealsEachItemOnceAndNeverTwiceInARow() {
    for seed in 0..<200 {
      let count = 2 + seed % 9
      let settings = ShowSettings.plain {
        $0.shuffle = true
        $0.seed = UInt64(seed)
      }
      let order = Order(list: .numbered(count), settings: settings)
      let dealt = items(order, from: Turn(round: 0, index: 0), count: count * 12)
      for round in 0..<12 {
        #expect(Set(dealt[round * count..<(round + 1) * count]).count == count)
      }
      #expect(!zip(dealt, dealt.dropFirst()).contains { $0 == $1 })
    }
  }

  @Test func decksOfDifferentSeedsAndRoundsDiffer() {
    func deck(_ seed: UInt64, _ round: Int) -> [Int] {
      let settings = ShowSettings.plain {
        $0.shuffle = true
        $0.seed = seed
      }
      let order = Order(list: .numbered(20), settings: settings)
      return items(order, from: Turn(round: round, index: 0), count: 20)
    }
    #expect(deck(1, 0) != deck(2, 0) && deck(1, 0) != deck(1, 1))
    #expect(deck(1, 1) == deck(1, 1))
  }

  @Test func previousBeforeTheFirstIsTheDecksLast() throws {
    let settings = ShowSettings.plain { $0.shuffle = true }
    let order = Order(list: .numbered(7), settings: settings)
    let before = try #require(order.before(Turn(round: 0, index: 0)))
    #expect(order.item(at: before) == order.item(at: Turn(round: 0, index: 6)))
  }

  @Test func newItemsAreDealtIntoTheRest() {
    let settings = ShowSettings.plain { $0.shuffle = true }
    var order = Order(list: .numbered(6), settings: settings)
    order.prepare(around: Turn(round: 0, index: 2))
    let before = items(order, from: Turn(round: 0, index: 0), count: 3)
    _ = order.edit(
      to: .numbered(12), numbers: [0, 1, 2, 3, 4, 5], departed: [:],
      pinned: [Turn(round: 0, index: 2)])
    let after = items(order, from: Turn(round: 0, index: 0), count: 12)
    #expect(Array(after.prefix(3)) == before)
    #expect(Set(after).count == 12)
  }

  @Test func aLinearShowQuitsAfterTheLastDwellOrHolds() {
    var world = ShowWorld([.picture, .picture], settings: .plain { $0.loop = .no })
    world.go(to: 4.9)
    #expect(world.x == 1 && world.count(.quit(code: 0)) == 0)
    world.go(to: 5)
    #expect(world.log.last == .quit(code: 0))
    var held = ShowWorld(
      [.picture, .picture],
      settings: .plain {
        $0.loop = .no
        $0.atEnd = .hold
      })
    held.play(to: 60)
    #expect(held.x == 1 && held.count(.quit(code: 0)) == 0)
  }

  @Test func onePictureStaysOrQuitsAfterOneDwell() {
    var world = ShowWorld([.picture])
    world.play(to: 30)
    #expect(world.x == 0 && world.show.motion(at: world.now) == .still(until: nil))
    var linear = ShowWorld([.picture], settings: .plain { $0.loop = .no })
    linear.go(to: 2)
    #expect(linear.log.last == .quit(code: 0))
  }

  @Test func nRoundsWrapAndTheLastEnds() {
    var world = ShowWorld([.picture, .picture], settings: .plain { $0.loop = .rounds(2) })
    world.play(to: 10.9)
    #expect(world.x == 3 && world.current == 1)
    world.play(to: 11)
    #expect(world.log.last == .quit(code: 0))
  }

  @Test func nextPastTheEndSpringsBack() {
    var world = ShowWorld(
      [.picture, .picture],
      settings: .plain {
        $0.loop = .no
        $0.startAt = 1
      })
    world.press(.togglePause)
    world.press(.next)
    var peak = 0.0
    for frame in 1...120 {
      world.go(to: Double(frame) / 60)
      peak = max(peak, world.x)
    }
    #expect(peak > 0.03 && peak <= 0.0501)
    #expect(world.x == 0 && world.current == 1)
  }

  @Test func aListThatGrowsGoesOnWithWhatIsNew() {
    var list = ItemList.numbered(2)
    list.isComplete = false
    var world = ShowWorld([.picture, .picture, .picture, .picture], list: list)
    world.play(to: 20)
    #expect(world.x == 1, "not around before the list is complete")
    world.hear(.list(.numbered(4)))
    world.play(to: 20.5)
    #expect(world.poses.map(\.item) == [1, 2])
  }

  @Test func whatIsDroppedNeverComesAgain() {
    var world = ShowWorld([.picture, .picture, .picture])
    world.press(.drop)
    world.play(to: 1.1)
    #expect(world.current == 0 && world.names == [1])
    for _ in 0..<5 {
      world.press(.next)
      world.play(to: world.now.sinceStart.inSeconds + 1.5)
      #expect(world.names != [0])
    }
    world.press(.drop)
    world.play(to: world.now.sinceStart.inSeconds + 1.5)
    world.press(.drop)
    #expect(world.poses.count == 1 && world.poses[0].card != nil)
  }
}
