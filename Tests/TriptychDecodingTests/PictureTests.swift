import Testing

@testable import TriptychPictures
@testable import TriptychWire

@Suite struct PictureTests {
  static let cell = PixelRequest(cellWidth: 32, cellHeight: 20, fit: .contain)
  static let large = PixelRequest(cellWidth: 64, cellHeight: 64, fit: .contain)
  /// Top left, top right, bottom left, bottom right.
  static let colors = WrittenPictures.colors.map { $0.map { Int($0) } }

  /// The colours in the middle of the four quarters.
  private func corners(_ pixels: Pixels) -> [[Int]] {
    let (x, y) = (pixels.width / 4, pixels.height / 4)
    return [
      pixels.color(x, y), pixels.color(pixels.width - 1 - x, y),
      pixels.color(x, pixels.height - 1 - y),
      pixels.color(pixels.width - 1 - x, pixels.height - 1 - y),
    ]
  }

  private func shown(_ answer: Session.Answer) throws -> Pixels {
    guard case .picture(let pixels) = answer else { throw Session.Broken(what: "\(answer)") }
    #expect(pixels.isOpaque)
    #expect(pixels.alpha(0, 0) == 255)
    return pixels
  }

  private func code(_ answer: Session.Answer) -> FailureCode? {
    guard case .failed(let code, let message) = answer else { return nil }
    #expect(!message.isEmpty)
    return code
  }

  struct Stored: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var bytes: [UInt8]
    /// What the format's losses may cost; chroma of few samples bleeds far.
    var tolerance: Int

