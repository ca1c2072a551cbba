import Testing
import TriptychCore
import TriptychMedia
import TriptychPaint

@testable import TriptychApp

/// The bars as both painters draw them.
enum BarsSample {
  static let facts = {
    var facts = BarsFacts(title: "Harbour", caption: "Boats", number: 3, count: 12, isPlaying: true)
    (facts.elapsed, facts.length, facts.volume) = (.seconds(65), .seconds(600), 70)
    return facts
  }()

  static func layout(_ size: Size, film: Bool, count: Int = 12) -> BarsLayout {
    BarsLayout(
      size: size, textScale: 1,
      content: BarsContent(
        count: count, film: film ? .init(hasLength: true, hasSound: true, isLong: false) : nil,
        hasCaption: true))
  }

  /// `hasText` false: the bars without their words.
  static func layers(
    _ layout: BarsLayout, opacity: Double = 1, hasText: Bool = true, count: Int = 12
  ) -> [Layer] {
    var facts = facts
    facts.count = count
    return BarsScreen(
      layout: layout, text: { hasText ? letters($0) : nil }, scrim: Scrim(), opacity: opacity
    ).layers(facts)
  }

  /// What stands for a text: as large as it might be, in stripes of half transparent white.
  private static func letters(_ request: TextRequest) -> Picture {
    let height = Int(request.size) * 5 / 4
    let width = min(Int(request.maxWidth), request.text.count * Int(request.size) * 3 / 5)
    return Picture.make(width: max(width, 1), height: height, isOpaque: false) { base, stride in
      for y in 0..<height {
        for x in 0..<max(width, 1) {
          let alpha: UInt32 = (x / 3) % 2 == 0 ? 0 : y % 4 == 0 ? 128 : 255
          base.storeBytes(
            of: alpha << 24 | alpha << 16 | alpha << 8 | alpha, toByteOffset: y * stride + 4 * x,
            as: UInt32.self)
        }
      }
    }
  }

  static func white(_ size: Size) -> Layer {
    Layer(filling: Rect(size), with: Color(red: 255, green: 255, blue: 255))
  }

  /// Of white against a pixel (WCAG 2: relative luminance).
  static func contrast(_ pixel: UInt32) -> Double {
    let channels = [16, 8, 0].map { linear(Double(pixel >> UInt32($0) & 255) / 255) }
    let luminance = 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    return 1.05 / (luminance + 0.05)
  }

  private static func linear(_ value: Double) -> Double {
    guard value > 0.04045 else { return value / 12.92 }
    let x = (value + 0.055) / 1.055
    // x^2.4 as x² · x^0.4; the fifth root of x² by Newton.
    let square = x * x
    var root = 1.0
    for _ in 0..<60 {
      root -= (root * root * root * root * root - square) / (5 * root * root * root * root)
    }
    return square * root
  }
}

@Suite("white letters on the bars over a white picture") struct BarsContrastTests {
  static let sizes = [Size(960, 540), Size(320, 240), Size(540, 960)]

  /// The smallest contrast of the ground that a text lies on.
  static func expectReadable(_ pixels: [UInt32], _ layout: BarsLayout, width: Int, _ who: String) {
    let texts = [layout.title, layout.counter, layout.caption, layout.elapsed, layout.total]
    for place in texts.compactMap(\.self) {
      var least = Double.infinity
      for y in Int(place.y.rounded(.up))..<Int(place.maxY) {
        for x in Int(place.x.rounded(.up))..<Int(place.maxX) {
          least = min(least, BarsSample.contrast(pixels[y * width + x]))
        }
      }
      #expect(least >= 4.5, "\(who), \(width) wide: \(place) has \(least)")
    }
  }

  @Test("have a contrast of 4.5 and more, wherever there may be some", arguments: [true, false])
  func processor(film: Bool) {
    for size in Self.sizes {
      let (width, height) = (Int(size.width), Int(size.height))
      let layout = BarsSample.layout(size, film: film)
      var pixels = [UInt32](repeating: 0, count: width * height)
      pixels.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        Painter(threads: 1).paint(
          [BarsSample.white(size)] + BarsSample.layers(layout, hasText: false), over: .black,
          into: base, stride: 4 * width, width: width, height: height)
      }
      Self.expectReadable(pixels, layout, width: width, "processor")
      // And the picture itself is left alone between them.
      #expect(pixels[(height / 2) * width + width / 2] & 0xFF_FFFF == 0xFF_FFFF)
    }
  }

  @Test("the measure itself knows black, white and the grey that is just enough")
  func measure() {
    #expect(abs(BarsSample.contrast(0) - 21) < 1e-6)
    #expect(abs(BarsSample.contrast(0xFF_FFFF) - 1) < 1e-6)
    #expect(BarsSample.contrast(0x76_7676) > 4.5 && BarsSample.contrast(0x77_7777) < 4.5)
  }
}

@Suite(
  .serialized,
  .enabled("OpenGL ES 2 is not here: libgles2, libegl1, libgl1-mesa-dri", GPUBench.isPossible))
@MainActor struct BarsGPUTests {
  @Test("both painters draw the same bars", arguments: [1.0, 0.4])
  func alike(opacity: Double) throws {
    let (size, bench) = (Size(640, 360), try GPUBench(640, 360))
    for (film, count) in [(true, 12), (false, 1), (false, 40)] {
      let layout = BarsSample.layout(size, film: film, count: count)
      let layers =
        [BarsSample.white(size)] + BarsSample.layers(layout, opacity: opacity, count: count)
      try bench.paint(layers).expectAlike("film \(film), \(count) items, opacity \(opacity)")
    }
  }

  @Test("the graphics processor's are as readable")
  func contrast() throws {
    for (width, height) in [(640, 360), (320, 240)] {
      let size = Size(Double(width), Double(height))
      let layout = BarsSample.layout(size, film: true)
      let layers = [BarsSample.white(size)] + BarsSample.layers(layout, hasText: false)
      let frame = try GPUBench(width, height).paint(layers)
      BarsContrastTests.expectReadable(frame.mine, layout, width: width, "graphics processor")
    }
  }
}
