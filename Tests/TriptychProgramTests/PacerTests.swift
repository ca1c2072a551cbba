import Testing
import TriptychCore

@testable import TriptychApp

@Suite struct PacerTests {
  private func at(_ milliseconds: Int) -> Instant { Instant(.milliseconds(milliseconds)) }

  @Test("a frame that only its age asks for comes so long after the last, however often one asks")
  func age() {
    let pause = Duration.milliseconds(250)
    var pacer = Pacer(refreshRate: 60)
    #expect(pacer.tick(after: at(1000), pause: pause) == at(1000))
    pacer.drew(at: at(1000))
    #expect(pacer.tick(after: at(1001), pause: pause) == at(1250))
    #expect(pacer.tick(after: at(1200), pause: pause) == at(1250))
    #expect(pacer.tick(after: at(1300), pause: pause) == at(1300))
  }

  @Test("after rest a frame comes at once, under the name of the refresh that has just been")
  func grid() {
    var pacer = Pacer(refreshRate: 50)
    #expect(pacer.tick(after: at(1003)) == at(1003))
    pacer.drew(at: at(1003))
    pacer.presented(meant: at(1003), returned: at(1005))
    #expect(pacer.tick(after: at(1004)) == at(1023))
    #expect(pacer.tick(after: at(1030)) == at(1023))
    #expect(pacer.tick(after: at(2000)) == at(1983))
    pacer.drew(at: at(1983))
    #expect(pacer.tick(after: at(1999)) == at(2003))
  }

  @Test("what is due is seen with the next refresh; if that has passed, with the last")
  func due() {
    var pacer = Pacer(refreshRate: 50)
    #expect(pacer.tick(due: at(1003), now: at(1000)) == at(1003))
    pacer.drew(at: at(1003))
    pacer.presented(meant: at(1003), returned: at(1005))
    #expect(pacer.tick(due: at(1033), now: at(1010)) == at(1043))
    #expect(pacer.tick(due: at(1033), now: at(1050)) == at(1043))
    #expect(pacer.tick(due: at(1033), now: at(1100)) == at(1083))
  }
}
