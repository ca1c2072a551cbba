/// Reads numbers out of a file's bytes; nil beyond the end.
struct ByteView {
  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var count: Int { bytes.count }

  func u8(_ offset: Int) -> UInt8? {
    offset >= 0 && offset < bytes.count ? bytes[offset] : nil
  }

  func u16(_ offset: Int, bigEndian: Bool) -> UInt16? {
    guard offset >= 0, offset <= bytes.count - 2 else { return nil }
    let raw = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
    return bigEndian ? UInt16(bigEndian: raw) : UInt16(littleEndian: raw)
  }

  func u32(_ offset: Int, bigEndian: Bool) -> UInt32? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    let raw = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    return bigEndian ? UInt32(bigEndian: raw) : UInt32(littleEndian: raw)
  }

  /// True if these bytes stand at `offset`.
  func has(_ text: StaticString, at offset: Int) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return has(wanted, at: offset)
  }

  func has(_ wanted: some Collection<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, offset <= bytes.count - wanted.count else { return false }
    return bytes[offset..<offset + wanted.count].elementsEqual(wanted)
  }

  /// The part from `offset` on, at most `count` bytes; nil if it begins beyond the end.
  func part(_ offset: Int, count: Int) -> ByteView? {
    guard offset >= 0, count >= 0, offset <= bytes.count else { return nil }
    let end = min(bytes.count, offset.addingReportingOverflow(count).partialValue)
    guard end >= offset else { return nil }
    return ByteView(UnsafeRawBufferPointer(rebasing: bytes[offset..<end]))
  }
}
