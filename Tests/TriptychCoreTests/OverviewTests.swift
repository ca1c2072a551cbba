import Testing

@testable import TriptychCore

/// The grid of all items, and the flight from it to the screen.
@Suite struct OverviewTests {
  private let size = Size(1920, 1080)
  private func at(_ seconds: Double) -> Instant { Instant(.seconds(seconds)) }

  @Test("cells fill the width, in order, without overlap; a hundred thousand are as cheap as ten")
  func cells() {
    for count in [0, 1, 7, 1000, 100_000] {
      let grid = Grid(size: size, count: count)
      #expect(grid.columns == 5 && grid.rows == (count + 4) / 5)
      guard count > 0 else {
        #expect(grid.visible(scroll: 0).isEmpty && grid.scrollable == 0)
        continue
      }
      #expect(grid.rect(of: 0, scroll: 0).x == grid.gap)
      let last = grid.rect(of: count - 1, scroll: grid.scrollable)
      #expect(last.maxY <= 1080)
      #expect(abs(grid.rect(of: 4, scroll: 0).maxX - (1920 - grid.gap)) < 1e-9)
      #expect(grid.rect(of: 5, scroll: 0).y >= grid.rect(of: 0, scroll: 0).maxY)
    }
  }

  @Test("what is visible is what lies on the screen, no cell more and none less")
  func visible() {
    let grid = Grid(size: size, count: 1003)
    var generator = SplitMix64(seed: 8)
    for _ in 0..<500 {
      let scroll = Double(generator.below(Int(grid.scrollable) + 1))
      let seen = grid.visible(scroll: scroll)
      for index in max(seen.lowerBound - 6, 0)..<min(seen.upperBound + 6, 1003) {
        let rect = grid.rect(of: index, scroll: scroll)
        let isSeen = rect.maxY > 0 && rect.y < 1080
        // Whole rows: the last row's cells all count.
        #expect(seen.contains(index) == isSeen, "\(index) at \(scroll)")
      }
      #expect(seen.count <= 5 * 6)
      let point = Point(Double(generator.below(1920)), Double(generator.below(1080)))
      if let index = grid.index(at: point, scroll: scroll) {
        let rect = grid.rect(of: index, scroll: scroll)
        #expect(point.x >= rect.x && point.x < rect.maxX && point.y >= rect.y)
        #expect(point.y < rect.maxY)
      }
    }
  }

  @Test("the chosen cell can always be seen whole, and keys never leave the list")
  func keys() {
    let grid = Grid(size: size, count: 123)
    var overview = Overview(grid: grid, at: 60, now: .zero)
    #expect(overview.selected == 60)
    var generator = SplitMix64(seed: 2)
    var now = 0.0
    for _ in 0..<1000 {
      now += Double(generator.below(300)) / 1000
      switch generator.below(6) {
      case 0: overview.move(columns: generator.below(3) - 1, rows: 0, at: at(now))
      case 1: overview.move(columns: 0, rows: generator.below(3) - 1, at: at(now))
      case 2: overview.page(generator.below(3) - 1, at: at(now))
      case 3: overview.wheel(Double(generator.below(7)) - 3, at: at(now))
      case 4: overview.drag(by: Double(generator.below(900)) - 450, at: at(now))
      default: overview.release(speed: Double(generator.below(9000)) - 4500, at: at(now))
      }
      #expect((0..<123).contains(overview.selected))
    }
    overview.choose(7, at: at(now + 1))
    let rect = grid.rect(of: 7, scroll: overview.scroll(at: at(now + 9)))
    #expect(rect.y >= 0 && rect.maxY <= 1080 && !overview.isMoving(at: at(now + 9)))
    #expect(overview.scroll(at: at(now + 9)) >= 0)
  }

  @Test("down from the last row but one leads to the last cell; at the end nothing moves")
  func lastRow() {
    var overview = Overview(grid: Grid(size: size, count: 12), at: 9, now: .zero)
    overview.move(columns: 0, rows: 1, at: .zero)
    #expect(overview.selected == 11)
    overview.move(columns: 0, rows: 1, at: .zero)
    #expect(overview.selected == 11)
    overview.move(columns: 0, rows: -1, at: .zero)
    #expect(overview.selected == 6)
    overview.move(columns: -9, rows: 0, at: .zero)
    #expect(overview.selected == 0)
    overview.move(columns: 0, rows: -1, at: .zero)
    #expect(overview.selected == 0)
    var empty = Overview(grid: Grid(size: size, count: 0), at: 3, now: .zero)
    empty.move(columns: 1, rows: 1, at: .zero)
    #expect(empty.selected == 0)
  }

