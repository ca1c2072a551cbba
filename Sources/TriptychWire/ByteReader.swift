/// Takes little-endian values off a message, front to back, and never reads past its end.
struct ByteReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) throws(WireError) {
    guard bytes.count <= WireLimit.messageBytes else { throw .tooLong }
    self.bytes = bytes
  }

  mutating func u8() throws(WireError) -> UInt8 { try integer() }
  mutating func u16() throws(WireError) -> UInt16 { try integer() }
  mutating func u32() throws(WireError) -> UInt32 { try integer() }
  mutating func u64() throws(WireError) -> UInt64 { try integer() }
  mutating func i64() throws(WireError) -> Int64 { try integer() }

  /// A value that must lie in `range`, else the field is named.
  mutating func u32(
    in range: ClosedRange<UInt32>, _ field: WireField
  ) throws(WireError) -> UInt32 {
    let value = try u32()
    guard range.contains(value) else { throw .badValue(field) }
    return value
  }

  /// A film time, 0 or more; −1 too where `orUnknown`.
  mutating func time(orUnknown: Bool = false) throws(WireError) -> Int64 {
    let value = try i64()
    let least: Int64 = orUnknown ? -1 : 0
    guard value >= least, value <= WireLimit.time else { throw .badValue(.time) }
    return value
  }

  mutating func flag() throws(WireError) -> Bool {
    switch try u8() {
    case 0: return false
    case 1: return true
    default: throw .badValue(.flag)
    }
  }

  /// UTF-8 after its length (16 bits).
  mutating func text(atMost limit: Int) throws(WireError) -> String {
    let count = Int(try u16())
    guard count <= limit else { throw .badValue(.text) }
    guard bytes.count - offset >= count else { throw .tooShort }
    let part = bytes[offset..<offset + count]
    offset += count
    guard let text = String(validating: part, as: UTF8.self) else { throw .badValue(.text) }
    return text
  }

  mutating func raw(_ count: Int) throws(WireError) -> [UInt8] {
    guard bytes.count - offset >= count else { throw .tooShort }
    defer { offset += count }
    return Array(bytes[offset..<offset + count])
  }

  mutating func floats(_ count: Int) throws(WireError) -> [Float] {
    var values: [Float] = []
    values.reserveCapacity(count)
    guard bytes.count - offset >= count * 4 else { throw .tooShort }
    for _ in 0..<count { values.append(Float(bitPattern: try u32())) }
    return values
  }

  func end() throws(WireError) {
    guard offset == bytes.count else { throw .trailingBytes }
  }

  private mutating func integer<I: FixedWidthInteger>() throws(WireError) -> I {
    let size = MemoryLayout<I>.size
    guard bytes.count - offset >= size else { throw .tooShort }
    let at = offset
    let raw = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: I.self) }
    offset += size
    return I(littleEndian: raw)
  }
}

/// Puts little-endian values one after another.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  init(tag: UInt8) { bytes.append(tag) }

  mutating func put<I: FixedWidthInteger>(_ value: I) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  /// UTF-8 after its length (16 bits), cut between two characters where it is too long.
  mutating func put(_ text: String, atMost limit: Int) {
    var kept = Array(text.utf8.prefix(limit))
    if kept.count < text.utf8.count {
      // A byte 10xxxxxx continues a character: drop back to where the cut one begins.
      let next = Array(text.utf8.prefix(limit + 1))[limit]
      if next & 0xC0 == 0x80 {
        while let last = kept.popLast(), last & 0xC0 == 0x80 {}
      }
    }
    put(UInt16(kept.count))
    bytes.append(contentsOf: kept)
  }

  /// As they are, without their number.
  mutating func put(raw values: [UInt8]) { bytes += values }

  mutating func put(_ values: [Float]) {
    bytes.reserveCapacity(bytes.count + values.count * 4)
    for value in values { put(value.bitPattern) }
  }
}
