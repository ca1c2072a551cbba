import Testing
import TriptychCore

@testable import TriptychPaint

private let cell = Size(96, 54)
/// Positions in 256ths of a pixel over patterns with steps of 160, and one rounding a layer: up to
/// 2.5 levels apart; noise with steps of 255 and glass: 4.
private let tolerance = 2.5

/// Pictures beside those of a painter that is obviously right.
@Suite struct PainterReferenceTests {
  private func compare(
    _ layers: [Layer], within limit: Double = tolerance, _ what: String, on size: Size = cell,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let ground = Color(red: 30, green: 60, blue: 90)
    var canvas = Canvas(Int(size.width), Int(size.height))
    canvas.paint(layers, over: ground)
    var reference = ReferencePainter(
      width: canvas.width, height: canvas.height, background: ground)
    for layer in layers { reference.paint(layer) }
    canvas.expectNear(reference, within: limit, what, sourceLocation: sourceLocation)
  }

  @Test(arguments: TransformerTable.builtIn.names)
  func everyTransformerAtNinePositions(name: String) throws {
    let transformer = try #require(TransformerTable.builtIn.transformer(named: name))
    let small = Size(48, 27)
    let scene = Scene(size: small, gap: 1.25)
    let pictures = [Sample.picture(48, 27, seed: 1), Sample.picture(48, 27, seed: 2)]
    for step in 1...9 {
      let x = Double(step) / 10 + 0.003
      var layers = zip(pictures, [-x, 1 - x]).compactMap { picture, p in
        transformer.place(p, in: scene).map { Sample.layer(picture, cell: small, $0) }
      }
      if transformer.drawOrder == .previousOnTop { layers.reverse() }
      compare(layers, "\(name) at \(x)", on: small)
    }
  }

  @Test func everyMapWithAndWithoutOpacity() {
    for (index, map) in PainterExactTests.maps.enumerated() {
      let picture = Sample.picture(110, 60)
      compare([Sample.layer(picture, cell: cell, Placement(map: map))], "map \(index)")
      compare(
        [Sample.layer(picture, cell: cell, Placement(map: map, opacity: 0.4))],
        "map \(index), opacity 0.4")
    }
  }

  @Test(arguments: [0.25, 0.5, 0.75])
  func aShiftByAPartOfAPixelMixesNeighbours(part: Double) {
    let picture = Sample.noise(96, 54)
    for (x, y) in [(part, 0), (0, part), (part, part), (part - 3, 2 - part)] {
      compare(
        [Sample.layer(picture, cell: cell, Placement(map: .shift(x, y)))], within: 4,
        "shift \(x), \(y)")
    }
  }

  @Test func aLetterboxMovesWithSmoothEdges() {
    let picture = Sample.picture(60, 54)
    let target = Rect(x: 18.3, y: 0, width: 59.4, height: 54)
    for map in PainterExactTests.maps {
      // In the pixels where the picture's edge meets the cell's the painter takes the picture's
      // share of the pixel for its share of the cell: exact where both are upright.
      compare(
        [
          Sample.layer(
            picture, cell: cell, Placement(map: map, opacity: 0.8), target: target,
            backdrop: Color(red: 90, green: 10, blue: 10))
        ], within: map.isUpright ? 3 : 8, "letterbox \(map)")
    }
  }

  /// Pictures of unlike shapes on bars of unlike colours: the rows are mixed piece by piece.
  @Test(arguments: [0.02, 0.4, 0.98])
  func letterboxedPicturesCrossfadeWithTheirBars(opacity: Double) {
    let bars = [Color(red: 200, green: 40, blue: 40), Color(red: 20, green: 40, blue: 220)]
    let targets = [
      Rect(x: 20, y: 0, width: 56, height: 54), Rect(x: 0, y: 9, width: 96, height: 36),
      Rect(x: 30, y: 12, width: 36, height: 30), Rect(cell),
    ]
    for lower in targets {
      for upper in targets {
        let layers = zip([lower, upper], 0...).map { target, index in
          let picture = Sample.picture(Int(target.width), Int(target.height), seed: index + 1)
          return Layer(
            cell: cell, picture: picture, target: target,
            crop: Rect(x: 0, y: 0, width: target.width, height: target.height),
            backdrop: bars[index], placement: Placement(opacity: index == 0 ? 1 : opacity))
        }
        compare(layers, "\(upper) over \(lower) at \(opacity)")
      }
    }
  }

  @Test func aSlowCropOfALargerPicture() {
    let picture = Sample.picture(150, 90)
    for step in 0...8 {
      let part = Double(step) / 8
      let crop = Rect(
        x: 3 + 17 * part, y: 2 + 9.7 * part, width: 130 - 20 * part, height: 73.1 - 11 * part)
      compare([Sample.layer(picture, cell: cell, crop: crop)], "crop \(step)")
    }
  }

