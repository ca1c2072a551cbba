// One byte of tag, then the fields in the order of the declaration, little-endian.

extension Reply {
  private enum Tag {
    static let ready: UInt8 = 65
    static let picture: UInt8 = 66
    static let film: UInt8 = 67
    static let frame: UInt8 = 68
    static let sound: UInt8 = 69
    static let ended: UInt8 = 70
    static let progress: UInt8 = 71
    static let closed: UInt8 = 72
    static let written: UInt8 = 73
    static let failed: UInt8 = 74
    static let words: UInt8 = 75
    static let list: UInt8 = 76
    static let stored: UInt8 = 77
    static let preview: UInt8 = 78
    static let decoded: UInt8 = 79
    static let facts: UInt8 = 80
    static let taken: UInt8 = 83
    static let missing: UInt8 = 81
    static let subtitle: UInt8 = 82
    static let traits: UInt8 = 84
    static let subtitlePart: UInt8 = 85
    static let subtitlesEnd: UInt8 = 86
  }

  /// The message's bytes. Values out of range are written as they are; the reader refuses them.
  /// A failure's words are cut to `WireLimit.failureBytes`.
  public func encoded() -> [UInt8] {
    var writer: ByteWriter
    switch self {
    case .ready(let layers):
      writer = ByteWriter(tag: Tag.ready)
      writer.put(layers)
    case .picture(let mark, let image, let sourceWidth, let sourceHeight):
      writer = ByteWriter(tag: Tag.picture)
      writer.put(mark)
      writer.put(image)
      writer.put(sourceWidth)
      writer.put(sourceHeight)
    case .stored(let mark, let image, let sourceWidth, let sourceHeight, let length):
      writer = ByteWriter(tag: Tag.stored)
      writer.put(mark)
      writer.put(image)
      writer.put(sourceWidth)
      writer.put(sourceHeight)
      writer.put(length)
    case .film(let mark, let width, let height, let length, let frameTime, let hasSound):
      writer = ByteWriter(tag: Tag.film)
      writer.put(mark)
      writer.put(width)
      writer.put(height)
      writer.put(length)
      writer.put(frameTime)
      writer.put(hasSound)
    case .frame(let mark, let image, let time, let duration):
      writer = ByteWriter(tag: Tag.frame)
      writer.put(mark)
      writer.put(image)
      writer.put(time)
      writer.put(duration)
    case .failed(let mark, let code, let message):
      writer = ByteWriter(tag: Tag.failed)
      writer.put(mark)
      writer.put(code.rawValue)
      writer.put(message, atMost: WireLimit.failureBytes)
    case .sound, .ended, .progress, .closed, .written, .words, .list, .preview, .decoded,
      .facts, .missing, .traits, .subtitle, .subtitlePart, .subtitlesEnd, .taken:
      writer = encodedShort()
    }
    return writer.bytes
  }

  private func encodedShort() -> ByteWriter {
    switch self {
    case .sound(let mark, let time, let speed, let samples):
      var writer = Self.marked(Tag.sound, mark)
      writer.put(time)
      writer.put(speed)
      writer.put(UInt16(clamping: samples.count))
      writer.put(samples)
      return writer
    case .traits, .subtitle, .subtitlePart, .subtitlesEnd: return encodedSubtitles()
    case .ended(let mark, let time):
      var writer = Self.marked(Tag.ended, mark)
      writer.put(time)
      return writer
    case .written(let mark, let bytes):
      var writer = Self.marked(Tag.written, mark)
      writer.put(bytes)
      return writer
    case .words(let mark, let text):
      var writer = Self.marked(Tag.words, mark)
      writer.put(text, atMost: WireLimit.textBytes)
      return writer
    case .list(let mark, let slot, let bytes):
      var writer = Self.marked(Tag.list, mark)
      writer.put(slot)
      writer.put(bytes)
      return writer
    case .missing(let mark, let glyphs):
      var writer = Self.marked(Tag.missing, mark)
      writer.put(glyphs)
      return writer
    case .preview(let mark, let preview):
      var writer = Self.marked(Tag.preview, mark)
      writer.put(preview)
      return writer
    case .facts(let mark, let facts):
      var writer = Self.marked(Tag.facts, mark)
      for line in facts.lines { writer.put(line, atMost: WireLimit.factBytes) }
      return writer
    case .taken(let mark, let date):
      var writer = Self.marked(Tag.taken, mark)
      writer.put(date != nil)
      writer.put(date ?? 0)
      return writer
    case .decoded(let mark, let thousandths):
      var writer = Self.marked(Tag.decoded, mark)
      writer.put(thousandths)
      return writer
    case .closed(let mark): return Self.marked(Tag.closed, mark)
    case .progress(let mark): return Self.marked(Tag.progress, mark)
    case .ready, .picture, .stored, .film, .frame, .failed: return ByteWriter(tag: 0)
    }
  }

