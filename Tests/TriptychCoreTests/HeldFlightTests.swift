import Testing

@testable import TriptychCore

/// A picture between its cell and the screen, in the hand.
@Suite struct HeldFlightTests {
  private let screen = Size(1920, 1080)
  private let way = Flight(
    from: Rect(x: 388, y: 300, width: 352, height: 264),
    to: Rect(x: 150, y: 0, width: 1620, height: 1080))

  private func at(_ seconds: Double) -> Instant { Instant(.seconds(seconds)) }

  private func distance(_ a: Rect, _ b: Rect) -> Double {
    max(abs(a.x - b.x), abs(a.y - b.y), abs(a.maxX - b.maxX), abs(a.maxY - b.maxY))
  }

  private func onScreen() -> HeldFlight {
    var flight = HeldFlight(leavingAt: .zero)
    flight.grabOnScreen(at: .zero)
    return flight
  }

  @Test("the point of the picture that lies between two fingers stays there")
  func follows() {
    var dice = SplitMix64(seed: 3)
    for _ in 0..<200 {
      var flight = onScreen()
      for _ in 0..<20 {
        let before = flight.rect(way, at: .zero)
        let point = Point(
          before.x + before.width * Double(dice.below(100)) / 100,
          before.y + before.height * Double(dice.below(100)) / 100)
        let moved = Point(Double(dice.below(40) - 20), Double(dice.below(40) - 20))
        let factor = 0.9 + Double(dice.below(18)) / 100
        flight.pinch(by: factor, about: point, movedBy: moved, way, at: .zero)
        let after = flight.rect(way, at: .zero)
        let x = after.x + (point.x - before.x) / before.width * after.width
        let y = after.y + (point.y - before.y) / before.height * after.height
        #expect(abs(x - point.x - moved.x) < 1e-6 && abs(y - point.y - moved.y) < 1e-6)
        #expect(after.width > 100 && after.width < 2000)
      }
    }
  }

  @Test("fingers that make it a fifth smaller lead it to its cell; less, and it springs back")
  func decides() {
    for (scale, goal) in [(0.95, HeldFlight.Goal.screen), (0.5, .cell)] {
      var flight = onScreen()
      for _ in 0..<10 {
        let step = power(scale, 0.1)
        flight.pinch(by: step, about: Point(500, 500), movedBy: Point(3, 1), way, at: at(1))
      }
      #expect(flight.isHeld && !flight.isMoving(at: at(2)))
      let held = flight.rect(way, at: at(2))
      flight.letGo(velocity: Point(0, 0), on: screen, at: at(2))
      #expect(flight.goal == goal && distance(flight.rect(way, at: at(2)), held) < 1e-6)
      let end = flight.rect(way, at: at(9))
      #expect(distance(end, goal == .cell ? way.cell : way.whole) < 1e-6)
      #expect(flight.hasLanded(at: at(9)) == (goal == .screen))
    }
  }

  @Test("a cell that is spread to the screen opens; the same hand at 30, 60 and 240 Hz")
  func rates() {
    var ends: [Rect] = []
    for rate in [30, 60, 240] {
      var flight = HeldFlight(leavingAt: .zero)
      #expect(!flight.isInAir(at: at(5)))
      flight.grab(at: at(5))
      for _ in 0..<rate {
        flight.pinch(
          by: power(3, 1 / Double(rate)), about: Point(500, 400),
          movedBy: Point(60 / Double(rate), 0), way, at: at(5))
      }
      ends.append(flight.rect(way, at: at(6)))
      flight.letGo(velocity: Point(0, 0), on: screen, at: at(6))
      #expect(flight.goal == .screen && flight.isMoving(at: at(6)))
    }
    // What moves between two events moves with them: a hundredth of the way apart.
    #expect(distance(ends[0], ends[2]) < 12 && distance(ends[1], ends[2]) < 6)
  }

