import CFFmpeg
import TriptychWire

/// Texts for a PNG file, which FFmpeg's encoder does not write (ISO 15948, 11.3.4.3).
enum PNGText {
  /// Where texts may begin: after the signature (8 bytes) and the header chunk (25).
  static let afterHeader = 33

  /// The `tEXt` chunk of a label, whole; nothing of one that cannot be written.
  static func chunk(_ label: Label) -> [UInt8] {
    guard label.isWritable else { return [] }
    let content = Array("tEXt".utf8) + Array(label.key.utf8) + [0] + Array(label.text.utf8)
    return bigEndian(UInt32(content.count - 4)) + content + bigEndian(checksum(content))
  }

  /// CRC-32 as PNG has it, by libavutil.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~av_crc(av_crc_get_table(AV_CRC_32_IEEE_LE), .max, bytes, bytes.count)
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
