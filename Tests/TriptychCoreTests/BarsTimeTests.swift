import Testing

@testable import TriptychCore

@Suite("the bars over time") struct BarsTimeTests {
  private func at(_ milliseconds: Int) -> Instant { Instant(.milliseconds(milliseconds)) }

  private func bars(_ mode: BarsMode = .auto) -> Bars { Bars(mode: mode, timeout: .seconds(3)) }

  @Test("they come in 0.3 s, stand for the timeout, and go in 0.3 s")
  func wholeLife() {
    var bars = bars()
    #expect(bars.opacity(at: at(0)) == 0 && bars.motion(at: at(0)) == .still(until: nil))
    bars.toggle(at: at(1000))
    #expect(bars.opacity(at: at(1000)) == 0 && bars.isShown(at: at(1000)))
    #expect(abs(bars.opacity(at: at(1150)) - 0.5) < 1e-9 && bars.motion(at: at(1150)) == .moving)
    #expect(bars.opacity(at: at(1300)) == 1)
    #expect(bars.motion(at: at(1300)) == .still(until: at(4000)))
    #expect(bars.opacity(at: at(4000)) == 1 && !bars.isShown(at: at(4000)))
    #expect(abs(bars.opacity(at: at(4150)) - 0.5) < 1e-9 && bars.motion(at: at(4150)) == .moving)
    #expect(bars.opacity(at: at(4300)) == 0)
    #expect(bars.motion(at: at(4301)) == .still(until: nil))
    #expect(bars.opacity(at: at(9_000_000)) == 0)
  }

  @Test("every input begins the timeout anew, but brings nothing that is not shown")
  func inputs() {
    var bars = bars()
    bars.used(at: at(0))
    #expect(bars.opacity(at: at(500)) == 0)
    bars.toggle(at: at(1000))
    bars.used(at: at(3900))
    #expect(bars.motion(at: at(3900)) == .still(until: at(6900)))
    #expect(bars.opacity(at: at(6800)) == 1)
    // On the way out it is too late.
    bars.used(at: at(7000))
    #expect(bars.opacity(at: at(7300)) == 0)
  }

  @Test("turned round half-way they go on from where they are, at the same speed")
  func turnedRound() {
    var bars = bars()
    bars.toggle(at: at(0))
    bars.toggle(at: at(150))
    #expect(abs(bars.opacity(at: at(150)) - 0.5) < 1e-9 && !bars.isShown(at: at(150)))
    #expect(abs(bars.opacity(at: at(225)) - 0.25) < 1e-9)
    bars.toggle(at: at(225))
    #expect(abs(bars.opacity(at: at(300)) - 0.5) < 1e-9)
    // The timeout's own way out, turned round too.
    #expect(bars.opacity(at: at(3225)) == 1)
    bars.wake(at: at(3375))
    #expect(abs(bars.opacity(at: at(3375)) - 0.5) < 1e-9 && bars.opacity(at: at(3525)) == 1)
  }

  @Test("what lies over the show hides them; they are back if they were shown before")
  func covered() {
    var bars = bars()
    bars.toggle(at: at(0))
    bars.cover(true, at: at(1000))
    #expect(bars.opacity(at: at(1300)) == 0)
    bars.wake(at: at(1400))
    #expect(bars.opacity(at: at(1700)) == 0, "the mouse does not bring them over it")
    bars.cover(false, at: at(60_000))
    #expect(bars.opacity(at: at(60_300)) == 1)
    #expect(bars.motion(at: at(60_300)) == .still(until: at(63_000)))
    bars.toggle(at: at(61_000))
    bars.cover(true, at: at(62_000))
    bars.cover(false, at: at(63_000))
    #expect(bars.opacity(at: at(64_000)) == 0, "they were not shown before")
  }

  @Test("a tap shows them over what is enlarged, too, for one finger has no other way back")
  func overWhatIsEnlarged() {
    for mode in [BarsMode.auto, .always] {
      var bars = bars(mode)
      bars.cover(true, at: at(1000))
      #expect(bars.opacity(at: at(2000)) == 0)
      bars.toggle(at: at(2000))
      #expect(bars.opacity(at: at(2300)) == 1 && bars.opacity(at: at(5300)) == 0)
    }
  }

