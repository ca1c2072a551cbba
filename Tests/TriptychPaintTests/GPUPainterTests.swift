import Glibc
import Testing
import TriptychCore

@testable import TriptychStage

private let cell = Size(192, 108)

/// The shared goldens: what one painter draws the other draws too.
@Suite(
  .serialized,
  .enabled("OpenGL ES 2 is not here: libgles2, libegl1, libgl1-mesa-dri", GPUBench.isPossible))
@MainActor struct GPUPainterTests {
  @Test(arguments: TransformerTable.builtIn.names)
  func everyTransformerAtNinePositions(name: String) throws {
    let transformer = try #require(TransformerTable.builtIn.transformer(named: name))
    let scene = Scene(size: cell, gap: 5, seed: 7)
    let bench = try GPUBench(192, 108)
    let pictures = [Sample.soft(192, 108, seed: 1), Sample.soft(192, 108, seed: 2)]
    for step in 1...9 {
      let x = Double(step) / 10 + 0.003
      var layers = zip(pictures, [-x, 1 - x]).compactMap { picture, p in
        transformer.place(p, in: scene).map { Sample.layer(picture, cell: cell, $0) }
      }
      if transformer.drawOrder == .previousOnTop { layers.reverse() }
      try bench.paint(layers).expectAlike("\(name) at \(x)")
    }
  }

  @Test func everyMapWithAndWithoutOpacity() throws {
    let bench = try GPUBench(192, 108)
    for (index, map) in PainterExactTests.maps.enumerated() {
      for opacity in [1, 0.4] {
        let layer = Sample.layer(
          Sample.soft(220, 120), cell: cell, Placement(map: map, opacity: opacity))
        try bench.paint([layer]).expectAlike("map \(index), opacity \(opacity)")
      }
    }
  }

  @Test func aPictureOnThePixelGridIsCopiedByteForByte() throws {
    let bench = try GPUBench(192, 108)
    let frame = try bench.paint([Sample.layer(Sample.noise(192, 108), cell: cell)])
    #expect(frame.mine == frame.expected)
    let shifted = Sample.layer(
      Sample.noise(192, 108), cell: cell, Placement(map: .shift(-17, 40)))
    let moved = try bench.paint([shifted])
    #expect(moved.mine == moved.expected)
  }

  @Test func barsOfAnotherPictureLieBesideTheFirst() throws {
    let bench = try GPUBench(192, 108)
    var film = Sample.layer(Sample.soft(100, 100), cell: cell)
    film.target = Rect(x: 46, y: 0, width: 100, height: 108)
    film.backdrop = nil
    for x in [0, -40, 13.3] {
      film.placement = Placement(map: .shift(x, 0), opacity: x == 0 ? 1 : 0.7)
      let layers = [film] + film.bars(Sample.soft(24, 14, seed: 3), in: cell)
      try bench.paint(layers).expectAlike("bars at \(x)")
    }
  }

  @Test func ringsOfMarks() throws {
    let bench = try GPUBench(192, 108)
    for part in [nil, 0.4] as [Double?] {
      let ring = try #require(LoadingRing(waited: .seconds(1), part: part, isCalm: false))
      let layers = ring.layers(about: Point(96, 54), height: 1080, opacity: 0.9)
      try bench.paint([Sample.layer(Sample.soft(192, 108), cell: cell)] + layers)
        .expectAlike("ring at \(part ?? -1)")
    }
  }

  @Test func barsAreTheBackdrop() throws {
    let bench = try GPUBench(192, 108)
    let bars = Color(red: 200, green: 40, blue: 90)
    let targets = [
      Rect(x: 40, y: 0, width: 112, height: 108), Rect(x: 0, y: 18.4, width: 192, height: 72.3),
      Rect(x: 60.5, y: 24.25, width: 72.6, height: 60.1), Rect(cell),
      Rect(x: 300, y: 0, width: 20, height: 20), Rect(x: -90, y: -20, width: 120, height: 60),
    ]
    for target in targets {
      for map in [Homography.identity, .shift(0.5, 0.25), PainterExactTests.turn(13)] {
        for opacity in [1, 0.5] {
          let layer = Sample.layer(
            Sample.picture(112, 108), cell: cell, Placement(map: map, opacity: opacity),
            target: target, backdrop: bars)
          try bench.paint([layer]).expectAlike("\(target) \(map) \(opacity)")
        }
      }
    }
  }

  @Test func clipsCutTheLayer() throws {
    let bench = try GPUBench(192, 108)
    let triangle = ConvexPolygon([Point(20.2, 5.1), Point(180.4, 40.8), Point(60.3, 100.5)])
    let box = ConvexPolygon(Rect(x: 40.25, y: 20.5, width: 100, height: 60.75))
    let beside = ConvexPolygon(Rect(x: 143.5, y: 10, width: 40.3, height: 90.75))
    for clips in [[triangle], [ConvexPolygon(triangle.points.reversed())], [box], [box, beside]] {
      for map in [Homography.identity, PainterExactTests.turn(13)] {
        let placement = Placement(map: map, opacity: 0.8, clips: clips)
        try bench.paint([Sample.layer(Sample.picture(192, 108), cell: cell, placement)])
          .expectAlike("\(clips.count) clips")
      }
    }
  }

