import Testing

@testable import TriptychCore

/// Keys while the overview is open, and while an item is enlarged.
@Suite struct OverviewKeyTests {
  private func at(_ milliseconds: Int) -> Instant { Instant(.milliseconds(milliseconds)) }

  private func reader(overview: Bool = false, zoomed: Bool = false, kiosk: Bool = false)
    -> InputReader
  {
    var reader = InputReader(bindings: .builtIn, isKiosk: kiosk)
    (reader.isInOverview, reader.isZoomed) = (overview, zoomed)
    return reader
  }

  private func press(_ name: String, _ reader: inout InputReader, _ time: Int = 0) -> [UserAction] {
    reader.read(.keyDown(Key(name), []), at: at(time))
  }

  @Test(
    "keys that move the show choose cells",
    arguments: [
      ("Right", OverviewMove.right), ("Left", .left), ("Up", .up), ("Down", .down), ("N", .right),
      ("PageDown", .pageDown), ("PageUp", .pageUp), ("Home", .first), ("End", .last),
      ("Return", .open), ("Space", .open), ("Escape", .close), ("G", .close),
      ("Backspace", .left),
    ])
  func keys(name: String, move: OverviewMove) {
    var reader = reader(overview: true)
    #expect(press(name, &reader) == [.overview(move)])
    var kiosk = self.reader(overview: true, kiosk: true)
    #expect(press(name, &kiosk) == [.overview(move)])
  }

  @Test("other keys do what they always do, and numbers are typed and gone to")
  func others() {
    var reader = reader(overview: true)
    #expect(press("M", &reader) == [.command(.toggleMute)])
    #expect(press("1", &reader) == [])
    #expect(press("Return", &reader, 100) == [.command(.go(to: 1))])
  }

  @Test("an arrow that is held goes on, a page too, the ends do not; closing ends it")
  func held() {
    var reader = reader(overview: true)
    _ = press("Down", &reader)
    #expect(reader.advance(to: at(399)) == [])
    #expect(reader.advance(to: at(400)) == [.overview(.down)])
    #expect(reader.advance(to: at(525)) == [.overview(.down)])
    reader.isInOverview = false
    #expect(reader.advance(to: at(650)) == [])
    reader.isInOverview = true
    _ = press("End", &reader, 700)
    #expect(reader.advance(to: at(2000)) == [])
  }

  @Test("while an item is enlarged arrows look round, Escape leads back, even in a kiosk")
  func zoomed() {
    var reader = reader(zoomed: true, kiosk: true)
    #expect(press("Right", &reader) == [.command(.look(x: 0.25, y: 0))])
    #expect(press("Up", &reader) == [.command(.look(x: 0, y: -0.25))])
    #expect(reader.advance(to: at(400)) == [.command(.look(x: 0, y: -0.25))])
    #expect(press("Escape", &reader, 500) == [.command(.leaveZoom)])
    #expect(press("PageDown", &reader, 600) == [.command(.next)])
    #expect(press("Z", &reader, 700) == [.command(.toggleZoom(at: nil))])
    var plain = self.reader(kiosk: true)
    #expect(press("Escape", &plain) == [])
    #expect(press("Right", &plain) == [.command(.next)])
  }

  @Test("an arrow that is held in the overview goes faster and faster, at most 32 times a second")
  func accelerated() {
    var reader = reader(overview: true)
    _ = press("Down", &reader)
    func moves(_ range: Range<Int>) -> Int {
      range.reduce(0) { $0 + reader.advance(to: at($1)).count }
    }
    let seconds = (0..<5).map { moves($0 * 1000 + 400..<$0 * 1000 + 1400) }
    #expect(seconds[0] == 8 && (15...16).contains(seconds[1]))
    #expect((31...33).contains(seconds[4]))
    _ = reader.read(.keyUp(Key("Down")), at: at(6000))
    #expect(moves(6000..<8000) == 0)
  }

  @Test(
    "an arrow that is held over what is enlarged looks further each time, to three times as far")
  func longerLooks() {
    var reader = reader(zoomed: true)
    _ = press("Right", &reader)
    var ways: [Double] = []
    for time in 0..<6000 {
      for action in reader.advance(to: at(time)) {
        if case .command(.look(let x, _)) = action { ways.append(x) }
      }
    }
    #expect(ways.first == 0.25 && ways.last == 0.75 && ways == ways.sorted())
  }

  @Test("a stick scrolls the overview, the further out and the longer the faster; the show stays")
  func stick() {
    var reader = reader(overview: true)
    func way(_ value: Double, _ range: Range<Int>) -> Double {
      _ = reader.read(.padMoved(pad: 1, .righty, value), at: at(range.lowerBound))
      return range.reduce(0) { sum, time in
        reader.advance(to: at(time)).reduce(sum) { sum, action in
          if case .overview(.scroll(let by)) = action { return sum + by }
          Issue.record("\(action)")
          return sum
        }
      }
    }
    #expect(way(0, 0..<10) == 0)
    let slow = way(0.5, 10..<500)
    let fast = way(1, 500..<1000)
    let later = way(1, 3000..<3500)
    #expect(slow > 0.05 && fast > 3 * slow && later > 1.5 * fast)
    #expect(way(0, 4000..<4100) == 0)
    #expect(way(-1, 4100..<4600) < -0.5)
    reader.isInOverview = false
    #expect(reader.advance(to: at(4700)) == [] && !reader.isDragging)
  }
}
