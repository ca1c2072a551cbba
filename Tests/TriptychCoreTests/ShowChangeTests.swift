import Testing

@testable import TriptychCore

/// Settings that change while the show runs, and what is told of changes.
@Suite struct ShowChangeTests {
  private let four = [ShowWorld.Content](repeating: .picture, count: 4)

  private func change(_ option: String, _ value: String) throws -> Command {
    .set(try SettingChange(option, Array(value)))
  }

  @Test("a transition that is set in the middle of a change counts from the next one on")
  func transitionWaits() throws {
    var world = ShowWorld(four)
    world.play(to: 2.5)
    let before = world.poses.map(\.placement)
    world.press(try change("transition", "cut"))
    #expect(world.poses.map(\.placement) == before && world.x == 0.5)
    world.play(to: 3.1)
    #expect(world.show.settings.item.transition == "cut")
    world.go(to: 5.01)
    #expect(world.x == 2)
  }

  @Test("a longer duration stretches the time of the picture that stands, a shorter one ends it")
  func duration() throws {
    var world = ShowWorld(four)
    world.play(to: 1)
    world.press(try change("duration", "4"))
    world.go(to: 3.9)
    #expect(world.x == 0)
    world.press(try change("duration", "1"))
    world.go(to: 4.4)
    #expect(abs(world.x - 0.5) < 1e-9)
  }

  @Test("a paused picture keeps what it has stood when its duration changes")
  func durationInPause() throws {
    var world = ShowWorld(four)
    world.play(to: 1)
    world.press(.setPause(true))
    world.press(try change("duration", "1.5"))
    world.go(to: 9)
    world.press(.setPause(false))
    world.go(to: 9.49)
    #expect(world.x == 0)
    world.go(to: 10)
    #expect(world.x == 0.5)
  }

  @Test(
    "another fit loads what is held anew and keeps the old until then",
    arguments: ["fit", "ken-burns"])
  func fit(option: String) throws {
    var world = ShowWorld(four)
    let loads = world.log.count { if case .load = $0 { true } else { false } }
    world.press(try change(option, option == "fit" ? "cover" : "yes"))
    #expect(world.log.count { if case .load = $0 { true } else { false } } == 2 * loads)
    #expect(world.poses.map(\.item) == [0])
    world.press(try change(option, option == "fit" ? "cover" : "yes"))
    #expect(world.log.count { if case .load = $0 { true } else { false } } == 2 * loads)
  }

  @Test("volume and mute are the show's, absolute and relative")
  func sound() throws {
    var world = ShowWorld(four)
    world.press(.setVolume(30))
    world.press(.volume(by: -50))
    #expect(world.show.volume == 0)
    world.press(try change("volume", "70%"))
    world.press(try change("mute", "yes"))
    #expect(world.show.volume == 70 && world.show.isMuted)
    world.press(.setMute(false))
    #expect(!world.show.isMuted)
  }

  @Test("without a loop the show ends after the round that runs")
  func loop() throws {
    var world = ShowWorld(four, settings: .plain { $0.atEnd = .quit })
    world.play(to: 13)
    #expect(world.current == 0)
    world.press(try change("loop", "no"))
    world.play(to: 30)
    #expect(world.count(.quit(code: 0)) == 1 && world.current == 3)
  }

  @Test("shuffle keeps what is shown, and every item comes once before any again")
  func shuffle() throws {
    var world = ShowWorld(
      [ShowWorld.Content](repeating: .picture, count: 12), settings: .plain { $0.seed = 3 })
    world.play(to: 7)
    let shown = world.current
    world.press(try change("shuffle", "yes"))
    #expect(world.current == shown && world.poses.map(\.item) == [shown])
    world.play(to: 60)
    #expect(world.show.order.shuffles)
    world.press(try change("shuffle", "no"))
    let now = world.current
    let moved = world.now.sinceStart.inSeconds
    world.play(to: moved + 3.1)
    #expect(world.current == (now + 1) % 12)
  }

  @Test("what cannot be set, and what is no value, is answered with the nearest")
  func refusals() {
    func words(_ option: String, _ value: String) -> String {
      do throws(OptionError) {
        _ = try SettingChange(option, Array(value))
        return "taken"
      } catch { return error.message }
    }
    #expect(words("gap", "40") == "taken")
    #expect(
      words("transitoin", "cut").hasPrefix(
        "'transitoin' is not an option; did you mean transition?"))
    #expect(
      words("kiosk", "yes").hasPrefix("kiosk cannot be set while the show runs; known: shuffle"))
    #expect(words("fast-browse", "yes").hasPrefix("fast-browse cannot be set"))
    #expect(
      words("fit", "covr")
        == "fit: 'covr' is not one of contain, cover, auto, stretch, none, blur; "
        + "did you mean cover?"
    )
    #expect(words("title", "x").hasPrefix("title cannot be set"))
  }

  @Test("each change is announced once, before it is there")
  func announced() {
    var world = ShowWorld(four)
    world.play(to: 2.9)
    world.press(.go(to: 4))
    world.play(to: 8)
    let told = world.log.filter {
      switch $0 {
      case .changing, .changed: true
      default: false
      }
    }
    #expect(
      told == [
        .changed(from: nil, to: 0), .changing(from: 0, to: 1), .changed(from: 0, to: 1),
        .changing(from: 1, to: 3), .changed(from: 1, to: 3), .changing(from: 3, to: 0),
        .changed(from: 3, to: 0),
      ])
  }

  @Test("a cut is announced too, and a change that is taken back is not made")
  func announcedCut() {
    var world = ShowWorld(four, settings: .plain { $0.item.transition = "cut" })
    world.press(.next)
    #expect(world.log.suffix(8).contains(.changing(from: 0, to: 1)))
    var back = ShowWorld(four)
    back.press(.next)
    back.go(to: 0.1)
    back.press(.previous)
    back.go(to: 1.5)
    #expect(back.count(.changing(from: 0, to: 1)) == 1 && back.count(.changed(from: 0, to: 1)) == 0)
    back.press(.next)
    #expect(back.count(.changing(from: 0, to: 1)) == 2)
  }

  @Test("where the screen may not flash, blank and fit change it three times a second at most")
  func flash() throws {
    var world = ShowWorld(four, settings: .plain { $0.fastBrowse = false })
    var changes = 0
    for step in 0..<100 {
      world.go(to: Double(step) / 100)
      let isOpen = !world.show.isTooSoon(.toggleBlank, at: world.now)
      let was = world.show.isBlank
      world.press(.toggleBlank)
      #expect(isOpen == (was != world.show.isBlank))
      changes += isOpen ? 1 : 0
    }
    #expect(changes == 3)
    let background = world.show.settings.item.background
    world.press(try change("background", "#fff"))
    #expect(world.show.settings.item.background == background)
  }
}
