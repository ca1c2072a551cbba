import Testing

@testable import TriptychCore

/// Frame by frame: the show holds the film where whoever has its frames says that one is.
@Suite struct ShowFrameTests {
  private func world(_ contents: [ShowWorld.Content] = [.film(.seconds(4)), .picture])
    -> ShowWorld
  {
    var world = ShowWorld(contents)
    world.go(to: 1)
    return world
  }

  @Test("the next frame is shown without a seek, and the film stays there")
  func forward() {
    var world = world()
    let seeks = world.log.count
    world.press(.stand(by: .milliseconds(25), isHere: true))
    #expect(
      !world.log.dropFirst(seeks).contains {
        if case .seekFilm = $0 { true } else { false }
      })
    #expect(
      world.poses[0].film
        == FilmPose(time: .milliseconds(1025), isPlaying: false, gain: 1))
    world.go(to: 30)
    #expect(world.x == 0 && world.poses[0].film?.time == .milliseconds(1025))
    world.press(.toggleFilm)
    world.go(to: 30.5)
    #expect(world.poses[0].film?.time == .milliseconds(1525))
  }

  @Test("the frame before is sought; before the first there is none")
  func back() {
    var world = world()
    world.press(.stand(by: .milliseconds(-60), isHere: false))
    #expect(world.count(.seekFilm(place: 0, to: .milliseconds(940))) == 1)
    #expect(world.poses[0].film?.time == .milliseconds(940))
    world.press(.stand(by: .seconds(-5), isHere: false))
    #expect(world.poses[0].film?.time == .zero)
  }

  @Test("of a film that is alone the last frame comes before the first")
  func round() {
    var world = ShowWorld([.film(.seconds(4))])
    world.go(to: 9)
    world.press(.stand(by: .milliseconds(-1020), isHere: false))
    #expect(world.count(.seekFilm(place: 0, to: .milliseconds(3980))) == 1)
  }

  @Test("past the last frame nothing is shown, and pictures have no frames")
  func ends() {
    var world = world()
    world.press(.stand(by: .seconds(3), isHere: true))
    #expect(world.poses[0].film?.time == .seconds(1))
    var picture = ShowWorld([.picture, .picture])
    picture.press(.stand(by: .seconds(1), isHere: true))
    picture.press(.stepFrame(by: 1))
    #expect(picture.poses[0].film == nil)
  }
}
