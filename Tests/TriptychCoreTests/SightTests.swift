import Testing

@testable import TriptychCore

/// Which part of a picture is seen, and which is asked for.
@Suite struct SightTests {
  private let cell = Size(1920, 1080)
  private let large = Size(12_000, 8400)

  @Test("what is seen of a picture that fits is all of it; twice as large, the middle quarter")
  func visible() {
    let sight = Sight(.contain, of: large, in: cell)
    #expect(sight.visible(.none) == Rect(large))
    let seen = sight.visible(Zoom(scale: 2))
    #expect(abs((seen?.height ?? 0) - 4200) < 1e-6 && abs((seen?.y ?? 0) - 2100) < 1e-6)
    // The cell is wider than the picture, of which it shows more than half.
    #expect(abs((seen?.width ?? 0) - 1920.0 * 12_000 / 1543 / 2) < 1)
    #expect(sight.visible(Zoom(scale: 2, shift: Point(1e6, 0))) == nil)
  }

  @Test("a picture that fits, one that is enlarged beyond its pixels and a small one need nothing")
  func enough() {
    #expect(Sight(.contain, of: large, in: cell).wish(.none) == nil)
    #expect(Sight(.contain, of: Size(1000, 700), in: cell).wish(Zoom(scale: 3)) == nil)
    #expect(Sight(.contain, of: large, in: cell).wish(Zoom(scale: 1.1), enough: 1.15) == nil)
    #expect(Sight(.contain, of: Size(0, 0), in: cell).wish(Zoom(scale: 2)) == nil)
  }

  @Test("at 1:1 a part is asked for with exactly its own pixels, and little more than the screen")
  func exact() throws {
    let sight = Sight(.contain, of: large, in: cell)
    let scale = 12_000.0 / 1543
    let detail = try #require(sight.wish(Zoom(scale: scale)))
    #expect(detail.size == Size(detail.region.width, detail.region.height))
    #expect(detail.region.width >= 1920 && detail.region.width < 1920 * 1.15)
    #expect(detail.size.width * detail.size.height < 1920 * 1080 * 1.3225)
    let beyond = try #require(sight.wish(Zoom(scale: scale * 2)))
    #expect(beyond.size == Size(beyond.region.width, beyond.region.height))
  }

  @Test("whatever the fit, the size and the zoom, a wish is whole pixels within the picture")
  func always() throws {
    var dice = SplitMix64(seed: 4)
    for _ in 0..<20_000 {
      let source = Size(Double(1 + dice.below(30_000)), Double(1 + dice.below(20_000)))
      let cell = Size(Double(16 + dice.below(4000)), Double(16 + dice.below(4000)))
      let fit = Fit.allCases[dice.below(Fit.allCases.count)]
      let drift: Drift? =
        dice.below(3) == 0 ? Drift(progress: Double(dice.below(100)) / 100, seed: dice.next()) : nil
      let sight = Sight(fit, of: source, in: cell).moved(by: drift)
      let zoom = Zoom(
        scale: 1 + Double(dice.below(3000)) / 100,
        shift: Point(Double(dice.below(4000) - 2000), Double(dice.below(4000) - 2000)))
      guard let detail = sight.wish(zoom), let seen = sight.visible(zoom) else { continue }
      let (region, size) = (detail.region, detail.size)
      let numbers = [region.x, region.y, region.width, region.height, size.width, size.height]
      try #require(numbers.allSatisfy { $0 == $0.rounded() })
      try #require(region.x >= 0 && region.y >= 0 && region.width >= 1 && region.height >= 1)
      try #require(region.maxX <= source.width && region.maxY <= source.height)
      try #require(size.width >= 1 && size.width <= region.width)
      try #require(size.height >= 1 && size.height <= region.height)
      // It is what it was asked for, but for less than half a pixel of the screen at its edges.
      let step = 1 / min(detail.density.width, detail.density.height)
      try #require(region.x <= seen.x && region.maxX >= seen.maxX - step)
      if size.width < 16_384, size.height < 16_384, size.width > 64, size.height > 64 {
        try #require(sight.isServed(by: detail, zoom, isMoving: false))
        try #require(sight.isServed(by: detail, zoom, isMoving: true))
      }
    }
  }

  @Test("a little pan needs nothing new, a larger one does; so does another scale, sooner at rest")
  func hysteresis() throws {
    let sight = Sight(.contain, of: large, in: cell)
    let zoom = Zoom(scale: 4)
    let detail = try #require(sight.wish(zoom))
    func serves(_ zoom: Zoom, _ isMoving: Bool) -> Bool {
      sight.isServed(by: detail, zoom, isMoving: isMoving)
    }
    #expect(serves(Zoom(scale: 4, shift: Point(60, -40)), false))
    #expect(!serves(Zoom(scale: 4, shift: Point(160, 0)), true))
    #expect(!serves(Zoom(scale: 4.4), false) && serves(Zoom(scale: 4.4), true))
    #expect(!serves(Zoom(scale: 5.5), true) && !serves(Zoom(scale: 3), true))
    var other = sight
    other.source = Size(6000, 4200)
    #expect(!other.isServed(by: detail, zoom, isMoving: true))
  }

