import Testing
import TriptychCore

@Suite struct ModeChoiceTests {
  private func mode(_ width: Int, _ height: Int, _ rate: Int? = nil) -> ModeChoice {
    ModeChoice(size: PixelSize(width: width, height: height), refreshRate: rate)
  }

  @Test("a mode is taken by its size, and by its rate where that is named")
  func taken() {
    #expect(mode(1920, 1080).takes(mode(1920, 1080, 50)))
    #expect(mode(1920, 1080, 60).takes(mode(1920, 1080, 59)))
    #expect(mode(1920, 1080, 60).takes(mode(1920, 1080)))
    #expect(!mode(1920, 1080, 60).takes(mode(1920, 1080, 50)))
    #expect(!mode(1920, 1080).takes(mode(1080, 1920)))
  }

  @Test("the nearest mode is that of the nearest size, then of the nearest rate")
  func nearest() {
    let all = [mode(1920, 1080, 60), mode(1920, 1080, 50), mode(1280, 720, 60), mode(640, 480)]
    #expect(mode(1900, 1000, 48).nearest(among: all) == mode(1920, 1080, 50))
    #expect(mode(1900, 1000).nearest(among: all) == mode(1920, 1080, 60))
    #expect(mode(1, 1).nearest(among: all) == mode(640, 480))
    #expect(mode(1, 1).nearest(among: []) == nil)
    #expect(mode(1920, 1080, 50).words == "1920x1080@50" && mode(8, 9).words == "8x9")
  }
}
