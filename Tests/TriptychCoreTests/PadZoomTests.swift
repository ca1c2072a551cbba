import Testing

@testable import TriptychCore

/// Triggers enlarge, and the right stick looks round, the faster the farther they are pushed.
@Suite struct PadZoomTests {
  private func at(_ milliseconds: Int) -> Instant { Instant(.milliseconds(milliseconds)) }

  private func reader(_ bindings: Bindings = .builtIn) -> InputReader {
    var reader = InputReader(bindings: bindings, isKiosk: false)
    for axis in PadAxis.allCases { _ = reader.read(.padMoved(pad: 0, axis, 0), at: at(0)) }
    return reader
  }

  private func pull(_ value: Double, _ axis: PadAxis = .righttrigger) -> Input {
    .padMoved(pad: 0, axis, value)
  }

  /// By what factor it is enlarged, and what came besides, in frames of 10 ms.
  private func run(_ reader: inout InputReader, _ span: Range<Int>) -> (Double, [UserAction]) {
    var (factor, others) = (1.0, [UserAction]())
    for now in stride(from: span.lowerBound, to: span.upperBound, by: 10) {
      for action in reader.advance(to: at(now)) {
        if case .command(.zoom(let by)) = action { factor *= by } else { others.append(action) }
      }
    }
    return (factor, others)
  }

  @Test("the farther the trigger, the faster; at most four times a second, and back likewise")
  func speed() {
    var factors: [Double] = []
    for value in [0.1, 0.3, 0.4, 0.6, 0.8, 1] {
      var (larger, smaller) = (reader(), reader())
      #expect(larger.read(pull(value), at: at(0)) == [])
      #expect(smaller.read(pull(value, .lefttrigger), at: at(0)) == [])
      let (factor, others) = run(&larger, 0..<1010)
      #expect(others == [])
      factors.append(factor)
      #expect(abs(run(&smaller, 0..<1010).0 * factor - 1) < 1e-9)
    }
    #expect(factors[0] == 1 && factors[1] == 1)
    #expect(factors[2] > 1.02 && factors[2] < 1.2)
    #expect(factors[3] > factors[2] && factors[4] > factors[3] && factors[5] > factors[4])
    #expect(abs(factors[5] - 4) < 1e-9)
  }

  @Test("let go it stands at once, and at rest it wakes nothing")
  func rest() {
    var reader = reader()
    #expect(!reader.isDragging && reader.due == nil)
    _ = reader.read(pull(1), at: at(0))
    #expect(reader.isDragging)
    #expect(run(&reader, 0..<500).0 > 1.9)
    // So far with the old speed: the rest of the way until it was let go.
    #expect(reader.read(pull(0.1), at: at(500)).count == 1)
    #expect(!reader.isDragging && reader.due == nil)
    #expect(run(&reader, 500..<900) == (1, []))
    // A trigger that trembles near its rest, or is stuck from the start, is no hand.
    for now in 900..<1500 {
      #expect(reader.read(pull(0.1 + Double(now % 7) / 60), at: at(now)) == [])
      #expect(!reader.isDragging)
    }
    var stuck = InputReader(bindings: .builtIn, isKiosk: false)
    _ = stuck.read(pull(0.8), at: at(0))
    _ = stuck.read(pull(0.9), at: at(100))
    #expect(!stuck.isDragging)
  }

  @Test("what is held by nobody lets go: in a minute, unplugged, or when the overview opens")
  func forgotten() {
    var held = reader()
    _ = held.read(pull(1), at: at(0))
    _ = run(&held, 0..<59_000)
    #expect(held.isDragging)
    _ = run(&held, 59_000..<61_000)
    #expect(!held.isDragging)
    var unplugged = reader()
    _ = unplugged.read(pull(1), at: at(0))
    #expect(unplugged.read(.padGone(pad: 0), at: at(10)) == [] && !unplugged.isDragging)
    var overview = reader()
    _ = overview.read(pull(1), at: at(0))
    overview.isInOverview = true
    #expect(run(&overview, 10..<40) == (1, []) && !overview.isDragging)
    _ = overview.read(pull(0), at: at(50))
    _ = overview.read(pull(1), at: at(60))
    #expect(!overview.isDragging)
  }

  @Test("what is enlarged is looked at aslant while a trigger goes on enlarging it")
  func together() {
    var reader = reader()
    reader.isZoomed = true
    _ = reader.read(pull(1), at: at(0))
    _ = reader.read(pull(0.6, .rightx), at: at(0))
    _ = reader.read(pull(-0.9, .righty), at: at(0))
    var (x, y, factor) = (0.0, 0.0, 1.0)
    for now in stride(from: 10, through: 1000, by: 10) {
      for action in reader.advance(to: at(now)) {
        switch action {
        case .command(.look(let dx, let dy)): (x, y) = (x + dx, y + dy)
        case .command(.zoom(let by)): factor *= by
        default: #expect(Bool(false), "\(action)")
        }
      }
    }
    #expect(x > 0.3 && y < -1.5 && abs(factor - 4) < 1e-9)
    // And one after the other they are let go.
    _ = reader.read(pull(0, .righty), at: at(1000))
    let actions = reader.advance(to: at(1010))
    #expect(actions.count == 2 && actions.allSatisfy(\.isDrag))
    _ = reader.read(pull(0, .rightx), at: at(1010))
    _ = reader.read(pull(0), at: at(1010))
    #expect(!reader.isDragging)
  }

  @Test("a trigger that something else is bound to acts as a key, a stick that drags has no rival")
  func bound() throws {
    var bindings = Bindings.builtIn
    bindings.bind(try Chord(parsing: "pad.righttrigger"), to: .command(.next))
    bindings.bind(try Chord(parsing: "pad.lefttrigger"), to: .command(.zoom(by: 1.25)))
    var reader = reader(bindings)
    #expect(reader.read(pull(1), at: at(0)) == [.command(.next)] && !reader.isDragging)
    _ = reader.read(pull(1, .lefttrigger), at: at(0))
    #expect(run(&reader, 0..<510).0 > 1.9)
    var drag = self.reader()
    _ = drag.read(pull(1, .rightx), at: at(0))
    _ = drag.read(pull(1), at: at(0))
    #expect(run(&drag, 0..<510).0 == 1)
  }
}
