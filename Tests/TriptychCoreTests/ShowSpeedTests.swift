import Testing

@testable import TriptychCore

/// Films that play faster or slower.
@Suite struct ShowSpeedTests {
  private func film(_ seconds: Double) -> ShowWorld.Content { .film(.seconds(seconds)) }

  private func list(_ count: Int, _ change: (inout ItemOptions) -> Void) -> ItemList {
    .numbered(count, options: [0: .with(change)])
  }

  private static let double = FilmSpeed(thousandths: 2000)

  @Test("a fast film's time goes on faster, the change after it takes as long as ever")
  func fast() {
    let list = list(2) { $0.speed = Self.double }
    var world = ShowWorld([film(8), .picture], list: list)
    #expect(world.show.filmSpeed == Self.double)
    world.go(to: 2)
    #expect(world.poses[0].film?.time == .seconds(4) && world.x == 0)
    world.go(to: 3)
    #expect(world.x == 0, "a second before its end, which is two of the film")
    world.go(to: 3.5)
    #expect(world.x == 0.5)
    #expect(
      world.poses[0].film
        == FilmPose(time: .seconds(7), isPlaying: true, gain: 0.5, speed: Self.double))
    world.go(to: 4)
    #expect(world.x == 1)
  }

  @Test("what is said as a time of the show is one at every speed; what is film time stays that")
  func lengths() {
    let looped = list(2) { ($0.speed, $0.duration) = (Self.double, .seconds(6)) }
    var world = ShowWorld([film(2), .picture], list: looped)
    world.go(to: 5)
    #expect(world.x == 0)
    world.go(to: 5.5)
    #expect(world.x == 0.5 && world.poses[0].film?.time == .seconds(11))
    let slow = ShowSettings.plain {
      $0.item.filmLength = .limited(.seconds(4))
      $0.item.speed = FilmSpeed(thousandths: 500)
    }
    world = ShowWorld([film(60), .picture], settings: slow)
    world.go(to: 3.5)
    #expect(world.x == 0.5 && world.poses[0].film?.time == .seconds(1.75))
    let part = list(2) {
      ($0.start, $0.end, $0.repetitions) = (.seconds(10), .seconds(14), 3)
      $0.speed = FilmSpeed(thousandths: 4000)
    }
    world = ShowWorld([film(60), .picture], list: part)
    world.go(to: 1)
    #expect(world.poses[0].film?.time == .seconds(14))
    world.go(to: 2)
    #expect(world.x == 0)
    world.go(to: 2.5)
    #expect(world.x == 0.5 && world.poses[0].film?.time == .seconds(20))
  }

  @Test("keys change it from where the film is, between a quarter and four times")
  func keys() {
    var world = ShowWorld([film(600), .picture])
    world.go(to: 1)
    world.press(.speed(by: 250))
    world.go(to: 5)
    #expect(world.poses[0].film?.time == .seconds(6))
    #expect(
      world.count(
        .setFilmSpeed(place: 0, to: FilmSpeed(thousandths: 1250), from: .seconds(1))) == 1)
    world.press(.setSpeed(FilmSpeed(thousandths: 250)))
    for _ in 0..<9 { world.press(.speed(by: -250)) }
    world.go(to: 9)
    #expect(world.poses[0].film?.time == .seconds(7))
    for _ in 0..<99 { world.press(.speed(by: 250)) }
    world.go(to: 10)
    #expect(world.poses[0].film?.time == .seconds(11))
    #expect(world.show.filmSpeed == FilmSpeed(thousandths: 4000))
    let changes = world.log.count { if case .setFilmSpeed = $0 { true } else { false } }
    #expect(changes == 17, "one for each that changed something")
  }

  @Test("speed and place outlive pause, seek, zoom and overview, and end with the film's turn")
  func kept() {
    var world = ShowWorld([film(60), film(60), .picture])
    world.go(to: 1)
    world.press(.setSpeed(Self.double))
    world.press(.togglePause)
    world.go(to: 3)
    #expect(world.poses[0].film?.time == .seconds(1))
    world.press(.togglePause)
    world.go(to: 4)
    #expect(world.poses[0].film?.time == .seconds(3))
    world.press(.seek(by: .seconds(5)))
    world.press(.toggleZoom(at: nil))
    world.play(to: 6)
    #expect(world.poses[0].film?.time == .seconds(12))
    world.press(.leaveZoom)
    world.press(.setOverview(true))
    let held = world.poses[0].film?.time
    world.play(to: 9)
    #expect(world.poses[0].film?.time == held)
    world.press(.setOverview(false))
    world.play(to: 10)
    #expect(world.poses[0].film?.time == held.map { $0 + .seconds(2) })
    #expect(world.show.filmSpeed == Self.double)
    world.press(.next)
    world.play(to: 12)
    #expect(world.show.filmSpeed == .normal, "the next film has its own")
    world.press(.previous)
    world.play(to: 14)
    #expect(world.show.filmSpeed == .normal)
    #expect(world.count(.setFilmSpeed(place: 0, to: .normal, from: .zero)) == 1)
  }

  @Test("left alone, and by the option, films have their own speed again")
  func reset() {
    var world = ShowWorld([film(600), .picture])
    world.go(to: 2)
    world.press(.setSpeed(Self.double))
    world.press(.idleReset(goTo: nil))
    world.go(to: 3)
    #expect(world.poses[0].film?.time == .seconds(3))
    guard let change = try? SettingChange("speed", Array("0.5".utf8)) else {
      Issue.record("speed cannot be set")
      return
    }
    world.press(.set(change))
    world.go(to: 5)
    #expect(world.poses[0].film?.time == .seconds(4))
    world.press(.setSpeed(Self.double))
    world.press(.idleReset(goTo: nil))
    #expect(world.show.filmSpeed == FilmSpeed(thousandths: 500))
  }

  @Test("a time and the film time in it belong together, whatever the speed")
  func there() {
    for thousandths in [250, 333, 999, 1000, 1001, 1700, 4000] {
      let speed = FilmSpeed(thousandths: thousandths)
      for nanoseconds in [0, 1, 7, 999_999_999, 3_600_000_000_001] {
        let time = Duration.nanoseconds(nanoseconds)
        #expect(speed.filmTime(in: speed.time(of: time)) >= time)
        #expect(speed.filmTime(in: speed.time(of: time)) - time < .nanoseconds(1))
      }
    }
    #expect(FilmSpeed(written: Array("1.25".utf8))?.thousandths == 1250)
    for bad in ["0.2", "4.01", "-1", "x", "", "1e0", "1,5"] {
      #expect(FilmSpeed(written: Array(bad.utf8)) == nil)
    }
  }
}
