import Glibc
import Testing
import TriptychCore

@testable import TriptychMedia

/// Jobs from the call to the news.
@Suite(.serialized) struct MediaTests {
  @Test("pictures come with their own pixels, in memory of their own")
  func pictures() throws {
    let bench = try Bench(Programs.hostile)
    for job in 1...20 { try bench.ask(job, "good") }
    for job in 1...20 {
      let found = bench.next { news -> (Picture, Size)? in
        if case .picture(job, let picture, let source) = news { (picture, source) } else { nil }
      }
      let (picture, source) = try #require(found, "\(job): \(bench.rest())")
      #expect(source == Size(128, 72))
      #expect(picture.width == 64 && picture.height == 36 && picture.owner is PixelBlock)
      let last = picture.base + 35 * picture.stride + 63 * 4
      #expect(last.load(as: UInt32.self) == UInt32(job))
    }
  }

  @Test("nothing is heard of a cancelled job, and a number can be used again")
  func cancelling() throws {
    let bench = try Bench(Programs.hostile)
    for job in 1...50 {
      try bench.ask(job, job % 2 == 0 ? "good" : "fails")
      bench.media.cancel(job: job)
    }
    try bench.ask(7, "good")
    #expect(bench.result(of: 7) == .success(51))
    #expect(try bench.servesGood())
    #expect(bench.rest().isEmpty)
  }

  @Test("an order that makes no sense is refused without costing a worker")
  func badOrders() throws {
    let bench = try Bench(Programs.hostile)
    for (job, cell) in [(1, UInt32(0)), (2, 16_385)] {
      let request = PixelRequest(cellWidth: cell, cellHeight: 9, fit: .contain)
      bench.media.decodePicture(job: job, descriptor: dup(0), request: request)
      #expect(bench.result(of: job)?.code == .badRequest)
    }
    bench.media.openFilm(
      1, descriptor: dup(0), request: Bench.request, start: .seconds(5), end: .seconds(5),
      loops: false, sound: false)
    #expect(
      bench.failure(ofFilm: 1) == MediaError(.badRequest, "the film would end before it starts"))
    #expect(try bench.servesGood())
  }

  @Test("a thumbnail that ends its worker costs the picture beside it nothing")
  func fatalThumbnail() throws {
    let bench = try Bench(Programs.hostile)
    let subject = ThumbnailSubject(address: "file:///a", modified: 0)
    try bench.ask(1, "good", thumbnail: subject)
    guard case .success = bench.result(of: 1) else {
      Issue.record("the picture has failed")
      return
    }
    // An order that no worker would read is refused before.
    try bench.ask(2, "good", thumbnail: ThumbnailSubject(address: "file:///\n", modified: 0))
    #expect(bench.result(of: 2)?.code == .badRequest)
    #expect(try bench.servesGood())
  }

  @Test("a picture larger than the screen is served all the same")
  func larger() throws {
    let bench = try Bench(Programs.hostile)
    #expect(try bench.servesGood())
    let (theirs, ours) = try pipeEnds()
    _ = ours
    let request = PixelRequest(cellWidth: 640, cellHeight: 360, fit: .contain)
    bench.media.decodePicture(job: 1, descriptor: theirs, request: request)
    #expect(bench.result(of: 1) == .success(2))
    #expect(try bench.servesGood())
  }

  private func pipeEnds() throws -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    close(ends[1])
    return (ends[0], -1)
  }

  @Test("pixels reach the encoder as they are")
  func encoding() throws {
    let bench = try Bench(Programs.hostile)
    let picture = Picture.make(width: 5, height: 3) { base, stride in
      for row in 0..<3 {
        for column in 0..<5 {
          base.storeBytes(
            of: UInt32(row * 10 + column), toByteOffset: row * stride + column * 4,
            as: UInt32.self)
        }
      }
    }
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    bench.media.writePNG(job: 1, picture: picture, descriptor: ends[1])
    #expect(bench.next { if case .written(1) = $0 { true } else { nil } } == true)
    var pixels = [UInt32](repeating: 0, count: 64)
    #expect(read(ends[0], &pixels, 256) == 2 * 64 + 5 * 4)
    #expect(pixels[0..<5] == [0, 1, 2, 3, 4])
    #expect(pixels[32..<37] == [20, 21, 22, 23, 24])
  }

  @Test("a text comes as a picture")
  func text() throws {
    let bench = try Bench(Programs.hostile)
    let request = TextRequest(text: "a", size: 20, color: 0, maxWidth: 50, centered: false)
    bench.media.setText(job: 1, request: request)
    #expect(bench.result(of: 1) == .success(1))
  }

  @Test("workers are found beside the program, else in libexec")
  func programs() {
    let here = Array("/opt/show/bin/triptych".utf8)
    let beside = WorkerPrograms.beside(here) { _ in true }
    #expect(beside.picture == Array("/opt/show/bin/triptych-decode".utf8))
    #expect(beside.film == Array("/opt/show/bin/triptych-decode-av".utf8))
    #expect(beside.text == Array("/opt/show/bin/triptych-decode-text".utf8))
    let apart = WorkerPrograms.beside(here) { $0.count > 40 }
    #expect(apart.picture == Array("/opt/show/bin/../libexec/triptych/triptych-decode".utf8))
    let nowhere = WorkerPrograms.beside(here) { _ in false }
    #expect(nowhere == beside)
  }
}
