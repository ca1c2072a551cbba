import Testing

@testable import TriptychCore

@Suite struct ShowFilmTests {
  private func film(_ seconds: Double) -> ShowWorld.Content { .film(.seconds(seconds)) }

  @Test func aFilmStartsWithTheChangeAndTheOldOnePlaysToItsEnd() {
    var world = ShowWorld([film(4), film(4), .picture])
    #expect(world.poses[0].film?.isPlaying == true)
    world.go(to: 3)
    #expect(world.x == 0, "it leaves a transition's time before its end")
    world.go(to: 3.5)
    #expect(world.x == 0.5)
    #expect(world.poses.map { $0.film?.time } == [.seconds(3.5), .seconds(0.5)])
    #expect(world.poses.map { $0.film?.isPlaying } == [true, true])
    #expect(world.poses.map { $0.film?.gain } == [0.5, 0.5])
    world.go(to: 4)
    #expect(world.count(.seekFilm(place: 0, to: .zero)) == 1, "it begins anew when seen next")
    world.go(to: 6)
    #expect(world.x == 1)
    world.go(to: 6.5)
    #expect(world.x == 1.5)
  }

  @Test func aFilmLeavesNeverBeforeHalfOfIt() {
    var world = ShowWorld(
      [film(3), .picture], settings: .plain { $0.item.transitionDuration = .seconds(2) })
    world.go(to: 1.5)
    #expect(world.x == 0)
    world.go(to: 2.5)
    #expect(world.x == 0.5)
    world.go(to: 3.25)
    #expect(world.poses[0].film == FilmPose(time: .seconds(3), isPlaying: false, gain: 0.125))
  }

  @Test func aFilmOfUnknownLengthLeavesAtItsEnd() {
    var world = ShowWorld([.film(nil), .picture])
    world.go(to: 20)
    #expect(world.x == 0)
    world.hear(.filmEnded(place: 0, at: .seconds(21)))
    world.go(to: 21)
    #expect(world.x == 0)
    world.go(to: 21.5)
    #expect(world.x == 0.5)
    #expect(world.poses[0].film?.time == .seconds(21))
  }

