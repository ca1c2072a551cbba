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
}
