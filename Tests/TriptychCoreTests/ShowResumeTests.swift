import Testing

@testable import TriptychCore

@Suite struct ShowResumeTests {
  private func first(_ change: (inout ShowSettings) -> Void) -> (item: Int, round: Int) {
    let world = ShowWorld(
      [ShowWorld.Content](repeating: .picture, count: 6), settings: .plain(change))
    return (world.current, world.show.round)
  }

  @Test("a show that goes on begins with its item in its round, also with the first one")
  func rounds() {
    for (item, round) in [(0, 3), (5, 7), (2, -1)] {
      let found = first {
        ($0.startAt, $0.startRound, $0.shuffle, $0.seed) = (item, round, true, 4)
      }
      #expect(found == (item, round))
    }
  }

  @Test("a round that the loop does not have is the first")
  func ends() {
    #expect(first { ($0.startAt, $0.startRound, $0.loop) = (2, 5, .no) } == (2, 0))
    #expect(first { ($0.startAt, $0.startRound, $0.loop) = (2, 1, .rounds(2)) } == (2, 1))
  }

  private func film(_ seconds: Double) -> ShowWorld.Content { .film(.seconds(seconds)) }

  @Test("a film goes on at its time, and has the rest of its length left")
  func filmTime() {
    var world = ShowWorld(
      [.picture, film(60), .picture],
      settings: .plain { ($0.startAt, $0.startTime) = (1, .milliseconds(50_250)) })
    #expect(world.count(.openFilm(item: 1, place: 0, from: .zero, loops: false)) == 1)
    #expect(world.count(.seekFilm(place: 0, to: .milliseconds(50_250))) == 1)
    #expect(world.current == 1 && world.show.filmTime(at: .zero) == .milliseconds(50_250))
    world.go(to: 2)
    #expect(world.show.filmTime(at: world.now) == .milliseconds(52_250))
    world.go(to: 8.5)
    #expect(world.x == 0)
    world.go(to: 9.25)  // a second before its end, and half of the change
    #expect(world.x == 0.5)
  }

  @Test("only the first view goes on: the next time a film begins anew")
  func onlyOnce() {
    var world = ShowWorld(
      [film(4), film(4)], settings: .plain { $0.startTime = .seconds(2) })
    #expect(world.count(.seekFilm(place: 0, to: .seconds(2))) == 1)
    #expect(world.count(.seekFilm(place: 1, to: .seconds(2))) == 0)
    world.play(to: 12)
    #expect(world.log.count { if case .seekFilm(_, .seconds(2)) = $0 { true } else { false } } == 1)
  }

  @Test("a film that loops goes on in its round, and loops from its start")
  func looping() {
    var world = ShowWorld([film(10)], settings: .plain { $0.startTime = .seconds(7) })
    #expect(world.count(.openFilm(item: 0, place: 0, from: .zero, loops: true)) == 1)
    #expect(world.count(.seekFilm(place: 0, to: .seconds(7))) == 1)
    world.go(to: 5)
    #expect(world.show.filmTime(at: world.now) == .seconds(2))
  }

  @Test("a film that is shorter now begins anew, and so does one before its own start")
  func shorter() {
    let world = ShowWorld([film(10), .picture], settings: .plain { $0.startTime = .seconds(50) })
    #expect(world.show.filmTime(at: .zero) == .zero)
    #expect(world.count(.seekFilm(place: 0, to: .zero)) == 1)
    let list = ItemList.numbered(2, options: [0: .with { $0.start = .seconds(10) }])
    let other = ShowWorld(
      [film(60), .picture], settings: .plain { $0.startTime = .seconds(4) }, list: list)
    #expect(other.show.filmTime(at: .zero) == .seconds(10))
  }

  @Test("what is a picture now, or cannot be shown, takes no time from it")
  func others() {
    let picture = ShowWorld([.picture, film(9)], settings: .plain { $0.startTime = .seconds(5) })
    #expect(picture.current == 0 && picture.show.isCurrentReady)
    #expect(picture.count(.seekFilm(place: 1, to: .seconds(5))) == 0)
    let bad = ShowWorld([.bad, film(9)], settings: .plain { $0.startTime = .seconds(5) })
    #expect(bad.current == 1 && bad.show.filmTime(at: .zero) == .zero)
  }
}
