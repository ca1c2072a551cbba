import Testing

@testable import TriptychCore

@Suite struct PadInputTests {
  private func at(_ milliseconds: Int) -> Instant { Instant(.milliseconds(milliseconds)) }
  private let next = [UserAction.command(.next)]

  /// A reader with a pad at rest.
  private func reader(_ bindings: Bindings = .builtIn) -> InputReader {
    var reader = InputReader(bindings: bindings, isKiosk: false)
    for axis in PadAxis.allCases { _ = reader.read(.padMoved(pad: 0, axis, 0), at: at(0)) }
    return reader
  }

  private func left(_ x: Double) -> Input { .padMoved(pad: 0, .leftx, x) }

  @Test("a stick pushed for 200 ms and let go is one step")
  func onePush() {
    var reader = reader()
    var steps: [UserAction] = []
    for now in 0..<1000 {
      if now == 100 { steps += reader.read(left(1), at: at(now)) }
      if now == 300 { steps += reader.read(left(0), at: at(now)) }
      steps += reader.advance(to: at(now))
    }
    #expect(steps == next)
  }

  @Test("a slow push and a slow return are one step, however many values they have")
  func slowPush() {
    var reader = reader()
    var steps: [UserAction] = []
    for k in 0...300 { steps += reader.read(left(Double(k) / 300), at: at(k)) }
    for k in 0...300 { steps += reader.read(left(1 - Double(k) / 300), at: at(300 + k)) }
    #expect(steps == next)
  }

  @Test("an axis that rests at a fifth never steps, and steps when it is pushed")
  func drift() {
    var reader = reader()
    for now in 0..<10_000 {
      #expect(reader.read(left(0.2 + Double(now % 3) * 0.01), at: at(now)) == [])
      #expect(reader.advance(to: at(now)) == [])
    }
    #expect(reader.read(left(1), at: at(10_000)) == next)
  }

  @Test("an axis that trembles where a push begins steps once", arguments: [0.5, 0.6, 0.3, 0.45])
  func tremble(level: Double) {
    var (reader, steps) = (reader(), 0)
    for now in 0..<5000 {
      let value = level + (now.isMultiple(of: 2) ? 500.0 : -500.0) / 32767
      steps += reader.read(left(value), at: at(now)).count
      steps += reader.advance(to: at(now)).count
    }
    #expect(steps == (level < 0.48 ? 0 : 1))
  }

  @Test("a stick that is held far out repeats like a key, and stops when it is let go")
  func held() {
    var (reader, steps) = (reader(), [Int]())
    if reader.read(left(0.9), at: at(0)) == next { steps.append(0) }
    for now in 1...3000 where reader.advance(to: at(now)) == next { steps.append(now) }
    #expect(steps == [0] + Array(stride(from: 400, through: 3000, by: 125)))
    #expect(reader.read(left(0.4), at: at(3001)) == [])
    #expect(reader.due == nil)
  }

  @Test("a worn stick that comes back only to 0.4 ends its push, and can be pushed again")
  func worn() {
    var reader = reader()
    #expect(reader.read(left(1), at: at(0)) == next)
    #expect(reader.read(left(0.4), at: at(100)) == [])
    #expect(reader.due == nil)
    #expect(reader.read(left(0.55), at: at(200)) == [])
    #expect(reader.read(left(0.9), at: at(300)) == next)
  }

  @Test("what is stuck while it is plugged in steps only after it was at the centre")
  func stuck() {
    var reader = InputReader(bindings: .builtIn, isKiosk: false)
    for (now, value) in [0.6, 0.9, 1, 0.5, 1].enumerated() {
      #expect(reader.read(left(value), at: at(now)) == [])
    }
    #expect(reader.read(left(-1), at: at(5)) == [.command(.previous)])
    #expect(reader.read(left(1), at: at(6)) == next)
  }

  @Test("a stick that sticks where it was pushed stops after a minute")
  func sticks() {
    var (reader, steps) = (reader(), 0)
    _ = reader.read(left(1), at: at(0))
    for now in stride(from: 0, to: 200_000, by: 50) {
      let found = reader.advance(to: at(now)).count + reader.read(left(1), at: at(now)).count
      if now > 60_000 { steps += found }
    }
    #expect(steps == 0)
    _ = reader.read(left(0), at: at(200_001))
    #expect(reader.read(left(1), at: at(200_002)) == next)
  }

