import Testing

@testable import TriptychCore

@Suite struct InputWatchTests {
  private func at(_ milliseconds: Int) -> Instant { Instant(.milliseconds(milliseconds)) }

  private func lines(_ watch: inout InputWatch, _ inputs: [Input], at now: Int = 0) -> [String] {
    inputs.flatMap { watch.see($0, at: at(now)).map(\.line) }
  }

  private func watch(kiosk: Bool = false) -> InputWatch {
    InputWatch(bindings: .builtIn, isKiosk: kiosk)
  }

  @Test("each input is told with the name that is bound and its command")
  func lines() {
    var watch = watch()
    let inputs: [Input] = [
      .keyDown(Key("Right"), []), .keyDown(Key("Right"), [], isRepeat: true), .keyUp(Key("Right")),
      .keyDown(Key("Right"), [.shift]), .keyDown(Key("Right"), [.control, .alt]),
      .keyDown(Key("Т", position: "N"), []), .keyDown(Key("", position: ""), []),
      .keyDown(Key("Left Ctrl"), .control), .keyDown(Key("5"), []), .mouseDown(.left), .wheel(.up),
      .padDown(pad: 3, .a),
      .padDown(pad: 3, .guide), .padUp(pad: 3, .a),
    ]
    #expect(
      lines(&watch, inputs) == [
        "Right: next", "Shift+Right: seek +5", "Ctrl+Alt+Right: nothing",
        "Т (at the place of N): next", "no name: nothing",
        "Left Ctrl: nothing", "5: digit 5", "mouse.left: nothing",
        "wheel.up: nothing", "pad.a: enter", "pad.guide: nothing",
      ])
    #expect(!watch.isOver)
  }

  @Test("an axis is told in tenths, and its push with the command")
  func axes() {
    var watch = watch()
    let ways = [0, 0.02, -0.03, 0.2, 0.4, 0.45, 1, 0]
    let inputs = ways.map { Input.padMoved(pad: 0, .leftx, $0) }
    #expect(
      lines(&watch, inputs) == [
        "pad.leftx 0.2", "pad.leftx 0.4", "pad.leftx 1.0", "pad.leftx+: next", "pad.leftx 0.0",
      ])
    let right = [0, 0.6, 0].map { Input.padMoved(pad: 0, .rightx, $0) }
    #expect(lines(&watch, right) == ["pad.rightx 0.6: drag", "pad.rightx 0.0"])
    let trigger = [0, 1].map { Input.padMoved(pad: 0, .lefttrigger, $0) }
    #expect(lines(&watch, trigger) == ["pad.lefttrigger 1.0", "pad.lefttrigger: zoom-out"])
  }

  @Test("it ends by Q twice, by Ctrl+C, by Escape held for a second, and by nothing else")
  func ends() {
    var twice = watch()
    for key in ["Q", "Right", "Q"] { _ = twice.see(.keyDown(Key(key), []), at: at(0)) }
    #expect(!twice.isOver)
    _ = twice.see(.keyDown(Key("Q"), []), at: at(1))
    #expect(twice.isOver)
    var control = watch()
    _ = control.see(.keyDown(Key("C"), .control), at: at(0))
    #expect(control.isOver)
    var held = watch()
    _ = held.see(.keyDown(Key("Escape"), []), at: at(0))
    held.advance(to: at(999))
    #expect(!held.isOver && held.due == at(1000))
    _ = held.see(.keyUp(Key("Escape")), at: at(999))
    held.advance(to: at(5000))
    #expect(!held.isOver && held.due == nil)
    _ = held.see(.keyDown(Key("Escape"), []), at: at(6000))
    held.advance(to: at(7000))
    #expect(held.isOver)
  }

  @Test("in a kiosk what is locked is told to be")
  func kiosk() {
    var watch = watch(kiosk: true)
    #expect(
      lines(&watch, [.keyDown(Key("F"), []), .keyDown(Key("Q"), .control)])
        == ["F: fullscreen, locked in a kiosk", "Ctrl+Q: quit"])
  }
}
