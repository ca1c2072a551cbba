import Testing

@testable import TriptychCore

/// What the show does with items that are out of their time.
@Suite struct ShowScheduleTests {
  /// A world that hears what is off before it starts.
  private func world(
    _ count: Int, off: Set<Int>, settings: ShowSettings = .plain(), answersAtOnce: Bool = true
  ) -> ShowWorld {
    var world = ShowWorld(
      Array(repeating: .picture, count: count), settings: settings, answersAtOnce: answersAtOnce,
      begins: false)
    world.show = Show(
      settings: settings, list: .numbered(count), size: Size(1920, 1080), transformers: .builtIn,
      at: .zero)
    world.log = []
    world.hear(.offSchedule(off))
    world.perform(world.show.start(at: .zero))
    world.perform(world.show.presented(at: .zero))
    return world
  }

  @Test func theTimerPassesOverWhatIsOff() {
    var world = world(5, off: [0, 2, 3])
    #expect(world.current == 1)
    world.play(to: 3.5)
    #expect(world.current == 4)
    world.play(to: 6.5)
    #expect(world.current == 1)
    #expect(!world.log.contains { if case .load(let item, _) = $0 { item == 2 } else { false } })
  }

  @Test func keysPassOverWhatIsOffBothWaysAndGoToIsLedOn() {
    var world = world(6, off: [1, 2, 5])
    world.press(.setPause(true))
    world.press(.next)
    world.play(to: 5)
    #expect(world.current == 3)
    world.press(.previous)
    world.play(to: 10)
    #expect(world.current == 0)
    world.press(.go(to: 2))
    world.play(to: 11.5)
    #expect(world.current == 3)
    world.press(.last)
    world.play(to: 13.2)
    #expect(world.current == 4)
  }

  @Test func whatIsShownAndGoesOffIsLeftAtThatSecondByATimedChange() {
    var world = world(3, off: [])
    world.go(to: 0.7)
    world.hear(.offSchedule([0]))
    guard case .timed = world.show.course.shape else {
      Issue.record("no timed change has begun")
      return
    }
    #expect(world.x == 0)
    world.go(to: 1.2)
    #expect(world.x == 0.5)
    world.go(to: 1.7)
    #expect(world.current == 1 && world.x == 1)
    // Round and round, without it.
    world.play(to: 8)
    #expect(world.current != 0)
  }

  @Test func aPauseHoldsNothingThatIsOff() {
    var world = world(3, off: [])
    world.press(.setPause(true))
    world.go(to: 5)
    #expect(world.current == 0)
    world.hear(.offSchedule([0]))
    world.play(to: 6.5)
    #expect(world.current == 1 && world.show.isPaused)
    world.play(to: 30)
    #expect(world.current == 1)
  }

  @Test func withNothingOnTheScreenIsEmptyAtThatInstantAndFilledAtItsInstant() {
    var world = world(2, off: [1])
    world.go(to: 100)
    #expect(world.poses.first?.item == 0)
    world.hear(.offSchedule([0, 1]))
    #expect(world.show.isVacant)
    #expect(world.poses.count == 1)
    #expect(world.poses.first?.item == -1 && world.poses.first?.card == nil)
    // Nothing is held, and nothing wakes the program.
    #expect(world.count(.cancel(item: 0)) == 1)
    #expect(world.show.motion(at: world.now) == .still(until: nil))
    world.go(to: 5000)
    world.press(.next)
    world.press(.go(to: 1))
    world.press(.togglePause)
    world.press(.togglePause)
    #expect(world.poses.first?.item == -1)
    world.hear(.offSchedule([0]))
    #expect(!world.show.isVacant)
    #expect(world.poses.first?.item == 1 && world.x == world.x.rounded())
    #expect(world.log.contains(.changed(from: nil, to: 1)))
  }

  @Test func whatComesOnSoonIsLoadedAheadAndNotShownBefore() {
    var world = world(3, off: [0, 1, 2])
    world.go(to: 1000)
    #expect(world.show.isVacant && world.poses.count == 1)
    world.hear(.offSoon([0, 2]))
    #expect(world.count(.load(item: 1, place: nil)) == 1)
    world.go(to: 1004)
    #expect(world.poses.first?.item == -1)
    world.answersAtOnce = false
    world.hear(.offSchedule([0, 2]))
    #expect(world.poses.first?.item == 1)
    #expect(world.count(.load(item: 1, place: nil)) + world.count(.load(item: 1, place: 0)) == 1)
  }

  @Test func theShownOneThatComesOnAgainIsNotShownBefore() {
    var world = world(1, off: [])
    world.go(to: 10)
    world.hear(.offSchedule([0]))
    #expect(world.show.isVacant)
    world.hear(.offSoon([]))
    world.go(to: 18)
    #expect(world.poses.first?.item == -1)
    world.hear(.offSchedule([]))
    #expect(world.poses.first?.item == 0)
  }

