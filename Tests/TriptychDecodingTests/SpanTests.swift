import Testing

@testable import TriptychPictures
@testable import TriptychWire

/// Which part of its source a picture says that it holds: what makes it sharp must lie on it.
@Suite struct SpanTests {
  /// Red is the column, green the row, and neither side is a multiple of 8: what lies beyond goes
  /// on likewise.
  private static let (width, height) = (251, 189)
  private static let ramp = {
    var bytes = StoredPictures.jpegRamp
    let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8]
    let at = (0..<bytes.count).first { Array(bytes[$0..<min($0 + 5, bytes.count)]) == frame } ?? 0
    (bytes[at + 6], bytes[at + 7], bytes[at + 8]) = (UInt8(height), 0, UInt8(width))
    return bytes
  }()

  private func picture(
    _ session: Session, _ width: Int, _ height: Int, _ fit: WireFit, _ orientation: UInt16
  ) throws -> Pixels {
    let exif = WrittenPictures.exif(orientation: orientation)
    let answer = try session.picture(
      WrittenPictures.jpeg(Self.ramp, exif: exif),
      PixelRequest(cellWidth: UInt32(width), cellHeight: UInt32(height), fit: fit))
    guard case .picture(let pixels) = answer else { throw Session.Broken(what: "\(answer)") }
    return pixels
  }

  /// How bright a place between the pixels is. Colours are coarser, and stay so.
  private func brightness(_ pixels: Pixels, _ x: Double, _ y: Double) -> Double {
    let left = min(max(Int(x.rounded(.down)), 0), pixels.width - 2)
    let top = min(max(Int(y.rounded(.down)), 0), pixels.height - 2)
    let (right, down) = (x - Double(left), y - Double(top))
    func corner(_ x: Int, _ y: Int) -> Double {
      let color = pixels.color(left + x, top + y)
      return 0.299 * Double(color[0]) + 0.587 * Double(color[1]) + 0.114 * Double(color[2])
    }
    let (above, below) = (
      corner(0, 0) + (corner(1, 0) - corner(0, 0)) * right,
      corner(0, 1) + (corner(1, 1) - corner(0, 1)) * right
    )
    return above + (below - above) * down
  }

  /// How much brighter the pixels of a column are on the mean than where the span says that they
  /// lie in `whole`; to the right it is 0.3 levels a pixel brighter, and downwards 0.6. `naive`:
  /// as if they held the picture and no more.
  private func error(
    _ pixels: Pixels, column: Int, _ whole: Pixels, naive: Bool = false
  ) throws -> Double {
    var span = try #require(pixels.span)
    if naive {
      span = PictureSpan(
        x: 0, y: 0, width: UInt32(pixels.source[0]), height: UInt32(pixels.source[1]))
    }
    let across = Double(span.width) / Double(pixels.width)
    let down = Double(span.height) / Double(pixels.height)
    var sum = 0.0
    for row in 0..<pixels.height {
      for part in 0..<16 {
        // The middles of the quarters of the pixel, each way.
        let x = Double(column) + (Double(part % 4) + 0.5) / 4
        let y = Double(row) + (Double(part / 4) + 0.5) / 4
        sum -=
          brightness(
            whole, Double(span.x) + x * across - 0.5, Double(span.y) + y * down - 0.5) / 16
      }
      sum += brightness(pixels, Double(column), Double(row))
    }
    return sum / Double(pixels.height)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt16>)
  func `reduced or not, each column lies where the span says`(orientation: UInt16) throws {
    let session = try Session(.picture)
    let whole = try picture(session, 300, 300, .none, orientation)
    for small in [15, 30, 60, 120] {
      let (w, h) = orientation < 5 ? (small, small * 3 / 4) : (small * 3 / 4, small)
      let pixels = try picture(session, w, h, .stretch, orientation)
      let span = try #require(pixels.span)
      #expect(span.lies(in: UInt32(pixels.source[0]), UInt32(pixels.source[1])))
      for column in [0, w / 2, w - 1] {
        let beside = try error(pixels, column: column, whole)
        let pixel = orientation < 5 ? 0.3 : 0.6
        #expect(abs(beside) < pixel, "\(w) × \(h), column \(column): \(beside)")
      }
      // Where the reduced picture holds more, that is several pixels at one edge.
      guard small == 15 else { continue }
      let edges = try [0, w - 1].map { abs(try error(pixels, column: $0, whole, naive: true)) }
      #expect((edges.max() ?? 0) > 2, "the span makes no difference: \(edges)")
    }
  }

  @Test func `what is cut is within the span, whose edges are less than a pixel beyond it`() throws
  {
    let session = try Session(.picture)
    let whole = try picture(session, 300, 300, .none, 1)
    for fit in [WireFit.cover, .none, .auto] {
      for (w, h) in [(40, 12), (12, 40), (100, 61), (33, 33), (16, 12), (251, 189)] {
        let pixels = try picture(session, w, h, fit, 1)
        let (span, source) = (try #require(pixels.span), Self.self)
        let factor =
          fit == .none
          ? 1 : max(Double(w) / Double(source.width), Double(h) / Double(source.height))
        let seenWidth = min(Double(w) / factor, Double(source.width))
        let seenHeight = min(Double(h) / factor, Double(source.height))
        let (left, top) = (
          (Double(source.width) - seenWidth) / 2, (Double(source.height) - seenHeight) / 2
        )
        guard fit != .auto || abs(251.0 / 189 - Double(w) / Double(h)) < 0.17 else { continue }
        let edges = [
          left - Double(span.x), top - Double(span.y),
          Double(span.x) + Double(span.width) - left - seenWidth,
          Double(span.y) + Double(span.height) - top - seenHeight,
        ]
        #expect(edges.allSatisfy { $0 > -1e-3 && $0 < 8 }, "\(fit) \(w) × \(h): \(edges)")
        for column in [0, pixels.width / 2, pixels.width - 1] {
          let beside = try error(pixels, column: column, whole)
          #expect(abs(beside) < 0.3, "\(fit) \(w) × \(h), column \(column): \(beside)")
        }
      }
    }
  }

  @Test func `parts, blurred bars and thumbnails have none`() throws {
    let session = try Session(.picture)
    #expect(try picture(session, 40, 40, .blur, 1).span == nil)
    let part = try session.picture(
      Self.ramp,
      PixelRequest(
        cellWidth: 8, cellHeight: 8, fit: .stretch,
        region: PixelRegion(x: 8, y: 8, width: 32, height: 32)))
    guard case .picture(let pixels) = part else { throw Session.Broken(what: "\(part)") }
    #expect(pixels.span == nil)
  }
}
