/// What a piece of a list's text is. The values are those on the wire.
public enum ListRecordKind: UInt8, CaseIterable, Sendable {
  case name = 1
  case track = 2
  case location = 3
  case title = 4
  case duration = 5
  case caption = 6
  case option = 7
  case preset = 8
  case remark = 9
  case fault = 10
}

/// A piece of a list as it lies in a slot: kind (one byte), line, column and number of bytes (32
/// bits each, little-endian), then the bytes. Lines and columns count from 1.
public struct ListRecord: Hashable, Sendable {
  public var kind: ListRecordKind
  public var line: UInt32
  public var column: UInt32
  /// Bytes of what was read, without the records' heads.
  public var place: Range<Int>

  /// Bytes before those of a record.
  public static let headBytes = 13
  /// Bytes that one record may have.
  public static let longest = 65_536

  /// Reads what a worker wrote. Every kind and length is checked; no byte may be left over and
  /// none may be NUL.
  public static func all(
    in bytes: [UInt8]
  ) throws(WireError) -> (records: [ListRecord], text: [UInt8]) {
    var records: [ListRecord] = []
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = 0
    func number(at index: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) }
    }
    while index < bytes.count {
      guard bytes.count - index >= headBytes else { throw .tooShort }
      guard let kind = ListRecordKind(rawValue: bytes[index]) else {
        throw .unknownTag(bytes[index])
      }
      let (line, column) = (number(at: index + 1), number(at: index + 5))
      let count = Int(number(at: index + 9))
      index += headBytes
      guard count <= longest else { throw .badValue(.text) }
      guard bytes.count - index >= count else { throw .tooShort }
      let part = bytes[index..<index + count]
      guard !part.contains(0) else { throw .badValue(.text) }
      records.append(
        ListRecord(
          kind: kind, line: line, column: column, place: text.count..<text.count + count))
      text += part
      index += count
    }
    return (records, text)
  }
}

/// Writes records one after the other into memory that is there.
public struct ListRecordWriter {
  private let room: UnsafeMutableRawBufferPointer
  /// Bytes that are filled.
  public private(set) var byteCount = 0

  public init(_ room: UnsafeMutableRawBufferPointer) { self.room = room }

  /// False, with nothing written, if there is no room for it. At most `ListRecord.longest` bytes.
  public mutating func put(
    _ kind: ListRecordKind, line: Int, column: Int, _ bytes: some Collection<UInt8>
  ) -> Bool {
    let count = bytes.count
    guard count <= ListRecord.longest, room.count - byteCount >= ListRecord.headBytes + count
    else { return false }
    room[byteCount] = kind.rawValue
    put(UInt32(clamping: line), at: byteCount + 1)
    put(UInt32(clamping: column), at: byteCount + 5)
    put(UInt32(count), at: byteCount + 9)
    let start = byteCount + ListRecord.headBytes
    UnsafeMutableRawBufferPointer(rebasing: room[start..<start + count]).copyBytes(from: bytes)
    byteCount = start + count
    return true
  }

  private func put(_ number: UInt32, at index: Int) {
    for byte in 0..<4 {
      room[index + byte] = UInt8(truncatingIfNeeded: number >> UInt32(8 * byte))
    }
  }
}
