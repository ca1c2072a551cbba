import Testing

@testable import TriptychCore

/// What is late, repeated, dropped, black or wrong, judged by instants alone.
@Suite struct ProofTests {
  private static let refresh = Duration.milliseconds(20)  // 50 Hz
  private var proof = Proof(interval: refresh)

  private func at(_ milliseconds: Int) -> Instant { Instant(.milliseconds(milliseconds)) }

  /// A film at 25 frames a second that was due at a time, with one of its frames.
  private func film(_ due: Int, shows frame: Int, _ change: (inout ProofFilm) -> Void = { _ in })
    -> ProofView
  {
    var film = ProofFilm(
      stream: 1, due: .milliseconds(due), shown: .milliseconds(40 * frame),
      length: .milliseconds(40), code: nil)
    change(&film)
    return ProofView(place: 0, item: 3, content: .film(film))
  }

  private mutating func present(
    _ meant: Int, returned: Int? = nil, moving: Bool = false, _ views: [ProofView]
  ) -> [String] {
    proof.presented(
      ProofFrame(
        meant: at(meant), returned: at(returned ?? meant + 2), isMoving: moving, views: views)
    ).map(\.words)
  }

  @Test("a film on time is clean")
  mutating func clean() {
    for frame in 0..<100 {
      #expect(present(1000 + 40 * frame, [film(40 * frame, shows: frame)]) == [])
    }
    #expect(proof.total.isClean && proof.total.presented == 100)
    #expect(proof.total.repeated == 0 && proof.total.dropped == 0)
    #expect(proof.total.latest == .milliseconds(2))
  }

