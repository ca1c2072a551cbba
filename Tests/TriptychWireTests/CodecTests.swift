import TestChance
import Testing

@testable import TriptychWire

@Suite struct CodecTests {
  static let mark = JobMark(job: 0xDEAD_BEEF, generation: 7)
  static let pixels = PixelRequest(
    cellWidth: 1920, cellHeight: 1080, fit: .cover, scale: 1150, background: 0x102030,
    turns: 3)
  static let requests: [Request] = [
    .slots(count: 6, slotBytes: 8_294_400),
    .picture(mark, slot: 3, pixels),
    .picture(
      mark, slot: 3, pixels,
      thumbnail: ThumbnailSubject(address: "file:///a%20b.jpg", modified: -1)),
    .film(mark, pixels, start: 5, end: -1, loops: 0, sound: true),
    .film(mark, pixels, start: 0, end: 1 << 62, loops: .max, sound: false, speed: 4000),
    .film(
      mark, pixels, start: 0, end: -1, loops: 1, sound: true, speed: 250,
      tracks: TrackWishes(sound: "ger", subtitles: "")),
    .speed(mark, thousandths: 250, from: 7),
    .film(
      mark, PixelRequest(cellWidth: 9, cellHeight: 9, fit: .auto, takesPlanes: true), start: 0,
      end: -1, loops: 1, sound: true),
    .picture(
      mark, slot: 0,
      PixelRequest(
        cellWidth: 9, cellHeight: 9, fit: .stretch,
        region: PixelRegion(x: 999_999, y: 0, width: 1, height: 1_000_000))),
    .run(mark), .free(slot: 255), .heard(mark, time: 1 << 40), .seek(mark, time: 0),
    .close(mark), .loop(mark),
    .film(
      mark, pixels, start: 0, end: -1, loops: 1, sound: true,
      tracks: TrackWishes(subtitles: "de", beside: ["de", ""])),
    .text(
      mark, slot: 0,
      TextRequest(
        text: "Größe\nשלום 🙂", size: 48, color: 0xFFFFFF, maxWidth: 1800, maxHeight: 900,
        centered: true, lines: 2)),
    .png(mark, slot: 1, width: 640, height: 480, stride: 2560),
    .png(
      mark, slot: 1, width: 9, height: 9, stride: 64,
      labels: [Label(key: "Thumb::URI", text: "file:///a"), Label(key: "Empty", text: "")]),
    .stored(mark, slot: 2, pixels, ThumbnailSubject(address: "file:///a", modified: .max)),
    .record(
      mark,
      RecordRequest(
        width: 640, height: 480, rate: 30_000, per: 1001, sound: true, seekable: false)),
    .recordFrame(mark, slot: 1),
    .recordSound(mark, samples: [0, -1, 0.5, 1]),
    .recordEnd(mark), .formats(mark), .inspect(mark), .facts(mark), .taken(mark),
  ]
  static let part = SubtitlePart(
    track: 31, start: 5, end: 6, canvasWidth: 720, canvasHeight: 576, x: 717, y: 570, width: 3,
    height: 6, row: 2, palette: [0, 0xFF10_2030], pixels: [0, 1, 0, 1, 1, 1])
  static let facts: PictureFacts = {
    var facts = PictureFacts()
    facts.camera = "Größe X-1"
    facts.place = "48°51′30″ N  2°17′40″ E"
    facts.placeName = "Köln, Germany"
    return facts
  }()
  static let image = SlotImage(slot: 2, width: 1620, height: 1080, stride: 6528, isOpaque: true)
  static let spanned = {
    var part = image
    part.span = PictureSpan(x: -7, y: 0, width: 6008, height: 4000)
    return part
  }()
  static let planes = SlotImage(
    slot: 0, width: 1921, height: 1081, stride: 2048, isOpaque: true, isPlanar: true,
    planeRows: 1092)
  static let replies: [Reply] = [
    .ready(layers: 7), .frame(mark, planes, time: 4, duration: 5),
    .picture(mark, image, sourceWidth: 6000, sourceHeight: 4000),
    .picture(mark, spanned, sourceWidth: 6001, sourceHeight: 4000),
    .stored(mark, image, sourceWidth: 6000, sourceHeight: 4000, filmLength: -1),
    .preview(
      mark,
      Preview(
        width: 160, height: 120, sourceWidth: 6000, sourceHeight: 4500,
        pixels: (0..<57_600).map { UInt8(truncatingIfNeeded: $0) })),
    .missing(
      mark,
      [
        MissingGlyph(character: "ก", script: "Thai"), MissingGlyph(character: "🙂", script: "Zyyy"),
      ]),
    .facts(mark, facts), .facts(mark, PictureFacts()), .taken(mark, -1), .taken(mark, nil),
    .decoded(mark, thousandths: 1), .decoded(mark, thousandths: 1000),
    .film(
      mark, sourceWidth: 1920, sourceHeight: 1080, length: -1, frameTime: 33_333_333,
      hasSound: false),
    .frame(mark, image, time: 1, duration: 0),
    .sound(mark, time: 9, samples: [0, 1, -1, 0.5]),
    .sound(mark, time: 9, speed: 250, samples: [0, 1]),
    .subtitle(mark, track: 3, start: 0, end: 1, text: "Où?\n— Là."),
    .traits(
      mark,
      FilmTraits(
        isAnimation: true,
        subtitles: [
          SubtitleTrack(language: "ger"), SubtitleTrack(language: "", file: 1, isLatin: true),
        ])),
    .subtitlePart(mark, CodecTests.part), .subtitlesEnd(mark, track: 31, time: 9),
    .sound(mark, time: 9, samples: [Float](repeating: 0.25, count: 8192)),
    .ended(mark, time: 12), .progress(mark), .closed(mark), .written(mark, bytes: 1 << 33),
    .words(mark, "PNG, 8 × 9 pixels"), .words(mark, ""),
    .failed(mark, .damaged, message: "Not a JPEG file: starts with 0x00 — ✗"),
  ]

