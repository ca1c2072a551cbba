import Testing

@testable import TriptychCore

@Suite struct ShowFailureTests {
  @Test func theTimerSkipsWhatFailedWithoutLosingTime() {
    var world = ShowWorld([.picture, .bad, .picture, .picture])
    world.go(to: 2.5)
    #expect(world.x == 0.5 && world.poses.map(\.item) == [0, 2])
    world.go(to: 5.5)
    #expect(world.poses.map(\.item) == [2, 3])
  }

  @Test func aFailedItemIsTriedAgainAtItsTurnAndNamedOnceAnHour() {
    var world = ShowWorld([.picture, .bad, .picture])
    world.play(to: 120)
    let loads =
      world.count(.load(item: 1, place: 1))
      + world.log.count {
        if case .load(item: 1, let place) = $0 { place != 1 } else { false }
      }
    // 5, 10, 20, 40 s and then 60 s apart at the soonest: five or six in two minutes.
    #expect(loads >= 4 && loads <= 6, "\(loads) loads")
    #expect(world.count(.warn(item: 1, reason: "bad")) == 1)
    world.contents[1] = .picture
    world.play(to: 200)
    #expect(world.log.contains(.changed(from: 0, to: 1)), "it is back")
  }

  @Test func aLinearListEndsThoughWhatFailedCouldBeTriedAgain() {
    // The second item may be tried again from 5 s on; the list is over at 8 s.
    var world = ShowWorld(
      [.picture, .bad, .picture, .picture], settings: .plain { $0.loop = .no })
    world.play(to: 7.9)
    #expect(!world.show.isOver)
    world.play(to: 8.1)
    #expect(world.show.isOver && world.count(.quit(code: 0)) == 1)
  }

  @Test func whatIsAloneIsTriedAgainWhereItStands() {
    var world = ShowWorld([.film(.seconds(60))])
    world.play(to: 2)
    let loads = world.log.count { if case .load(item: 0, _) = $0 { true } else { false } }
    world.hear(.failed(item: 0, reason: "the decoder died"))
    world.play(to: 6.5)
    #expect(world.count(.load(item: 0, place: world.show.currentPlace)) == loads)
    world.play(to: 8)
    #expect(world.count(.load(item: 0, place: world.show.currentPlace)) == loads + 1)
    #expect(world.poses.first?.film?.isPlaying == true, "it plays again")
  }

  @Test func aPersonSeesACardAndMayReload() {
    var world = ShowWorld([.picture, .bad, .picture])
    world.press(.next)
    world.play(to: 1)
    #expect(world.x == 1 && world.poses.map(\.card) == ["bad"] && world.current == 1)
    world.contents[1] = .picture
    world.press(.reload)
    #expect(world.poses.map(\.card) == [nil])
  }

  @Test func aKioskShowsNobodyACard() {
    var world = ShowWorld([.picture, .bad, .picture], settings: .plain { $0.kiosk = true })
    world.press(.next)
    world.play(to: 1)
    #expect(world.x == 1 && world.current == 2)
    world.press(.previous)
    world.play(to: 2.5)
    #expect(world.current == 0)
  }

  @Test func nothingPlayableQuitsWithOne() {
    let world = ShowWorld([.bad, .bad, .bad])
    #expect(world.log.last == .quit(code: 1))
    #expect(world.log.count { if case .warn = $0 { true } else { false } } == 3)
    #expect(ShowWorld([]).log == [.quit(code: 1)])
  }

  @Test func aKioskShowsACardAndTriesForEver() {
    var world = ShowWorld([.bad, .bad], settings: .plain { $0.kiosk = true })
    #expect(world.show.isNothingPlayable && world.poses.map(\.card) == ["bad"])
    #expect(world.show.motion(at: .zero) == .still(until: Instant(.seconds(5))))
    world.play(to: 300)
    let loads = world.log.count { if case .load = $0 { true } else { false } }
    #expect(loads <= 2 * 9, "\(loads) loads in five minutes")
    world.contents[1] = .picture
    world.play(to: 361)
    #expect(!world.show.isNothingPlayable && world.poses.map(\.item) == [1])
  }

  @Test("a search longer than the pause before another try goes to the end, and once")
  func longSearch() {
    var world = ShowWorld([ShowWorld.Content](repeating: .bad, count: 60), answersAtOnce: false)
    for turn in 1...60 {
      world.go(to: Double(turn) / 4)
      world.answerAll(once: true)
    }
    let loads = world.log.count { if case .load = $0 { true } else { false } }
    #expect(world.log.last == .quit(code: 1) && loads == 60, "\(loads) loads")
  }

  @Test func theFirstThatCanBeShownStandsAtPlaceZero() {
    let world = ShowWorld([.bad, .bad, .picture], settings: .plain { $0.loop = .no })
    #expect(world.poses.map(\.item) == [2] && world.x == 0)
    let wrapped = ShowWorld(
      [.picture, .bad],
      settings: .plain {
        $0.loop = .no
        $0.startAt = 1
      })
    #expect(wrapped.poses.map(\.item) == [0])
  }

  @Test func allGoneLaterKeepsTheLastPicture() {
    var world = ShowWorld([.picture, .picture])
    world.contents = [.bad, .bad]
    world.hear(.failed(item: 1, reason: "gone"))
    world.hear(.failed(item: 0, reason: "gone"))
    world.play(to: 60)
    #expect(world.x == 0 && world.poses.map(\.item) == [0] && world.poses[0].card == nil)
    #expect(world.count(.quit(code: 1)) == 0)
  }

  @Test func manyBadItemsAreSearchedInTimeThatGrowsWithTheirNumber() {
    var contents = [ShowWorld.Content](repeating: .bad, count: 3000)
    contents[0] = .picture
    var world = ShowWorld(contents)
    world.go(to: 4)
    #expect(world.x == 0 && world.poses.map(\.item) == [0])
  }

  @Test func anEmptyListThatGrowsBeginsWithItsFirstEntry() {
    var list = ItemList()
    list.isComplete = false
    var world = ShowWorld([.picture, .picture], list: list)
    #expect(world.poses.isEmpty && world.log.isEmpty)
    world.hear(.list(.numbered(2)))
    #expect(world.poses.map(\.item) == [0])
  }
}