  @Test func clipsCutSmoothly() {
    let picture = Sample.picture(96, 54)
    let triangle = ConvexPolygon([Point(10.2, 5.1), Point(90.4, 20.8), Point(30.3, 50.5)])
    let backwards = ConvexPolygon(triangle.points.reversed())
    let box = ConvexPolygon(Rect(x: 20.25, y: 10.5, width: 50, height: 30.75))
    let beside = ConvexPolygon(Rect(x: 72.5, y: 20, width: 20.3, height: 30.75))
    for clips in [[triangle], [backwards], [box], [box, beside]] {
      for map in [Homography.identity, PainterExactTests.turn(13)] {
        for opacity in [1, 0.6] {
          let placement = Placement(map: map, opacity: opacity, clips: clips)
          compare([Sample.layer(picture, cell: cell, placement)], within: 3, "\(clips.count)")
        }
      }
    }
  }

  @Test func glassLetsThePictureThrough() {
    let under = Sample.layer(Sample.picture(96, 54), cell: cell)
    let glass = Sample.glass(40, 20)
    let target = Rect(x: 30.5, y: 20.25, width: 40, height: 20)
    for opacity in [1, 0.5] {
      for map in [Homography.identity, .shift(0.5, 0.5), PainterExactTests.turn(13)] {
        let text = Sample.layer(
          glass, cell: cell, Placement(map: map, opacity: opacity), target: target, backdrop: nil)
        compare([under, text], within: 4, "glass \(opacity)")
        let onGround = Sample.layer(
          glass, cell: cell, Placement(map: map, opacity: opacity), target: target,
          backdrop: Color(red: 0, green: 80, blue: 0))
        compare([under, onGround], within: 4, "glass on its backdrop \(opacity)")
      }
    }
  }

  @Test func aPictureOfOnePixelFillsItsTarget() {
    for picture in [Sample.noise(1, 1), Sample.noise(1, 7), Sample.noise(7, 1)] {
      for map in PainterExactTests.maps {
        compare(
          [Sample.layer(picture, cell: cell, Placement(map: map))], within: 3,
          "\(picture.width)×\(picture.height)")
      }
    }
  }

  @Test func aTargetBesideTheCellLeavesTheBackdrop() {
    let picture = Sample.picture(96, 54)
    for target in [
      Rect(x: 200, y: 0, width: 50, height: 50), Rect(x: -80, y: -20, width: 100, height: 40),
      Rect(x: -50, y: -50, width: 300, height: 200), Rect(x: 90, y: 50, width: 50, height: 50),
    ] {
      for map in [Homography.identity, .shift(0.5, 0.25), PainterExactTests.turn(-41)] {
        compare(
          [
            Sample.layer(
              picture, cell: cell, Placement(map: map), target: target,
              backdrop: Color(red: 9, green: 99, blue: 9))
          ], within: 3, "target \(target)")
      }
    }
  }

  @Test func whatIsHiddenByOpaqueLayersChangesNothing() {
    let pictures = (1...3).map { Sample.picture(96, 54, seed: $0) }
    let left = Placement(map: .shift(-47.5, 0))
    let right = Placement(map: .shift(50.25, 3))
    compare(
      [
        Sample.layer(pictures[0], cell: cell, Placement(map: PainterExactTests.turn(13))),
        Sample.layer(pictures[1], cell: cell, left),
        Sample.layer(pictures[2], cell: cell, right),
      ], "two opaque views over a third")
  }

  @Test func threeHundredRandomScenesLookRight() {
    var seed: UInt64 = 20_261_130
    func random(_ low: Double, _ high: Double) -> Double {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return low + (high - low) * Double(seed >> 11) / 9_007_199_254_740_992
    }
    let small = Size(24, 16)
    let picture = Sample.picture(24, 16)
    for scene in 0..<300 {
      let map = Homography(
        random(0.3, 1.5), random(-0.5, 0.5), random(-12, 12), random(-0.5, 0.5),
        random(0.3, 1.5), random(-8, 8), random(-0.01, 0.01), random(-0.01, 0.01), 1)
      let clip = ConvexPolygon([
        Point(random(0, 10), random(0, 5)), Point(random(14, 24), random(0, 5)),
        Point(random(12, 24), random(10, 16)),
      ])
      let placement = Placement(
        map: map, opacity: random(0, 1), clips: scene % 3 == 0 ? [clip] : [])
      let layer = Sample.layer(picture, cell: small, placement)
      var canvas = Canvas(24, 16)
      canvas.paint([layer])
      var reference = ReferencePainter(width: 24, height: 16, background: .black)
      reference.paint(layer)
      canvas.expectNear(reference, within: 8, "scene \(scene): \(placement)")
    }
  }
}