  private func encodedSubtitles() -> ByteWriter {
    switch self {
    case .traits(let mark, let traits):
      var writer = Self.marked(Tag.traits, mark)
      writer.put(traits)
      return writer
    case .subtitle(let mark, let track, let start, let end, let text):
      var writer = Self.marked(Tag.subtitle, mark)
      writer.put(track)
      writer.put(start)
      writer.put(end)
      writer.put(text, atMost: WireLimit.subtitleBytes)
      return writer
    case .subtitlePart(let mark, let part):
      var writer = Self.marked(Tag.subtitlePart, mark)
      writer.put(part)
      return writer
    case .subtitlesEnd(let mark, let track, let time):
      var writer = Self.marked(Tag.subtitlesEnd, mark)
      writer.put(track)
      writer.put(time)
      return writer
    default: preconditionFailure("only what belongs to subtitles comes here")
    }
  }

  private static func marked(_ tag: UInt8, _ mark: JobMark) -> ByteWriter {
    var writer = ByteWriter(tag: tag)
    writer.put(mark)
    return writer
  }

  /// Reads one message. Every length and value is checked; nothing is repaired. Whether an image
  /// lies within its slot only the player can say (`SlotImage.fits(count:slotBytes:)`).
  public init(decoding bytes: [UInt8]) throws(WireError) {
    var reader = try ByteReader(bytes)
    self = try Self.read(tag: try reader.u8(), from: &reader)
    try reader.end()
  }

  private static func read(tag: UInt8, from reader: inout ByteReader) throws(WireError) -> Self {
    switch tag {
    case Tag.ready: return .ready(layers: try reader.u32(in: 0...7, .layers))
    case Tag.picture:
      return .picture(
        try reader.mark(), try reader.image(), sourceWidth: try reader.sourceSide(),
        sourceHeight: try reader.sourceSide())
    case Tag.missing: return .missing(try reader.mark(), try reader.missingGlyphs())
    case Tag.preview: return .preview(try reader.mark(), try reader.preview())
    case Tag.facts: return .facts(try reader.mark(), try reader.facts())
    case Tag.taken:
      let (mark, isKnown, date) = (try reader.mark(), try reader.flag(), try reader.i64())
      guard (isKnown ? WireLimit.dates : 0...0).contains(date) else { throw .badValue(.time) }
      return .taken(mark, isKnown ? date : nil)
    case Tag.decoded: return .decoded(try reader.mark(), thousandths: try reader.part())
    case Tag.stored:
      return .stored(
        try reader.mark(), try reader.image(), sourceWidth: try reader.sourceSide(),
        sourceHeight: try reader.sourceSide(), filmLength: try reader.time(orUnknown: true))
    case Tag.film: return try readFilm(from: &reader)
    case Tag.frame:
      return .frame(
        try reader.mark(), try reader.image(), time: try reader.time(),
        duration: try reader.time())
    case Tag.sound: return try readSound(from: &reader)
    case Tag.subtitle:
      let (mark, track) = (try reader.mark(), try reader.track())
      let (start, end) = (try reader.time(), try reader.time())
      guard end > start else { throw .badValue(.time) }
      let text = try reader.text(atMost: WireLimit.subtitleBytes)
      guard !text.isEmpty else { throw .badValue(.text) }
      return .subtitle(mark, track: track, start: start, end: end, text: text)
    case Tag.traits: return .traits(try reader.mark(), try reader.traits())
    case Tag.subtitlePart: return .subtitlePart(try reader.mark(), try reader.subtitlePart())
    case Tag.subtitlesEnd:
      return .subtitlesEnd(try reader.mark(), track: try reader.track(), time: try reader.time())
    case Tag.ended: return .ended(try reader.mark(), time: try reader.time())
    case Tag.progress: return .progress(try reader.mark())
    case Tag.closed: return .closed(try reader.mark())
    case Tag.written: return .written(try reader.mark(), bytes: try reader.u64())
    case Tag.words: return .words(try reader.mark(), try reader.text(atMost: WireLimit.textBytes))
    case Tag.list:
      let (mark, slot, bytes) = (try reader.mark(), try reader.slot(), try reader.u64())
      guard bytes <= WireLimit.slotBytes else { throw .badValue(.slotBytes) }
      return .list(mark, slot: slot, bytes: bytes)
    case Tag.failed:
      let mark = try reader.mark()
      guard let code = FailureCode(rawValue: try reader.u16()) else { throw .badValue(.failure) }
      return .failed(mark, code, message: try reader.text(atMost: WireLimit.failureBytes))
    default: throw .unknownTag(tag)
    }
  }

