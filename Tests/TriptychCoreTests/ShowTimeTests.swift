import Testing

@testable import TriptychCore

@Suite struct ShowTimeTests {
  @Test func atTwoAndAHalfSecondsXIsHalfExactly() {
    var world = ShowWorld([.picture, .picture, .picture])
    for frame in 0...29 {
      world.go(to: Double(frame) / 10)
      if frame == 25 {
        #expect(world.x == 0.5)
        #expect(world.poses.map(\.p) == [-0.5, 0.5])
        #expect(world.poses.map(\.placement.opacity) == [1, 0.5])
      }
    }
    #expect(abs(world.x - 0.9) < 1e-12)
  }

  @Test func aPeriodIsDwellAndChangeWhateverTheFrames() {
    var world = ShowWorld([.picture, .picture, .picture])
    world.go(to: 16.75)
    #expect(world.x == 5)
    world.go(to: 17.5)
    #expect(world.x == 5.5)
    #expect(world.current == 0)
    var other = ShowWorld([.picture, .picture, .picture])
    other.play(to: 17.5)
    #expect(other.x == world.x)
  }

  @Test func dwellBeginsWhenFirstPresented() {
    var world = ShowWorld([.picture, .picture], begins: false)
    world.go(to: 5)
    #expect(world.x == 0)
    world.perform(world.show.presented(at: world.now))
    world.go(to: 7)
    #expect(world.x == 0)
    world.go(to: 7.5)
    #expect(world.x == 0.5)
  }

  @Test func theOldPictureStaysUntilTheNextIsReady() {
    var world = ShowWorld([.picture, .picture, .picture], answersAtOnce: false, begins: false)
    world.hear(.picture(item: 0))
    world.perform(world.show.presented(at: .zero))
    world.play(to: 4)
    #expect(world.x == 0 && world.poses.map(\.item) == [0])
    #expect(world.show.motion(at: world.now) == .still(until: nil))
    world.hear(.picture(item: 1))
    #expect(world.show.motion(at: world.now) == .moving)
    world.go(to: 4.5)
    #expect(world.x == 0.5)
  }

  @Test func aStillPictureLetsTheLoopSleepUntilItIsDue() {
    var world = ShowWorld([.picture, .picture])
    world.go(to: 0.5)
    #expect(world.show.motion(at: world.now) == .still(until: Instant(.seconds(2))))
    world.press(.togglePause)
    #expect(world.show.motion(at: world.now) == .still(until: nil))
  }

  @Test func pauseHoldsTheRestOfTheDwell() {
    var world = ShowWorld([.picture, .picture])
    world.go(to: 1.5)
    world.press(.togglePause)
    world.play(to: 30)
    #expect(world.x == 0)
    world.press(.togglePause)
    world.go(to: 31)
    #expect(world.x == 0.5)
    world.press(.togglePause)
    world.go(to: 40)
    #expect(world.x == 1, "a running change is finished")
    world.press(.next)
    world.play(to: 50)
    #expect(world.x == 2, "a manual step stays paused")
  }

  @Test func theLaterPlacesItemRulesTheBoundaryBothWays() {
    let slow = ItemOptions.with {
      $0.transitionDuration = .seconds(4)
      $0.easing = .easeIn
    }
    var world = ShowWorld(
      [.picture, .picture, .picture], list: .numbered(3, options: [1: slow]))
    world.press(.next)
    world.go(to: 2)
    #expect(world.x == 0.125)
    world.go(to: 4)
    #expect(world.x == 1)
    world.press(.previous)
    world.go(to: 6)
    #expect(world.x == 0.875)
  }

  @Test func defaultEasingIsOfTheTimerOrOfTheCommand() {
    var settings = ShowSettings.plain()
    settings.item.easing = nil
    var world = ShowWorld([.picture, .picture, .picture], settings: settings)
    world.go(to: 2.25)
    #expect(world.x == 0.0625, "ease-in-out")
    world.go(to: 3)
    world.press(.next)
    world.go(to: 3.5)
    #expect(world.x == 1.875, "ease-out")
  }

  @Test func aManualStepBeginsTheDwellAnew() {
    var world = ShowWorld([.picture, .picture, .picture])
    world.go(to: 1.9)
    world.press(.next)
    world.go(to: 4.8)
    #expect(world.x == 1)
    world.go(to: 5.4)
    #expect(abs(world.x - 1.5) < 1e-9)
  }

  @Test func cutChangesAtOnceOnTimeAndByKey() {
    var world = ShowWorld(
      [.picture, .picture, .picture], settings: .plain { $0.item.transition = "cut" })
    world.go(to: 1.99)
    #expect(world.x == 0)
    world.go(to: 2)
    #expect(world.x == 1 && world.poses.map(\.item) == [1])
    world.press(.next)
    #expect(world.x == 2)
    world.go(to: 4)
    #expect(world.x == 3)
  }

  @Test func slowCropsRunOverTheWholeShowing() throws {
    var world = ShowWorld([.picture, .picture], settings: .plain { $0.item.kenBurns = true })
    world.go(to: 1.5)
    #expect(world.poses[0].drift?.progress == 0.5)
    #expect(world.show.motion(at: world.now) == .moving)
    world.go(to: 2.5)
    #expect(world.poses.map { $0.drift?.progress } == [2.5 / 3, 0.125])
    let seed = try #require(world.poses[1].drift?.seed)
    world.go(to: 4)
    #expect(world.poses.map { $0.drift } == [Drift(progress: 0.5, seed: seed)])
    world.press(.togglePause)
    world.go(to: 9)
    #expect(world.show.motion(at: world.now) == .still(until: nil))
    world.press(.togglePause)
    world.go(to: 9.5)
    #expect(world.poses.map { $0.drift } == [Drift(progress: 0.625, seed: seed)])
  }
}
