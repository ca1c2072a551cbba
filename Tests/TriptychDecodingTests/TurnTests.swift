import Testing

@testable import TriptychPictures

/// Quarter turns on top of what a file says of its orientation.
@Suite struct TurnTests {
  /// Which stored pixel stands at (x, y) of the upright picture.
  private func stored(
    _ x: Int, _ y: Int, _ orientation: Orientation, _ size: PixelSize
  ) -> [Int] {
    let walk = orientation.walk(over: size)
    return [
      walk.start.x + x * walk.right.x + y * walk.down.x,
      walk.start.y + x * walk.right.y + y * walk.down.y,
    ]
  }

  @Test(arguments: Orientation.allCases)
  func aQuarterTurnIsClockwise(_ orientation: Orientation) {
    let size = PixelSize(width: 5, height: 3)
    let upright = orientation.swapsAxes ? size.transposed : size
    let turned = orientation.turned(1)
    #expect(turned.swapsAxes != orientation.swapsAxes)
    for y in 0..<upright.width {
      for x in 0..<upright.height {
        #expect(
          stored(x, y, turned, size) == stored(y, upright.height - 1 - x, orientation, size))
      }
    }
  }

  @Test(arguments: Orientation.allCases) func fourQuartersAreNone(_ orientation: Orientation) {
    #expect(orientation.turned(0) == orientation && orientation.turned(4) == orientation)
    #expect(orientation.turned(1).turned(1) == orientation.turned(2))
    #expect(orientation.turned(2).turned(1) == orientation.turned(3))
  }
}
