import Testing
import TriptychCore

@testable import TriptychPaint
@testable import TriptychStage

/// Whole frames turned for a display that is turned, pixel by pixel.
@Suite struct TurnedScreenTests {
  /// Sizes with and without remainders of the squares and fours that are turned at once.
  private static let sizes = [
    (1, 1), (4, 4), (3, 5), (31, 33), (32, 64), (67, 45), (130, 8), (131, 230),
  ]

  @Test(
    "each pixel goes where the turned screen has it, whoever turns it", arguments: Rotation.allCases
  )
  func pixels(rotation: Rotation) {
    for painter in [1, 2, 5].map({ Painter(threads: $0) }) {
      for (width, height) in Self.sizes { check(width, height, rotation, by: painter) }
    }
  }

  private func check(_ width: Int, _ height: Int, _ rotation: Rotation, by painter: Painter) {
    let (pitch, margin) = (width + 2, UInt32(0x5A5A_5A5A))
    let source = (0..<(pitch * height)).map { UInt32($0) &* 2_654_435_761 }
    let viewer = Size(Double(width), Double(height))
    let display = rotation.size(viewer)
    let (across, down) = (Int(display.width), Int(display.height))
    var target = [UInt32](repeating: margin, count: (across + 3) * down)
    turn(painter, source, 4 * pitch, width, height, rotation, &target, 4 * (across + 3))
    for y in 0..<height {
      for x in 0..<width {
        let center = Point(Double(x) + 0.5, Double(y) + 0.5)
        let place = rotation.onDisplay(center, viewer: viewer)
        let index = Int(place.y) * (across + 3) + Int(place.x)
        guard target[index] == source[y * pitch + x] else {
          Issue.record("\(width)×\(height) by \(rotation.rawValue): pixel (\(x), \(y))")
          return
        }
      }
    }
    var rest: [UInt32] = []
    for row in 0..<down {
      rest += target[(row * (across + 3) + across)..<((row + 1) * (across + 3))]
    }
    #expect(rest.allSatisfy { $0 == margin }, "something was written between the rows")
  }

  private func turn(
    _ painter: Painter, _ source: [UInt32], _ stride: Int, _ width: Int, _ height: Int,
    _ rotation: Rotation,
    _ target: inout [UInt32], _ targetStride: Int
  ) {
    source.withUnsafeBytes { source in
      target.withUnsafeMutableBytes { target in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        painter.turn(
          from, stride: stride, width: width, height: height, by: rotation, into: to,
          stride: targetStride)
      }
    }
  }

  /// A display in memory.
  private final class MemorySheet: Sheet {
    let width: Int
    let height: Int
    var pixels: [UInt32]

    init(_ width: Int, _ height: Int) {
      (self.width, self.height) = (width, height)
      pixels = Array(repeating: 0, count: width * height)
    }

    func show(_ paint: (UnsafeMutableRawPointer, _ stride: Int) -> Void) -> Bool {
      pixels.withUnsafeMutableBytes { bytes in
        if let base = bytes.baseAddress { paint(base, 4 * width) }
      }
      return true
    }

    func show(directly picture: Picture) -> Bool? { nil }
    func resized() {}
  }

  @Test(
    "the processor's frames come out turned, painted or shown as they are",
    arguments: Rotation.allCases)
  func sheet(rotation: Rotation) {
    let display = MemorySheet(96, 54)
    let canvas = PaintedCanvas(display, turnedBy: rotation)
    let viewer = Size(Double(canvas.width), Double(canvas.height))
    #expect(rotation.size(viewer) == Size(96, 54))
    let picture = Sample.noise(canvas.width, canvas.height)
    let whole = Sample.layer(picture, cell: viewer)
    let moved = Sample.layer(picture, cell: viewer, Placement(map: .shift(7.5, -3)))
    for layers in [[whole], [moved], [whole, moved]] {
      #expect(canvas.show(layers, over: .black))
      var straight = Canvas(canvas.width, canvas.height)
      straight.paint(layers)
      expectTurned(straight, rotation, display.pixels, across: 96)
    }
  }

  private func expectTurned(
    _ straight: Canvas, _ rotation: Rotation, _ pixels: [UInt32], across: Int
  ) {
    let viewer = Size(Double(straight.width), Double(straight.height))
    for y in 0..<straight.height {
      for x in 0..<straight.width {
        let place = rotation.onDisplay(Point(Double(x) + 0.5, Double(y) + 0.5), viewer: viewer)
        let there = pixels[Int(place.y) * across + Int(place.x)]
        guard there & 0xFF_FFFF == straight[x, y] & 0xFF_FFFF else {
          Issue.record("by \(rotation.rawValue): pixel (\(x), \(y))")
          return
        }
      }
    }
  }

  @MainActor
  @Test(
    "the graphics processor's frames come out turned",
    .enabled("OpenGL ES 2 is not here", GPUBench.isPossible), arguments: Rotation.allCases)
  func graphics(rotation: Rotation) throws {
    let bench = try GPUBench(192, 108, rotation: rotation)
    let (width, height) = (bench.canvas.width, bench.canvas.height)
    let cell = Size(Double(width), Double(height))
    #expect(rotation.size(cell) == Size(192, 108))
    let layers = [
      Sample.layer(Sample.noise(width, height), cell: cell),
      Sample.layer(Sample.noise(60, 40), cell: Size(60, 40), Placement(map: .shift(20, 30))),
    ]
    #expect(bench.canvas.draw(layers, over: .black))
    var straight = Canvas(width, height)
    straight.paint(layers)
    expectTurned(straight, rotation, try #require(bench.canvas.read()), across: 192)
  }
}
