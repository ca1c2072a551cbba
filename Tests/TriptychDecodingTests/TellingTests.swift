import Testing
import TriptychWire

@testable import TriptychDecoding
@testable import TriptychPictures

/// How far a picture has come, as its worker tells it.
@Suite struct TellingTests {
  /// A clock that goes on by so many milliseconds each time it is read, and what was told.
  private final class Log {
    var time: Int64 = 0
    var step: Int64
    private(set) var parts: [Int] = []

    init(step: Int64) { self.step = step }

    func telling(isWanted: Bool = true) -> Telling {
      Telling(
        JobMark(job: 1, generation: 0), isWanted: isWanted,
        now: {
          self.time += self.step
          return self.time
        },
        send: { reply in
          if case .decoded(_, let thousandths) = reply { self.parts.append(Int(thousandths)) }
        })
    }
  }

  private func grows(_ parts: [Int]) -> Bool {
    zip(parts, parts.dropFirst()).allSatisfy { $0 < $1 } && parts.allSatisfy { (1...1000) ~= $0 }
  }

  @Test("reading and decoding share the ring as they share the time")
  func shares() {
    let log = Log(step: 0)
    let telling = log.telling()
    telling.decoding = 3000
    for piece in 1...10 {
      log.time += 100
      telling.read(Double(piece) / 10)
    }
    // A second of reading before three of decoding.
    #expect(log.parts.last.map { abs($0 - 237) < 3 } == true)
    for row in 1...30 {
      log.time += 100
      telling.decoded(Double(row) / 30)
    }
    #expect(grows(log.parts) && log.parts.last == 950 && log.parts.count == 40)
  }

  @Test("what is soon done is told of neither often nor at all")
  func short() {
    let log = Log(step: 0)
    let telling = log.telling()
    telling.decoding = 300
    for row in 0...1000 {
      log.time += Int64(row % 2)
      telling.decoded(Double(row) / 1000)
    }
    #expect(log.parts.isEmpty)
    let slow = log.telling()
    slow.decoding = 3000
    for row in 0...100_000 {
      log.time += row % 20 == 0 ? 1 : 0
      slow.decoded(Double(row) / 100_000)
    }
    #expect(grows(log.parts) && (40...51).contains(log.parts.count))
    let unwanted = Log(step: 100)
    let silent = unwanted.telling(isWanted: false)
    silent.decoding = 3000
    for row in 0...100 { silent.decoded(Double(row) / 100) }
    #expect(unwanted.parts.isEmpty)
  }

  @Test("where nobody says how far decoding is, reading fills the ring")
  func readingAlone() {
    let log = Log(step: 0)
    let telling = log.telling()
    for piece in 1...20 {
      log.time += 100
      telling.read(Double(piece) / 20)
    }
    telling.decoded(0.5)
    #expect(log.parts.last == 950 && grows(log.parts))
  }

  @Test("a JPEG tells row by row, a progressive one scan by scan, and comes out the same")
  func jpeg() throws {
    let kinds = [(StoredPictures.jpegRamp, 3), (StoredPictures.jpegProgressive, 3)]
    for (bytes, channels) in kinds {
      let file = try Memory(byteCount: bytes.count)
      file.base.copyMemory(from: bytes, byteCount: bytes.count)
      let size = try JPEGDecoder().decode(file) { size, _ in Fitting(whole: size) }.size
      // Every look at the clock takes half a second.
      let log = Log(step: 500)
      let telling = log.telling()
      telling.decoding = 1000
      let watched = try WatchedJPEG.decode(
        file, size, reduction: 1, channels: channels, telling)
      #expect(grows(log.parts) && log.parts.count >= 2)
      #expect(log.parts.last.map { $0 > 900 } == true)
      let plain = try WatchedJPEG.decode(
        file, size, reduction: 1, channels: channels, Log(step: 0).telling(isWanted: false))
      for (one, other) in zip(watched, plain) {
        for y in 0..<size.height {
          let (a, b) = (one.base + y * one.stride, other.base + y * other.stride)
          #expect((0..<size.width).allSatisfy { a[$0] == b[$0] })
        }
      }
    }
  }

  @Test("a PNG tells as its rows are read")
  func png() throws {
    let rows = (0..<401 * 300).map { $0 % 401 == 0 ? UInt8(0) : 7 }
    let bytes = WrittenPictures.png(width: 400, height: 300, depth: 8, color: 0, rows: rows)
    let file = try Memory(byteCount: bytes.count)
    file.base.copyMemory(from: bytes, byteCount: bytes.count)
    let log = Log(step: 500)
    var decoder = GenericDecoder(background: 0)
    decoder.telling = log.telling()
    decoder.telling?.decoding = 1000
    let picture = try decoder.decode(file, .png)
    #expect(picture.size == PixelSize(width: 400, height: 300) && picture.planes[0].base[5] == 7)
    #expect(grows(log.parts) && log.parts.count >= 5)
  }

  @Test("what will take long is known from the file's beginning")
  func costs() {
    let large = PreviewTests.large([])
    let cost = large.withUnsafeBytes { DecodingCost.milliseconds(.jpeg, ByteView($0)) }
    #expect(cost > 15 && cost < 30)
    let png = WrittenPictures.png()
    #expect(png.withUnsafeBytes { DecodingCost.milliseconds(.png, ByteView($0)) } > 0)
    #expect(png.withUnsafeBytes { DecodingCost.milliseconds(.webp, ByteView($0)) } == 0)
  }
}
