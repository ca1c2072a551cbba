import Glibc
import Testing
import TriptychCore

@testable import TriptychMedia

@Suite(.serialized) struct WorkerInquiryTests {
  private let inquiry = WorkerInquiry(programs: Programs.real)

  @Test(
    "each worker says what it can do, and how it is locked in",
    arguments: [
      (WorkerInquiry.Subject.pictures, "JPEG"), (.boxes, "AVIF"), (.films, "h264"),
      (.texts, "font"),
      (.recordings, "PNG"), (.lists, "XSPF"),
    ])
  func formats(subject: WorkerInquiry.Subject, word: String) throws {
    let answer = try inquiry.formats(of: subject)
    #expect(answer.words.contains(word))
    #expect(answer.layers.seccomp && answer.layers.limits)
  }

  @Test("a PNG is named with its size; nothing of it is decoded")
  func picture() throws {
    let bench = try Bench(Programs.real)
    let file = try RealWorkerTests.writePNG(bench, width: 64, height: 36)
    defer { close(file) }
    #expect(try inquiry.inspect(file).words == "PNG, 64 × 36 pixels")
  }

  @Test("what is nothing, and what is empty, is refused with the reason")
  func nothing() throws {
    let file = try RealWorkerTests.temporaryFile()
    defer { close(file) }
    #expect(throws: MediaError(.unknownFormat, "the file is empty")) { try inquiry.inspect(file) }
    let film: [UInt8] = [0, 0, 0, 16] + Array("ftypisom\0\0\0\0".utf8)
    #expect(write(file, film, film.count) == film.count)
    #expect(throws: MediaError.self) { try inquiry.inspect(file) }
  }

  @Test("a worker that is not there is named")
  func missing() {
    let none = Array("/nonexistent".utf8)
    let inquiry = WorkerInquiry(programs: WorkerPrograms(picture: none, film: none, text: none))
    #expect(
      throws: MediaError(
        .noDecoder, "/nonexistent cannot be started: No such file or directory")
    ) { try inquiry.formats(of: .texts) }
  }

  @Test("a program that is no worker is found out", arguments: ["/bin/true", "/bin/cat"])
  func stranger(program: String) {
    let path = Array(program.utf8)
    let inquiry = WorkerInquiry(programs: WorkerPrograms(picture: path, film: path, text: path))
    #expect(throws: MediaError.self) { try inquiry.formats(of: .texts) }
  }
}