  private static func readFilm(from reader: inout ByteReader) throws(WireError) -> Self {
    let mark = try reader.mark()
    let (width, height) = (try reader.sourceSide(), try reader.sourceSide())
    let length = try reader.time(orUnknown: true)
    let frameTime = try reader.time()
    guard frameTime > 0 else { throw .badValue(.duration) }
    return .film(
      mark, sourceWidth: width, sourceHeight: height, length: length, frameTime: frameTime,
      hasSound: try reader.flag())
  }

  private static func readSound(from reader: inout ByteReader) throws(WireError) -> Self {
    let (mark, time) = (try reader.mark(), try reader.time())
    let speed = try reader.u32(in: WireLimit.speed, .speed)
    let count = Int(try reader.u16())
    guard count > 0, count <= WireLimit.samples, count % 2 == 0 else { throw .badValue(.samples) }
    let samples = try reader.floats(count)
    // One NaN would spoil the whole mix.
    guard samples.allSatisfy(\.isFinite) else { throw .badValue(.samples) }
    return .sound(mark, time: time, speed: speed, samples: samples)
  }
}

extension SlotImage {
  /// True if the image lies within its slot of `count` slots of `slotBytes` bytes.
  public func fits(count: UInt32, slotBytes: UInt64) -> Bool {
    slot < count && width > 0 && height > 0 && hasWholeRows && byteCount <= slotBytes
  }

  /// True if a row of pixels is not longer than the stride, and the planes can be told from it.
  public var hasWholeRows: Bool {
    isPlanar
      ? stride >= width && stride % 2 == 0 && isOpaque && planeRows >= height
      : UInt64(stride) >= 4 * UInt64(width) && stride % 4 == 0
  }
}

extension ByteReader {
  fileprivate mutating func image() throws(WireError) -> SlotImage {
    let slot = try slot()
    let width = try u32(in: 1...WireLimit.side, .width)
    let height = try u32(in: 1...WireLimit.side, .height)
    let stride = try u32(in: width...8 * WireLimit.side, .stride)
    var image = SlotImage(
      slot: slot, width: width, height: height, stride: stride, isOpaque: try flag(),
      isPlanar: try flag())
    if image.isPlanar { image.planeRows = try u32(in: height...2 * WireLimit.side, .height) }
    guard image.hasWholeRows else { throw .badValue(.stride) }
    if try flag() { image.span = try span() }
    return image
  }

  private mutating func span() throws(WireError) -> PictureSpan {
    let most = Int64(WireLimit.sourceSide)
    let (x, y) = (try i64(), try i64())
    guard (-PictureSpan.beyond...most).contains(x), (-PictureSpan.beyond...most).contains(y) else {
      throw .badValue(.sourceSize)
    }
    let sides = 1...WireLimit.sourceSide + UInt32(PictureSpan.beyond)
    return PictureSpan(
      x: x, y: y, width: try u32(in: sides, .sourceSize), height: try u32(in: sides, .sourceSize))
  }

  fileprivate mutating func preview() throws(WireError) -> Preview {
    let most = WireLimit.previewPixels
    let (width, height) = (try u32(in: 1...most, .preview), try u32(in: 1...most, .preview))
    guard width * height <= most else { throw .badValue(.preview) }
    return Preview(
      width: width, height: height, sourceWidth: try sourceSide(), sourceHeight: try sourceSide(),
      pixels: try raw(Int(3 * width * height)))
  }

  fileprivate mutating func facts() throws(WireError) -> PictureFacts {
    var facts = PictureFacts()
    facts.taken = try fact()
    facts.camera = try fact()
    facts.exposure = try fact()
    facts.place = try fact()
    facts.placeName = try fact()
    return facts
  }

  private mutating func fact() throws(WireError) -> String {
    let line = try text(atMost: WireLimit.factBytes)
    guard line.unicodeScalars.allSatisfy(PictureFacts.mayStand) else { throw .badValue(.text) }
    return line
  }

  fileprivate mutating func part() throws(WireError) -> UInt16 {
    let part = try u16()
    guard (1...1000).contains(part) else { throw .badValue(.part) }
    return part
  }

  fileprivate mutating func sourceSide() throws(WireError) -> UInt32 {
    try u32(in: 1...WireLimit.sourceSide, .sourceSize)
  }
}

extension ByteWriter {
  fileprivate mutating func put(_ preview: Preview) {
    for value in [preview.width, preview.height, preview.sourceWidth, preview.sourceHeight] {
      put(value)
    }
    put(raw: preview.pixels)
  }

  fileprivate mutating func put(_ image: SlotImage) {
    for value in [image.slot, image.width, image.height, image.stride] { put(value) }
    put(image.isOpaque)
    put(image.isPlanar)
    if image.isPlanar { put(image.planeRows) }
    put(image.span != nil)
    guard let span = image.span else { return }
    put(span.x)
    put(span.y)
    put(span.width)
    put(span.height)
  }
}