  @Test("always stands but over what is enlarged; never never comes")
  func modes() {
    var bars = bars(.always)
    #expect(bars.opacity(at: at(0)) == 1 && bars.motion(at: at(0)) == .still(until: nil))
    bars.toggle(at: at(100))
    bars.reset(at: at(200))
    #expect(bars.opacity(at: at(100_000)) == 1)
    bars.cover(true, at: at(100_000))
    #expect(bars.opacity(at: at(100_300)) == 0)
    bars.cover(false, at: at(200_000))
    #expect(bars.opacity(at: at(900_000)) == 1)
    var none = self.bars(.never)
    none.toggle(at: at(0))
    none.wake(at: at(1))
    none.hold(true, at: at(2))
    none.cover(true, at: at(3))
    none.toggle(at: at(4))
    none.cover(false, at: at(5))
    #expect(none.opacity(at: at(1000)) == 0 && none.motion(at: at(10)) == .still(until: nil))
  }

  @Test("a finger on them holds them; when it leaves, the timeout begins")
  func held() {
    var bars = bars()
    bars.toggle(at: at(0))
    bars.hold(true, at: at(1000))
    #expect(bars.motion(at: at(9000)) == .still(until: nil) && bars.opacity(at: at(9000)) == 1)
    bars.hold(false, at: at(10_000))
    #expect(bars.motion(at: at(10_000)) == .still(until: at(13_000)))
    bars.reset(at: at(11_000))
    #expect(bars.opacity(at: at(11_300)) == 0)
  }

  @Test("whatever is done when, the opacity is continuous and within 0 and 1")
  func randomCalls() {
    for seed: UInt64 in 0..<200 {
      var random = SplitMix64(seed: seed)
      var bars = bars(seed % 5 == 0 ? .always : .auto)
      var (now, last) = (0, bars.opacity(at: at(0)))
      for _ in 0..<300 {
        let step = Int(random.next() % 400) * (random.next() % 8 == 0 ? 10 : 1)
        for time in stride(from: now, through: now + step, by: 5) {
          let opacity = bars.opacity(at: at(time))
          #expect((0...1).contains(opacity) && abs(opacity - last) < 0.04, "seed \(seed)")
          if case .still = bars.motion(at: at(time)) { #expect(opacity == 0 || opacity == 1) }
          last = opacity
        }
        now += step
        last = bars.opacity(at: at(now))
        switch random.next() % 8 {
        case 0: bars.toggle(at: at(now))
        case 1: bars.wake(at: at(now))
        case 2: bars.used(at: at(now))
        case 3: bars.hold(random.next() % 2 == 0, at: at(now))
        case 4: bars.cover(random.next() % 2 == 0, at: at(now))
        case 5: bars.reset(at: at(now))
        default: break
        }
        #expect(abs(bars.opacity(at: at(now)) - last) < 1e-9, "seed \(seed): a jump")
      }
    }
  }
}

@Suite("the mouse that wakes the bars") struct MouseWakeTests {
  private let screen = Size(1920, 1080)
  private func at(_ milliseconds: Int) -> Instant { Instant(.milliseconds(milliseconds)) }

  /// What each motion of a mouse leads to: points on a line and milliseconds.
  private func moves(_ mouse: inout MouseWake, _ motions: [(x: Double, at: Int)]) -> [Bool] {
    motions.map { mouse.moved(to: Point($0.x, 540), at: at($0.at), screen: screen) }
  }

  @Test("a hand does, from a hundredth of the height on")
  func hand() {
    var mouse = MouseWake()
    let first = moves(&mouse, [(100, 0), (105, 16), (112, 32)])
    #expect(first == [false, false, true] && mouse.isInUse)
    let second = moves(&mouse, [(113, 2000), (114, 2016)])
    #expect(second == [false, true], "it is in use: the least motion counts")
    mouse.rest()
    #expect(!mouse.isInUse)
  }

  @Test("the motion that a display invents at its start does not, nor a table that is pushed")
  func noHand() {
    var mouse = MouseWake()
    let pushes = (0...50).map { (x: 960 + Double($0 * 9 % 20), at: $0 * 1500) }
    let woken = moves(&mouse, pushes)
    #expect(!woken.contains(true) && !mouse.isInUse)
  }

  @Test("the first motion never does; a jump after it does, however long the mouse stood")
  func jump() {
    var mouse = MouseWake()
    #expect(moves(&mouse, [(900, 0)]) == [false])
    #expect(moves(&mouse, [(300, 60_000)]) == [true] && mouse.isInUse)
    mouse.rest()
    #expect(moves(&mouse, [(340, 90_000), (395, 120_000)]) == [false, true])
  }
}
