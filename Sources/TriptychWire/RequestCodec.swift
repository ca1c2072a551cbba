// One byte of tag, then the fields in the order of the declaration, little-endian.

extension Request {
  private enum Tag {
    static let slots: UInt8 = 1
    static let picture: UInt8 = 2
    static let film: UInt8 = 3
    static let run: UInt8 = 4
    static let free: UInt8 = 5
    static let heard: UInt8 = 6
    static let seek: UInt8 = 7
    static let close: UInt8 = 8
    static let text: UInt8 = 9
    static let png: UInt8 = 10
    static let record: UInt8 = 11
    static let recordFrame: UInt8 = 12
    static let recordSound: UInt8 = 13
    static let recordEnd: UInt8 = 14
    static let formats: UInt8 = 15
    static let inspect: UInt8 = 16
    static let list: UInt8 = 17
    static let stored: UInt8 = 18
    static let facts: UInt8 = 19
    static let taken: UInt8 = 21
    static let speed: UInt8 = 20
    static let loop: UInt8 = 22
  }

  /// How many descriptors travel with the message.
  public var descriptorCount: Int {
    switch self {
    case .picture(_, _, _, let thumbnail): thumbnail == nil ? 1 : 2
    case .film(_, _, _, _, _, _, _, let tracks): 1 + tracks.beside.count
    case .slots, .stored, .png, .record, .inspect, .list, .facts, .taken: 1
    case .run, .free, .heard, .speed, .seek, .loop, .close, .text, .recordFrame, .recordSound,
      .recordEnd, .formats:
      0
    }
  }

  /// The message's bytes. Values out of range are written as they are; the reader refuses them.
  public func encoded() -> [UInt8] {
    switch self {
    case .slots(let count, let slotBytes):
      var writer = ByteWriter(tag: Tag.slots)
      writer.put(count)
      writer.put(slotBytes)
      return writer.bytes
    case .picture(let mark, let slot, let pixels, let thumbnail):
      var writer = ByteWriter(tag: Tag.picture)
      writer.put(mark)
      writer.put(slot)
      writer.put(pixels)
      writer.put(thumbnail != nil)
      if let thumbnail { writer.put(thumbnail) }
      return writer.bytes
    case .film: return encodedFilm()
    case .run(let mark): return Self.encoded(Tag.run, mark)
    case .free(let slot):
      var writer = ByteWriter(tag: Tag.free)
      writer.put(slot)
      return writer.bytes
    case .heard(let mark, let time): return Self.encoded(Tag.heard, mark, time)
    case .speed(let mark, let thousandths, let from):
      var writer = ByteWriter(tag: Tag.speed)
      writer.put(mark)
      writer.put(thousandths)
      writer.put(from)
      return writer.bytes
    case .seek(let mark, let time): return Self.encoded(Tag.seek, mark, time)
    case .loop(let mark): return Self.encoded(Tag.loop, mark)
    case .close(let mark): return Self.encoded(Tag.close, mark)
    case .formats(let mark): return Self.encoded(Tag.formats, mark)
    case .inspect(let mark): return Self.encoded(Tag.inspect, mark)
    case .facts(let mark): return Self.encoded(Tag.facts, mark)
    case .taken(let mark): return Self.encoded(Tag.taken, mark)
    case .text(let mark, let slot, let text):
      var writer = ByteWriter(tag: Tag.text)
      writer.put(mark)
      writer.put(slot)
      writer.put(text)
      return writer.bytes
    case .png(let mark, let slot, let width, let height, let stride, let labels):
      var writer = ByteWriter(tag: Tag.png)
      writer.put(mark)
      for value in [slot, width, height, stride] { writer.put(value) }
      writer.put(labels)
      return writer.bytes
    case .stored(let mark, let slot, let pixels, let subject):
      var writer = ByteWriter(tag: Tag.stored)
      writer.put(mark)
      writer.put(slot)
      writer.put(pixels)
      writer.put(subject)
      return writer.bytes
    case .list(let mark, let slot):
      var writer = ByteWriter(tag: Tag.list)
      writer.put(mark)
      writer.put(slot)
      return writer.bytes
    case .record, .recordFrame, .recordSound, .recordEnd: return encodedRecording()
    }
  }

  private func encodedFilm() -> [UInt8] {
    guard
      case .film(
        let mark, let pixels, let start, let end, let loops, let sound, let speed, let tracks) =
        self
    else { preconditionFailure("only a film comes here") }
    var writer = ByteWriter(tag: Tag.film)
    writer.put(mark)
    writer.put(pixels)
    writer.put(start)
    writer.put(end)
    writer.put(loops)
    writer.put(sound)
    writer.put(speed)
    writer.put(tracks.sound, atMost: WireLimit.languageBytes)
    writer.put(tracks.subtitles != nil)
    writer.put(tracks.subtitles ?? "", atMost: WireLimit.languageBytes)
    writer.put(UInt32(clamping: tracks.beside.count))
    for language in tracks.beside { writer.put(language, atMost: WireLimit.languageBytes) }
    return writer.bytes
  }

