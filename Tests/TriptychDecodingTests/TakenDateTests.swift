import Glibc
import Testing

@testable import TriptychWire

/// When pictures were taken, for the order of a folder.
@Suite struct TakenDateTests {
  /// 2026-06-01 12:30:45, as a clock in Greenwich would count it.
  private static let date: Int64 = 1_780_317_045_000_000_000

  private func taken(_ file: [UInt8], _ kind: WorkerKind = .picture) throws -> Reply {
    let session = try Session(kind)
    let descriptor = memfd(holding: file)
    defer { close(descriptor) }
    try session.worker.channel.send(.taken(Self.mark), passing: descriptor)
    return try Session.nextReply(of: session.worker)
  }

  private static let mark = JobMark(job: 9, generation: 0)

  private func date(_ file: [UInt8], _ kind: WorkerKind = .picture) throws -> Int64? {
    let reply = try taken(file, kind)
    guard case .taken(Self.mark, let date) = reply else {
      Issue.record("\(reply)")
      return nil
    }
    return date
  }

  @Test("JPEG, PNG, WebP and HEIF tell when their camera took them")
  func kinds() throws {
    let exif = WrittenExif(exposure: true).bytes
    #expect(try date(WrittenPictures.jpeg(StoredPictures.jpeg420, exif: exif)) == Self.date)
    #expect(try date(WrittenPictures.png(exif: exif)) == Self.date)
    #expect(try date(WrittenPictures.webp(StoredPictures.webp, exif: exif)) == Self.date)
    #expect(try date(StoredHEIF.facts, .heif) == Self.date)
    // Of a large file little is read.
    let free = [0, 1, 0x86, 0xA0] + Array("free".utf8) + [UInt8](repeating: 7, count: 99_992)
    #expect(try date(StoredHEIF.facts + free, .heif) == Self.date)
    guard case .failed(_, .isHEIF, _) = try taken(StoredHEIF.facts) else {
      Issue.record("HEIF is not given away")
      return
    }
  }

  @Test("it is found behind much else, in a file whose end is not there")
  func far() throws {
    let exif = WrittenExif(exposure: true).bytes
    var file = WrittenPictures.jpeg(StoredPictures.jpeg420, exif: exif)
    let filler = [UInt8](repeating: 0, count: 60_000)
    file.insert(contentsOf: [0xFF, 0xEC, 0xEA, 0x62] + filler, at: 2)
    #expect(try date(file) == Self.date)
    #expect(try date(Array(file.prefix(61_000))) == Self.date)
  }

  @Test("who says nothing, or nonsense, has none")
  func none() throws {
    #expect(try date(StoredPictures.jpeg420) == nil)
    #expect(try date(WrittenPictures.png()) == nil)
    #expect(try date(Array("no picture".utf8)) == nil)
    #expect(try date([0, 0, 0, 16] + Array("ftypisom\0\0\0\0".utf8)) == nil)
    #expect(try date(StoredHEIF.avif, .heif) == nil)
    let exif = WrittenExif(exposure: true).bytes
    for (from, to) in [
      ("2026:06:01", "0000:00:00"), ("2026:06:01", "2026:13:01"), ("12:30", "99:99"),
    ] {
      var bytes = WrittenPictures.jpeg(StoredPictures.jpeg420, exif: exif)
      guard let at = bytes.indices.first(where: { bytes[$0...].starts(with: from.utf8) }) else {
        Issue.record("no date was written")
        return
      }
      bytes.replaceSubrange(at..<at + from.utf8.count, with: to.utf8)
      #expect(try date(bytes) == nil)
    }
  }

  @Test("damaged ones cost no worker")
  func damage() throws {
    var chance = SystemChance(state: 5)
    let exif = WrittenExif(exposure: true).bytes
    let files = [
      WrittenPictures.jpeg(StoredPictures.jpeg420, exif: exif), WrittenPictures.png(exif: exif),
      WrittenPictures.webp(StoredPictures.webp, exif: exif), StoredHEIF.facts,
    ]
    let session = try Session(.heif)
    for round in 0..<300 {
      var bytes = files[round % files.count]
      for _ in 0..<1 + chance.below(4) {
        bytes[chance.below(bytes.count)] = UInt8(chance.below(256))
      }
      let descriptor = memfd(holding: bytes)
      defer { close(descriptor) }
      try session.worker.channel.send(.taken(Self.mark), passing: descriptor)
      switch try Session.nextReply(of: session.worker) {
      case .taken, .failed: continue
      case let other: Issue.record("\(other)")
      }
    }
  }
}