  @Test("a touch catches a flight at any moment, and nothing jumps; let go it goes on as before")
  func caught() {
    var dice = SplitMix64(seed: 9)
    for _ in 0..<300 {
      var flight = HeldFlight(leavingAt: .zero)
      var now = Double(dice.below(300)) / 1000
      for _ in 0..<8 {
        now += Double(dice.below(200)) / 1000
        let (before, goal) = (flight.rect(way, at: at(now)), flight.goal)
        switch dice.below(5) {
        case 0: flight.grab(at: at(now))
        case 1: flight.letGo(velocity: Point(0, 0), on: screen, at: at(now))
        case 2: flight.fly(at: at(now))
        case 3: flight.land(at: at(now))
        default:
          flight.grab(at: at(now))
          flight.letGo(velocity: Point(100, 0), on: screen, at: at(now))
          #expect(flight.goal == goal)
        }
        // What is that near to its goal counts as there.
        #expect(distance(before, flight.rect(way, at: at(now))) < 0.7)
      }
    }
  }

  @Test("a pull across fades the backdrop, and leads into the cell beyond a quarter or by a flick")
  func pulled() {
    for (way, speed, goal) in [
      (200.0, 0.0, HeldFlight.Goal.screen), (-300, 0, .cell), (100, 400, .cell),
      (100, -400, .screen), (-100, 400, .screen),
    ] {
      var flight = HeldFlight(leavingAt: .zero)
      flight.pull(to: way, across: .horizontal, on: screen, at: at(1))
      #expect(abs(flight.backdrop(on: screen, at: at(1)) - (1 - abs(way) / 1080)) < 1e-9)
      let rect = flight.rect(self.way, at: at(1))
      #expect(abs(rect.y + rect.height / 2 - 540 - way) < 1e-9)
      #expect(abs(rect.width - 1620 * max(0.9, 1 - abs(way) / 1080)) < 1e-9)
      flight.letGo(velocity: Point(0, speed), on: screen, at: at(1))
      #expect(flight.goal == goal)
      #expect(distance(flight.rect(self.way, at: at(1)), rect) < 1e-6)
    }
  }

  @Test("with reduced motion it fades where it lies, and moves with the hand only")
  func calm() {
    var flight = HeldFlight(leavingAt: .zero, isCalm: true)
    for time in [0, 0.1, 0.2, 0.3] {
      #expect(flight.rect(way, at: at(time)) == way.whole && flight.isFading)
    }
    #expect(flight.progress(at: at(0.1)) < 1 && flight.progress(at: at(3)) == 0)
    flight.fly(at: at(3))
    #expect(flight.rect(way, at: at(3.1)) == way.whole && flight.hasLanded(at: at(6)))
    flight.grabOnScreen(at: at(6))
    flight.pinch(by: 0.5, about: Point(960, 540), movedBy: Point(0, 9), way, at: at(6))
    let held = flight.rect(way, at: at(6))
    #expect(distance(held, Rect(x: 555, y: 279, width: 810, height: 540)) < 1e-6)
    flight.letGo(velocity: Point(0, 0), on: screen, at: at(6))
    #expect(flight.goal == .cell && flight.rect(way, at: at(6.1)) == held)
    #expect(flight.progress(at: at(9)) == 0)
  }

  @Test("numbers that are none move nothing")
  func nonsense() {
    var flight = onScreen()
    for bad in [Double.nan, .infinity, -1, 0] {
      flight.pinch(by: bad, about: Point(1, 1), movedBy: Point(0, 0), way, at: .zero)
    }
    flight.pan(by: Point(.nan, 1))
    flight.pull(to: .infinity, across: .vertical, on: screen, at: .zero)
    #expect(flight.rect(way, at: .zero) == way.whole)
    flight.letGo(velocity: Point(.nan, .infinity), on: screen, at: .zero)
    #expect(distance(flight.rect(way, at: at(4)), way.whole) < 1e-6)
    // A picture that is no larger than its cell has no size to go by.
    let small = Flight(from: way.cell, to: way.cell)
    var other = onScreen()
    other.pinch(by: 0.5, about: Point(1, 1), movedBy: Point(0, 0), small, at: .zero)
    #expect(other.progress(at: .zero) == 0.5)
  }

  /// x to a power, by whole roots: the core has no `pow`.
  private func power(_ x: Double, _ exponent: Double) -> Double {
    var (low, high) = (0.001, 10.0)
    let count = Int((1 / exponent).rounded())
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if (0..<count).reduce(1.0, { product, _ in product * middle }) < x {
        low = middle
      } else {
        high = middle
      }
    }
    return (low + high) / 2
  }
}
