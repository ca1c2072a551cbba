import Testing

@testable import TriptychCore

@Suite struct ShowCommandTests {
  private let six = [ShowWorld.Content](repeating: .picture, count: 6)

  @Test func threePressesAreThreePlacesAndNoMoreThanThreeAhead() {
    var world = ShowWorld(six)
    for _ in 0..<5 { world.press(.next) }
    #expect(world.show.targetPlace == 3)
    world.play(to: 4)
    #expect(world.x == 3 || world.current == 3)
  }

  @Test func aSpringNeverPassesItsTargetByMoreThanATwentieth() {
    for start in stride(from: 0.05, to: 1, by: 0.05) {
      var world = ShowWorld(six)
      world.press(.togglePause)
      world.press(.next)
      world.go(to: start)
      world.press(.previous)
      var last = world.x
      for step in 1...300 {
        world.go(to: start + Double(step) / 100)
        #expect(world.x >= -0.0501 && world.x <= 1.0501 && abs(world.x - last) < 0.2)
        last = world.x
      }
      #expect(world.x == 0)
    }
  }

  @Test func xMovesOnlyAsFarAsWhatIsReady() {
    var world = ShowWorld(six, answersAtOnce: false, begins: false)
    world.hear(.picture(item: 0))
    world.perform(world.show.presented(at: .zero))
    world.press(.next)
    world.press(.next)
    world.play(to: 0.4)
    #expect(world.x == 0 && world.show.targetPlace == 2)
    world.hear(.picture(item: 1))
    world.play(to: 1.8)
    #expect(world.x == 1)
    world.hear(.picture(item: 2))
    world.play(to: 6)
    #expect(world.x == 2)
  }

  @Test func aFarJumpStandsBesideWhatIsVisible() {
    var world = ShowWorld(six)
    world.press(.togglePause)
    world.press(.go(to: 5))
    #expect(world.show.targetPlace == 1)
    world.go(to: 0.5)
    #expect(world.poses.map(\.item) == [0, 4])
    world.play(to: 2)
    #expect(world.current == 4 && world.show.item(at: 0) == 3 && world.show.item(at: 2) == 5)
    world.press(.go(to: 2))
    #expect(world.show.targetPlace == 0)
    world.play(to: 4)
    #expect(world.current == 1 && world.x == 0)
    world.press(.last)
    world.play(to: 6)
    #expect(world.current == 5)
    world.press(.first)
    world.play(to: 8)
    #expect(world.current == 0)
  }

  @Test func aJumpInMotionKeepsBothThatAreSeen() {
    var world = ShowWorld(six)
    world.press(.togglePause)
    world.press(.next)
    world.go(to: 0.5)
    world.press(.go(to: 6))
    #expect(world.show.targetPlace == 2 && world.poses.map(\.item) == [0, 1])
    world.play(to: 4)
    #expect(world.current == 5 && world.x == 2)
  }

