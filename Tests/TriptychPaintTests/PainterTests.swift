import Glibc
import Testing
import TriptychCore

@testable import TriptychPaint

private let cell = Size(96, 54)

/// What must hold exactly.
@Suite struct PainterExactTests {
  @Test func aPictureThatLiesOnTheGridIsCopied() {
    let picture = Sample.noise(96, 54)
    var canvas = Canvas(96, 54)
    canvas.paint([Sample.layer(picture, cell: cell)])
    expectCopied(picture, on: canvas, dx: 0, dy: 0)
    canvas.paint([Sample.layer(picture, cell: cell, Placement(map: .shift(-7, 5)))])
    expectCopied(picture, on: canvas, dx: -7, dy: 5)
    #expect(canvas[95, 0] == Color.black.bgra && canvas[0, 4] == Color.black.bgra)
  }

  @Test func aCropThatFitsIsCopied() {
    let picture = Sample.noise(120, 80)
    var canvas = Canvas(96, 54)
    canvas.paint([
      Sample.layer(picture, cell: cell, crop: Rect(x: 11, y: 13, width: 96, height: 54))
    ])
    expectCopied(picture, on: canvas, dx: -11, dy: -13)
  }

  private func expectCopied(_ picture: Picture, on canvas: Canvas, dx: Int, dy: Int) {
    for y in max(dy, 0)..<min(54, picture.height + dy) {
      for x in max(dx, 0)..<min(96, picture.width + dx) {
        let source = picture.base + (y - dy) * picture.stride + 4 * (x - dx)
        guard canvas[x, y] == source.load(as: UInt32.self) else {
          Issue.record("(\(x), \(y)) is \(canvas[x, y]), not the picture's")
          return
        }
      }
    }
  }

  @Test func nothingDrawnIsTheBackground() {
    var canvas = Canvas(20, 10)
    canvas.paint([], over: Color(red: 1, green: 2, blue: 3))
    #expect(canvas[0, 0] == 0xFF01_0203 && canvas[19, 9] == 0xFF01_0203)
  }

  @Test func halfOfBlackAndWhiteIsTheMiddle() {
    var canvas = Canvas(40, 20)
    let white = Sample.even(40, 20, 0xFFFFFF)
    canvas.paint([Sample.layer(white, cell: Size(40, 20), Placement(opacity: 0.5))])
    let middle = canvas[20, 10] & 255
    #expect(middle == 127 || middle == 128)
  }

  @Test func opacityOneReplacesAndZeroLeaves() {
    let (low, high) = (Sample.noise(96, 54), Sample.picture(96, 54))
    var (alone, both) = (Canvas(96, 54), Canvas(96, 54))
    let lower = Sample.layer(low, cell: cell)
    alone.paint([Sample.layer(high, cell: cell)])
    both.paint([lower, Sample.layer(high, cell: cell, Placement(opacity: 1))])
    #expect(alone.words == both.words)
    alone.paint([lower])
    both.paint([lower, Sample.layer(high, cell: cell, Placement(opacity: 0))])
    #expect(alone.words == both.words)
  }

  @Test func twoEqualPicturesFadeWithoutAChange() {
    let picture = Sample.noise(96, 54)
    var (alone, both) = (Canvas(96, 54), Canvas(96, 54))
    alone.paint([Sample.layer(picture, cell: cell)])
    for step in 0...256 {
      let opacity = Double(step) / 256
      both.paint([
        Sample.layer(picture, cell: cell),
        Sample.layer(picture, cell: cell, Placement(opacity: opacity)),
      ])
      guard alone.words == both.words else {
        Issue.record("the picture changes at opacity \(opacity)")
        return
      }
    }
  }

  @Test func anEvenPictureStaysEvenUnderEveryMap() {
    let gray = Sample.even(96, 54, 0xC86432)
    for map in Self.maps {
      var canvas = Canvas(96, 54)
      canvas.paint(
        [
          Sample.layer(
            gray, cell: cell, Placement(map: map), backdrop: Color(red: 200, green: 100, blue: 50))
        ], over: Color(red: 200, green: 100, blue: 50))
      let colors = Set((0..<54).flatMap { y in (0..<96).map { canvas[$0, y] } })
      #expect(colors == [0xFFC8_6432], "\(map)")
    }
  }

  @Test func aThousandthOfAScaleOrNothingAtAllIsNoTrouble() {
    let picture = Sample.noise(96, 54)
    var canvas = Canvas(96, 54)
    let center = Point(48.5, 27.5)
    canvas.paint([
      Sample.layer(picture, cell: cell, Placement(map: .scale(0.001, about: center)))
    ])
    #expect(canvas[48, 27] & 0xFF_FFFF != 0xFF_FFFF)
    #expect(canvas[0, 0] == Color.black.bgra)
    let flat = [
      Homography.scale(0, about: center), .scale(1e-30, about: center), .scale(1e30, about: center),
      Homography(1, 1, 0, 1, 1, 0, 0, 0, 1), Homography(0, 0, 0, 0, 0, 0, 0, 0, 0),
      Homography(1, 0, 0, 0, 1, 0, 1, 1, -40), Homography(1, 0, 0, 0, 1, 0, 0, 0, -1),
      Homography(1e300, 0, 1e300, 0, 1e300, 1e300, 0, 0, 1), .shift(1e18, -1e18),
    ]
    for map in flat { canvas.paint([Sample.layer(picture, cell: cell, Placement(map: map))]) }
  }

