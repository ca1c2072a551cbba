import Testing
import TriptychCore

@testable import TriptychApp

@Suite struct IdleTimerTests {
  private func at(_ seconds: Int) -> Instant { Instant(.seconds(seconds)) }

  @Test("it strikes once, so long after the last input, and never where nobody was")
  func strikesOnce() {
    var timer = IdleTimer(limit: .seconds(60))
    let early = timer.strikes(at: at(1000))
    #expect(timer.due == nil && !early)
    timer.heard(.keyDown(Key("N"), []), at: at(10))
    timer.heard(.wheel(.up), at: at(30))
    timer.heard(.allReleased, at: at(50))
    #expect(timer.due == at(90))
    let strikes = [89, 90, 1000].map { timer.strikes(at: at($0)) }
    #expect(strikes == [false, true, false] && timer.due == nil)
  }

  @Test("a stick that trembles near its centre is nobody; one that is pushed is somebody")
  func drift() {
    var timer = IdleTimer(limit: .seconds(60))
    timer.heard(.padMoved(pad: 0, .leftx, 0.3), at: at(1))
    timer.heard(.padMoved(pad: 0, .lefty, -0.49), at: at(2))
    timer.heard(.padGone(pad: 0), at: at(3))
    #expect(timer.due == nil)
    timer.heard(.padMoved(pad: 0, .leftx, -0.8), at: at(4))
    #expect(timer.due == at(64))
  }

  @Test("without a limit no wake-up is planned")
  func off() {
    var timer = IdleTimer(limit: nil)
    timer.heard(.keyDown(Key("N"), []), at: at(10))
    #expect(timer.due == nil)
  }

  @Test("the item to go to is found by number and name")
  func goal() {
    let list = ItemList(locations: ["/a/1.jpg", "/a/2.jpg"].map { Array($0.utf8) })
    #expect(list.number(of: .number(2)) == 2 && list.number(of: .number(3)) == nil)
    #expect(list.number(of: .name(Array("2.jpg".utf8))) == 2)
    #expect(list.number(of: .name(Array("3.jpg".utf8))) == nil)
    var settings = ProgramSettings()
    settings.idleGoto = .number(3)
    #expect(settings.uselessWishes == ["--idle-goto does nothing without --idle-reset SECONDS"])
    #expect(settings.problems(in: list) == [])
    settings.idleReset = .seconds(5)
    #expect(settings.uselessWishes == [])
    #expect(settings.problems(in: list) == ["--idle-goto 3: the list has 2 items"])
    settings.idleGoto = .number(2)
    #expect(settings.problems(in: list) == [])
  }
}