    init(_ name: String, _ bytes: [UInt8], _ tolerance: Int = 0) {
      (testDescription, self.bytes, self.tolerance) = (name, bytes, tolerance)
    }
  }

  @Test(arguments: [
    Stored("4:4:4", StoredPictures.jpeg444, 12), Stored("4:2:0", StoredPictures.jpeg420, 12),
    Stored("4:4:0", StoredPictures.jpeg440, 12), Stored("4:1:1", StoredPictures.jpeg411, 28),
    Stored("3:1", StoredPictures.jpegOdd, 28),
    Stored("progressive", StoredPictures.jpegProgressive, 12),
    Stored("RGB", StoredPictures.jpegRGB, 12), Stored("four inks", StoredPictures.jpegInk, 12),
    Stored("PNG", WrittenPictures.png()), Stored("TIFF", WrittenPictures.tiff(orientation: 1)),
    Stored("WebP", StoredPictures.webp), Stored("GIF", StoredPictures.gif),
    Stored("TGA", WrittenPictures.tga(leftwards: false)),
    Stored("TGA leftwards", WrittenPictures.tga(leftwards: true)),
    Stored("PNM", WrittenPictures.ppm), Stored("SVG", WrittenPictures.svg, 1),
  ])
  func `each format has its colours in their places`(stored: Stored) throws {
    let session = try Session(.picture)
    let pixels = try shown(session.picture(stored.bytes, Self.cell))
    #expect([pixels.width, pixels.height] == [32, 20])
    #expect(distance(corners(pixels), Self.colors) <= stored.tolerance)
    let larger = try shown(session.picture(stored.bytes, Self.large, slot: 1))
    #expect([larger.width, larger.height] == [64, 40])
    #expect(distance(corners(larger), Self.colors) <= stored.tolerance)
  }

  @Test func `a grey JPEG is grey`() throws {
    let pixels = try shown(Session(.picture).picture(StoredPictures.jpegGray, Self.cell))
    for color in corners(pixels) { #expect(color[0] == color[1] && color[1] == color[2]) }
    // BT.601: 0.299 R + 0.587 G + 0.114 B.
    let luma = Self.colors.map { ($0[0] * 299 + $0[1] * 587 + $0[2] * 114) / 1000 }
    #expect(distance(corners(pixels), luma.map { [$0, $0, $0] }) <= 6)
  }

  /// For each value of the tag, which stored quarter is seen in each corner.
  static let turns: [(UInt16, [Int])] = [
    (1, [0, 1, 2, 3]), (2, [1, 0, 3, 2]), (3, [3, 2, 1, 0]), (4, [2, 3, 0, 1]),
    (5, [0, 2, 1, 3]), (6, [2, 0, 3, 1]), (7, [3, 1, 2, 0]), (8, [1, 3, 0, 2]),
    (0, [0, 1, 2, 3]), (9, [0, 1, 2, 3]),
  ]

  @Test(arguments: turns)
  func `a picture is turned once as its Exif says`(value: UInt16, seen: [Int]) throws {
    let session = try Session(.picture)
    let exif = WrittenPictures.exif(orientation: value)
    let bigEndian = WrittenPictures.exif(orientation: value, bigEndian: true)
    for bytes in [
      WrittenPictures.jpeg(StoredPictures.jpeg444, exif: exif),
      WrittenPictures.jpeg(StoredPictures.jpeg420, exif: bigEndian),
      WrittenPictures.png(exif: exif), WrittenPictures.png(exif: bigEndian),
      WrittenPictures.webp(StoredPictures.webp, exif: exif),
      WrittenPictures.tiff(orientation: value),
    ] {
      let isOnItsSide = (5...8).contains(value)
      let pixels = try shown(session.picture(bytes, Self.large))
      #expect(pixels.source == (isOnItsSide ? [20, 32] : [32, 20]))
      #expect([pixels.width, pixels.height] == (isOnItsSide ? [40, 64] : [64, 40]))
      #expect(distance(corners(pixels), seen.map { Self.colors[$0] }) <= 12)
    }
  }

  @Test func `what is transparent lets the background through`() throws {
    let session = try Session(.picture)
    var request = Self.cell
    request.background = 0x204060
    let half = try shown(session.picture(WrittenPictures.png(alpha: 128), request))
    let mixed = Self.colors.map { color in
      zip(color, [0x20, 0x40, 0x60]).map { ($0 * 128 + $1 * 127 + 127) / 255 }
    }
    #expect(distance(corners(half), mixed) <= 1)
    let clear = try shown(session.picture(WrittenPictures.png(alpha: 0), request))
    #expect(clear.color(0, 0) == [0x20, 0x40, 0x60])
  }

  @Test func `a transparent grey and a transparent palette entry let the background through`()
    throws
  {
    let session = try Session(.picture)
    let request = PixelRequest(cellWidth: 2, cellHeight: 1, fit: .contain, background: 0x0000FF)
    // Two pixels of two bits: 1 and 2, of which 1 is transparent.
    let gray = WrittenPictures.png(
      width: 2, height: 1, depth: 2, color: 0, rows: [0, 0b0110_0000],
      chunks: [("tRNS", [0, 1])])
    let greys = try shown(session.picture(gray, request))
    #expect(greys.color(0, 0) == [0, 0, 255])
    #expect(greys.color(1, 0) == [170, 170, 170])
    let palette = WrittenPictures.png(
      width: 2, height: 1, depth: 8, color: 3, rows: [0, 0, 1],
      chunks: [("PLTE", [200, 0, 0, 0, 100, 0]), ("tRNS", [255, 0])])
    let entries = try shown(session.picture(palette, request))
    #expect(entries.color(0, 0) == [200, 0, 0])
    #expect(entries.color(1, 0) == [0, 0, 255])
  }

  @Test func `each fit has its size`() throws {
    let session = try Session(.picture)
    let sizes: [(WireFit, UInt32, UInt32, UInt32, [Int])] = [
      (.contain, 100, 100, 1000, [100, 63]), (.contain, 8, 100, 1000, [8, 5]),
      (.contain, 64, 40, 1500, [96, 60]), (.cover, 100, 100, 1000, [100, 100]),
      (.stretch, 50, 90, 1000, [50, 90]), (.none, 10, 100, 1000, [10, 20]),
      (.auto, 160, 101, 1000, [160, 101]), (.auto, 100, 100, 1000, [100, 63]),
    ]
    for (fit, width, height, scale, expected) in sizes {
      let request = PixelRequest(cellWidth: width, cellHeight: height, fit: fit, scale: scale)
      let pixels = try shown(session.picture(WrittenPictures.png(), request))
      #expect([pixels.width, pixels.height] == expected)
      #expect(pixels.source == [32, 20])
    }
  }

  @Test func `a covering picture shows its middle`() throws {
    let request = PixelRequest(cellWidth: 10, cellHeight: 20, fit: .cover)
    let pixels = try shown(Session(.picture).picture(WrittenPictures.png(), request))
    #expect(pixels.color(2, 5) == Self.colors[0])
    #expect(pixels.color(7, 15) == Self.colors[3])
  }

  @Test func `a JPEG that is cut off is shown as far as it goes`() throws {
    let session = try Session(.picture)
    let bytes = StoredPictures.jpeg444
    let pixels = try shown(session.picture(Array(bytes.dropLast(20)), Self.cell))
    #expect(distance([pixels.color(4, 4)], [Self.colors[0]]) <= 12)
    #expect(code(try session.picture(Array(bytes.prefix(200)), Self.cell)) == .damaged)
  }

  @Test func `bad files fail by name and the worker goes on`() throws {
    let session = try Session(.picture)
    #expect(code(try session.picture([], Self.cell)) == .unknownFormat)
    #expect(code(try session.picture(Array("no picture".utf8), Self.cell)) == .unknownFormat)
    let png = WrittenPictures.png()
    #expect(code(try session.picture(Array(png.dropLast(30)), Self.cell)) == .damaged)
    #expect(code(try session.picture(Array(png.prefix(8)), Self.cell)) == .damaged)
    let huge = Array(png.prefix(33)) + [0x7F, 0xFF, 0xFF, 0xFF] + Array("tEXt".utf8) + [0, 0]
    #expect(code(try session.picture(huge, Self.cell)) == .damaged)
    var wide = png
    wide.replaceSubrange(16..<24, with: WrittenPictures.big(100_000) + WrittenPictures.big(641))
    #expect(code(try session.picture(wide, Self.cell)) == .tooLarge)
    _ = try shown(session.picture(png, Self.cell))
  }

  @Test func `films and formats to come are named as such`() throws {
    let session = try Session(.picture)
    func box(_ brand: String) -> [UInt8] {
      [0, 0, 0, 16] + Array(("ftyp" + brand + "\0\0\0\0").utf8)
    }
    for film in [
      box("isom"), box("qt  "), [0x1A, 0x45, 0xDF, 0xA3, 0], Array("OggS\0".utf8),
      Array("RIFF\0\0\0\0AVI LIST".utf8), [0, 0, 1, 0xBA, 0x44],
      (0..<600).map { $0 % 188 == 0 ? 0x47 : 0 },
    ] {
      #expect(code(try session.picture(film, Self.cell)) == .isFilm)
    }
    for (bytes, name) in [
      ([0xFF, 0x0A, 0], "JPEG XL"), (Array("8BPS".utf8), "PSD"),
    ] {
      guard case .failed(.unsupported, let message) = try session.picture(bytes, Self.cell) else {
        Issue.record("\(name) was not refused as unsupported")
        continue
      }
      #expect(message.contains(name))
    }
  }

  @Test func `a slot that is too small or not there is a bad request`() throws {
    let session = try Session(.picture, slots: 2, slotBytes: 32 * 4 * 20 - 1)
    let png = WrittenPictures.png()
    #expect(code(try session.picture(png, Self.cell)) == .badRequest)
    #expect(code(try session.picture(png, Self.cell, slot: 2)) == .badRequest)
    let smaller = PixelRequest(cellWidth: 16, cellHeight: 10, fit: .contain)
    _ = try shown(session.picture(png, smaller, slot: 1))
  }

  @Test func `a hundred pictures leave nothing open`() throws {
    let session = try Session(.picture)
    for index in 0..<100 {
      let bytes = index % 3 == 0 ? Array("junk".utf8) : WrittenPictures.png()
      let answer = try session.picture(bytes, Self.cell)
      #expect((code(answer) == nil) == (index % 3 != 0))
    }
  }
}
