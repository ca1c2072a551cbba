import Testing

@testable import TriptychCore

@Suite struct ShowIdleTests {
  private let six = [ShowWorld.Content](repeating: .picture, count: 6)

  @Test("what a person did is undone, and the show goes on where it is")
  func undoes() {
    var world = ShowWorld(
      six,
      settings: .plain {
        $0.item.volume = 50
        $0.item.mute = true
      })
    world.press(.togglePause)
    world.press(.toggleMute)
    world.press(.volume(by: 30))
    world.press(.next)
    world.go(to: 5)
    #expect(world.show.isPaused && !world.show.isMuted && world.show.volume == 80)
    world.press(.idleReset(goTo: nil))
    #expect(!world.show.isPaused && world.show.isMuted && world.show.volume == 50)
    world.press(.toggleBlank)
    world.press(.idleReset(goTo: nil))
    #expect(!world.show.isBlank)
    #expect(world.current == 1 && world.log.contains(.idleReset))
    world.play(to: 8.5)
    #expect(world.current == 2)
  }

  @Test("it goes to the item that is named, even where steps are held back", arguments: [2, 99])
  func goes(number: Int) {
    var world = ShowWorld(
      six,
      settings: .plain {
        $0.fastBrowse = false
        $0.item.duration = .seconds(60)
      })
    world.press(.next)
    world.press(.idleReset(goTo: number))
    world.play(to: 4)
    #expect(world.current == min(number, 6) - 1)
  }

  @Test("a film that was stopped by hand plays again")
  func film() {
    var world = ShowWorld([.film(.seconds(60)), .picture])
    world.go(to: 1)
    world.press(.toggleFilm)
    world.go(to: 2)
    #expect(world.poses.first?.film?.isPlaying == false)
    world.press(.idleReset(goTo: nil))
    world.go(to: 2.1)
    #expect(world.poses.first?.film?.isPlaying == true)
  }

  @Test("before anything is shown it does no harm")
  func early() {
    var world = ShowWorld([.bad, .bad], settings: .plain { $0.kiosk = true }, begins: false)
    world.press(.idleReset(goTo: 2))
    world.go(to: 1)
    var empty = ShowWorld([], settings: .plain { $0.kiosk = true })
    empty.press(.idleReset(goTo: 1))
    #expect(world.log.contains(.idleReset) && empty.log.contains(.idleReset))
  }
}