  @Test func startEndAndLimitAreKept() {
    let list = ItemList.numbered(
      2,
      options: [
        0: .with {
          $0.start = .seconds(10)
          $0.end = .seconds(14)
        }
      ])
    var world = ShowWorld([film(60), .picture], list: list)
    #expect(
      world.count(.openFilm(item: 0, place: 0, from: .seconds(10), loops: false)) == 1)
    world.go(to: 3.5)
    #expect(world.x == 0.5 && world.poses[0].film?.time == .seconds(13.5))
    var limited = ShowWorld(
      [film(60), .picture], settings: .plain { $0.item.filmLength = .limited(.seconds(6)) })
    limited.go(to: 5)
    #expect(limited.x == 0)
    limited.go(to: 5.5)
    #expect(limited.x == 0.5)
  }

  @Test func aFilmIsRepeatedAsOftenAsItsListSays() {
    let list = ItemList.numbered(
      3,
      options: [
        0: .with {
          ($0.start, $0.end, $0.repetitions) = (.seconds(1), .seconds(5), 3)
        },
        1: .with { $0.repetitions = 2 },
      ])
    var world = ShowWorld([film(60), .film(nil), .picture], list: list)
    #expect(world.count(.openFilm(item: 0, place: 0, from: .seconds(1), loops: false)) == 1)
    world.go(to: 11)
    #expect(world.x == 0 && world.poses[0].film?.time == .seconds(12), "time grows over rounds")
    world.go(to: 11.5)
    #expect(world.x == 0.5, "4 s, three times, less the change")
    world.go(to: 30)
    #expect(world.x == 1)
    world.hear(.filmEnded(place: 1, at: .seconds(20)))
    world.go(to: 31.5)
    #expect(world.x > 1, "where the length is not known, the last round's end counts")
  }

  @Test func durationOnAFilmEndsItOrLoopsIt() {
    let list = ItemList.numbered(
      2,
      options: [0: .with { $0.duration = .seconds(5) }, 1: .with { $0.duration = .seconds(3) }])
    var world = ShowWorld([film(2), film(60)], list: list)
    #expect(world.count(.openFilm(item: 0, place: 0, from: .zero, loops: true)) == 1)
    world.go(to: 4.5)
    #expect(world.x == 0.5 && world.poses[0].film?.time == .seconds(4.5))
    world.go(to: 6)
    #expect(world.x == 1)
    world.go(to: 6.5)
    #expect(world.x == 1.5)
  }

  @Test func oneFilmInACarouselLoopsAlone() {
    var world = ShowWorld([film(2)])
    world.play(to: 60)
    #expect(world.x == 0)
    #expect(world.log.count { if case .openFilm = $0 { true } else { false } } == 1)
    #expect(world.count(.openFilm(item: 0, place: 0, from: .zero, loops: true)) == 1)
    #expect(world.poses[0].film == FilmPose(time: .seconds(60), isPlaying: true, gain: 1))
    #expect(world.show.motion(at: world.now) == .still(until: nil))
  }

  @Test func aFilmThatTurnsOutToBeAloneGoesOnInRounds() {
    var part = ItemList.numbered(1)
    part.isComplete = false
    var late = ShowWorld([film(2)], list: part)
    late.play(to: 1)
    late.hear(.list(.numbered(1)))
    late.play(to: 2.5)
    #expect(late.x == 0 && late.poses[0].film?.isPlaying == true)
    #expect(late.show.filmTime(at: late.now) == .seconds(0.5))
    late.play(to: 60.5)
    #expect(late.poses[0].film?.isPlaying == true)
    #expect(late.show.filmTime(at: late.now) == .seconds(0.5))
    // Only known at its end.
    late = ShowWorld([film(2)], list: part)
    late.play(to: 20)
    late.hear(.list(.numbered(1)))
    late.play(to: 21)
    #expect(late.poses[0].film?.isPlaying == true)

    var left = ShowWorld([film(4), .picture])
    left.play(to: 1)
    left.press(.next)
    left.play(to: 2.5)
    left.press(.drop)
    left.play(to: 30)
    #expect(left.names == [0] && left.poses[0].film?.isPlaying == true)
  }

  @Test func aFilmThatIsAloneNoMoreGoesOnToWhatHasCome() {
    var world = ShowWorld([film(4), .picture], list: .numbered(1))
    world.play(to: 9)
    world.hear(.list(.numbered(2)))
    world.play(to: 10.9)
    #expect(world.x == 0, "its round is not at its end")
    world.play(to: 11.5)
    #expect(world.x == 0.5 && world.poses[0].film?.time == .seconds(11.5))
    world.play(to: 12.5)
    #expect(world.x == 1)

    var endless = ShowWorld([.film(nil), .picture], list: .numbered(1))
    endless.play(to: 9)
    endless.hear(.list(.numbered(2)))
    endless.play(to: 11)
    #expect(endless.x == 1, "nobody knows when it ends")
  }

  @Test func aFilmAtTwoPlacesHasTwoStreams() {
    let world = ShowWorld([.picture, film(5)])
    #expect(world.count(.openFilm(item: 1, place: -1, from: .zero, loops: false)) == 1)
    #expect(world.count(.openFilm(item: 1, place: 1, from: .zero, loops: false)) == 1)
    #expect(world.count(.load(item: 1, place: 1)) == 1)
  }

  @Test func aNeighbourPeekedAtHoldsItsFirstFrameAndTheOldGoesOn() {
    var world = ShowWorld([film(60), film(60), .picture])
    world.go(to: 1)
    world.press(.drag(by: 0.3))
    world.go(to: 2)
    #expect(world.poses.map { $0.film?.time } == [.seconds(2), .zero])
    #expect(world.poses.map { $0.film?.isPlaying } == [true, false])
    world.press(.release(velocity: 0))
    world.play(to: 5)
    #expect(world.x == 0)
    #expect(world.poses[0].film?.time == .seconds(5), "goes on where it was")
    #expect(world.count(.seekFilm(place: 0, to: .zero)) == 0)
  }

  @Test func pauseHoldsTheFilmAndEnterPlaysItAlone() {
    var world = ShowWorld([film(60), film(60), .picture])
    world.go(to: 1)
    world.press(.togglePause)
    world.go(to: 3)
    #expect(world.poses[0].film == FilmPose(time: .seconds(1), isPlaying: false, gain: 1))
    world.press(.next)
    world.play(to: 5)
    #expect(world.x == 1 && world.poses[0].film?.time == .zero, "shows its first frame")
    world.press(.toggleFilm)
    world.go(to: 7)
    #expect(world.poses[0].film == FilmPose(time: .seconds(2), isPlaying: true, gain: 1))
    world.press(.toggleFilm)
    world.press(.togglePause)
    world.go(to: 8)
    #expect(world.poses[0].film?.time == .seconds(3))
  }

  @Test func seekingMovesTheEndWithIt() {
    var world = ShowWorld([film(20), .picture])
    world.go(to: 1)
    world.press(.seek(by: .seconds(15)))
    #expect(world.count(.seekFilm(place: 0, to: .seconds(16))) == 1)
    world.go(to: 4.5)
    #expect(world.x == 0.5)
    #expect(world.poses[0].film?.time == .seconds(19.5))
  }

  @Test func aFingerOnTheLineOfTimeHoldsFilmAndTimerUntilItLeaves() {
    var world = ShowWorld([film(20), .picture])
    world.go(to: 1)
    world.press(.scrub(to: .seconds(12)))
    #expect(world.count(.seekFilm(place: 0, to: .seconds(12))) == 1)
    world.press(.scrub(to: .seconds(19)))
    world.go(to: 60)
    #expect(world.x == 0 && world.show.plays)
    #expect(world.poses[0].film == FilmPose(time: .seconds(19), isPlaying: false, gain: 1))
    #expect(
      world.show.filmProgress(at: world.now)
        == FilmProgress(elapsed: .seconds(19), length: .seconds(20)))
    world.press(.scrub(to: .seconds(10)))
    world.press(.endScrub)
    world.go(to: 61)
    #expect(world.poses[0].film?.time == .seconds(11), "it goes on from there")
    // Beyond its ends there is nothing.
    world.press(.scrub(to: .seconds(-5)))
    #expect(world.poses[0].film?.time == .zero)
    world.press(.scrub(to: .seconds(500)))
    #expect(world.poses[0].film?.time == .seconds(20))
    world.press(.endScrub)
    world.go(to: 61.9)
    #expect(world.x == 0, "the last frame is seen for a second")
    world.go(to: 63.5)
    #expect(world.x == 1)
  }

  @Test func whatWasPausedStaysSoAfterTheFinger() {
    var world = ShowWorld([film(20), .picture])
    world.go(to: 1)
    world.press(.togglePause)
    world.press(.scrub(to: .seconds(12)))
    world.press(.endScrub)
    world.go(to: 9)
    #expect(world.poses[0].film?.time == .seconds(12) && !world.show.plays)
    // Pictures have no time.
    world.press(.next)
    world.go(to: 12)
    world.press(.scrub(to: .seconds(1)))
    #expect(world.x == 1 && world.show.filmProgress(at: world.now) == nil)
  }

  @Test func aFilmThatLoopsIsScrubbedInItsRound() {
    var world = ShowWorld([film(4)])
    world.go(to: 9)
    #expect(
      world.show.filmProgress(at: world.now)
        == FilmProgress(elapsed: .seconds(1), length: .seconds(4)))
    world.press(.scrub(to: .seconds(3)))
    world.press(.endScrub)
    world.go(to: 10)
    #expect(world.show.filmProgress(at: world.now)?.elapsed == .zero)
  }

  @Test func theTimeOfAFilmThatLoopsIsThatOfItsRound() {
    let list = ItemList.numbered(
      1,
      options: [
        0: .with {
          $0.start = .seconds(10)
          $0.end = .seconds(14)
        }
      ])
    var world = ShowWorld([film(60)], list: list)
    world.go(to: 9)
    #expect(world.poses[0].film?.time == .seconds(19), "the decoder's time goes on growing")
    #expect(world.show.filmTime(at: world.now) == .seconds(11))
    #expect(
      world.show.filmProgress(at: world.now)
        == FilmProgress(elapsed: .seconds(1), length: .seconds(4)))
    let picture = ShowWorld([.picture])
    #expect(picture.show.filmTime(at: picture.now) == nil)
  }

  @Test func aFilmIsWarmedASecondBeforeItPlaysOrByTheCommand() {
    var world = ShowWorld([.picture, film(9), film(9)])
    world.go(to: 0.9)
    #expect(world.count(.warmFilm(place: 1)) == 0)
    world.go(to: 1)
    #expect(world.count(.warmFilm(place: 1)) == 1)
    var other = ShowWorld([.picture, film(9), film(9)])
    other.press(.previous)
    #expect(other.count(.warmFilm(place: -1)) == 1)
    #expect(other.poses.isEmpty == false)
  }

  @Test func theChangeWaitsForTheFirstFrame() {
    var world = ShowWorld([.picture, film(9), .picture], answersAtOnce: false, begins: false)
    world.hear(.picture(item: 0))
    world.hear(.isFilm(item: 1))
    world.perform(world.show.presented(at: .zero))
    world.go(to: 0.6)
    world.press(.next)
    world.play(to: 1)
    #expect(world.x == 0)
    world.hear(.film(place: 1, length: nil))
    world.go(to: 1.5)
    #expect(world.x == 0.5 && world.poses[1].film?.time == .seconds(0.5))
  }

  @Test func volumesMultiplyAndMuteSilences() {
    let list = ItemList.numbered(2, options: [0: .with { $0.volume = 50 }])
    var world = ShowWorld([film(9), .picture], list: list)
    world.press(.volume(by: -20))
    #expect(world.poses[0].film?.gain == 0.4)
    world.press(.toggleMute)
    #expect(world.poses[0].film?.gain == 0)
  }

  @Test("subtitles come with silence, or as the options say; a key says otherwise, until idle")
  func subtitles() throws {
    let german = try #require(LanguageName("de"))
    let list = ItemList.numbered(
      3,
      options: [
        1: .with { $0.subtitles = .language(german) },
        2: .with { ($0.subtitles, $0.mute) = (.off, true) },
      ])
    func shown(_ world: ShowWorld) -> [Bool] {
      (0..<3).map { world.show.subtitleTrack(of: $0, place: $0) != nil }
    }
    var world = ShowWorld([film(9), film(9), film(9)], list: list)
    #expect(shown(world) == [false, true, false])
    world.press(.toggleMute)
    #expect(shown(world) == [true, true, false])
    world.press(.toggleSubtitles)
    #expect(shown(world) == [false, false, false])
    world.press(.toggleSubtitles)
    #expect(shown(world) == [true, true, true])
    world.press(.idleReset(goTo: nil))
    #expect(shown(world) == [false, true, false])
  }

  @Test func aFilmThatBreaksGivesWayToTheNext() {
    var world = ShowWorld([film(60), .picture, .picture])
    world.go(to: 5)
    world.hear(.failed(item: 0, reason: "broke"))
    #expect(world.poses.map(\.item) == [0] || world.x == 0)
    world.go(to: 5.5)
    #expect(world.x == 0.5)
    #expect(world.count(.warn(item: 0, reason: "broke")) == 1)
  }
}