  private func encodedRecording() -> [UInt8] {
    switch self {
    case .record(let mark, let order):
      var writer = ByteWriter(tag: Tag.record)
      writer.put(mark)
      for value in [order.width, order.height, order.rate, order.per] { writer.put(value) }
      writer.put(order.sound)
      writer.put(order.seekable)
      return writer.bytes
    case .recordFrame(let mark, let slot):
      var writer = ByteWriter(tag: Tag.recordFrame)
      writer.put(mark)
      writer.put(slot)
      return writer.bytes
    case .recordSound(let mark, let samples):
      var writer = ByteWriter(tag: Tag.recordSound)
      writer.put(mark)
      writer.put(UInt32(samples.count))
      writer.put(samples)
      return writer.bytes
    case .recordEnd(let mark): return Self.encoded(Tag.recordEnd, mark)
    default: preconditionFailure("only what belongs to a recording comes here")
    }
  }

  private static func encoded(_ tag: UInt8, _ mark: JobMark, _ time: Int64? = nil) -> [UInt8] {
    var writer = ByteWriter(tag: tag)
    writer.put(mark)
    if let time { writer.put(time) }
    return writer.bytes
  }

  /// Reads one message. Every length and value is checked; nothing is repaired.
  public init(decoding bytes: [UInt8]) throws(WireError) {
    var reader = try ByteReader(bytes)
    self = try Self.read(tag: try reader.u8(), from: &reader)
    try reader.end()
  }

  private static func read(tag: UInt8, from reader: inout ByteReader) throws(WireError) -> Self {
    switch tag {
    case Tag.slots: return try readSlots(from: &reader)
    case Tag.picture:
      return .picture(
        try reader.mark(), slot: try reader.slot(), try reader.pixels(),
        thumbnail: try reader.flag() ? try reader.subject() : nil)
    case Tag.stored:
      return .stored(
        try reader.mark(), slot: try reader.slot(), try reader.pixels(), try reader.subject())
    case Tag.film: return try readFilm(from: &reader)
    case Tag.run: return .run(try reader.mark())
    case Tag.free: return .free(slot: try reader.slot())
    case Tag.heard: return .heard(try reader.mark(), time: try reader.time())
    case Tag.speed:
      return .speed(
        try reader.mark(), thousandths: try reader.u32(in: WireLimit.speed, .speed),
        from: try reader.time())
    case Tag.seek: return .seek(try reader.mark(), time: try reader.time())
    case Tag.loop: return .loop(try reader.mark())
    case Tag.close: return .close(try reader.mark())
    case Tag.formats: return .formats(try reader.mark())
    case Tag.inspect: return .inspect(try reader.mark())
    case Tag.facts: return .facts(try reader.mark())
    case Tag.taken: return .taken(try reader.mark())
    case Tag.text:
      return .text(try reader.mark(), slot: try reader.slot(), try reader.textRequest())
    case Tag.png: return try readPNG(from: &reader)
    case Tag.record: return try readRecord(from: &reader)
    case Tag.recordFrame: return .recordFrame(try reader.mark(), slot: try reader.slot())
    case Tag.recordSound:
      let mark = try reader.mark()
      let count = try reader.u32(in: 0...UInt32(WireLimit.samples), .samples)
      return .recordSound(mark, samples: try reader.floats(Int(count)))
    case Tag.recordEnd: return .recordEnd(try reader.mark())
    case Tag.list: return .list(try reader.mark(), slot: try reader.slot())
    default: throw .unknownTag(tag)
    }
  }

  private static func readSlots(from reader: inout ByteReader) throws(WireError) -> Self {
    let count = try reader.u32(in: 1...WireLimit.slots, .slotCount)
    let slotBytes = try reader.u64()
    guard slotBytes >= 1, slotBytes <= WireLimit.slotBytes,
      UInt64(count) * slotBytes <= WireLimit.memoryBytes
    else { throw .badValue(.slotBytes) }
    return .slots(count: count, slotBytes: slotBytes)
  }

  private static func readFilm(from reader: inout ByteReader) throws(WireError) -> Self {
    let (mark, pixels) = (try reader.mark(), try reader.pixels())
    let (start, end) = (try reader.time(), try reader.time(orUnknown: true))
    guard end == -1 || end > start else { throw .badValue(.time) }
    return .film(
      mark, pixels, start: start, end: end, loops: try reader.u32(), sound: try reader.flag(),
      speed: try reader.u32(in: WireLimit.speed, .speed), tracks: try reader.tracks())
  }