  @Test("a stick pushed aslant goes one way; rolled on, the other after the first has ended")
  func aslant() {
    var reader = reader()
    #expect(reader.read(left(0.8), at: at(0), axis: .vertical) == next)
    #expect(reader.read(.padMoved(pad: 0, .lefty, -0.75), at: at(0), axis: .vertical) == [])
    #expect(reader.read(.padMoved(pad: 0, .lefty, -1), at: at(9), axis: .vertical) == [])
    #expect(reader.read(left(0.1), at: at(20), axis: .vertical) == [.command(.previous)])
  }

  @Test("a button that is held repeats, and not for ever")
  func button() {
    var (reader, steps) = (reader(), 0)
    #expect(reader.read(.padDown(pad: 0, .dpright), at: at(0)) == next)
    for now in stride(from: 0, to: 120_000, by: 25) {
      steps += reader.advance(to: at(now)).count
    }
    #expect((470...480).contains(steps))
    #expect(reader.read(.padUp(pad: 0, .dpright), at: at(120_000)) == [])
    #expect(reader.read(.padDown(pad: 0, .start), at: at(120_001)) == [.command(.togglePause)])
    #expect(reader.due == nil)
  }

  @Test(
    "d-pad and shoulders: a short push is one step, a held one repeats evenly until its release",
    arguments: [PadButton.dpright, .dpleft, .rightshoulder, .leftshoulder])
  func pushedOrHeld(button: PadButton) {
    var (reader, steps) = (reader(), [Int]())
    #expect(reader.read(.padDown(pad: 0, button), at: at(0)).count == 1)
    for now in 1..<400 { #expect(reader.advance(to: at(now)) == []) }
    #expect(reader.read(.padUp(pad: 0, button), at: at(399)) == [] && reader.due == nil)
    #expect(reader.read(.padDown(pad: 0, button), at: at(1000)).count == 1)
    for now in 1001...4000 where reader.advance(to: at(now)).count == 1 { steps.append(now) }
    #expect(steps == Array(stride(from: 1400, through: 4000, by: 125)))
    #expect(reader.read(.padUp(pad: 0, button), at: at(4001)) == [])
    for now in 4001...6000 { #expect(reader.advance(to: at(now)) == []) }
  }

  @Test("a number typed ends by the pad's a, and is put away by its b")
  func numbers() {
    var reader = reader()
    _ = reader.read(.keyDown(Key("7"), []), at: at(0))
    #expect(reader.read(.padDown(pad: 0, .a), at: at(1)) == [.command(.go(to: 7))])
    _ = reader.read(.keyDown(Key("7"), []), at: at(2))
    #expect(reader.read(.padDown(pad: 0, .b), at: at(3)) == [])
    #expect(reader.typed == nil)
    #expect(reader.read(.padDown(pad: 0, .b), at: at(4)) == [.back])
  }

  @Test("random nonsense from three pads: no trap, at most eight steps a second while nothing new")
  func random() {
    var (chance, reader) = (SplitMix64(seed: 41), reader())
    var now = 0
    for _ in 0..<50_000 {
      now += chance.below(60)
      let pad = chance.below(3)
      let value = [-.infinity, .nan, 1e9, Double(chance.below(2001) - 1000) / 1000][chance.below(4)]
      let input: Input =
        switch chance.below(5) {
        case 0: .padDown(pad: pad, PadButton.allCases[chance.below(PadButton.allCases.count)])
        case 1: .padUp(pad: pad, PadButton.allCases[chance.below(PadButton.allCases.count)])
        case 2 where chance.below(50) == 0: .padGone(pad: pad)
        default: .padMoved(pad: pad, PadAxis.allCases[chance.below(6)], value)
        }
      _ = reader.read(input, at: at(now), axis: chance.below(2) == 0 ? .vertical : .horizontal)
      for action in reader.advance(to: at(now)) {
        if case .command(.drag(let by)) = action { #expect(abs(by) <= 0.1) }
      }
    }
  }
}
