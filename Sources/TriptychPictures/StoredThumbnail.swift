import TriptychDecoding
import TriptychWire

/// What a thumbnail's PNG says of the file that it was made of, in the keys of the Thumbnail
/// Managing Standard of freedesktop.org.
struct StoredThumbnail {
  /// Of the file; nil: it does not say.
  private(set) var address: String?
  /// When the file was changed, seconds since 1970.
  private(set) var modified: Int64?
  /// The size of what the file shows, pixels.
  private(set) var width: UInt32?
  private(set) var height: UInt32?
  /// Of a film, seconds.
  private(set) var length: Double?

  /// Texts behind this many chunks are not looked for.
  private static let mostChunks = 1000

  init(_ view: ByteView) {
    var offset = 8
    for _ in 0..<Self.mostChunks {
      guard let length = view.u32(offset, bigEndian: true),
        let content = view.part(offset + 8, count: Int(length)), content.count == Int(length)
      else { return }
      if view.has("tEXt", at: offset + 4) { take(Array(content.bytes)) }
      offset += 12 + Int(length)
    }
  }

  private mutating func take(_ chunk: [UInt8]) {
    guard let end = chunk.firstIndex(of: 0) else { return }
    let text = String(decoding: chunk[(end + 1)...], as: UTF8.self)
    switch String(decoding: chunk[..<end], as: UTF8.self) {
    case "Thumb::URI": address = text
    case "Thumb::MTime": modified = Int64(text)
    case "Thumb::Image::Width": width = Self.side(text)
    case "Thumb::Image::Height": height = Self.side(text)
    case "Thumb::Movie::Length": length = Double(text).flatMap { $0 >= 0 ? $0 : nil }
    default: break
    }
  }

  /// True if it was made of that state of that file.
  func shows(_ subject: ThumbnailSubject) -> Bool {
    address == subject.address && modified == subject.modified
  }

  /// The film's length on the wire: ns; 0 for a film of unknown length, −1 for a picture.
  var wireLength: Int64 {
    guard let length else { return -1 }
    return Int64(min(length, 1e9) * 1e9)
  }

  private static func side(_ text: String) -> UInt32? {
    UInt32(text).flatMap { (1...1_000_000).contains($0) ? $0 : nil }
  }
}