  @Test(arguments: requests) func `a request comes back as it was`(request: Request) throws {
    #expect(try Request(decoding: request.encoded()) == request)
  }

  @Test(arguments: replies) func `a reply comes back as it was`(reply: Reply) throws {
    #expect(try Reply(decoding: reply.encoded()) == reply)
  }

  @Test func `a message cut anywhere is refused`() {
    for request in Self.requests {
      let bytes = request.encoded()
      for count in 0..<bytes.count {
        #expect(throws: WireError.self) { try Request(decoding: Array(bytes.prefix(count))) }
      }
    }
    for reply in Self.replies where reply.encoded().count < 1000 {
      let bytes = reply.encoded()
      for count in 0..<bytes.count {
        #expect(throws: WireError.self) { try Reply(decoding: Array(bytes.prefix(count))) }
      }
    }
  }

  @Test func `bytes after the end are refused`() {
    for request in Self.requests {
      #expect(throws: WireError.trailingBytes) { try Request(decoding: request.encoded() + [0]) }
    }
    for reply in Self.replies {
      #expect(throws: WireError.trailingBytes) { try Reply(decoding: reply.encoded() + [0]) }
    }
  }

  @Test func `values out of range are refused by name`() {
    var pixels = Self.pixels
    pixels.cellWidth = 0
    expect(.badValue(.cell), .picture(Self.mark, slot: 0, pixels))
    pixels = Self.pixels
    pixels.scale = 999
    expect(.badValue(.scale), .picture(Self.mark, slot: 0, pixels))
    pixels = Self.pixels
    pixels.background = 0x0100_0000
    expect(.badValue(.color), .picture(Self.mark, slot: 0, pixels))
    for part in [[0, 0, 0, 1], [0, 0, 1, 0], [1, 0, 1_000_000, 1], [0, 1_000_000, 1, 1]]
      as [[UInt32]]
    {
      pixels = Self.pixels
      pixels.region = PixelRegion(x: part[0], y: part[1], width: part[2], height: part[3])
      expect(.badValue(.region), .picture(Self.mark, slot: 0, pixels))
    }
    expect(.badValue(.slotCount), .slots(count: 0, slotBytes: 4096))
    expect(.badValue(.slotBytes), .slots(count: 5, slotBytes: 1 << 30))
    expect(.badValue(.time), .seek(Self.mark, time: -1))
    expect(
      .badValue(.time), .film(Self.mark, Self.pixels, start: 5, end: 5, loops: 0, sound: false))
    for speed in [0, 249, 4001, .max] as [UInt32] {
      expect(.badValue(.speed), .speed(Self.mark, thousandths: speed, from: 0))
      expect(.badValue(.speed), .sound(Self.mark, time: 0, speed: speed, samples: [0, 0]))
    }
    expect(.badValue(.time), .subtitle(Self.mark, track: 0, start: 1, end: 1, text: "a"))
    expect(.badValue(.text), .subtitle(Self.mark, track: 0, start: 0, end: 1, text: ""))
    expect(.badValue(.time), .speed(Self.mark, thousandths: 1000, from: -1))
    expect(.badValue(.stride), .png(Self.mark, slot: 0, width: 9, height: 9, stride: 35))
    expect(.badValue(.samples), .sound(Self.mark, time: 0, samples: [0, .nan]))
    expect(.badValue(.samples), .sound(Self.mark, time: 0, samples: [0]))
    expect(.badValue(.layers), .ready(layers: 8))
    let text = TextRequest(
      text: "", size: 9, color: 0, maxWidth: 9, centered: false, lines: 1001)
    expect(.badValue(.lines), .text(Self.mark, slot: 0, text))
    expect(.badValue(.text), .missing(Self.mark, []))
    for script in ["Tha1", "    ", "\u{0}\u{0}\u{0}\u{0}"] {
      expect(.badValue(.text), .missing(Self.mark, [MissingGlyph(character: "a", script: script)]))
    }
    var image = Self.image
    image.stride = image.width * 4 - 1
    expect(.badValue(.stride), .frame(Self.mark, image, time: 0, duration: 0))
    image = Self.planes
    image.stride = 1920
    expect(.badValue(.stride), .frame(Self.mark, image, time: 0, duration: 0))
    image.stride = 2047
    expect(.badValue(.stride), .frame(Self.mark, image, time: 0, duration: 0))
    for rows in [1080, 2 * WireLimit.side + 1] {
      image = Self.planes
      image.planeRows = rows
      expect(.badValue(.height), .frame(Self.mark, image, time: 0, duration: 0))
    }
    image = Self.planes
    image.isOpaque = false
    expect(.badValue(.stride), .frame(Self.mark, image, time: 0, duration: 0))
    image = Self.image
    image.height = 0
    expect(.badValue(.height), .frame(Self.mark, image, time: 0, duration: 0))
  }

