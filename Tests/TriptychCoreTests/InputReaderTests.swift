import Testing

@testable import TriptychCore

@Suite struct InputReaderTests {
  private func at(_ milliseconds: Int) -> Instant { Instant(.milliseconds(milliseconds)) }
  private func reader(kiosk: Bool = false) -> InputReader {
    InputReader(bindings: .builtIn, isKiosk: kiosk)
  }
  private func down(_ name: String, _ modifiers: Modifiers = []) -> Input {
    .keyDown(Key(name), modifiers)
  }

  @Test("a key held for 3 s gives one step, then eight a second, and none after its release")
  func held() {
    var reader = reader()
    var steps: [Int] = []
    if reader.read(down("Right"), at: at(0)) == [.command(.next)] { steps.append(0) }
    for now in stride(from: 5, through: 3000, by: 5) {
      // The system's own repetition, which never begins sooner, means nothing.
      if now >= 200 {
        #expect(reader.read(.keyDown(Key("Right"), [], isRepeat: true), at: at(now)) == [])
      }
      if reader.advance(to: at(now)) == [.command(.next)] { steps.append(now) }
    }
    #expect(steps == [0] + Array(stride(from: 400, through: 3000, by: 125)))
    #expect(reader.read(.keyUp(Key("Right")), at: at(3001)) == [])
    #expect(reader.due == nil)
    for now in 3001..<4000 { #expect(reader.advance(to: at(now)) == []) }
  }

  @Test("a press that SDL takes for a repetition, too soon to be one, is a press")
  func quickPresses() {
    var reader = reader()
    #expect(reader.read(down("Right"), at: at(0)) == [.command(.next)])
    #expect(reader.read(.keyDown(Key("Right"), [], isRepeat: true), at: at(3)) == [.command(.next)])
    #expect(reader.read(.keyDown(Key("Right"), [], isRepeat: true), at: at(9)) == [.command(.next)])
    #expect(reader.read(.keyDown(Key("Right"), [], isRepeat: true), at: at(300)) == [])
  }

  @Test("a late turn does not catch up")
  func late() {
    var reader = reader()
    _ = reader.read(down("Right"), at: at(0))
    #expect(reader.advance(to: at(2000)) == [.command(.next)])
    #expect(reader.advance(to: at(2001)) == [])
    #expect(reader.due == at(2125))
  }

  @Test("another key, lost focus and a vanished keyboard end the repetition")
  func ends() {
    var reader = reader()
    _ = reader.read(down("Right"), at: at(0))
    #expect(reader.read(down("I"), at: at(10)) == [.toggleInformation])
    #expect(reader.due == nil)
    _ = reader.read(down("Right"), at: at(20))
    #expect(reader.read(.allReleased, at: at(30)) == [])
    #expect(reader.due == nil)
    _ = reader.read(down("Right"), at: at(40))
    #expect(reader.advance(to: at(61_000)) == [])
    #expect(reader.due == nil)
  }

  @Test("the release of another key ends nothing, keys that act once do not repeat")
  func otherKeys() {
    var reader = reader()
    _ = reader.read(down("Right"), at: at(0))
    _ = reader.read(.keyUp(Key("Left")), at: at(10))
    #expect(reader.due == at(400))
    #expect(reader.read(down("Space"), at: at(20)) == [.command(.togglePause)])
    #expect(reader.due == nil)
  }

  @Test("digits and Enter go to an item, and so do digits and 1.5 s")
  func digits() {
    var reader = reader()
    for (index, digit) in ["1", "0", "9"].enumerated() {
      #expect(reader.read(down(digit), at: at(index * 1000)) == [])
    }
    #expect(reader.typed == 109)
    #expect(reader.due == at(3500))
    #expect(reader.read(down("Return"), at: at(3400)) == [.command(.go(to: 109))])
    #expect(reader.typed == nil)
    #expect(reader.read(down("Return"), at: at(3500)) == [.command(.toggleFilm)])
    _ = reader.read(down("Keypad 9"), at: at(4000))
    #expect(reader.advance(to: at(5499)) == [])
    #expect(reader.advance(to: at(5500)) == [.command(.go(to: 9))])
    #expect(reader.due == nil)
  }

  @Test("9 and 0 are the volume until a number is begun")
  func volume() {
    var reader = reader()
    #expect(reader.read(down("9"), at: at(0)) == [.command(.volume(by: -5))])
    #expect(reader.read(down("0"), at: at(1)) == [.command(.volume(by: 5))])
    #expect(reader.typed == nil)
  }

  @Test("Backspace corrects a number, Escape drops it, any other key drops it and acts")
  func correction() {
    var reader = reader()
    _ = reader.read(down("1"), at: at(0))
    _ = reader.read(down("2"), at: at(1))
    #expect(reader.read(down("Backspace"), at: at(2)) == [])
    #expect(reader.typed == 1)
    #expect(reader.read(down("Escape"), at: at(3)) == [])
    #expect(reader.typed == nil)
    #expect(reader.read(down("Escape"), at: at(4)) == [.leave])
    _ = reader.read(down("3"), at: at(5))
    #expect(reader.read(down("Right"), at: at(6)) == [.command(.next)])
    #expect(reader.typed == nil)
  }

  @Test("twenty digits are no number that overflows, zero is no item")
  func manyDigits() {
    var reader = reader()
    for index in 0..<20 { _ = reader.read(down("8"), at: at(index)) }
    #expect(reader.typed == 888_888_888)
    _ = reader.read(down("Escape"), at: at(21))
    _ = reader.read(down("Keypad 0"), at: at(22))
    #expect(reader.read(down("Keypad Enter"), at: at(23)) == [])
  }

  @Test("up and down move where the transition is vertical")
  func vertical() {
    var reader = reader()
    #expect(reader.read(down("Down"), at: at(0)) == [])
    #expect(reader.read(down("Down"), at: at(1), axis: .vertical) == [.command(.next)])
    #expect(reader.read(down("Up"), at: at(2), axis: .vertical) == [.command(.previous)])
  }

  @Test("a kiosk locks quitting but for Ctrl+Q, leaving and windows, whatever is bound")
  func kiosk() throws {
    var reader = reader(kiosk: true)
    reader.bindings.bind(try Chord(parsing: "X"), to: .command(.quit))
    reader.bindings.bind(try Chord(parsing: "mouse.left"), to: .leave)
    for key in ["Q", "Escape", "F", "X"] { #expect(reader.read(down(key), at: at(0)) == []) }
    #expect(reader.read(.mouseDown(.left), at: at(0)) == [])
    #expect(reader.read(down("Q", .control), at: at(1)) == [.command(.quit)])
    #expect(reader.read(down("Right"), at: at(2)) == [.command(.next)])
  }

  @Test("mouse buttons and the wheel are bound like keys")
  func mouse() throws {
    var reader = reader()
    #expect(reader.read(.wheel(.down), at: at(0)) == [])
    reader.bindings.bind(try Chord(parsing: "Shift+wheel.down"), to: .command(.next))
    #expect(reader.read(.wheel(.down, .shift), at: at(0)) == [.command(.next)])
    #expect(reader.due == nil)
  }

  @Test("random inputs at random instants: never two steps within 1/8 s but by pressing")
  func random() {
    var chance = SplitMix64(seed: 7)
    var reader = reader()
    var (now, repeated) = (0, -1000)
    let names = KeyNames.all
    for _ in 0..<50_000 {
      now += chance.below(200)
      let key = Key(names[chance.below(names.count)])
      switch chance.below(5) {
      case 0, 1:
        _ = reader.read(
          .keyDown(key, Modifiers(rawValue: UInt8(chance.below(16)))), at: at(now),
          axis: chance.below(2) == 0 ? .horizontal : .vertical)
      case 2: #expect(reader.read(.keyUp(key), at: at(now)) == [])
      case 3: _ = reader.read(.allReleased, at: at(now))
      default: break
      }
      let actions = reader.advance(to: at(now))
      if actions.contains(where: { if case .command(.go) = $0 { false } else { true } }) {
        #expect(now - repeated >= 0)
        repeated = now
      }
      if let typed = reader.typed { #expect((0..<1_000_000_000).contains(typed)) }
    }
  }
}