  private static func readRecord(from reader: inout ByteReader) throws(WireError) -> Self {
    let mark = try reader.mark()
    let width = try reader.u32(in: 2...WireLimit.side, .width)
    let height = try reader.u32(in: 2...WireLimit.side, .height)
    let rate = try reader.u32(in: 1...1_000_000, .rate)
    let per = try reader.u32(in: 1...1_000_000, .rate)
    return .record(
      mark,
      RecordRequest(
        width: width, height: height, rate: rate, per: per, sound: try reader.flag(),
        seekable: try reader.flag()))
  }

  private static func readPNG(from reader: inout ByteReader) throws(WireError) -> Self {
    let (mark, slot) = (try reader.mark(), try reader.slot())
    let width = try reader.u32(in: 1...WireLimit.side, .width)
    let height = try reader.u32(in: 1...WireLimit.side, .height)
    let stride = try reader.u32(in: 4 * width...8 * WireLimit.side, .stride)
    return .png(
      mark, slot: slot, width: width, height: height, stride: stride,
      labels: try reader.labels())
  }
}

extension ByteReader {
  mutating func mark() throws(WireError) -> JobMark {
    JobMark(job: try u32(), generation: try u32())
  }

  mutating func slot() throws(WireError) -> UInt32 {
    try u32(in: 0...WireLimit.slots - 1, .slotCount)
  }

  mutating func pixels() throws(WireError) -> PixelRequest {
    let width = try u32(in: 1...WireLimit.side, .cell)
    let height = try u32(in: 1...WireLimit.side, .cell)
    guard let fit = WireFit(rawValue: try u8()) else { throw .badValue(.fit) }
    let scale = try u32(in: WireLimit.scale, .scale)
    let background = try u32(in: 0...0xFF_FFFF, .color)
    let turns = try u8()
    guard turns < 4 else { throw .badValue(.turns) }
    return PixelRequest(
      cellWidth: width, cellHeight: height, fit: fit, scale: scale, background: background,
      turns: turns, takesPlanes: try flag(), wantsNews: try flag(),
      region: try flag() ? try region() : nil)
  }

  mutating func tracks() throws(WireError) -> TrackWishes {
    let sound = try text(atMost: WireLimit.languageBytes)
    let wantsSubtitles = try flag()
    let subtitles = try text(atMost: WireLimit.languageBytes)
    guard wantsSubtitles || subtitles.isEmpty else { throw .badValue(.text) }
    var beside: [String] = []
    for _ in 0..<(try u32(in: 0...UInt32(WireLimit.filesBeside), .tracks)) {
      beside.append(try text(atMost: WireLimit.languageBytes))
    }
    guard wantsSubtitles || beside.isEmpty else { throw .badValue(.tracks) }
    return TrackWishes(
      sound: sound, subtitles: wantsSubtitles ? subtitles : nil, beside: beside)
  }

  private mutating func region() throws(WireError) -> PixelRegion {
    let most = WireLimit.sourceSide
    let (x, y) = (try u32(in: 0...most - 1, .region), try u32(in: 0...most - 1, .region))
    return PixelRegion(
      x: x, y: y, width: try u32(in: 1...most - x, .region),
      height: try u32(in: 1...most - y, .region))
  }

  mutating func textRequest() throws(WireError) -> TextRequest {
    TextRequest(
      text: try text(atMost: WireLimit.textBytes),
      size: try u32(in: WireLimit.letterSize, .letterSize),
      color: try u32(in: 0...0xFF_FFFF, .color),
      maxWidth: try u32(in: 1...WireLimit.side, .width),
      maxHeight: try u32(in: 0...WireLimit.side, .height), centered: try flag(),
      lines: try u32(in: 0...WireLimit.textLines, .lines))
  }
}

extension ByteWriter {
  mutating func put(_ mark: JobMark) {
    put(mark.job)
    put(mark.generation)
  }

  mutating func put(_ pixels: PixelRequest) {
    put(pixels.cellWidth)
    put(pixels.cellHeight)
    put(pixels.fit.rawValue)
    put(pixels.scale)
    put(pixels.background)
    put(pixels.turns)
    put(pixels.takesPlanes)
    put(pixels.wantsNews)
    put(pixels.region != nil)
    guard let part = pixels.region else { return }
    for value in [part.x, part.y, part.width, part.height] { put(value) }
  }

  mutating func put(_ request: TextRequest) {
    put(request.text, atMost: WireLimit.textBytes)
    put(request.size)
    put(request.color)
    put(request.maxWidth)
    put(request.maxHeight)
    put(request.centered)
    put(request.lines)
  }
}
