import Testing
import TriptychCore

@testable import TriptychMedia

/// Films by reference, out of a ring of six slots.
@Suite(.serialized) struct FilmTests {
  private func number(_ frame: Frame?) -> UInt32? {
    frame?.picture.base.load(as: UInt32.self)
  }

  @Test("every frame arrives once and in order, though there are six slots for twelve")
  func order() throws {
    let bench = try Bench(Programs.hostile)
    try bench.openFilm(1, "good", sound: true)
    #expect(bench.isOpen(1))
    #expect(number(bench.media.frame(1, at: .zero)) == 0)
    bench.media.runFilm(1)
    for index in 1..<12 {
      let time = Duration.milliseconds(index * 40)
      while bench.media.nextFrameTime(1) == nil {
        _ = bench.next { if case .frames(1) = $0 { true } else { nil } }
      }
      #expect(bench.media.nextFrameTime(1) == time)
      #expect(number(bench.media.frame(1, at: time)) == UInt32(index))
    }
    let end = bench.next { if case .ended(1, let at) = $0 { at } else { nil } }
    #expect(end == .milliseconds(480))
    #expect(number(bench.media.frame(1, at: .seconds(100))) == 11)
    #expect(bench.media.takeSound(1).map(\.samples.count) == [2048])
    #expect(bench.media.closeFilm(1) == statistics(shown: 12))
  }

  private func statistics(shown: Int) -> FilmStatistics {
    var statistics = FilmStatistics()
    statistics.shown = shown
    return statistics
  }

  @Test("a film holds its first frame until it runs")
  func firstFrame() throws {
    let bench = try Bench(Programs.hostile)
    try bench.openFilm(1, "good")
    #expect(bench.isOpen(1))
    #expect(try bench.servesGood())
    #expect(number(bench.media.frame(1, at: .seconds(1))) == 0)
    #expect(bench.media.nextFrameTime(1) == nil)
  }

  @Test("a frame can be looked at after its film, its worker and the whole of Media are gone")
  func outliving() throws {
    var bench: Bench? = try Bench(Programs.hostile)
    try bench?.openFilm(1, "dies")
    #expect(bench?.isOpen(1) == true)
    let frame = bench?.media.frame(1, at: .zero)
    bench?.media.runFilm(1)
    let error = bench?.failure(ofFilm: 1)
    #expect(error == MediaError(.decoderDied, "the decoder ended (status 1)"))
    #expect(number(bench?.media.frame(1, at: .seconds(1))) == 0)
    bench?.media.closeFilm(1)
    bench = nil
    #expect(number(frame) == 0)
  }

  @Test("frames of before a seek are dropped, those of after it arrive")
  func seeking() throws {
    let bench = try Bench(Programs.hostile)
    try bench.openFilm(1, "good")
    #expect(bench.isOpen(1))
    bench.media.runFilm(1)
    bench.media.seekFilm(1, to: .milliseconds(320))
    var shown: UInt32?
    while shown != 8 {
      shown = number(bench.media.frame(1, at: .milliseconds(320)))
      if shown == 8 { break }
      guard bench.next({ if case .frames(1) = $0 { true } else { nil } }) == true else { break }
    }
    #expect(shown == 8)
  }

  @Test("a worker that answers late to a closing is used again")
  func lateFrames() throws {
    let bench = try Bench(Programs.hostile)
    for film in 1...20 {
      try bench.openFilm(film, "slow-close")
      #expect(bench.isOpen(film))
      bench.media.runFilm(film)
      bench.media.closeFilm(film)
    }
    #expect(bench.rest().isEmpty)
  }

  @Test("going back to an older generation is a lie")
  func oldGeneration() throws {
    let bench = try Bench(Programs.hostile)
    try bench.openFilm(1, "good")
    #expect(bench.isOpen(1))
    try bench.openFilm(2, "old-generation")
    #expect(bench.isOpen(2))
    bench.media.seekFilm(2, to: .zero)
    #expect(bench.failure(ofFilm: 2)?.code == .decoderLied)
    #expect(number(bench.media.frame(1, at: .zero)) == 0)
  }

  @Test("a film that has no frame says so")
  func empty() throws {
    let bench = try Bench(Programs.hostile)
    try bench.openFilm(1, "no-frame")
    #expect(bench.failure(ofFilm: 1) == MediaError(.damaged, "the film has no frame"))
    try bench.openFilm(2, "fails")
    #expect(bench.failure(ofFilm: 2) == MediaError(.unsupported, "no such codec"))
    try bench.openFilm(2, "good")
    #expect(bench.isOpen(2))
  }
}
