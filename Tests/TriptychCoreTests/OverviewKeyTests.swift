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
}
