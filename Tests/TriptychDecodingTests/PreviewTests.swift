import Glibc
import Testing

@testable import TriptychWire

/// What is told of a picture before it comes, and what its camera has written.
@Suite struct PreviewTests {
  static let pixels = PixelRequest(
    cellWidth: 320, cellHeight: 200, fit: .contain, wantsNews: true)

  /// 2600 × 1625 pixels of which only the beginning is there, with a thumbnail of 32 × 20.
  static func large(_ exif: [UInt8]) -> [UInt8] {
    var bytes = StoredPictures.jpeg444
    guard let frame = bytes.indices.first(where: { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    else { return [] }
    bytes.replaceSubrange(frame + 5..<frame + 9, with: [0x06, 0x59, 0x0A, 0x28])
    bytes.removeLast(2)
    bytes += [UInt8](repeating: 0, count: 20_000) + [0xFF, 0xD9]
    return WrittenPictures.jpeg(bytes, exif: exif)
  }

  private func news(
    _ file: [UInt8], _ request: PixelRequest = pixels
  ) throws -> (previews: [Preview], last: Reply) {
    try Session(.picture).news(file, request)
  }

  @Test("a large JPEG sends its thumbnail before it is decoded, as it will be shown")
  func thumbnail() throws {
    let exif = WrittenExif(thumbnail: StoredPictures.jpeg444).bytes
    let (previews, last) = try news(Self.large(exif))
    guard case .picture(_, let image, 2600, 1625) = last else {
      Issue.record("\(last)")
      return
    }
    #expect(image.width == 320 && image.height == 200)
    let preview = try #require(previews.first)
    #expect(previews.count == 1 && preview.width == 32 && preview.height == 20)
    #expect(preview.sourceWidth == 2600 && preview.sourceHeight == 1625)
    let corner = preview.pixels.prefix(3).map { Int($0) }
    #expect(distance([corner], [[220, 20, 20]]) < 12)
  }

  @Test("the preview is turned and cut as the picture will be")
  func turned() throws {
    let exif = WrittenExif(orientation: 6, thumbnail: StoredPictures.jpeg444).bytes
    let (previews, last) = try news(Self.large(exif))
    guard case .picture(_, _, 1625, 2600) = last else {
      Issue.record("\(last)")
      return
    }
    let preview = try #require(previews.first)
    #expect(preview.sourceWidth == 1625 && preview.width < preview.height)
    // What was at the lower left is at the upper left now.
    let corner = preview.pixels.prefix(3).map { Int($0) }
    #expect(distance([corner], [[30, 30, 220]]) < 12)
    var request = Self.pixels
    request.fit = .cover
    let cut = try #require(try news(Self.large(exif), request).previews.first)
    #expect(abs(Double(cut.width) / Double(cut.height) - 1.6) < 0.2)
  }

  @Test("JFIF's own thumbnails serve too, be they pixels or a JPEG")
  func jfif() throws {
    var pixels: [UInt8] = []
    for y in 0..<10 { for x in 0..<16 { pixels += [UInt8(10 * x), UInt8(20 * y), 99] } }
    func segment(_ body: [UInt8]) -> [UInt8] {
      [0xFF, 0xE0, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
    }
    let jfif = Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 16, 10] + pixels
    let own = Array("JFXX\0".utf8) + [0x13, 16, 10] + pixels
    let jpeg = Array("JFXX\0".utf8) + [0x10] + StoredPictures.jpeg444
    for (body, corner) in [(jfif, [0, 0, 99]), (own, [0, 0, 99]), (jpeg, [220, 20, 20])] {
      var file = Self.large(WrittenExif().bytes)
      file.insert(contentsOf: segment(body), at: 2)
      let preview = try #require(try news(file).previews.first)
      #expect(distance([preview.pixels.prefix(3).map { Int($0) }], [corner]) < 12)
    }
    for body in [Array(jfif.dropLast(9)), Array(jpeg.prefix(6)), Array("JFXX\0".utf8)] {
      var file = Self.large(WrittenExif().bytes)
      file.insert(contentsOf: segment(body), at: 2)
      #expect(try news(file).previews.isEmpty)
    }
  }

  @Test("no preview where none is wanted, needed, there, or of another shape")
  func none() throws {
    let exif = WrittenExif(thumbnail: StoredPictures.jpeg444).bytes
    var request = Self.pixels
    request.wantsNews = false
    #expect(try news(Self.large(exif), request).previews.isEmpty)
    #expect(try news(WrittenPictures.jpeg(StoredPictures.jpeg444, exif: exif)).previews.isEmpty)
    #expect(try news(Self.large(WrittenExif().bytes)).previews.isEmpty)
    let broken = WrittenExif(thumbnail: Array(StoredPictures.jpeg444.prefix(60))).bytes
    #expect(try news(Self.large(broken)).previews.isEmpty)
    let tall = WrittenPictures.jpeg(StoredPictures.jpeg444, exif: exif)
    #expect(try news(tall).previews.isEmpty)
  }

  @Test("damaged Exif data does no harm")
  func damage() throws {
    let session = try Session(.picture)
    let whole = Self.large(WrittenExif(thumbnail: StoredPictures.jpeg444).bytes)
    var chance = SystemChance(state: 42)
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<4 { bytes[24 + chance.below(200)] = UInt8(chance.below(256)) }
      let descriptor = memfd(holding: bytes)
      defer { close(descriptor) }
      let mark = JobMark(job: 1, generation: 0)
      if chance.below(2) == 0 {
        try session.worker.channel.send(.picture(mark, slot: 0, Self.pixels), passing: descriptor)
        while case .preview = try Session.nextReply(of: session.worker) {}
        continue
      }
      try session.worker.channel.send(.facts(mark), passing: descriptor)
      switch try Session.nextReply(of: session.worker) {
      case .facts(mark, _), .failed(mark, _, _): continue
      case let other: Issue.record("\(other)")
      }
    }
  }

  private func facts(_ file: [UInt8]) throws -> PictureFacts? {
    try Session(.picture).facts(file)
  }

  @Test("what the camera has written is told in words, from JPEG and PNG alike")
  func words() throws {
    let exif = WrittenExif(make: "Canon", model: "Canon EOS R5", exposure: true).bytes
    for file in [
      WrittenPictures.jpeg(StoredPictures.jpeg420, exif: exif), WrittenPictures.png(exif: exif),
    ] {
      let facts = try #require(try facts(file))
      #expect(facts.camera == "Canon EOS R5")
      #expect(facts.taken == "2026-06-01 12:30")
      #expect(facts.exposure == "1/250 s  f/2.8  ISO 400  50 mm")
      #expect(facts.place == "48°51′30″ N  2°17′40″ W")
    }
    let other = WrittenExif(make: "ACME  Corp\u{1B}[2J", model: "X\n1").bytes
    let odd = try #require(try facts(WrittenPictures.png(exif: other)))
    #expect(odd.camera == "ACME Corp [2J X 1")
    #expect(try facts(WrittenPictures.png()) == PictureFacts())
    #expect(try facts(Array("no picture".utf8)) == PictureFacts())
  }
}

/// Numbers by a seed.
struct SystemChance {
  var state: UInt64
  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}

/// Exif data, little-endian.
struct WrittenExif {
  var orientation: UInt16 = 1
  var thumbnail: [UInt8] = []
  var make = ""
  var model = ""
  var exposure = false

