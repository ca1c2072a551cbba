import Testing

@testable import TriptychCore

/// Films that go on round after round, pictures that move, and what is read with them.
@Suite struct ShowLoopTests {
  private func film(_ seconds: Double) -> ShowWorld.Content { .film(.seconds(seconds)) }

  @Test("a film that is left alone while it plays goes on round after round, without a seek")
  func aFilmThatIsLeftAloneLoops() {
    var world = ShowWorld([film(4), .picture])
    world.play(to: 1)
    world.edit([0])
    #expect(world.count(.loopFilm(place: 0)) == 1)
    world.play(to: 9)
    #expect(world.x == 0 && world.poses[0].film?.time == .seconds(9))
    #expect(world.poses[0].film?.isPlaying == true && !world.hasSought)
    world.edit([0, 1])
    world.play(to: 12.5)
    #expect(world.names == [1], "its round is over, and it is alone no more")
    #expect(world.count(.loopFilm(place: 0)) == 1)
  }

  @Test("one that stood at its end when it was left alone begins its next round at once")
  func aFilmThatStoodLoops() {
    var world = ShowWorld([film(4), .picture], answersAtOnce: false, begins: false)
    // Nothing is ever heard of what follows.
    world.hear(.isFilm(item: 0))
    world.hear(.film(place: 0, length: .seconds(4)))
    world.perform(world.show.presented(at: .zero))
    world.play(to: 5)
    #expect(world.poses[0].film == FilmPose(time: .seconds(4), isPlaying: false, gain: 1))
    world.edit([0])
    world.play(to: 7)
    #expect(world.poses[0].film?.time == .seconds(6), "nothing is left out")
    #expect(world.count(.loopFilm(place: 0)) == 1 && !world.hasSought)
  }

  @Test("a film loops while all others fail, and leaves at a round's end for one that is back")
  func aFilmLoopsWhileOthersFail() {
    var world = ShowWorld([film(4), .bad, .bad])
    world.play(to: 4.9)
    #expect(world.x == 0 && world.poses[0].film?.time == .seconds(4.9))
    #expect(world.count(.loopFilm(place: 0)) == 1 && !world.hasSought)
    world.contents[2] = .picture
    world.play(to: 9)
    #expect(world.names == [2])
  }

  @Test("a picture that moves stays for its time, and at least for a round")
  func moving() {
    for (length, left) in [(0.5, 5.0), (5, 7)] {
      var world = ShowWorld([.picture, film(length), .picture])
      world.hear(.traits(place: 1, isAnimation: true, subtitles: 0))
      world.play(to: 3)
      // It moves from where the change began, and no bar tells its time.
      #expect(world.x == 1 && world.show.filmProgress(at: world.now) == nil)
      #expect(world.poses[0].film?.time == .seconds(1))
      world.hear(.filmEnded(place: 1, at: .seconds(2 * length)))
      world.play(to: left - 0.1)
      #expect(world.x == 1)
      world.play(to: left + 0.5)
      #expect(world.x > 1)
    }
  }

  @Test("the key goes from one track to the next, and behind the last to none")
  func tracks() {
    var world = ShowWorld([film(9), .picture])
    world.hear(.traits(place: 0, isAnimation: false, subtitles: 3))
    var shown: [Int?] = []
    for _ in 0..<5 {
      world.press(.toggleSubtitles)
      shown.append(world.show.subtitleTrack(of: 0, place: 0))
    }
    #expect(shown == [0, 1, 2, nil, 0])
  }
}
