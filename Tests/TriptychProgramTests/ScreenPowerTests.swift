import Testing
import TriptychCore

@testable import TriptychApp

@Suite struct ScreenPowerTests {
  private func at(_ seconds: Int) -> Instant { Instant(.seconds(seconds)) }

  @Test("what is blank for ten seconds is switched off, once, and on as soon as it is not")
  func offAndOn() {
    var power = ScreenPower()
    #expect(power.look(isBlank: false, at: at(0)) == nil && power.due == nil)
    #expect(power.look(isBlank: true, at: at(1)) == nil && power.due == at(11))
    #expect(power.look(isBlank: true, at: at(10)) == nil)
    #expect(power.look(isBlank: true, at: at(11)) == false && power.due == nil)
    #expect(power.look(isBlank: true, at: at(12)) == nil)
    #expect(power.look(isBlank: false, at: at(13)) == true)
    #expect(power.look(isBlank: false, at: at(14)) == nil && power.due == nil)
  }

  @Test("what is blank for a moment is left on")
  func aMoment() {
    var power = ScreenPower()
    #expect(power.look(isBlank: true, at: at(1)) == nil)
    #expect(power.look(isBlank: false, at: at(5)) == nil)
    #expect(power.look(isBlank: true, at: at(9)) == nil && power.due == at(19))
  }
}
