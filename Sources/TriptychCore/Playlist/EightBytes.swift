/// Eight bytes of a text, compared all at once.
struct EightBytes {
  private let word: UInt64

  /// The bytes from `index` on; eight of them must be there.
  init(_ text: UnsafeBufferPointer<UInt8>, at index: Int) {
    word = UInt64(
      littleEndian: UnsafeRawBufferPointer(text).loadUnaligned(
        fromByteOffset: index, as: UInt64.self))
  }

  /// The top bit of each byte that is `byte`, the text's first byte lowest. Exact: adding 0x7F to
  /// seven bits carries into the eighth unless they are all 0, and never beyond.
  func equal(to byte: UInt8) -> UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let difference = word ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
    return ~(((difference & low) &+ low) | difference | low)
  }

  /// How many bytes a comparison has found.
  static func count(_ found: UInt64) -> Int {
    // The product's top byte is the sum of all bytes.
    Int(truncatingIfNeeded: ((found >> 7) &* 0x0101_0101_0101_0101) >> 56)
  }
}
