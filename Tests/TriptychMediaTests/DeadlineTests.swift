import Glibc
import Testing
import TriptychCore

@testable import TriptychMedia

/// What takes too long is ended, at the instant and no earlier. Time moves by hand.
@Suite(.serialized) struct DeadlineTests {
  private func makeBench() throws -> Bench { try Bench(Programs.hostile, clock: ScriptedClock()) }

  @Test("a picture has 10 s, and the one after a stuck one is decoded meanwhile")
  func stuckPicture() throws {
    let bench = try makeBench()
    let stuck = try bench.ask(1, "hangs")
    waitForBegin(stuck)
    #expect(try bench.servesGood(2))
    bench.advance(by: .milliseconds(9999))
    #expect(try bench.servesGood(3))
    #expect(bench.rest().isEmpty)
    bench.advance(by: .milliseconds(1))
    let expected = MediaError(.tookTooLong, "took longer than 10 s")
    #expect(bench.result(of: 1) == .failure(expected))
    #expect(try bench.servesGood(4))
  }

  @Test("a worker that the system has stopped is late like any other")
  func stopped() throws {
    let bench = try makeBench()
    waitForBegin(try bench.ask(1, "stops"))
    bench.advance(by: .seconds(10))
    #expect(bench.result(of: 1)?.code == .tookTooLong)
    #expect(try bench.servesGood())
  }

  @Test("a worker that is never ready is given up after 10 s, three times")
  func neverReady() throws {
    try Programs.withHostile(called: "never-ready") { programs in
      let bench = try Bench(programs, clock: ScriptedClock())
      try bench.ask(1, "good")
      var result: Result<UInt32, MediaError>?
      // The first two are followed by another one, silently: time moves on until it is over.
      for _ in 0..<5000 where result == nil {
        bench.advance(by: .seconds(10))
        poll(nil, 0, 2)
        for case .failed(1, let error) in bench.rest() { result = .failure(error) }
      }
      let words = "the decoder did not start in 10 s"
      #expect(result == .failure(MediaError(.noDecoder, words)))
    }
  }

  @Test("a cancelled picture that runs on keeps its worker for a second, then loses it")
  func cancelled() throws {
    let bench = try makeBench()
    waitForBegin(try bench.ask(1, "hangs"))
    waitForBegin(try bench.ask(2, "hangs"))
    bench.media.cancel(job: 1)
    try bench.ask(3, "good")
    // Both picture workers are busy: a film shows that all of that has been heard.
    try bench.openFilm(1, "good")
    #expect(bench.isOpen(1))
    bench.advance(by: .seconds(1))
    #expect(bench.result(of: 3) != nil)
    #expect(bench.rest().isEmpty)
  }

  @Test("a cancelled picture for whose worker others wait loses it in a tenth of a second")
  func hurried() throws {
    let bench = try makeBench()
    waitForBegin(try bench.ask(1, "hangs"))
    waitForBegin(try bench.ask(2, "hangs"))
    try bench.ask(3, "good")
    bench.media.cancel(job: 1)
    try bench.openFilm(1, "good")
    #expect(bench.isOpen(1))
    bench.advance(by: .milliseconds(100))
    #expect(bench.result(of: 3) == .success(3))
    #expect(bench.rest().isEmpty)
  }

  @Test("a film has 10 s for its first frame")
  func stuckFilm() throws {
    let bench = try makeBench()
    try bench.openFilm(1, "hangs")
    try bench.openFilm(2, "good")
    #expect(bench.isOpen(2))
    for _ in 0..<2 { bench.advance(by: .seconds(10)) }
    let error = bench.failure(ofFilm: 1)
    #expect(error == MediaError(.tookTooLong, "gave no frame within 10 s"))
    #expect(bench.media.frame(2, at: .zero) != nil)
  }

  @Test("a film that is waited for has 4 s; one that nobody waits for has all the time")
  func stalledFilm() throws {
    let bench = try makeBench()
    try bench.openFilm(1, "stalls")
    #expect(bench.isOpen(1))
    bench.media.runFilm(1)
    bench.advance(by: .seconds(100))
    #expect(try bench.servesGood(1))
    #expect(bench.media.frame(1, at: .zero) != nil)
    #expect(bench.media.frame(1, at: .milliseconds(500)) != nil)
    #expect(try bench.servesGood(2))
    bench.advance(by: .milliseconds(3999))
    #expect(bench.media.frame(1, at: .milliseconds(4500)) != nil)
    #expect(try bench.servesGood(3))
    #expect(bench.rest().isEmpty)
    bench.advance(by: .milliseconds(1))
    #expect(
      bench.failure(ofFilm: 1) == MediaError(.tookTooLong, "gave no frame for 4 s"))
  }

  @Test("a film that is paused while it is waited for is not ended")
  func pausedFilm() throws {
    let bench = try makeBench()
    try bench.openFilm(1, "stalls")
    #expect(bench.isOpen(1))
    bench.media.runFilm(1)
    #expect(bench.media.frame(1, at: .milliseconds(500)) != nil)
    #expect(try bench.servesGood(2))
    bench.advance(by: .seconds(3))
    #expect(bench.media.frame(1, at: .milliseconds(500)) != nil)
    bench.advance(by: .seconds(60))
    #expect(try bench.servesGood(3))
    #expect(bench.rest().isEmpty)
  }

  @Test("a film that does not answer its closing is ended after a second, without a word")
  func deafFilm() throws {
    let bench = try makeBench()
    try bench.openFilm(1, "ignores-close")
    #expect(bench.isOpen(1))
    bench.media.closeFilm(1)
    #expect(try bench.servesGood(1))
    bench.advance(by: .seconds(1))
    try bench.openFilm(1, "good")
    #expect(bench.isOpen(1))
    #expect(bench.rest().isEmpty)
  }
}