  @Test("a scroll is continuous through every change of mind")
  func continuous() {
    var overview = Overview(grid: Grid(size: size, count: 5000), at: 2500, now: .zero)
    var generator = SplitMix64(seed: 4)
    var now = 0.0
    for _ in 0..<500 {
      now += Double(generator.below(200)) / 1000
      let before = overview.scroll(at: at(now))
      switch generator.below(4) {
      case 0: overview.wheel(Double(generator.below(7)) - 3, at: at(now))
      case 1: overview.page(1, at: at(now))
      case 2: overview.release(speed: Double(generator.below(9000)) - 4500, at: at(now))
      default: overview.drag(by: 0, at: at(now))
      }
      #expect(abs(overview.scroll(at: at(now)) - before) < 1)
    }
  }

  @Test("a flight begins in the cell, ends on the screen, and never tears the picture's shape")
  func flight() {
    let flight = Flight(
      from: Rect(x: 100, y: 200, width: 360, height: 270),
      to: Rect(x: 150, y: 0, width: 1620, height: 1080))
    #expect(flight.rect(0) == flight.cell && flight.rect(1) == flight.whole)
    for step in 0...20 {
      let progress = Double(step) / 20
      let (rect, crop) = (flight.rect(progress), flight.crop(progress, of: Size(600, 400)))
      #expect(abs(crop.width / crop.height - rect.width / rect.height) < 1e-9)
      #expect(crop.x >= -1e-9 && crop.maxX <= 600 + 1e-9 && crop.maxY <= 400 + 1e-9)
    }
    let all = flight.crop(1, of: Size(600, 400))
    #expect(abs(all.width - 600) < 1e-9 && abs(all.height - 400) < 1e-9)
    #expect(Flight.backdrop(0) == 0 && Flight.backdrop(4.0 / 9) == 1)
    let open = Flight.open(at: .zero)
    #expect(open.value(at: .zero) == 0 && open.value(at: open.arrival) == 1)
    // Damping 0.9 swings over by e^(−πζ/√(1−ζ²)) = 0.15 % (Ogata, Modern Control Engineering).
    let most = (0..<2000).map { open.value(at: Instant(.milliseconds($0))) }.max() ?? 0
    #expect(most > 1.001 && most < 1.002)
    #expect(open.value(at: Instant(Flight.opening)) > 0.95)
    #expect(Flight.close(at: .zero).value(at: Instant(Flight.closing)) < 0.05)
  }

  @Test("sine and cosine are those of the C library to the last places")
  func circle() {
    for step in -2000...2000 {
      let x = Double(step) * 0.037
      let (sine, cosine) = sineAndCosine(x)
      #expect(abs(sine * sine + cosine * cosine - 1) < 1e-14)
      let (twice, _) = sineAndCosine(2 * x)
      #expect(abs(twice - 2 * sine * cosine) < 1e-13)
    }
    #expect(sineAndCosine(0) == (0, 1))
    #expect(abs(sineAndCosine(.pi / 6).sine - 0.5) < 1e-15)
  }

  @Test("what a stick scrolls takes the chosen cell along, in its column, always in sight")
  func scrolledByStick() {
    let grid = Grid(size: size, count: 100_003)
    var overview = Overview(grid: grid, at: 7, now: .zero)
    for way in [0.1, 0.9, 2, -0.3, 900, 1e9, -1e9, .nan] {
      overview.move(.scroll(by: way), at: at(1))
      let rect = grid.rect(of: overview.selected, scroll: overview.scroll(at: at(1)))
      #expect(overview.selected % grid.columns == 7 % grid.columns)
      #expect(rect.y >= -grid.pitch && rect.maxY <= 1080 + grid.pitch)
      #expect((0...grid.scrollable).contains(overview.scroll(at: at(1))))
    }
  }
}
