import Glibc
import Testing
import TriptychCore
import TriptychPaint

/// A small screen that is painted on, with a margin that nobody may touch.
struct Canvas {
  let width: Int
  let height: Int
  private(set) var words: [UInt32]
  private static let margin: UInt32 = 0x5A5A_5A5A
  /// Pixels from a row to the next.
  private var pitch: Int { width + 3 }

  init(_ width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
    words = Array(repeating: Self.margin, count: (width + 3) * height)
  }

  mutating func paint(
    _ layers: [Layer], over background: Color = .black, by painter: Painter = Painter(threads: 1)
  ) {
    let (width, height, stride) = (width, height, 4 * pitch)
    words.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      painter.paint(
        layers, over: background, into: base, stride: stride, width: width, height: height)
    }
    let outside = (0..<height).flatMap { words[($0 * pitch + width)..<(($0 + 1) * pitch)] }
    #expect(outside.allSatisfy { $0 == Self.margin }, "something was written between the rows")
  }

  /// BGRX as a number: 0xXXRRGGBB.
  subscript(x: Int, y: Int) -> UInt32 { words[y * pitch + x] }

  /// Red, green, blue.
  func color(_ x: Int, _ y: Int) -> SIMD3<Double> {
    let word = self[x, y]
    return SIMD3(
      Double((word >> 16) & 255), Double((word >> 8) & 255), Double(word & 255))
  }

  /// Compares with the reference; on failure names the first wrong pixel and both colours.
  func expectNear(
    _ reference: ReferencePainter, within tolerance: Double, _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for y in 0..<height {
      for x in 0..<width {
        let (mine, expected) = (color(x, y), reference.pixels[y * width + x])
        let difference = mine - expected
        let worst = max(difference.max(), -difference.min())
        if worst > tolerance {
          Issue.record(
            "\(what): pixel (\(x), \(y)) is \(mine), expected \(expected)",
            sourceLocation: sourceLocation)
          return
        }
      }
    }
  }
}

/// Pictures for tests.
enum Sample {
  /// A smooth pattern in three colours with a few hard lines, different for each seed.
  static func picture(_ width: Int, _ height: Int, seed: Int = 1) -> Picture {
    make(width, height) { x, y in
      let red = UInt32((x * 255 / max(width - 1, 1) + 40 * seed) & 255)
      let green = UInt32(y * 255 / max(height - 1, 1))
      let blue: UInt32 = (x / 8 + y / 8 + seed) % 2 == 0 ? 40 : 200
      return 0xFF00_0000 | red << 16 | green << 8 | blue
    }
  }

  /// Waves without a hard line, as steep as photographs are at most: for comparing painters that
  /// do not read the same place to the last sixteenth of a pixel.
  static func soft(_ width: Int, _ height: Int, seed: Int = 1) -> Picture {
    make(width, height) { x, y in
      func wave(_ a: Double, _ b: Double) -> UInt32 {
        UInt32(127.5 + 120 * sin(a * Double(x) + b * Double(y) + Double(seed)))
      }
      return 0xFF00_0000 | wave(0.11, 0.05) << 16 | wave(-0.03, 0.15) << 8 | wave(0.09, -0.12)
    }
  }

  /// A film's frame in planes: slow waves, and colours that the screen has (a graphics processor
  /// does not cut the others off before it fades them). `rows`: from the first of Y to the first of
  /// U, as a decoder may lay them; nil: the height.
  static func planes(_ width: Int, _ height: Int, rows planeRows: Int? = nil) -> Picture {
    let stride = (width + 127) & ~127
    let (luma, rows) = (planeRows ?? height, ((planeRows ?? height) + 1) / 2)
    let block = PixelBlock(byteCount: stride * (luma + rows))
    let bytes = block.base.assumingMemoryBound(to: UInt8.self)
    func wave(_ x: Int, _ y: Int, _ size: Double, _ height: Double) -> UInt8 {
      UInt8(126 + height * sin(Double(x) * size + Double(y) * 0.7 * size))
    }
    for y in 0..<height {
      for x in 0..<width { bytes[y * stride + x] = wave(x, y, 0.05, 55) }
    }
    let chroma = bytes + stride * luma
    for plane in 0..<2 {
      for y in 0..<(height + 1) / 2 {
        for x in 0..<(width + 1) / 2 {
          chroma[(plane * rows + y) * stride / 2 + x] = wave(x, y, 0.03 + 0.02 * Double(plane), 25)
        }
      }
    }
    return Picture(
      width: width, height: height, stride: stride, base: UnsafeRawPointer(block.base),
      isOpaque: true, layout: .planes, planeRows: planeRows, owner: block)
  }

  /// The hardest for sampling: every pixel is another one.
  static func noise(_ width: Int, _ height: Int) -> Picture {
    var state: UInt32 = 12345
    return make(width, height) { _, _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return state | 0xFF00_0000
    }
  }

  /// White letters would look like this: alpha from 0 to 255 and back, premultiplied.
  static func glass(_ width: Int, _ height: Int) -> Picture {
    make(width, height, isOpaque: false) { x, y in
      let alpha = UInt32(abs((x * 31 + y * 17) % 511 - 255))
      return alpha << 24 | alpha << 16 | (alpha / 2) << 8 | alpha / 3
    }
  }

  static func even(_ width: Int, _ height: Int, _ color: UInt32) -> Picture {
    make(width, height) { _, _ in color | 0xFF00_0000 }
  }

  static func make(
    _ width: Int, _ height: Int, isOpaque: Bool = true, _ color: (Int, Int) -> UInt32
  ) -> Picture {
    Picture.make(width: width, height: height, isOpaque: isOpaque) { base, stride in
      for y in 0..<height {
        for x in 0..<width {
          base.storeBytes(of: color(x, y), toByteOffset: y * stride + 4 * x, as: UInt32.self)
        }
      }
    }
  }

  /// A picture over the whole of a cell.
  static func layer(
    _ picture: Picture, cell: Size, _ placement: Placement = .identity, target: Rect? = nil,
    crop: Rect? = nil, backdrop: Color? = .black
  ) -> Layer {
    let whole = Rect(
      x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
    return Layer(
      cell: cell, picture: picture, target: target ?? Rect(cell), crop: crop ?? whole,
      backdrop: backdrop, placement: placement)
  }
}
