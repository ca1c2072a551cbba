import Testing

@testable import TriptychCore

@Suite struct PadDragTests {
  private func at(_ milliseconds: Int) -> Instant { Instant(.milliseconds(milliseconds)) }

  private func reader(_ bindings: Bindings = .builtIn) -> InputReader {
    var reader = InputReader(bindings: bindings, isKiosk: false)
    for axis in PadAxis.allCases { _ = reader.read(.padMoved(pad: 0, axis, 0), at: at(0)) }
    return reader
  }

  private func right(_ x: Double) -> Input { .padMoved(pad: 0, .rightx, x) }

  /// How far x went and what came besides, in frames of 10 ms.
  private func run(_ reader: inout InputReader, _ span: Range<Int>) -> (x: Double, [UserAction]) {
    var (x, others) = (0.0, [UserAction]())
    for now in stride(from: span.lowerBound, to: span.upperBound, by: 10) {
      for action in reader.advance(to: at(now)) {
        if case .command(.drag(let by)) = action { x += by } else { others.append(action) }
      }
    }
    return (x, others)
  }

  /// That of the release with which the actions end.
  private func speed(_ actions: [UserAction]) -> Double? {
    guard case .command(.release(let speed)) = actions.last else { return nil }
    return speed
  }

  @Test("the farther the stick, the faster x; never three views a second")
  func speed() {
    var speeds: [Double] = []
    for value in [0.2, 0.3, 0.4, 0.6, 0.8, 1, -1] {
      var reader = reader()
      _ = reader.read(right(value), at: at(0))
      speeds.append(run(&reader, 0..<1010).x)
    }
    #expect(speeds[0] == 0 && speeds[1] == 0)
    #expect(speeds[2] > 0 && speeds[2] < 0.3)
    #expect(speeds[3] > speeds[2] && speeds[4] > speeds[3] && speeds[5] > speeds[4])
    #expect(abs(speeds[5] - 2) < 0.001 && abs(speeds[6] + 2) < 0.001)
  }

  @Test("a stick let go fast throws the show on, a stick led back lets it fall to the nearer place")
  func release() throws {
    var reader = reader()
    _ = reader.read(right(1), at: at(0))
    _ = run(&reader, 0..<200)
    let fast = try #require(speed(reader.read(right(0), at: at(200))))
    #expect(fast > 1)
    _ = reader.read(right(-0.5), at: at(300))
    #expect(run(&reader, 300..<500).x < 0)
    _ = reader.read(right(-0.3), at: at(500))
    _ = run(&reader, 500..<700)
    let slow = try #require(speed(reader.read(right(-0.1), at: at(700))))
    #expect(slow <= 0 && slow > -0.3)
    #expect(!reader.isDragging)
  }

  @Test("a late turn moves by a twentieth of a second at most")
  func late() {
    var reader = reader()
    _ = reader.read(right(1), at: at(0))
    #expect(reader.advance(to: at(5000)) == [.command(.drag(by: 0.1))])
  }

  @Test("a stick that rests beside the centre after a drag is let go after 5 s, and ignored")
  func worn() {
    var reader = reader()
    _ = reader.read(right(1), at: at(0))
    _ = run(&reader, 0..<100)
    _ = reader.read(right(0.4), at: at(100))
    let (_, others) = run(&reader, 100..<6000)
    #expect(others.count == 1 && !reader.isDragging)
    for now in 6000..<7000 {
      #expect(reader.read(right(0.4 + Double(now % 2) / 50), at: at(now)) == [])
      #expect(reader.advance(to: at(now)) == [])
    }
    // Once across the centre, and it is a stick again.
    _ = reader.read(right(0), at: at(7000))
    _ = reader.read(right(1), at: at(7010))
    #expect(reader.isDragging)
  }

  @Test("an unplugged pad lets go of the show")
  func unplugged() {
    var reader = reader()
    _ = reader.read(right(1), at: at(0))
    _ = run(&reader, 0..<100)
    #expect(reader.read(.padGone(pad: 1), at: at(100)) == [])
    #expect(speed(reader.read(.padGone(pad: 0), at: at(100))) != nil)
    #expect(reader.advance(to: at(200)) == [])
  }

  @Test("up and down drag where the transition is vertical, and only there")
  func axes() {
    var reader = reader()
    _ = reader.read(.padMoved(pad: 0, .righty, 1), at: at(0), axis: .horizontal)
    #expect(!reader.isDragging)
    _ = reader.read(.padMoved(pad: 0, .righty, 0), at: at(1), axis: .vertical)
    _ = reader.read(.padMoved(pad: 0, .righty, 1), at: at(2), axis: .vertical)
    #expect(reader.isDragging)
  }

  @Test("ignore frees the right stick, and what is bound to one of its ways takes its place")
  func bound() throws {
    var bindings = Bindings.builtIn
    bindings.bind(try Chord(parsing: "pad.rightx"), to: .ignore)
    var free = reader(bindings)
    #expect(free.read(right(1), at: at(0)) == [] && !free.isDragging)
    bindings = .builtIn
    bindings.bind(try Chord(parsing: "pad.rightx+"), to: .command(.last))
    var steps = reader(bindings)
    #expect(steps.read(right(1), at: at(0)) == [.command(.last)] && !steps.isDragging)
  }
}
