import CFFmpeg
import Glibc
import Testing
import TriptychWire

@testable import TriptychFilms

/// Where and how a film's pixels arrive in the slot.
@Suite(.enabled(if: FilmRecipe.hasEncoder)) struct FilmPictureTests {
  /// Red, green, blue, yellow in BT.601 with limited range, and their RGB values.
  private static let colors: [(UInt8, UInt8, UInt8)] = [
    (81, 90, 240), (145, 54, 34), (41, 240, 110), (210, 16, 146),
  ]
  private static let rgb = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0]]

  private func first(
    _ recipe: FilmRecipe, _ request: PixelRequest = TestPlayer.cell
  ) throws -> (film: Played.Film?, pixels: [[UInt32]]) {
    let film = try MadeFilm(recipe)
    let player = try TestPlayer()
    player.open(film.path, request)
    var known: Played.Film?
    while let reply = player.inbox.next() {
      switch reply {
      case .film(_, let width, let height, let length, let frameTime, let hasSound):
        known = Played.Film(
          width: Int(width), height: Int(height), length: length, frameTime: frameTime,
          hasSound: hasSound)
      case .frame(_, let image, _, _):
        let pixels = player.pixels(image)
        return (
          known,
          (0..<pixels.height).map { y in (0..<pixels.width).map { x in pixels[x, y] } }
        )
      default: return (known, [])
      }
    }
    return (known, [])
  }

  private func isNear(_ pixel: UInt32, _ color: [Int], by most: Int = 8) -> Bool {
    zip([16, 8, 0], color).allSatisfy { abs(Int(pixel >> UInt32($0) & 0xFF) - $1) <= most }
  }

  private func corners(_ pixels: [[UInt32]]) -> [UInt32] {
    guard let top = pixels.first, let bottom = pixels.last else { return [] }
    return [top.first, top.last, bottom.first, bottom.last].compactMap { $0 }
  }

  @Test(
    "a turned film stands upright",
    arguments: [(90.0, [2, 0, 3, 1]), (180.0, [3, 2, 1, 0]), (270.0, [1, 3, 0, 2])])
  func turned(degrees: Double, order: [Int]) throws {
    let shown = try first(FilmRecipe(frames: 2, rotation: degrees, quadrants: Self.colors))
    let isSideways = degrees != 180
    #expect(shown.film?.width == (isSideways ? 96 : 160))
    #expect(shown.film?.height == (isSideways ? 160 : 96))
    for (pixel, color) in zip(corners(shown.pixels), order) {
      #expect(isNear(pixel, Self.rgb[color]), "\(String(pixel, radix: 16))")
    }
  }

  @Test(
    "odd sizes are right to the last column and row", arguments: [(161, 97), (33, 17), (175, 99)])
  func odd(width: Int, height: Int) throws {
    var recipe = FilmRecipe(frames: 2, quadrants: Self.colors)
    (recipe.width, recipe.height) = (Int32(width), Int32(height))
    (recipe.codec, recipe.container) = ("libvpx-vp9", "webm")
    guard avcodec_find_encoder_by_name("libvpx-vp9") != nil else { return }
    let shown = try first(recipe)
    #expect(shown.pixels.count == height && shown.pixels.allSatisfy { $0.count == width })
    for (pixel, color) in zip(corners(shown.pixels), Self.rgb) {
      #expect(isNear(pixel, color, by: 25), "\(String(pixel, radix: 16))")
    }
    let large = try first(
      recipe, PixelRequest(cellWidth: 640, cellHeight: 480, fit: .contain))
    for (pixel, color) in zip(corners(large.pixels), Self.rgb) {
      #expect(isNear(pixel, color, by: 25), "\(String(pixel, radix: 16))")
    }
    #expect(shown.pixels.joined().allSatisfy { $0 >> 24 == 255 })
  }

  @Test("pixels that are not square are made so")
  func aspect() throws {
    let recipe = FilmRecipe(frames: 2, aspect: AVRational(num: 2, den: 1))
    let shown = try first(recipe)
    #expect(shown.film?.width == 320)
    #expect(shown.pixels.first?.count == 320)
    #expect(shown.pixels.count == 96)
  }

  @Test(
    "each fit has its size",
    arguments: [
      (WireFit.contain, 320, 192), (WireFit.cover, 320, 240), (WireFit.auto, 320, 192),
      (WireFit.stretch, 320, 240), (WireFit.none, 160, 96),
    ])
  func fits(fit: WireFit, width: Int, height: Int) throws {
    let request = PixelRequest(cellWidth: 320, cellHeight: 240, fit: fit)
    let shown = try first(FilmRecipe(frames: 2, quadrants: Self.colors), request)
    #expect(shown.pixels.first?.count == width)
    #expect(shown.pixels.count == height)
    for (pixel, color) in zip(corners(shown.pixels), Self.rgb) {
      #expect(isNear(pixel, color), "\(String(pixel, radix: 16))")
    }
  }

  @Test("what an alpha shows through is the background")
  func alpha() {
    var pixels: [UInt32] = [0x00FF_FFFF, 0x80FF_0000, 0xFF12_3456]
    pixels.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      PixelTurn.lay(base, stride: 12, width: 3, height: 1, over: 0x0000_00FF)
    }
    #expect(pixels == [0xFF00_00FF, 0xFF80_007F, 0xFF12_3456])
  }

  @Test("a display matrix is one of eight ways")
  func matrices() {
    let one: Int32 = 65_536
    #expect(Orientation(matrix: [one, 0, 0, 0, one, 0, 0, 0, 0]) == .upright)
    #expect(
      Orientation(matrix: [0, one, 0, -one, 0, 0, 0, 0, 0])
        == Orientation(transposes: true, flipsX: true))
    #expect(
      Orientation(matrix: [-one, 0, 0, 0, one, 0, 0, 0, 0]) == Orientation(flipsX: true))
    #expect(Orientation(matrix: [.min, .min, 0, .min, .min, 0, 0, 0, 0]).transposes == false)
    #expect(Orientation(matrix: []) == .upright)
  }

  @Test("what the bars show comes before its frame, twice a second, and only if it is wanted")
  func bars() throws {
    let film = try MadeFilm(FilmRecipe(frames: 50, quadrants: Self.colors))
    func said(_ request: PixelRequest) throws -> [String] {
      let player = try TestPlayer()
      player.open(film.path, request)
      player.say(.run(player.mark))
      var words: [String] = []
      while words.count < 60, let reply = player.inbox.next() {
        switch reply {
        case .preview(_, let preview):
          words.append("bars")
          #expect(preview.width == 160 && preview.height == 32)
          let corner = preview.pixels.prefix(3).map { Int($0) }
          // Red, with less light.
          #expect(corner[0] > 60 && corner[0] < 150 && corner[0] > 2 * corner[2])
        case .frame(_, let image, _, _):
          words.append("frame")
          player.say(.free(slot: image.slot))
        case .ended: return words
        default: continue
        }
      }
      return words
    }
    let wide = PixelRequest(cellWidth: 400, cellHeight: 80, fit: .blur)
    let words = try said(wide)
    #expect(words.first == "bars" && words.count { $0 == "frame" } == 50)
    #expect((3...5).contains(words.count { $0 == "bars" }))
    #expect(try !said(PixelRequest(cellWidth: 400, cellHeight: 80, fit: .contain)).contains("bars"))
    // No bars are left free.
    #expect(try !said(PixelRequest(cellWidth: 160, cellHeight: 96, fit: .blur)).contains("bars"))
  }
}
