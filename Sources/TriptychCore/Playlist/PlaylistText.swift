/// What a playlist's bytes say.
public struct PlaylistText: Sendable {
  /// Text and options that the entries point into.
  public var source: ItemList.Source
  /// In list order; addresses (`http://…`) and nested lists are among them.
  public var entries: [ItemList.Entry] = []
  /// `#PLAYLIST:`, if there is one.
  public var name: [UInt8]?
  public var diagnostics: [Diagnostic] = []
  /// True if nothing of the list is used; the diagnostics say why.
  public var isRefused = false

  /// A line longer than this, in bytes, is no entry.
  public static let longestLine = 65_536
  /// A list longer than this, in bytes, is refused: offsets and memory stay small.
  public static let longestText = 1 << 28

  /// Reads a list of the kind that its name says: PLS, JSON, else M3U, which a plain list of paths
  /// is too (DESIGN section 6). Never traps, whatever the bytes.
  ///
  /// - Parameters:
  ///   - bytes: the file as it is on disk.
  ///   - path: the list, absolute; empty for standard input.
  ///   - base: the folder that relative locations are relative to, absolute.
  ///   - number: the number that the source will have in an `ItemList`.
  public init(_ bytes: [UInt8], path: [UInt8], base: [UInt8], number: UInt32 = 0) {
    source = ItemList.Source(path: path, base: base, text: [])
    if let reason = Self.reasonToRefuse(bytes, path: path) {
      refuse(reason)
      return
    }
    source.text = Self.isUTF16(bytes) ? Self.fromUTF16(bytes) : bytes
    switch MediaNames.playlistKind(path) {
    case .pls:
      var parser = PLSParser(path: path, number: number)
      source.text.withUnsafeBufferPointer { parser.parse($0) }
      take(parser.harvest)
    case .json: readJSON(number)
    case .m3u, .m3u8, .xspf, nil:
      var parser = PlaylistParser(path: path, number: number)
      source.text.withUnsafeBufferPointer { parser.parse($0) }
      take(parser.harvest)
    }
  }

  /// Reads what a worker has taken out of an XSPF.
  public init(_ markup: MarkupText, path: [UInt8], base: [UInt8], number: UInt32 = 0) {
    source = ItemList.Source(path: path, base: base, text: [])
    var parser = MarkupListParser(path: path, number: number)
    parser.parse(markup)
    (source.text, source.columns, source.isValue) = (parser.text, parser.columns, true)
    take(parser.harvest)
  }

  private mutating func readJSON(_ number: UInt32) {
    let (path, text) = (source.path, source.text)
    let parser = text.withUnsafeBufferPointer { bytes in
      var parser = JSONListParser(bytes, path: path, number: number)
      parser.parse()
      return (parser.harvest, parser.appendix, parser.columns)
    }
    source.text += parser.1
    (source.columns, source.isValue) = (parser.2, true)
    take(parser.0)
  }

  private mutating func take(_ harvest: PlaylistHarvest) {
    if let reason = harvest.reasonToRefuse {
      return refuse(reason.message, line: reason.line, column: reason.column)
    }
    entries = harvest.entries
    name = harvest.name
    source.options = harvest.optionSets
    diagnostics = harvest.diagnostics
  }

  private mutating func refuse(_ reason: String, line: Int = 1, column: Int = 1) {
    isRefused = true
    (source.text, source.columns) = ([], [])
    diagnostics = [
      Diagnostic(path: source.path, line: line, column: column, severity: .error, message: reason)
    ]
  }

  private static func reasonToRefuse(_ bytes: [UInt8], path: [UInt8]) -> String? {
    if bytes.count > longestText { return "a list of over \(longestText >> 20) MiB is not read" }
    if let kind = kindOfPicture(bytes) { return "this is a \(kind) file, not a playlist" }
    return nil
  }

  /// Marks that no text begins with.
  private static func kindOfPicture(_ bytes: [UInt8]) -> String? {
    let marks: [(Int, [UInt8], String)] = [
      (0, [0x89, 0x50, 0x4E, 0x47], "PNG"), (0, [0xFF, 0xD8, 0xFF], "JPEG"),
      (0, Array("GIF87a".utf8), "GIF"), (0, Array("GIF89a".utf8), "GIF"),
      (8, Array("WEBP".utf8), "WebP"), (8, Array("AVI ".utf8), "AVI"),
      (8, Array("WAVE".utf8), "WAV"), (0, [0x1A, 0x45, 0xDF, 0xA3], "Matroska"),
      (0, Array("OggS".utf8) + [0], "Ogg"), (4, Array("ftyp".utf8), "MP4"),
    ]
    let isRIFF = bytes.starts(with: "RIFF".utf8)
    return marks.first { start, mark, _ in
      if start == 8, !isRIFF { return false }
      if start == 4, bytes.first != 0 { return false }
      return bytes.dropFirst(start).starts(with: mark)
    }?.2
  }

  private static func isUTF16(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
  }

  /// UTF-16 with its mark as UTF-8; what is no character becomes U+FFFD.
  private static func fromUTF16(_ bytes: [UInt8]) -> [UInt8] {
    let isLittle = bytes[0] == 0xFF
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index -> UInt16 in
      let (a, b) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? b << 8 | a : a << 8 | b
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
