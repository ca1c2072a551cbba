import Glibc
import Testing

@testable import TriptychWire

/// Thumbnails from the disk that stand where a picture will.
@Suite struct StoredPreviewTests {
  private static let subject = ThumbnailSubject(address: "file:///a%20b.jpg", modified: 1234)
  private static let pixels = PreviewTests.pixels

  /// 32 × 20 pixels in four colours, made of `subject`.
  private static func thumbnail(
    address: String = "file:///a%20b.jpg", modified: String = "1234"
  ) -> [UInt8] {
    WrittenPictures.png(texts: [("Thumb::URI", address), ("Thumb::MTime", modified)])
  }

  private func news(
    _ file: [UInt8], _ thumbnail: [UInt8] = thumbnail(), _ request: PixelRequest = pixels
  ) throws -> (previews: [Preview], last: Reply) {
    try Session(.picture).news(file, request, thumbnail: (thumbnail, Self.subject))
  }

  private func corner(_ preview: Preview) -> [Int] { preview.pixels.prefix(3).map { Int($0) } }

  @Test("a large JPEG without a thumbnail of its own gets the one that was found")
  func jpeg() throws {
    let (previews, last) = try news(PreviewTests.large(WrittenExif().bytes))
    guard case .picture(_, let image, 2600, 1625) = last else {
      Issue.record("\(last)")
      return
    }
    #expect(image.width == 320 && image.height == 200)
    let preview = try #require(previews.first)
    #expect(previews.count == 1 && preview.width == 32 && preview.height == 20)
    #expect(preview.sourceWidth == 2600 && preview.sourceHeight == 1625)
    #expect(distance([corner(preview)], [[220, 20, 20]]) < 6)
  }

  @Test("its own comes first, unless it is broken")
  func order() throws {
    let own = WrittenExif(thumbnail: StoredPictures.jpegGray).bytes
    let preview = try #require(try news(PreviewTests.large(own)).previews.first)
    // Grey, not red.
    #expect(preview.pixels[0] == preview.pixels[1])
    let broken = WrittenExif(thumbnail: Array(StoredPictures.jpeg444.prefix(60))).bytes
    let other = try #require(try news(PreviewTests.large(broken)).previews.first)
    #expect(distance([corner(other)], [[220, 20, 20]]) < 6)
  }

  @Test("it is upright already, and is turned and cut as the list wants it")
  func turned() throws {
    // Stored on its side: upright it stands, and the thumbnail lies.
    let side = PreviewTests.large(WrittenExif(orientation: 6).bytes)
    #expect(try news(side).previews.isEmpty)
    var request = Self.pixels
    request.turns = 1
    let upright = PreviewTests.large(WrittenExif().bytes)
    let preview = try #require(try news(upright, Self.thumbnail(), request).previews.first)
    #expect(preview.sourceWidth == 1625 && preview.sourceHeight == 2600)
    #expect(preview.width < preview.height)
    // What was at the lower left is at the upper left now.
    #expect(distance([corner(preview)], [[30, 30, 220]]) < 6)
    request.turns = 0
    request.fit = .cover
    let cut = try #require(try news(upright, Self.thumbnail(), request).previews.first)
    #expect(cut.width == 32 && cut.height == 20)
  }

  @Test("a large PNG gets one too, however it lies")
  func png() throws {
    func file(_ width: Int, _ height: Int) -> [UInt8] {
      let rows = [UInt8](repeating: 0, count: (width + 1) * height)
      return WrittenPictures.png(width: width, height: height, depth: 8, color: 0, rows: rows)
    }
    let preview = try #require(try news(file(1600, 1000)).previews.first)
    #expect(preview.sourceWidth == 1600 && preview.sourceHeight == 1000)
    // Exif data behind the pixels may say that it is stored on its side.
    let side = try #require(try news(file(1000, 1600)).previews.first)
    #expect(side.sourceWidth == 1600 && side.sourceHeight == 1000)
    #expect(try news(file(1300, 1000)).previews.isEmpty)
    #expect(try news(file(320, 200)).previews.isEmpty)
  }

  @Test("one of another file, of an older state, or that is none, is not shown")
  func wrong() throws {
    let file = PreviewTests.large(WrittenExif().bytes)
    let wide = WrittenPictures.png(
      width: 1040, height: 650, depth: 8, color: 0,
      rows: [UInt8](repeating: 0, count: 1041 * 650),
      chunks: [("Thumb::URI", "file:///a%20b.jpg"), ("Thumb::MTime", "1234")].map {
        ("tEXt", Array($0.0.utf8) + [0] + Array($0.1.utf8))
      })
    for thumbnail in [
      Self.thumbnail(address: "file:///a%20b.JPG"), Self.thumbnail(modified: "1233"),
      Self.thumbnail(modified: ""), WrittenPictures.png(), Array(Self.thumbnail().dropLast(30)),
      Self.thumbnail() + [UInt8](repeating: 0, count: 9 << 20), wide, StoredPictures.jpeg444, [0],
    ] {
      let (previews, last) = try news(file, thumbnail)
      #expect(previews.isEmpty)
      guard case .picture = last else {
        Issue.record("the picture fails with its thumbnail: \(last)")
        return
      }
    }
    var request = Self.pixels
    request.wantsNews = false
    #expect(try news(file, Self.thumbnail(), request).previews.isEmpty)
  }

  @Test("damaged thumbnails do their pictures no harm")
  func damage() throws {
    let session = try Session(.picture)
    let file = PreviewTests.large(WrittenExif().bytes)
    var chance = SystemChance(state: 7)
    for _ in 0..<60 {
      var bytes = Self.thumbnail()
      for _ in 0..<4 { bytes[8 + chance.below(bytes.count - 8)] = UInt8(chance.below(256)) }
      let (_, last) = try session.news(file, Self.pixels, thumbnail: (bytes, Self.subject))
      guard case .picture = last else {
        Issue.record("\(last)")
        return
      }
    }
  }
}
