import TriptychCore
import TriptychWire

/// What is read with a film, and when.
struct FilmSubtitle: Sendable {
  let track: Int
  var start: Duration
  var end: Duration
  let content: Subtitle.Content

  /// `start`, `end`: ns.
  init(_ track: UInt32, _ start: Int64, _ end: Int64, _ content: Subtitle.Content) {
    self.track = Int(track)
    (self.start, self.end) = (.nanoseconds(start), .nanoseconds(end))
    self.content = content
  }

  /// Lines that can be drawn, whatever a worker has written into them.
  static func plain(_ text: String) -> String {
    text.split(separator: "\n").map { PictureFacts.line(String($0)) }.filter { !$0.isEmpty }
      .prefix(8).joined(separator: "\n")
  }

  /// True if it says the same at the same time, as what is read once more after a seek does: that
  /// begins at the place that was sought, if it began before.
  func isSame(as other: FilmSubtitle) -> Bool {
    guard track == other.track, start < other.end, other.start < end else { return false }
    switch (content, other.content) {
    case (.text(let one), .text(let two)): return one == two
    case (.picture(_, let one, _), .picture(_, let two, _)): return one == two
    default: return false
    }
  }

  /// Bytes of its picture.
  var byteCount: Int {
    if case .picture(let picture, _, _) = content { picture.stride * picture.height } else { 0 }
  }
}

extension Reply {
  /// Of what is to be read with a film.
  var filmMark: JobMark? {
    switch self {
    case .subtitle(let mark, _, _, _, _), .subtitlePart(let mark, _),
      .subtitlesEnd(let mark, _, _):
      mark
    default: nil
    }
  }
}

extension SubtitlePart {
  /// Lays the rows below those that have come; the subtitle once it is whole.
  func joined(to part: inout SubtitlePart?) throws(Lie) -> FilmSubtitle? {
    guard Int(width) * Int(height) <= WireLimit.subtitleArea else {
      throw Lie("a subtitle of \(width) × \(height) pixels")
    }
    var whole = self
    if row > 0 {
      guard var begun = part, begun.rows == row, begun.hasHead(of: self) else {
        throw Lie("a subtitle in disorder")
      }
      begun.pixels += pixels
      whole = begun
    }
    guard whole.rows == height else {
      part = whole
      return nil
    }
    part = nil
    return FilmSubtitle(
      track, start, end,
      .picture(
        whole.picture,
        place: Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height)),
        canvas: Size(Double(canvasWidth), Double(canvasHeight))))
  }

  private func hasHead(of other: SubtitlePart) -> Bool {
    var (one, two) = (self, other)
    (one.row, one.pixels) = (0, [])
    (two.row, two.pixels) = (0, [])
    return one == two
  }

  /// The codec has held the numbers against the palette.
  private var picture: Picture {
    let (columns, lines) = (Int(width), Int(height))
    return Picture.make(width: columns, height: lines, isOpaque: false) { base, stride in
      for y in 0..<lines {
        let row = (base + y * stride).assumingMemoryBound(to: UInt32.self)
        for x in 0..<columns { row[x] = palette[Int(pixels[y * columns + x])] }
      }
    }
  }
}