  @Test func glassLetsThePictureThrough() throws {
    let bench = try GPUBench(192, 108)
    let under = Sample.layer(Sample.picture(192, 108), cell: cell)
    let target = Rect(x: 60.5, y: 40.25, width: 80, height: 40)
    for opacity in [1, 0.5] {
      for map in [Homography.identity, .shift(0.5, 0.5), PainterExactTests.turn(13)] {
        for backdrop in [nil, Color(red: 0, green: 80, blue: 0)] {
          let text = Sample.layer(
            Sample.glass(80, 40), cell: cell, Placement(map: map, opacity: opacity),
            target: target, backdrop: backdrop)
          try bench.paint([under, text]).expectAlike("glass \(opacity) \(map)")
        }
      }
    }
  }

  @Test func aSlowCropOfALargerPicture() throws {
    let bench = try GPUBench(192, 108)
    let picture = Sample.picture(221, 125)
    for step in 0...8 {
      let crop = Drift(progress: Double(step) / 8, seed: 11).crop(width: 221, height: 125)
      try bench.paint([Sample.layer(picture, cell: cell, crop: crop)]).expectAlike("\(step)")
    }
  }

  @Test func perspectiveIsCutFinelyEnough() throws {
    let bench = try GPUBench(192, 108)
    let picture = Sample.soft(192, 108)
    let maps = [
      Homography(1, 0, 0, 0, 1, 0, 0.004, 0, 1), Homography(1, 0.2, 0, 0, 1, 0, 0, 0.01, 1),
      Homography(1.5, 0.1, -20, 0.2, 1.4, -10, 0.003, -0.002, 1),
    ]
    for map in maps {
      try bench.paint([Sample.layer(picture, cell: cell, Placement(map: map))])
        .expectAlike("\(map)")
    }
  }

  @Test func whatIsNoNumberOrHasNoAreaIsNotDrawn() throws {
    let bench = try GPUBench(32, 18)
    let small = Size(32, 18)
    let picture = Sample.picture(32, 18)
    var layers: [Layer] = []
    for bad in [Double.nan, .infinity, -.infinity, 0] {
      layers.append(
        Sample.layer(picture, cell: small, Placement(map: .scale(bad, about: Point(0, 0)))))
      layers.append(Sample.layer(picture, cell: small, Placement(map: .shift(bad * 1e300, bad))))
      layers.append(Sample.layer(picture, cell: small, Placement(opacity: bad == 0 ? 0 : .nan)))
      guard bad != 0 else { continue }
      layers.append(
        Sample.layer(
          picture, cell: small,
          Placement(clips: [ConvexPolygon([Point(bad, 1), Point(2, bad), Point(bad, 3)])])))
    }
    for layer in layers {
      let frame = try bench.paint([layer])
      #expect(frame.mine == frame.expected, "\(layer.placement)")
    }
  }

  @Test func aPictureLargerThanATextureIsCutIntoTiles() throws {
    let bench = try GPUBench(192, 108, largest: 50)
    let picture = Sample.soft(192, 108)
    for map in [
      Homography.identity, .shift(3.3, -2.7), PainterExactTests.turn(13),
      PainterExactTests.maps.last ?? .identity,
    ] {
      try bench.paint([Sample.layer(picture, cell: cell, Placement(map: map))])
        .expectAlike("\(map)")
    }
  }

  @Test(arguments: [(192, 108), (191, 107), (97, 61)])
  func planesAreSeenInTheirColours(width: Int, height: Int) throws {
    let bench = try GPUBench(192, 108)
    let planes = Sample.planes(width, height)
    for map in [Homography.identity, .shift(3.3, -2.7), PainterExactTests.turn(13)] {
      // The processor takes the nearest chroma, the graphics processor mixes it.
      try bench.paint([Sample.layer(planes, cell: cell, Placement(map: map, opacity: 0.9))])
        .expectAlike("\(width)×\(height), \(map)", inside: 8)
    }
  }

  @Test func planesAreSeenWhereverADecoderHasLaidThem() throws {
    let bench = try GPUBench(192, 108)
    for rows in [108, 109, 112, 120] {
      let planes = Sample.planes(191, 107, rows: rows)
      try bench.paint([Sample.layer(planes, cell: cell)]).expectAlike("\(rows) rows", inside: 8)
      let plain = Sample.planes(191, 107).converted()
      for laid in [planes.converted(), planes.copied().converted()] {
        for row in 0..<107 {
          let at = row * plain.stride
          #expect(memcmp(plain.base + at, laid.base + at, 4 * 191) == 0)
        }
      }
    }
  }

  @Test func planesLargerThanATextureAreCutIntoTiles() throws {
    let bench = try GPUBench(192, 108, largest: 61)
    let planes = Sample.planes(191, 107)
    try bench.paint([Sample.layer(planes, cell: cell)]).expectAlike("tiles", inside: 8)
  }
}
