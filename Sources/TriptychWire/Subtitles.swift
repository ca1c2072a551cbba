/// A track of subtitles, as a film's worker tells of it.
public struct SubtitleTrack: Hashable, Sendable {
  /// As the file says it, or the name of the file beside the film; empty: nobody knows. At most
  /// `WireLimit.languageBytes`.
  public var language: String
  /// The number of its file among those that came with the film; nil: it lies within the film.
  public var file: UInt32?
  /// Its bytes are no UTF-8 and were read as Latin-1.
  public var isLatin: Bool

  public init(language: String, file: UInt32? = nil, isLatin: Bool = false) {
    (self.language, self.file, self.isLatin) = (language, file, isLatin)
  }
}

/// What there is to say of a film besides its size and length.
public struct FilmTraits: Hashable, Sendable {
  /// It is a picture that moves: it plays as often as its file says, and has no sound.
  public var isAnimation: Bool
  /// Those that are asked for come first. At most `WireLimit.tracks`.
  public var subtitles: [SubtitleTrack]

  public init(isAnimation: Bool = false, subtitles: [SubtitleTrack] = []) {
    (self.isAnimation, self.subtitles) = (isAnimation, subtitles)
  }
}

/// Some rows of a subtitle that is a picture. They come in order, one part after the other, until
/// it is whole.
public struct SubtitlePart: Hashable, Sendable {
  public var track: UInt32
  /// Film time, ns.
  public var start: Int64
  public var end: Int64
  /// What the whole film is, in the pixels of the subtitle.
  public var canvasWidth: UInt32
  public var canvasHeight: UInt32
  /// Where it lies on that.
  public var x: UInt32
  public var y: UInt32
  public var width: UInt32
  public var height: UInt32
  /// The first row of this part.
  public var row: UInt32
  /// Premultiplied, 0xAARRGGBB; at most 256.
  public var palette: [UInt32]
  /// Numbers of colours, rows without a gap, at least one row.
  public var pixels: [UInt8]

  public init(
    track: UInt32, start: Int64, end: Int64, canvasWidth: UInt32, canvasHeight: UInt32, x: UInt32,
    y: UInt32, width: UInt32, height: UInt32, row: UInt32 = 0, palette: [UInt32],
    pixels: [UInt8]
  ) {
    (self.track, self.start, self.end, self.row) = (track, start, end, row)
    (self.canvasWidth, self.canvasHeight) = (canvasWidth, canvasHeight)
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
    (self.palette, self.pixels) = (palette, pixels)
  }

  /// Rows of this part.
  public var rows: UInt32 { width > 0 ? UInt32(clamping: pixels.count) / width : 0 }

  /// What a message has room for.
  public static func rows(width: UInt32) -> Int {
    max(1, WireLimit.subtitlePixels / max(Int(width), 1))
  }
}

extension ByteReader {
  mutating func traits() throws(WireError) -> FilmTraits {
    var traits = FilmTraits(isAnimation: try flag())
    for _ in 0..<(try u32(in: 0...UInt32(WireLimit.tracks), .tracks)) {
      let language = try text(atMost: WireLimit.languageBytes)
      let isBeside = try flag()
      let file = try u32(in: 0...UInt32(WireLimit.filesBeside), .tracks)
      guard isBeside || file == 0 else { throw .badValue(.tracks) }
      traits.subtitles.append(
        SubtitleTrack(language: language, file: isBeside ? file : nil, isLatin: try flag()))
    }
    return traits
  }

  mutating func track() throws(WireError) -> UInt32 {
    try u32(in: 0...UInt32(WireLimit.tracks) - 1, .tracks)
  }

  mutating func subtitlePart() throws(WireError) -> SubtitlePart {
    let (track, start, end) = (try track(), try time(), try time())
    guard end > start else { throw .badValue(.time) }
    let sides = 1...WireLimit.subtitleSide
    let (canvasWidth, canvasHeight) = (try u32(in: sides, .width), try u32(in: sides, .height))
    let (x, y) = (
      try u32(in: 0...canvasWidth - 1, .region), try u32(in: 0...canvasHeight - 1, .region)
    )
    let width = try u32(in: 1...canvasWidth - x, .width)
    let height = try u32(in: 1...canvasHeight - y, .height)
    let row = try u32(in: 0...height - 1, .region)
    let rows = try u32(in: 1...height - row, .region)
    guard rows <= SubtitlePart.rows(width: width) else { throw .badValue(.region) }
    var palette: [UInt32] = []
    for _ in 0..<(try u32(in: 1...256, .color)) { palette.append(try u32()) }
    let pixels = try raw(Int(rows * width))
    guard pixels.allSatisfy({ $0 < palette.count }) else { throw .badValue(.color) }
    return SubtitlePart(
      track: track, start: start, end: end, canvasWidth: canvasWidth, canvasHeight: canvasHeight,
      x: x, y: y, width: width, height: height, row: row, palette: palette, pixels: pixels)
  }
}

extension ByteWriter {
  mutating func put(_ traits: FilmTraits) {
    put(traits.isAnimation)
    put(UInt32(clamping: traits.subtitles.count))
    for track in traits.subtitles {
      put(track.language, atMost: WireLimit.languageBytes)
      put(track.file != nil)
      put(track.file ?? 0)
      put(track.isLatin)
    }
  }

  mutating func put(_ part: SubtitlePart) {
    put(part.track)
    put(part.start)
    put(part.end)
    for value in [part.canvasWidth, part.canvasHeight, part.x, part.y, part.width, part.height] {
      put(value)
    }
    put(part.row)
    put(part.rows)
    put(UInt32(clamping: part.palette.count))
    for color in part.palette { put(color) }
    put(raw: part.pixels)
  }
}