  private func expect(_ error: WireError, _ request: Request) {
    #expect(throws: error) { try Request(decoding: request.encoded()) }
  }

  private func expect(_ error: WireError, _ reply: Reply) {
    #expect(throws: error) { try Reply(decoding: reply.encoded()) }
  }

  @Test func `a text that is no UTF-8 is refused`() {
    var bytes = Reply.failed(Self.mark, .damaged, message: "ab").encoded()
    bytes[bytes.count - 1] = 0xFF
    #expect(throws: WireError.badValue(.text)) { try Reply(decoding: bytes) }
  }

  @Test func `long words of failure are cut between characters`() throws {
    for padding in 0..<4 {
      let long = String(repeating: "a", count: padding) + String(repeating: "🙂", count: 200)
      let reply = Reply.failed(Self.mark, .unreadable, message: long)
      guard case .failed(_, _, let message) = try Reply(decoding: reply.encoded()) else {
        Issue.record("another message came back")
        return
      }
      #expect(long.hasPrefix(message))
      #expect((497...500).contains(message.utf8.count))
    }
  }

  @Test func `a message over the limit is refused`() {
    let bytes = [UInt8](repeating: 65, count: WireLimit.messageBytes + 1)
    #expect(throws: WireError.tooLong) { try Reply(decoding: bytes) }
    #expect(throws: WireError.tooLong) { try Request(decoding: bytes) }
  }

  @Test func `an image outside its slot is seen`() {
    #expect(Self.image.fits(count: 3, slotBytes: 6528 * 1080))
    #expect(!Self.image.fits(count: 2, slotBytes: 6528 * 1080))
    #expect(!Self.image.fits(count: 3, slotBytes: 6528 * 1080 - 1))
  }

  @Test func `100,000 random and mutated messages are answered, never a trap`() {
    var random = SeededRandom(state: 20_260_101)
    let originals =
      Self.requests.map { $0.encoded() }
      + Self.replies.map { $0.encoded() }.filter { $0.count < 1000 }
    var understood = 0
    for round in 0..<100_000 {
      var bytes: [UInt8]
      if round % 2 == 0 {
        let count = Int(random.next() % 80)
        bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        if let first = bytes.first { bytes[0] = first % 80 }
      } else {
        bytes = originals[Int(random.next() % UInt64(originals.count))]
        for _ in 0...random.next() % 4 where !bytes.isEmpty {
          let at = Int(random.next() % UInt64(bytes.count))
          switch random.next() % 4 {
          case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
          case 1: bytes.remove(at: at)
          case 2: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: at)
          default: bytes[at] = [0, 0x7F, 0x80, 0xFF][Int(random.next() % 4)]
          }
        }
      }
      // What is understood must be written again as the same bytes: one meaning, one spelling.
      if let request = try? Request(decoding: bytes) {
        understood += 1
        #expect(request.encoded() == bytes)
      }
      if let reply = try? Reply(decoding: bytes) {
        understood += 1
        #expect(reply.encoded() == bytes)
      }
    }
    #expect(understood > 1000)
  }
}
