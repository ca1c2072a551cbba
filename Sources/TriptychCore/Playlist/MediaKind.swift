/// What a file is, told by its first bytes.
public enum MediaKind: Hashable, Sendable {
  /// Baseline or progressive JPEG: it has a decoder of its own.
  case jpeg
  case picture
  case film
  case playlist
  /// A decoder may still know it (TGA has no mark of its own).
  case unknown

  /// Tells what begins with `head`; 4096 bytes are enough, fewer may be.
  public static func sniff(_ head: some Collection<UInt8>) -> MediaKind {
    let head = Head(head)
    if head.starts([0xFF, 0xD8, 0xFF]) { return .jpeg }
    if isPicture(head) { return .picture }
    if isFilm(head) { return .film }
    if let kind = kindOfText(head) { return kind }
    return isTransportStream(head) ? .film : .unknown
  }

  /// True if the first bytes of a file are words, or lines of code: in UTF-8, without control
  /// characters. Some pictures are, too: those that `sniff` knows, and XBM.
  public static func isText(_ head: some Collection<UInt8>) -> Bool {
    let controls: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D]
    guard !head.contains(where: { ($0 < 0x20 || $0 == 0x7F) && !controls.contains($0) }),
      !head.starts(with: "#define ".utf8)
    else { return false }
    // The last character may be cut off.
    return (0...3).contains { String(validating: head.dropLast($0), as: UTF8.self) != nil }
  }

  /// Marks as the formats' specifications give them.
  private static func isPicture(_ head: Head) -> Bool {
    if head.starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return true }
    if head.starts("GIF87a") || head.starts("GIF89a") { return true }
    if head.starts("RIFF") && head.has("WEBP", at: 8) { return true }
    if head.starts([0x49, 0x49, 0x2A, 0]) || head.starts([0x4D, 0x4D, 0, 0x2A]) { return true }
    if head.starts([0x49, 0x49, 0x2B, 0]) || head.starts([0x4D, 0x4D, 0, 0x2B]) { return true }
    if head.starts("qoif") || head.starts("8BPS") || head.starts("/* XPM */") { return true }
    if head.starts([0xFF, 0x0A]) || head.starts([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]) {
      return true
    }
    if head.starts([0xFF, 0x4F, 0xFF, 0x51]) { return true }
    if head.starts([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20]) { return true }
    if head.has("ftyp", at: 4) { return isPictureBrand(head) }
    return isBitmap(head) || isPNM(head)
  }

  /// ISO 14496-12 file type boxes: the major brand, or a compatible one behind a neutral major.
  private static func isPictureBrand(_ head: Head) -> Bool {
    let brands = ["avif", "avis", "heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"]
    return brands.contains { head.has($0, at: 8) }
  }

  private static func isBitmap(_ head: Head) -> Bool {
    // BMP: the size of the second header says that it is no text.
    if head.starts("BM"), head[15] == 0, head[16] == 0, head[17] == 0, head[14] >= 12 {
      return true
    }
    // ICO and CUR: reserved, kind, a number of pictures above 0.
    if head.starts([0, 0, 1, 0]) || head.starts([0, 0, 2, 0]) { return head[4] > 0 }
    // PCX: maker, version, run lengths, bits a sample.
    return head[0] == 0x0A && head[1] <= 5 && head[2] == 1 && [1, 2, 4, 8].contains(head[3])
  }

  private static func isPNM(_ head: Head) -> Bool {
    guard head[0] == UInt8(ascii: "P"), head.count > 3 else { return false }
    let isKnown = (UInt8(ascii: "1")...UInt8(ascii: "7")).contains(head[1])
    return isKnown && (isBlank(head[2]) || head[2] == 0x0A || head[2] == 0x0D)
  }

  private static func isFilm(_ head: Head) -> Bool {
    if head.has("ftyp", at: 4) { return true }
    let atoms = ["moov", "mdat", "wide", "free", "skip", "pnot"]
    if head[0] == 0, atoms.contains(where: { head.has($0, at: 4) }) { return true }
    if head.starts([0x1A, 0x45, 0xDF, 0xA3]) { return true }
    if head.starts("RIFF") && head.has("AVI ", at: 8) { return true }
    if head.starts("OggS") { return true }
    if head.starts([0, 0, 1, 0xBA]) || head.starts([0, 0, 1, 0xB3]) { return true }
    if head.starts("FLV"), head[3] == 1 { return true }
    return head.starts([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11])
  }

  /// MPEG transport stream: packets of 188 bytes (192 with a time code) that begin with 0x47.
  private static func isTransportStream(_ head: Head) -> Bool {
    for (first, length) in [(0, 188), (4, 192)] where head.count > first + 2 * length {
      let places = stride(from: first, to: head.count, by: length)
      if places.allSatisfy({ head[$0] == 0x47 }) { return true }
    }
    return false
  }

  private static func kindOfText(_ head: Head) -> MediaKind? {
    var start = head.starts([0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < head.count, isBlank(head[start]) || head[start] == 0x0A || head[start] == 0x0D {
      start += 1
    }
    if head.has("#EXTM3U", at: start) || head.hasWord("[playlist]", at: start) {
      return .playlist
    }
    guard head[start] == UInt8(ascii: "<") else { return nil }
    if head.contains("<svg") { return .picture }
    return head.contains("<playlist") ? .playlist : nil
  }
}

/// The first bytes of a file; beyond them are zeros.
private struct Head {
  private let bytes: [UInt8]
  var count: Int { bytes.count }

  init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes.prefix(4096)) }

  subscript(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  func starts(_ mark: [UInt8]) -> Bool { bytes.starts(with: mark) }
  func starts(_ mark: String) -> Bool { bytes.starts(with: mark.utf8) }
  func has(_ mark: String, at start: Int) -> Bool {
    bytes.dropFirst(start).starts(with: mark.utf8)
  }
  func hasWord(_ mark: String, at start: Int) -> Bool {
    lowercased(bytes.dropFirst(start).prefix(mark.utf8.count)).elementsEqual(mark.utf8)
  }
  func contains(_ mark: String) -> Bool {
    bytes.indices.contains { bytes[$0] == mark.utf8.first && has(mark, at: $0) }
  }
}