  @Test func oneGoesWhenItsSuccessorComesAtTheSameSecond() {
    var world = world(2, off: [1])
    world.go(to: 92)
    world.hear(.offSoon([0]))
    #expect(world.log.contains(.load(item: 1, place: nil)))
    world.go(to: 100)
    world.hear(.offSchedule([0]))
    #expect(!world.show.isVacant)
    world.go(to: 100.5)
    #expect(world.x == 0.5 && world.poses.count == 2)
    world.go(to: 101)
    #expect(world.current == 1)
  }

  @Test func anExpiredOneStaysOnlyUntilTheNextIsReadyOrHasFailed() {
    var world = world(2, off: [1])
    world.answersAtOnce = false
    world.go(to: 10)
    world.hear(.offSchedule([0]))
    #expect(world.poses.first?.item == 0 && !world.show.isVacant)
    world.now = Instant(.seconds(11))
    world.hear(.failed(item: 1, reason: "bad"))
    #expect(world.show.isVacant && world.poses.first?.item == -1)
    // It is tried again, as one alone in the list would be.
    guard case .still(let until) = world.show.motion(at: world.now) else { return }
    #expect(until == Instant(.seconds(16)))
    world.go(to: 16)
    world.hear(.picture(item: 1))
    #expect(world.poses.first?.item == 1)
  }

  @Test func aShowThatStartsOutOfHoursWaitsAndDoesNotEnd() {
    for kiosk in [false, true] {
      var world = world(3, off: [0, 1, 2], settings: .plain { ($0.kiosk, $0.loop) = (kiosk, .no) })
      world.go(to: 50_000)
      #expect(!world.log.contains { if case .quit = $0 { true } else { false } })
      #expect(world.show.isVacant && world.poses.first?.item == -1)
      world.hear(.offSchedule([0]))
      #expect(world.current == 1)
    }
  }

  @Test func aLinearShowEndsAfterTheLastThatIsOn() {
    var world = world(3, off: [2], settings: .plain { $0.loop = .no })
    world.play(to: 5.5)
    #expect(world.log.last == .quit(code: 0))
  }

  @Test func onlyWhatHasFailedIsGivenUpThoughOthersAreOff() {
    var world = ShowWorld([.bad, .picture], begins: false)
    world.show = Show(
      settings: .plain(), list: .numbered(2), size: Size(1920, 1080), transformers: .builtIn,
      at: .zero)
    world.log = []
    world.hear(.offSchedule([1]))
    world.perform(world.show.start(at: .zero))
    world.perform(world.show.presented(at: .zero))
    #expect(!world.log.contains { if case .quit = $0 { true } else { false } })
    #expect(world.show.isVacant)
    world.go(to: 3)
    world.hear(.offSchedule([]))
    #expect(world.poses.first?.item == 1)
  }

  @Test func aFilmThatGoesOffIsClosed() {
    var world = ShowWorld([.film(.seconds(100))])
    world.go(to: 10)
    #expect(world.poses.first?.film != nil)
    world.hear(.offSchedule([0]))
    #expect(world.show.isVacant && world.poses.first?.film == nil)
    #expect(world.log.contains(.closeFilm(place: 0)))
    world.hear(.offSchedule([]))
    #expect(world.poses.first?.film?.time == .zero)
  }

  @Test func shufflePassesOverWhatIsOffAndDealsItWhenItIsBack() {
    var world = world(20, off: Set(5..<20), settings: .plain { $0.shuffle = true })
    var seen: [Int] = []
    for turn in 0..<10 {
      world.play(to: Double(turn) * 3 + 1)
      seen.append(world.current)
    }
    #expect(Set(seen) == Set(0..<5))
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 != $1 })
    world.hear(.offSchedule([]))
    for turn in 10..<80 {
      world.play(to: Double(turn) * 3 + 1)
      seen.append(world.current)
    }
    #expect(Set(seen) == Set(0..<20))
  }

  @Test func whatIsInTheHandGoesWhenItIsLetGo() {
    var world = world(3, off: [])
    world.press(.drag(by: 0.2))
    world.hear(.offSchedule([0]))
    #expect(world.x == 0.2)
    world.press(.release(velocity: 0))
    world.play(to: 4)
    #expect(world.current != 0)
  }

  @Test func aHundredThousandWithOneOnAreWalkedInNoTime() {
    let off = Set(0..<100_000).subtracting([70_000])
    var world = world(100_000, off: off)
    #expect(world.current == 70_000)
    world.go(to: 1000)
    world.press(.next)
    world.press(.previous)
    world.go(to: 1010)
    #expect(world.current == 70_000)
    // A handful of loads, not one of what is off.
    #expect(world.log.filter { if case .load = $0 { true } else { false } }.count == 1)
  }
}
