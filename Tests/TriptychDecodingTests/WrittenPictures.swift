/// Pictures that the tests write themselves.
enum WrittenPictures {
  static let colors: [[UInt8]] = [[220, 20, 20], [20, 180, 20], [30, 30, 220], [230, 220, 30]]
  static let (width, height) = (32, 20)

  /// Samples of the four-coloured picture, `extra` after each pixel.
  private static func samples(extra: [UInt8] = [], rowPrefix: [UInt8] = []) -> [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<height {
      bytes += rowPrefix
      for x in 0..<width {
        bytes += colors[(y >= height / 2 ? 2 : 0) + (x >= width / 2 ? 1 : 0)] + extra
      }
    }
    return bytes
  }

  // MARK: - PNG

  /// RGB, or RGBA where there is an `alpha`.
  static func png(
    alpha: UInt8? = nil, exif: [UInt8]? = nil, texts: [(String, String)] = []
  ) -> [UInt8] {
    let rows = samples(extra: alpha.map { [$0] } ?? [], rowPrefix: [0])
    let color: UInt8 = alpha == nil ? 2 : 6
    return png(
      width: width, height: height, depth: 8, color: color, rows: rows,
      chunks: (exif.map { [("eXIf", $0)] } ?? [])
        + texts.map { ("tEXt", Array($0.0.utf8) + [0] + Array($0.1.utf8)) })
  }

  /// Any PNG; `rows` are filtered rows.
  static func png(
    width: Int, height: Int, depth: UInt8, color: UInt8, rows: [UInt8],
    chunks: [(String, [UInt8])] = []
  ) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += chunk("IHDR", big(width) + big(height) + [depth, color, 0, 0, 0])
    for (name, data) in chunks { bytes += chunk(name, data) }
    bytes += chunk("IDAT", stored(rows))
    return bytes + chunk("IEND", [])
  }

  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return big(data.count) + body + big(Int(crc(body)))
  }

  /// zlib without compression.
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x78, 0x01]
    var rest = data[...]
    repeat {
      let part = rest.prefix(65_535)
      rest = rest.dropFirst(part.count)
      let count = UInt16(part.count)
      bytes.append(rest.isEmpty ? 1 : 0)
      for value in [count, ~count] { bytes += [UInt8(value & 0xFF), UInt8(value >> 8)] }
      bytes += part
    } while !rest.isEmpty
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in data {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return bytes + big(Int(high << 16 | low))
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  // MARK: - TIFF and Exif

  /// Uncompressed RGB in one strip.
  static func tiff(orientation: UInt16) -> [UInt8] {
    let entries: [(UInt16, UInt16, UInt32, UInt32)] = [
      (256, 3, 1, UInt32(width)), (257, 3, 1, UInt32(height)), (258, 3, 3, 134), (259, 3, 1, 1),
      (262, 3, 1, 2), (273, 4, 1, 140), (274, 3, 1, UInt32(orientation)), (277, 3, 1, 3),
      (278, 3, 1, UInt32(height)), (279, 4, 1, UInt32(width * height * 3)),
    ]
    var bytes = Array("II*\0".utf8) + little(8 as UInt32) + little(UInt16(entries.count))
    for (tag, type, count, value) in entries {
      bytes += little(tag) + little(type) + little(count) + little(value)
    }
    bytes += little(0 as UInt32)
    for _ in 0..<3 { bytes += little(8 as UInt16) }
    return bytes + samples()
  }

  /// Exif data that holds nothing but the orientation.
  static func exif(orientation: UInt16, bigEndian: Bool = false) -> [UInt8] {
    var bytes = Array((bigEndian ? "MM" : "II").utf8)
    func put<I: FixedWidthInteger>(_ value: I) {
      bytes += little(bigEndian ? value.byteSwapped : value)
    }
    put(42 as UInt16)
    put(8 as UInt32)
    for value: UInt16 in [1, 274, 3] { put(value) }
    put(1 as UInt32)
    put(orientation)
    put(0 as UInt16)
    put(0 as UInt32)
    return bytes
  }

  /// A JPEG with Exif data after its first marker.
  static func jpeg(_ bytes: [UInt8], exif: [UInt8]) -> [UInt8] {
    let body = Array("Exif\0\0".utf8) + exif
    let length = body.count + 2
    return Array(bytes.prefix(2)) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + body
      + bytes.dropFirst(2)
  }

  /// A lossless WebP with an EXIF chunk.
  static func webp(_ bytes: [UInt8], exif: [UInt8]) -> [UInt8] {
    var body = Array("WEBPVP8X".utf8) + little(10 as UInt32) + [8, 0, 0, 0]
    for side in [width, height] { body += little(UInt32(side - 1)).prefix(3) }
    body += bytes.dropFirst(12)
    body += Array("EXIF".utf8) + little(UInt32(exif.count)) + exif
    if exif.count % 2 == 1 { body.append(0) }
    return Array("RIFF".utf8) + little(UInt32(body.count)) + body
  }

  // MARK: - Others

  /// 24 bits, rows from the bottom up; from right to left where `leftwards`.
  static func tga(leftwards: Bool) -> [UInt8] {
    var bytes: [UInt8] = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    bytes += [UInt8(width), 0, UInt8(height), 0, 24, leftwards ? 0x10 : 0]
    for y in (0..<height).reversed() {
      for column in 0..<width {
        let x = leftwards ? width - 1 - column : column
        bytes += colors[(y >= height / 2 ? 2 : 0) + (x >= width / 2 ? 1 : 0)].reversed()
      }
    }
    return bytes
  }

  static let ppm = Array("P6\n32 20\n255\n".utf8) + samples()

  static let svg = Array(
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="32" height="20">
    <rect width="16" height="10" fill="#dc1414"/>
    <rect x="16" width="16" height="10" fill="#14b414"/>
    <rect y="10" width="16" height="10" fill="#1e1edc"/>
    <rect x="16" y="10" width="16" height="10" fill="#e6dc1e"/></svg>
    """.utf8)

  static func big(_ value: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).bigEndian) { Array($0) }
  }

  static func little<I: FixedWidthInteger>(_ value: I) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
