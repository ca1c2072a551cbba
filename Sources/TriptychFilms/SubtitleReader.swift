import CFFmpeg
import CFFmpegShim

/// What is read with a film, and when on the stream's own line, ns.
struct Subtitle: Sendable, Hashable {
  enum Content: Sendable, Hashable {
    /// Lines of plain text.
    case text(String)
    case picture(SubtitleImage)
    /// What began before it in the track ends where it starts.
    case end
  }

  var track: UInt32 = 0
  var start: Int64
  var end: Int64
  var content: Content
}

/// Reads a track of a film's subtitles. One thread.
final class SubtitleReader {
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let timeBase: AVRational
  private let track: UInt32
  private let isDrawn: Bool
  /// Of the film, where the track does not say how large what it was drawn for is.
  private let canvas: (width: Int32, height: Int32)

  /// What is said to be shown without end or for ever is shown so long (ns).
  static let longest = 20 * FilmTime.second

  /// nil: of no known kind.
  init?(
    _ stream: UnsafeMutablePointer<AVStream>, track: UInt32 = 0,
    canvas: (width: Int32, height: Int32) = (0, 0)
  ) {
    guard let codec = KnownFormats.subtitleDecoder(for: stream),
      let context = avcodec_alloc_context3(codec)
    else { return nil }
    (self.context, self.track, self.canvas) = (context, track, canvas)
    timeBase = stream.pointee.time_base
    isDrawn = KnownFormats.drawsSubtitles(stream)
    context.pointee.pkt_timebase = timeBase
    guard avcodec_parameters_to_context(context, stream.pointee.codecpar) >= 0,
      avcodec_open2(context, codec, nil) >= 0
    else { return nil }
  }

  deinit {
    var owned: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&owned)
  }

  /// Forgets what is inside: packets from elsewhere follow.
  func flush() { avcodec_flush_buffers(context) }

  /// What a packet says; nothing if it makes no sense.
  func read(_ packet: Packet) -> [Subtitle] {
    guard let presented = packet.presented else { return [] }
    var found = AVSubtitle()
    var isFound: Int32 = 0
    guard avcodec_decode_subtitle2(context, &found, &isFound, packet.raw) >= 0, isFound != 0 else {
      return []
    }
    defer { avsubtitle_free(&found) }
    let start = FilmTime.ns(presented, timeBase) &+ Int64(found.start_display_time) * 1_000_000
    var length = FilmTime.ns(packet.duration, timeBase)
    if found.end_display_time > found.start_display_time, found.end_display_time != .max {
      length = Int64(found.end_display_time - found.start_display_time) * 1_000_000
    }
    length = length > 0 ? min(length, Self.longest) : Self.longest
    func subtitle(_ content: Subtitle.Content) -> Subtitle {
      Subtitle(track: track, start: start, end: start &+ length, content: content)
    }
    guard !isDrawn else {
      // Each takes the place of those before it.
      return [subtitle(.end)] + images(of: found).map { subtitle(.picture($0)) }
    }
    let text = Self.text(of: found)
    return text.isEmpty ? [] : [subtitle(.text(text))]
  }

  private func images(of subtitle: AVSubtitle) -> [SubtitleImage] {
    let own = (context.pointee.width, context.pointee.height)
    let size = own.0 > 0 && own.1 > 0 ? own : canvas
    return (0..<min(Int(subtitle.num_rects), 32)).compactMap { index in
      subtitle.rects[index].flatMap { SubtitleImage($0.pointee, on: size) }
    }
  }

  private static func text(of subtitle: AVSubtitle) -> String {
    var lines: [String] = []
    for index in 0..<min(Int(subtitle.num_rects), 32) {
      guard let rect = subtitle.rects[index] else { continue }
      if let event = rect.pointee.ass {
        lines.append(plainText(ofEvent: String(cString: event)))
      } else if let text = rect.pointee.text {
        lines.append(String(cString: text))
      }
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// What is read of an event as the library writes it: the text behind eight commas, without the
  /// marks in braces (libavcodec/ass.h).
  static func plainText(ofEvent event: String) -> String {
    let fields = event.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
    guard fields.count == 9 else { return "" }
    var text = ""
    var isMark = false
    var isDrawing = false
    var mark = ""
    var rest = fields[8][...]
    while let character = rest.popFirst() {
      switch character {
      case "{" where !isMark: (isMark, mark) = (true, "")
      case "}" where isMark:
        isMark = false
        isDrawing = draws(after: mark) ?? isDrawing
      case _ where isMark: mark.append(character)
      case "\\" where rest.first == "N" || rest.first == "n":
        rest.removeFirst()
        if !isDrawing { text.append("\n") }
      case "\\" where rest.first == "h":
        rest.removeFirst()
        if !isDrawing { text.append("\u{A0}") }
      case "\r": continue
      default: if !isDrawing { text.append(character) }
      }
    }
    let lines = text.split(separator: "\n").map { line in
      String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// True if `\p1` and the like begin a drawing, false if `\p0` ends it, nil if neither.
  private static func draws(after mark: String) -> Bool? {
    var draws: Bool?
    for tag in mark.split(separator: "\\") where tag.first == "p" {
      if let level = Int(tag.dropFirst()) { draws = level > 0 }
    }
    return draws
  }
}