  @Test("a coarse picture that holds more than is seen lies where the detail has the same")
  func coarse() {
    var dice = SplitMix64(seed: 8)
    for _ in 0..<3000 {
      let source = Size(Double(100 + dice.below(9000)), Double(100 + dice.below(9000)))
      let fit = [Fit.contain, .cover, .auto, .stretch, .none][dice.below(5)]
      let drift: Drift? =
        dice.below(2) == 0 ? Drift(progress: Double(dice.below(100)) / 100, seed: dice.next()) : nil
      let whole = Sight(fit, of: source, in: cell)
      // As a decoder that reduces by 8 gives it: what is seen, and whole pixels beyond.
      let unit = 8.0
      let (x, y) = (
        (whole.part.x / unit).rounded(.down) * unit, (whole.part.y / unit).rounded(.down) * unit
      )
      let span = Rect(
        x: x, y: y, width: (whole.part.maxX / unit).rounded(.up) * unit - x,
        height: (whole.part.maxY / unit).rounded(.up) * unit - y)
      let picture = Picture.make(width: 4, height: 4, span: span) { _, _ in }
      let sight = whole.moved(by: drift)
      let zoom = Zoom(
        scale: 1.2 + Double(dice.below(900)) / 100,
        shift: Point(Double(dice.below(2000) - 1000), Double(dice.below(2000) - 1000)))
      let bare = Layer(
        cell: cell, picture: picture, target: sight.target, crop: Rect(Size(4, 4)),
        backdrop: .black, placement: .identity)
      let coarse = bare.exact(in: sight)
      // No rim is free of it, and what lies beside it stays.
      #expect(abs(coarse.target.x - sight.target.x) < 1e-9)
      #expect(abs(coarse.target.maxX - sight.target.maxX) < 1e-9)
      #expect(abs(coarse.target.maxY - sight.target.maxY) < 1e-9 && coarse.backdrop == .black)
      #expect(coarse.crop.x >= -1e-9 && coarse.crop.maxX <= 4 + 1e-9)
      #expect(coarse.crop.y >= -1e-9 && coarse.crop.maxY <= 4 + 1e-9)
      let seen = coarse.enlarged(zoom, in: cell)
      guard seen.picture != nil else { continue }
      for corner in [
        (Point(seen.target.x, seen.target.y), Point(seen.crop.x, seen.crop.y)),
        (Point(seen.target.maxX, seen.target.maxY), Point(seen.crop.maxX, seen.crop.maxY)),
      ] {
        // The pixel of the source that is drawn there, and where that belongs.
        let pixel = Point(
          span.x + corner.1.x / 4 * span.width, span.y + corner.1.y / 4 * span.height)
        let place = sight.place(of: Rect(x: pixel.x, y: pixel.y, width: 1, height: 1))
        let there = zoom.map(in: cell).apply(Point(place.x, place.y))
        #expect(abs(there.x - corner.0.x) < 1e-6 && abs(there.y - corner.0.y) < 1e-6)
      }
    }
  }

  @Test("a detail lies where the coarse picture has the same, whatever the zoom")
  func placed() {
    var dice = SplitMix64(seed: 5)
    let picture = Picture.make(width: 4, height: 4) { _, _ in }
    for _ in 0..<5000 {
      let source = Size(Double(100 + dice.below(9000)), Double(100 + dice.below(9000)))
      let fit = Fit.allCases[dice.below(Fit.allCases.count)]
      let drift: Drift? =
        dice.below(2) == 0 ? Drift(progress: Double(dice.below(100)) / 100, seed: dice.next()) : nil
      let sight = Sight(fit, of: source, in: cell).moved(by: drift)
      let zoom = Zoom(
        scale: 1.2 + Double(dice.below(900)) / 100,
        shift: Point(Double(dice.below(2000) - 1000), Double(dice.below(2000) - 1000)))
      guard let detail = sight.wish(zoom) else { continue }
      let bare = Layer(
        cell: cell, picture: picture, target: sight.target, crop: Rect(Size(4, 4)),
        backdrop: .black,
        placement: .identity)
      let sharp = bare.detail(picture, of: detail.region, in: sight)?.enlarged(zoom, in: cell)
      guard let sharp, sharp.picture != nil else { continue }
      #expect(sharp.backdrop == nil)
      for corner in [
        Point(sharp.target.x, sharp.target.y), Point(sharp.target.maxX, sharp.target.maxY),
      ] {
        // By the detail: which pixel of the source stands there …
        let x =
          sharp.crop.x + (corner.x - sharp.target.x) * sharp.crop.width / sharp.target.width
        let mine = detail.region.x + x * detail.region.width / 4
        // … and by the picture as a whole.
        let unzoomed = (corner.x - cell.width / 2 - zoom.shift.x) / zoom.scale + cell.width / 2
        let own = sight.part.x + (unzoomed - sight.target.x) * sight.part.width / sight.target.width
        let pixelsOfScreen = abs(mine - own) * sight.density.width * zoom.scale
        #expect(pixelsOfScreen < 0.001)
      }
    }
  }
}
