import Testing

@testable import TriptychCore

/// The show under the overview.
@Suite struct ShowOverviewTests {
  private let six = [ShowWorld.Content](repeating: .picture, count: 6)

  @Test("nothing goes on while the overview is open, and what was left goes on after it")
  func holds() {
    var world = ShowWorld([.film(.seconds(5)), .picture, .picture])
    world.go(to: 1)
    world.press(.setOverview(true))
    let shown = world.poses.first?.film
    #expect(shown?.time == .seconds(1) && shown?.isPlaying == false)
    world.play(to: 30)
    #expect(world.x == 0 && world.poses.first?.film?.time == .seconds(1))
    world.press(.setOverview(false))
    world.play(to: 32)
    #expect(world.poses.first?.film?.time == .seconds(3))
    #expect(world.poses.first?.film?.isPlaying == true)
  }

  @Test("a jump is there at once once it can be drawn, far or near, and the next step is not")
  func jump() {
    var world = ShowWorld(six)
    world.press(.setOverview(true))
    for number in [5, 2, 2, 6, 1] {
      world.press(.jump(to: number))
      world.go(to: world.now.sinceStart.inSeconds + 0.001)
      #expect(world.current == number - 1 && world.poses.count == 1)
    }
    world.press(.setOverview(false))
    world.press(.next)
    world.play(to: world.now.sinceStart.inSeconds + 0.5)
    #expect(world.poses.count == 2)
  }

  @Test("a jump to what is not there yet leaves what is shown until it is")
  func late() {
    var world = ShowWorld(six, answersAtOnce: false, begins: false)
    world.hear(.picture(item: 0))
    world.perform(world.show.presented(at: .zero))
    world.press(.setOverview(true))
    world.press(.jump(to: 4))
    world.play(to: 1)
    #expect(world.current == 0 && world.x == 0)
    world.hear(.picture(item: 3))
    #expect(world.current == 3)
  }

  @Test("a pause stays a pause through the overview, and the idle reset closes it")
  func pause() {
    var world = ShowWorld(six)
    world.press(.togglePause)
    world.press(.setOverview(true))
    world.press(.setOverview(false))
    #expect(world.show.isPaused)
    world.play(to: 9)
    #expect(world.current == 0)
    world.press(.setOverview(true))
    world.press(.togglePause)
    world.play(to: 19)
    #expect(world.current == 0)
    world.press(.idleReset(goTo: nil))
    #expect(!world.show.isInOverview)
    world.play(to: 22)
    #expect(world.current > 0)
  }
}