  @Test func nothingThatStaysIsLoadedAgain() {
    var world = ShowWorld(six)
    #expect(
      world.log.filter { if case .load = $0 { true } else { false } } == [
        .load(item: 0, place: 0), .load(item: 1, place: 1), .load(item: 5, place: -1),
        .load(item: 2, place: nil), .load(item: 3, place: nil),
      ])
    world.log = []
    world.go(to: 2.6)
    #expect(
      world.log.filter { $0 != .redraw } == [
        .changing(from: 0, to: 1), .changed(from: 0, to: 1), .cancel(item: 5),
        .load(item: 4, place: nil),
      ])
  }

  @Test func aDragFollowsTheFingerAndAFlickDecides() {
    var world = ShowWorld(six)
    world.press(.drag(by: 0.3))
    #expect(abs(world.x - 0.3) < 1e-12)
    world.play(to: 30)
    #expect(abs(world.x - 0.3) < 1e-12, "the timer holds")
    world.press(.release(velocity: 0.31))
    world.go(to: 30.0914)
    #expect(abs(world.x - (1 - 0.7 * 0.36787944117)) < 1e-6)
    world.play(to: 31)
    #expect(world.x == 1)
    world.press(.drag(by: 0.3))
    world.press(.release(velocity: -1))
    world.play(to: 31.9)
    #expect(world.x == 1)
  }

  @Test func withoutAFlickHalfWayGoesOnAlikeOnBothSides() {
    for (distance, goal) in [(0.5, 1.0), (0.49, 0.0), (-0.5, -1.0), (-0.49, 0.0)] {
      var world = ShowWorld(six)
      world.press(.drag(by: distance))
      world.press(.release(velocity: 0))
      world.play(to: 1.5)
      #expect(world.x == goal, "\(distance)")
    }
  }

  @Test func linearEndsMoveATenthAndSpringBack() {
    var world = ShowWorld(six, settings: .plain { $0.loop = .no })
    world.press(.drag(by: -0.5))
    #expect(abs(world.x - -0.05) < 1e-12)
    world.press(.drag(by: 0.5))
    #expect(abs(world.x) < 1e-12)
    world.press(.drag(by: -2))
    world.press(.release(velocity: -3))
    world.play(to: 1.5)
    #expect(world.x == 0)
  }

  @Test func aDragThatReturnsKeepsTheRestOfTheDwell() {
    var world = ShowWorld(six)
    world.go(to: 1.5)
    world.press(.drag(by: 0.2))
    world.press(.drag(by: -0.2))
    world.press(.release(velocity: 0))
    world.play(to: 3)
    #expect(world.x > 0.5, "half a second was left")
  }

  @Test func withoutFastBrowseTheScreenChangesThriceASecond() {
    var world = ShowWorld(
      [ShowWorld.Content](repeating: .picture, count: 40),
      settings: .plain {
        $0.fastBrowse = false
        $0.item.transition = "cut"
      })
    world.press(.togglePause)
    var changes: [Double] = []
    for frame in 0..<300 {
      world.go(to: Double(frame) / 60)
      let before = world.x
      world.press(.next)
      if world.x != before { changes.append(Double(frame) / 60) }
    }
    for start in changes { #expect(changes.count { $0 >= start && $0 < start + 1 } <= 3) }
    #expect(changes.count >= 14)
  }

  @Test func randomTransitionsAreTheSameOnTheWayBack() {
    var world = ShowWorld(six, settings: .plain { $0.item.transition = "random" })
    world.press(.drag(by: 0.3))
    let there = world.poses.map(\.placement)
    world.press(.drag(by: 0.1))
    world.press(.drag(by: -0.1))
    #expect(abs(world.x - 0.3) < 1e-12)
    #expect(world.poses.map(\.placement.opacity) == there.map(\.opacity))
  }

  @Test func oneAndTwoItemsStandAtSeveralPlaces() {
    var world = ShowWorld([.picture])
    world.press(.next)
    world.go(to: 0.5)
    #expect(world.poses.map(\.item) == [0, 0] && world.poses.map(\.place) == [0, 1])
    #expect(world.count(.load(item: 0, place: 0)) == 1)
    let two = ShowWorld([.picture, .picture])
    #expect((-1...1).map { two.show.item(at: $0) } == [1, 0, 1])
  }

  @Test func theCurrentItemIsTheCommandedOneOnceAtRest() {
    var dice = SplitMix64(seed: 5)
    for _ in 0..<100 {
      var world = ShowWorld(six)
      world.press(.togglePause)
      var (model, now) = (0, 0.0)
      for _ in 0..<12 {
        let ahead = Double(world.show.targetPlace) - world.x
        switch dice.below(4) {
        case 0, 1:
          world.press(.next)
          if ahead + 1 <= 3 { model = (model + 1) % 6 }
        case 2:
          world.press(.previous)
          if 1 - ahead <= 3 { model = (model + 5) % 6 }
        default:
          let item = dice.below(6)
          world.press(.go(to: item + 1))
          model = item
        }
        #expect(world.show.item(at: world.show.targetPlace) == model)
        now += Double(dice.below(1000)) / 1000
        world.go(to: now)
      }
      world.play(to: now + 4)
      #expect(world.current == model && world.x == Double(world.show.targetPlace))
    }
  }
}