  @Test func whatIsNoNumberIsNotDrawn() {
    let picture = Sample.even(96, 54, 0xFFFFFF)
    let nan = Double.nan
    let whole = Rect(cell)
    let broken: [Layer] = [
      Sample.layer(picture, cell: cell, Placement(map: .shift(nan, 0))),
      Sample.layer(picture, cell: cell, Placement(map: .scale(.infinity, about: Point(0, 0)))),
      Sample.layer(picture, cell: cell, Placement(map: Homography(1, 0, 0, 0, 1, 0, nan, 0, 1))),
      Sample.layer(picture, cell: cell, Placement(opacity: nan)),
      Sample.layer(picture, cell: cell, Placement(opacity: -1)),
      Sample.layer(picture, cell: cell, Placement(clips: [ConvexPolygon([])])),
      Sample.layer(
        picture, cell: cell,
        Placement(clips: [ConvexPolygon([Point(nan, 0), Point(9, 0), Point(9, 9)])])),
      Sample.layer(picture, cell: Size(nan, 54)),
      Sample.layer(picture, cell: Size(0, 0), target: whole),
      Sample.layer(
        picture, cell: cell, target: Rect(x: nan, y: 0, width: 9, height: 9), backdrop: nil),
      Sample.layer(
        picture, cell: cell, crop: Rect(x: 0, y: 0, width: 0, height: 0), backdrop: nil),
      Layer(
        cell: cell, picture: nil, target: whole, crop: whole, backdrop: nil, placement: .identity),
    ]
    for (index, layer) in broken.enumerated() {
      var canvas = Canvas(96, 54)
      canvas.paint([layer])
      let isBlack = (0..<54).allSatisfy { y in
        (0..<96).allSatisfy { canvas[$0, y] == Color.black.bgra }
      }
      #expect(isBlack, "layer \(index)")
    }
  }

  @Test func anOpacityAboveOneIsOne() {
    var canvas = Canvas(96, 54)
    canvas.paint([
      Sample.layer(Sample.even(96, 54, 0xFFFFFF), cell: cell, Placement(opacity: 7))
    ])
    #expect(canvas[50, 20] == 0xFFFF_FFFF)
  }

  @Test func anyNumberOfThreadsPaintsTheSame() {
    let painters = [1, 2, 3].map { Painter(threads: $0) }
    let (a, b) = (Sample.noise(96, 54), Sample.picture(130, 70))
    for (index, map) in Self.maps.enumerated() {
      let layers = [
        Sample.layer(a, cell: cell),
        Sample.layer(b, cell: cell, Placement(map: map, opacity: index % 2 == 0 ? 1 : 0.3)),
      ]
      let results = painters.map { painter in
        var canvas = Canvas(96, 54)
        canvas.paint(layers, by: painter)
        return canvas.words
      }
      #expect(results[0] == results[1] && results[0] == results[2], "\(map)")
    }
  }

  @Test func aPainterMayChangeItsScreen() {
    let painter = Painter(threads: 2)
    for (width, height) in [(96, 54), (1, 1), (160, 90), (3, 70), (96, 54)] {
      let size = Size(Double(width), Double(height))
      let picture = Sample.noise(50, 40)
      var (mine, alone) = (Canvas(width, height), Canvas(width, height))
      mine.paint([Sample.layer(picture, cell: size)], by: painter)
      alone.paint([Sample.layer(picture, cell: size)])
      #expect(mine.words == alone.words)
    }
  }

  static let maps: [Homography] = [
    .identity, .shift(3, -4), .shift(0.25, 0.5), .shift(-10.7, 3.3),
    .scale(0.9, about: Point(48, 27)), .scale(1.37, about: Point(20, 30)),
    Homography(-1, 0, 96, 0, 1, 0, 0, 0, 1), Homography(0, -1, 75, 1, 0, -20, 0, 0, 1),
    turn(13), turn(-41), turn(180), Homography(1, 0.1, 3, 0.05, 0.9, 2, 0.002, 0.001, 1),
    Homography(1, 0.1, 3, 0.05, 0.9, 2, -0.004, 0.003, 1),
  ]

  static func turn(_ degrees: Double) -> Homography {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    return Homography.shift(-48, -27)
      .then(Homography(cosine, -sine, 0, sine, cosine, 0, 0, 0, 1)).then(.shift(48, 27))
  }
}
