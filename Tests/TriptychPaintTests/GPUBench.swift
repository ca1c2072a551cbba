import CSDL2
import Testing
import TriptychCore

@testable import TriptychPaint
@testable import TriptychStage

/// The graphics painter on a window that nobody sees, beside the processor's: SDL's offscreen
/// driver and OpenGL ES 2, which Mesa imitates (llvmpipe) where there is no graphics processor.
@MainActor final class GPUBench {
  private let window: Window
  let canvas: GPUCanvas
  private let painter = Painter(threads: 1)
  static let background = Color(red: 30, green: 60, blue: 90)

  /// The clock that uploads are measured with; the tests move it.
  final class Clock {
    var now = Instant.zero
    /// Added at each look.
    var step = Duration.zero

    func look() -> Instant {
      now = now + step
      return now
    }
  }

  let clock = Clock()

  init(_ width: Int, _ height: Int, largest: Int = .max, rotation: Rotation = .none) throws {
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen")
    let display = try Display()
    let wish = Stage.Wish(window: Size(Double(width), Double(height)))
    window = try Window(display, wish)
    let clock = clock
    canvas = try GPUCanvas(
      window: window, driver: "opengles2", waits: false, largest: largest, rotation: rotation,
      clock: { clock.look() })
    #expect(canvas.outputSize == PixelSize(width: width, height: height))
  }

  /// False where there is no OpenGL ES 2.
  nonisolated static func isPossible() async -> Bool {
    await MainActor.run {
      // A look at what there is: whatever the reason is, there is nothing to test with.
      (try? GPUBench(16, 16)) != nil
    }
  }

  /// The frame of the graphics painter, and that of the processor: BGRX.
  func paint(_ layers: [Layer]) throws -> Comparison {
    #expect(canvas.draw(layers, over: Self.background))
    let mine = try #require(canvas.read())
    return Comparison(
      width: canvas.width, height: canvas.height, mine: mine, expected: processor(layers),
      isEdge: EdgeMap(layers, width: canvas.width, height: canvas.height).isEdge)
  }

  func processor(_ layers: [Layer]) -> [UInt32] {
    let (width, height) = (canvas.width, canvas.height)
    var pixels = [UInt32](repeating: 0, count: width * height)
    pixels.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      painter.paint(
        layers, over: Self.background, into: base, stride: 4 * width, width: width,
        height: height)
    }
    return pixels
  }
}

/// Two frames of the same layers.
struct Comparison {
  let width: Int
  let height: Int
  let mine: [UInt32]
  let expected: [UInt32]
  /// True for the pixels that an edge of a cell, a picture or a clip touches.
  let isEdge: [Bool]

  /// The largest difference of a channel, for each pixel.
  var differences: [Int] { zip(mine, expected).map(Self.difference) }

  static func difference(_ a: UInt32, _ b: UInt32) -> Int {
    [0, 8, 16].reduce(0) { worst, shift in
      max(worst, abs(Int((a >> shift) & 255) - Int((b >> shift) & 255)))
    }
  }

  /// The tolerance of the shared goldens. All over: 1 level of 255 on average. Away from edges:
  /// 99.9 % of the pixels within 3 levels (`inside`). On edges: 95 % of them within 24.
  func expectAlike(
    _ what: String, inside most: Int = 3, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let differences = differences
    let mean = Double(differences.reduce(0, +)) / Double(max(mine.count, 1))
    let inside = zip(differences, isEdge).filter { !$0.1 }.map(\.0)
    let edges = zip(differences, isEdge).filter { $0.1 }.map(\.0)
    let farInside = Double(inside.count { $0 > most }) / Double(max(inside.count, 1))
    let farEdges = Double(edges.count { $0 > 24 }) / Double(max(edges.count, 1))
    guard mean > (most > 3 ? 2 : 1) || farInside > 0.001 || farEdges > 0.05 && edges.count > 40
    else { return }
    let worst = farInside > 0.001 ? inside.max() : differences.max()
    let at = differences.indices.first {
      differences[$0] == worst && (farInside <= 0.001 || !isEdge[$0])
    }
    guard let at else { return }
    Issue.record(
      """
      \(what): mean \(mean), \(farInside * 100) % of the inside beyond \(most), \
      \(farEdges * 100) % of the edges beyond 24; worst at (\(at % width), \(at / width)): \
      \(String(mine[at], radix: 16)), expected \(String(expected[at], radix: 16))
      """, sourceLocation: sourceLocation)
  }
}

/// Which pixels the edges of layers touch.
struct EdgeMap {
  private let width: Int
  private let height: Int
  private(set) var isEdge: [Bool]

  init(_ layers: [Layer], width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    isEdge = Array(repeating: false, count: width * height)
    for layer in layers {
      mark(Outline.project(Rect(layer.cell), by: layer.placement.map))
      mark(Outline.project(layer.target, by: layer.placement.map))
      for clip in layer.placement.clips { mark(clip.points) }
    }
  }

  /// The pixels within reach of an edge's extent.
  private static func pixels(_ a: Double, _ b: Double, _ count: Int) -> Range<Int> {
    let first = max(0, min(min(a, b) - 2, Double(count)))
    let last = max(first, min(max(a, b) + 2, Double(count)))
    return Int(first)..<Int(last.rounded(.up))
  }

  private mutating func mark(_ points: [Point]) {
    for (index, a) in points.enumerated() {
      let b = points[(index + 1) % points.count]
      let (x, y) = (b.x - a.x, b.y - a.y)
      let length = (x * x + y * y).squareRoot()
      guard length.isFinite, length > 0, a.x.isFinite, a.y.isFinite else { continue }
      for row in Self.pixels(a.y, b.y, height) {
        for column in Self.pixels(a.x, b.x, width) {
          let (dx, dy) = (Double(column) + 0.5 - a.x, Double(row) + 0.5 - a.y)
          let along = max(0, min((dx * x + dy * y) / length, length))
          let (ex, ey) = (dx - x / length * along, dy - y / length * along)
          if ex * ex + ey * ey < 1.5 * 1.5 { isEdge[row * width + column] = true }
        }
      }
    }
  }
}
