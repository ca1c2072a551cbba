import Glibc
import Testing

@testable import TriptychWire

/// Pictures in HEIF's boxes, by the worker that has libheif.
@Suite struct HEIFTests {
  private static let pixels = PixelRequest(cellWidth: 320, cellHeight: 200, fit: .contain)
  private static let told = PixelRequest(
    cellWidth: 320, cellHeight: 200, fit: .contain, wantsNews: true)
  private static let colors = WrittenPictures.colors.map { $0.map { Int($0) } }

  private func shown(_ reply: Reply) -> SlotImage? {
    if case .picture(_, let image, 1280, 800) = reply { return image }
    Issue.record("\(reply)")
    return nil
  }

  @Test("AVIF and HEIC are shown, after the thumbnail within them")
  func picture() throws {
    let session = try Session(.heif)
    for file in [StoredHEIF.avif, StoredHEIF.heic] {
      let (previews, last) = try session.news(file, Self.told)
      let image = try #require(shown(last))
      #expect(image.width == 320 && image.height == 200)
      #expect(distance(session.pixels(of: image).quadrants, Self.colors) < 8)
      let preview = try #require(previews.first)
      #expect(previews.count == 1 && preview.width == 64 && preview.height == 40)
      #expect(preview.sourceWidth == 1280 && preview.sourceHeight == 800)
      #expect(distance([preview.pixels.prefix(3).map { Int($0) }], [[220, 20, 20]]) < 12)
    }
  }

  @Test("where few pixels are wanted the thumbnail within it will do")
  func small() throws {
    // Its pixels are spoiled, all but the thumbnail's: those of the picture come first.
    var file = StoredHEIF.avif
    guard let data = (0..<file.count).first(where: { file[$0...].starts(with: "mdat".utf8) })
    else { throw Session.Broken(what: "no data") }
    for offset in data + 40..<file.count - 60 { file[offset] = 0 }
    let session = try Session(.heif)
    var request = Self.pixels
    guard case .failed(.damaged, _) = try session.picture(file, request) else {
      Issue.record("a spoiled picture is shown")
      return
    }
    (request.cellWidth, request.cellHeight) = (64, 40)
    guard case .picture(let pixels) = try session.picture(file, request) else {
      Issue.record("the thumbnail is not taken")
      return
    }
    #expect(distance(pixels.quadrants, Self.colors) < 14)
    #expect(pixels.source == [1280, 800])
  }

  @Test("it is turned as the list wants it, and parts can be had")
  func turned() throws {
    let session = try Session(.heif)
    var request = Self.pixels
    request.turns = 1
    guard case .picture(let turned) = try session.picture(StoredHEIF.avif, request) else {
      Issue.record("no picture")
      return
    }
    #expect(turned.source == [800, 1280] && turned.height == 200)
    let order = [2, 0, 3, 1].map { Self.colors[$0] }
    #expect(distance(turned.quadrants, order) < 12)
    request.turns = 0
    request.region = PixelRegion(x: 700, y: 500, width: 100, height: 100)
    (request.cellWidth, request.cellHeight) = (50, 50)
    guard case .picture(let part) = try session.picture(StoredHEIF.heic, request) else {
      Issue.record("no part")
      return
    }
    #expect(part.width == 50 && part.height == 50)
    #expect(distance([part.color(25, 25)], [[230, 220, 30]]) < 8)
  }

  @Test("what Exif says of its turn is not heeded, the rest is told")
  func facts() throws {
    let session = try Session(.heif)
    guard case .picture(let pixels) = try session.picture(StoredHEIF.facts, Self.pixels) else {
      Issue.record("no picture")
      return
    }
    #expect(pixels.source == [64, 40])
    let facts = try #require(try session.facts(StoredHEIF.facts))
    #expect(facts.camera == "Canon EOS R5" && facts.taken == "2026-06-01 12:30")
  }

  @Test("the picture worker gives them away, and this one takes other pictures too")
  func others() throws {
    let session = try Session(.picture)
    for file in [StoredHEIF.avif, StoredHEIF.heic] {
      guard case .failed(.isHEIF, _) = try session.picture(file, Self.pixels) else {
        Issue.record("it is not given away")
        return
      }
    }
    guard case .picture = try Session(.heif).picture(StoredPictures.jpeg420, Self.pixels) else {
      Issue.record("no JPEG")
      return
    }
  }

  @Test("a thumbnail from the disk serves where there is none within, and it is large")
  func stored() throws {
    let subject = ThumbnailSubject(address: "file:///a", modified: 1)
    let thumbnail = WrittenPictures.png(texts: [("Thumb::URI", "file:///a"), ("Thumb::MTime", "1")])
    // The reference to the thumbnail is one that nobody knows.
    var file = StoredHEIF.avif
    guard let kind = (0..<file.count).first(where: { file[$0...].starts(with: "thmb".utf8) })
    else { throw Session.Broken(what: "no thumbnail") }
    file[kind] = UInt8(ascii: "x")
    let session = try Session(.heif)
    #expect(try session.news(file, Self.told).previews.isEmpty)
    let preview = try #require(
      try session.news(file, Self.told, thumbnail: (thumbnail, subject)).previews.first)
    #expect(preview.width == 32 && preview.height == 20)
  }

  @Test("damaged ones are shown or refused, and cost no worker")
  func damage() throws {
    let session = try Session(.heif)
    var chance = SystemChance(state: 3)
    for round in 0..<200 {
      var bytes = [StoredHEIF.avif, StoredHEIF.heic, StoredHEIF.facts][round % 3]
      for _ in 0..<1 + chance.below(4) {
        bytes[12 + chance.below(bytes.count - 12)] = UInt8(chance.below(256))
      }
      if chance.below(4) == 0 { bytes.removeLast(chance.below(bytes.count - 20)) }
      if case .died(let signal) = try session.picture(bytes, Self.pixels) {
        Issue.record("signal \(signal ?? 0) in round \(round)")
        return
      }
    }
  }
}