  @Test("a frame is late by more than a refresh after it was due, whoever is to blame")
  mutating func lateFrames() {
    _ = present(1000, [film(0, shows: 0)])
    #expect(present(1040, returned: 1060, [film(40, shows: 1)]) == [])  // a refresh, no more
    // The display took its time.
    #expect(
      present(1080, returned: 1101, [film(80, shows: 2)]) == ["late by 21.0 ms, frame at 0.080 s"])
    // The decoder did: its frame of 120 ms comes 30 ms after that, a refresh and a half.
    #expect(
      present(1150, returned: 1152, [film(150, shows: 3)]) == ["late by 22.0 ms, frame at 0.120 s"])
    #expect(proof.total.late == 2 && proof.total.latest == .milliseconds(22))
  }

  @Test("in motion each refresh is to bring a frame")
  mutating func motion() {
    let still = [ProofView(place: 0, item: 0, content: .picture)]
    for frame in 0..<10 { #expect(present(1000 + 20 * frame, moving: true, still) == []) }
    // The loop gave up its grid: 65 ms after the one before.
    #expect(present(1245, returned: 1247, moving: true, still) == ["late by 47.0 ms"])
    // At rest nothing is due.
    #expect(present(1265, still) == [])
    #expect(present(9000, still) == [])
  }

  @Test("black is where nothing of an item is drawn; a card or a preview is not")
  mutating func black() {
    let view = ProofView(place: 4, item: 7, content: .nothing)
    let under = ProofView(place: 3, item: 6, content: .picture)
    let faults = proof.presented(
      ProofFrame(meant: at(0), returned: at(1), views: [under, view]))
    #expect(faults == [ProofFault(kind: .black, item: 7, at: at(1))])
    #expect(present(20, [ProofView(place: 4, item: 7, content: .standIn)]) == [])
    #expect(proof.total.black == 1 && !proof.total.isClean)
  }

  @Test("a frame that is not due yet is wrong, and one of another item")
  mutating func wrong() {
    _ = present(1000, [film(0, shows: 0)])
    #expect(
      present(1040, [film(30, shows: 1)]) == ["wrong: 10.0 ms too early, frame at 0.040 s"])
    let other = ProofView(place: 1, item: 2, content: .other)
    #expect(present(1060, [other]) == ["wrong: it belongs to another item"])
  }

  @Test("repeated and dropped frames count where the display had a refresh for them")
  mutating func repeats() {
    _ = present(1000, [film(0, shows: 0)])
    _ = present(1050, [film(50, shows: 0)])  // 10 ms over: the next refresh may bring it
    #expect(proof.total.repeated == 0)
    _ = present(1060, [film(60, shows: 0)])
    #expect(proof.total.repeated == 1)
    // Two were let go of: there were refreshes for both.
    _ = present(1120, [film(120, shows: 3) { $0.skipped = 2 }])
    #expect(proof.total.dropped == 2)
    // The last frame of a film stands by right.
    _ = present(1900, [film(900, shows: 3) { ($0.skipped, $0.mayStand) = (2, true) }])
    #expect(proof.total.repeated == 1)
  }

  @Test("of 100 frames a second 50 Hz show every second one: nothing is dropped by that")
  mutating func tooMany() {
    for frame in 0..<50 {
      let view = film(20 * frame, shows: 0) {
        ($0.shown, $0.length) = (.milliseconds(20 * frame), .milliseconds(10))
        $0.skipped = frame
      }
      #expect(present(1000 + 20 * frame, [view]) == [])
    }
    #expect(proof.total.dropped == 0 && proof.total.repeated == 0)
  }

  @Test("codes go on by one, and begin again at the first")
  mutating func codes() {
    for (index, code) in [5, 6, 7, 5, 6, 7, 5].enumerated() {
      #expect(present(40 * index, [film(40 * index, shows: index) { $0.code = code }]) == [])
    }
    let gap = present(280, [film(280, shows: 7) { $0.code = 7 }])
    #expect(gap == ["wrong: code 7 after 5, frame at 0.280 s (code 7)"])
    let same = present(320, [film(320, shows: 8) { $0.code = 7 }])
    #expect(same == ["wrong: code 7 again, frame at 0.320 s (code 7)"])
    // Black, or torn: the film had numbers before.
    let none = present(360, [film(360, shows: 9)])
    #expect(none == ["wrong: no code is seen after code 7, frame at 0.360 s"])
  }

  @Test("what looks like a number now and then is none")
  mutating func noCodes() {
    for (index, code) in [32513, 32513, nil, 7, nil, 32513, 9, 3].enumerated() {
      #expect(present(40 * index, [film(40 * index, shows: index) { $0.code = code }]) == [])
    }
  }

  @Test("a number that was let go of unseen explains the gap; after the last comes the first")
  mutating func codeGaps() {
    _ = present(0, [film(0, shows: 0) { $0.code = 0 }])
    #expect(
      present(80, returned: 81, [film(80, shows: 2) { ($0.code, $0.skipped) = (2, 1) }])
        == [])
    #expect(
      present(120, [film(120, shows: 3) { ($0.code, $0.skipped) = (1, 1) }])
        == ["wrong: code 1 after 2, frame at 0.120 s (code 1)"])
  }

  @Test("from a key to the first pixel; what the timer decides is late like any frame")
  mutating func decisions() {
    let picture = [ProofView(place: 0, item: 0, content: .picture)]
    proof.decided(at: at(1000), byTimer: false)
    proof.changing(from: 0, to: 1, at: at(1000))
    #expect(present(1080, returned: 1090, moving: true, picture) == [])
    #expect(proof.total.meanDecision == .milliseconds(90))
    _ = present(1100, picture)
    proof.decided(at: at(2000), byTimer: true)
    #expect(present(2000, returned: 2015, moving: true, picture) == [])
    _ = present(2020, picture)
    proof.decided(at: at(3000), byTimer: true)
    #expect(present(3030, returned: 3031, moving: true, picture) == ["late by 31.0 ms"])
    #expect(proof.total.decisions == 3 && proof.total.longestDecision == .milliseconds(90))
    #expect(proof.changes.count == 1 && proof.changes[0].tally.presented == 2)
  }

  @Test("a film that begins anew by a seek is late until its first frame is there")
  mutating func seekAtTheLoop() {
    _ = present(1000, [film(1000, shows: 25)])
    proof.decided(at: at(1040), byTimer: true)
    let waiting = film(0, shows: 25) { ($0.seeks, $0.isSeeking) = (1, true) }
    #expect(present(1040, [waiting]) == [])
    #expect(
      present(1090, returned: 1092, [film(50, shows: 1) { $0.seeks = 1 }])
        == ["late by 52.0 ms, frame at 0.040 s"])
  }

  @Test("where present waits for a refresh the first frame after rest may meet the next one")
  mutating func waits() {
    proof = Proof(interval: Self.refresh, waitsForRefresh: true)
    proof.decided(at: at(1000), byTimer: true)
    let picture = [ProofView(place: 0, item: 0, content: .picture)]
    #expect(present(1000, returned: 1039, moving: true, picture) == [])
    #expect(present(1020, returned: 1041, moving: true, picture) == ["late by 21.0 ms"])
  }

  @Test("memory is bounded")
  mutating func bounded() {
    for second in 0..<1000 {
      proof.changing(from: 0, to: 1, at: at(1000 * second))
      _ = present(1000 * second, moving: true, [])
      proof.forget(place: 0)
    }
    #expect(proof.seconds.count == Proof.mostStretches)
    #expect(proof.changes.count == Proof.mostStretches)
    #expect(proof.seconds.last?.begin == at(999_000))
    _ = proof.takeHour()
    #expect(proof.hour.presented == 0 && proof.total.presented == 1000)
  }
}
