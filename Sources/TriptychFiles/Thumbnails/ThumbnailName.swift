import CMessageDigest

/// How a file is called among thumbnails (Thumbnail Managing Standard 0.9 of freedesktop.org).
public enum ThumbnailName {
  /// The file's address: `file://` and its absolute path, what is not plain percent-encoded as
  /// GLib does it, so that other programs find the same thumbnail.
  public static func address(of path: [UInt8]) -> String {
    var text = "file://"
    for byte in path {
      if plain.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + hexadecimal(byte >> 4) + hexadecimal(byte & 15)
      }
    }
    return text
  }

  /// The name of the thumbnail's file: the MD5 sum of the address, by libmd.
  static func file(for address: String) -> String {
    let bytes = Array(address.utf8)
    var text = [CChar](repeating: 0, count: 33)
    MD5Data(bytes, bytes.count, &text)
    return String(decoding: text.prefix(32).map { UInt8(bitPattern: $0) }, as: UTF8.self) + ".png"
  }

  /// Letters, digits and what an address's path may hold (RFC 3986, `pchar` and `/`).
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,=:@/".utf8)

  private static func hexadecimal(_ value: UInt8) -> String {
    String(value, radix: 16, uppercase: true)
  }
}

/// The sizes in which thumbnails are kept.
public enum ThumbnailSize: Int, CaseIterable, Sendable {
  case normal = 128
  case large = 256
  case xLarge = 512
  case xxLarge = 1024

  /// The smallest that has as many pixels as a cell; the largest for larger ones.
  public init(covering side: Double) {
    self = Self.allCases.first { Double($0.rawValue) >= side } ?? .xxLarge
  }

  /// The box that it fits in, pixels.
  public var side: Int { rawValue }

  var folder: String {
    switch self {
    case .normal: "normal"
    case .large: "large"
    case .xLarge: "x-large"
    case .xxLarge: "xx-large"
    }
  }

  /// This one and those with more pixels.
  var orLarger: [ThumbnailSize] { Self.allCases.filter { $0.rawValue >= rawValue } }

  /// The same, and then those with fewer, the largest first.
  var orAny: [ThumbnailSize] {
    orLarger + Self.allCases.filter { $0.rawValue < rawValue }.reversed()
  }
}