  private struct Entry {
    let tag: UInt16
    let type: UInt16
    let count: UInt32
    let data: [UInt8]
  }

  var bytes: [UInt8] {
    var all: [UInt8] = [0x49, 0x49, 42, 0] + little(UInt32(8))
    var main = [Entry(tag: 0x112, type: 3, count: 1, data: little(orientation) + [0, 0])]
    if !make.isEmpty { main.append(text(0x10F, make)) }
    if !model.isEmpty { main.append(text(0x110, model)) }
    if exposure {
      let camera = [
        fraction(0x829A, [(1, 250)]), fraction(0x829D, [(28, 10)]),
        Entry(tag: 0x8827, type: 3, count: 1, data: little(UInt16(400)) + [0, 0]),
        text(0x9003, "2026:06:01 12:30:45"), fraction(0x920A, [(50, 1)]),
      ]
      let place = [
        text(1, "N"), fraction(2, [(48, 1), (51, 1), (2964, 100)]), text(3, "W"),
        fraction(4, [(2, 1), (17, 1), (4020, 100)]),
      ]
      main.append(pointer(0x8769, to: append(camera, to: &all, next: false)))
      main.append(pointer(0x8825, to: append(place, to: &all, next: false)))
    }
    main.sort { $0.tag < $1.tag }
    let start = append(main, to: &all, next: !thumbnail.isEmpty)
    all.replaceSubrange(4..<8, with: little(UInt32(start)))
    if !thumbnail.isEmpty {
      let small = [
        Entry(tag: 0x103, type: 3, count: 1, data: little(UInt16(6)) + [0, 0]),
        pointer(0x201, to: all.count + 2 + 3 * 12 + 4),
        pointer(0x202, to: thumbnail.count),
      ]
      _ = append(small, to: &all, next: false)
      all += thumbnail
    }
    return all
  }

  /// Where the directory begins. `next`: another one follows it at once.
  private func append(_ entries: [Entry], to all: inout [UInt8], next: Bool) -> Int {
    let long = entries.filter { $0.data.count > 4 }
    var places: [Int] = []
    for entry in long {
      places.append(all.count)
      all += entry.data
    }
    let start = all.count
    all += little(UInt16(entries.count))
    var index = 0
    for entry in entries {
      all += little(entry.tag) + little(entry.type) + little(entry.count)
      if entry.data.count > 4 {
        all += little(UInt32(places[index]))
        index += 1
      } else {
        all += entry.data + [UInt8](repeating: 0, count: 4 - entry.data.count)
      }
    }
    all += little(UInt32(next ? all.count + 4 : 0))
    return start
  }

  private func text(_ tag: UInt16, _ words: String) -> Entry {
    let bytes = Array(words.utf8) + [0]
    return Entry(tag: tag, type: 2, count: UInt32(bytes.count), data: bytes)
  }

  private func fraction(_ tag: UInt16, _ parts: [(UInt32, UInt32)]) -> Entry {
    Entry(
      tag: tag, type: 5, count: UInt32(parts.count),
      data: parts.flatMap { little($0.0) + little($0.1) })
  }

  private func pointer(_ tag: UInt16, to place: Int) -> Entry {
    Entry(tag: tag, type: 4, count: 1, data: little(UInt32(place)))
  }

  private func little<I: FixedWidthInteger>(_ value: I) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
