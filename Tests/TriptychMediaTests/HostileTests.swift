import Glibc
import Testing
import TriptychCore

@testable import TriptychMedia

/// A worker that lies costs its job and itself; the next job is served as if nothing had been.
@Suite(.serialized) struct HostileTests {
  static let pictureLies = [
    "slot-beyond", "slot-far-beyond", "other-slot", "stride-small", "stride-odd", "stride-zero",
    "stride-largest", "overflow", "overflow-to-zero", "no-width", "no-height", "too-wide",
    "too-high", "beyond-slot", "wrong-job", "earlier-job", "wrong-generation",
    "frame-for-picture", "film-for-picture", "ended-for-picture", "written-for-picture",
    "closed-for-picture", "progress-for-picture", "sound-for-picture", "ready-again",
    "no-source", "wrong-failure", "oversize", "garbage", "empty-message", "truncated",
    "too-long", "unknown-tag",
    "preview-unasked", "decoded-unasked", "not-utf8", "descriptors", "flood",
  ]

  @Test("a lie about a picture fails that picture only", arguments: pictureLies)
  func pictureLie(_ script: String) throws {
    let bench = try Bench(Programs.hostile)
    try bench.ask(1, script)
    try bench.ask(2, "good")
    let error = bench.result(of: 1)
    #expect(error == .failure(MediaError(.decoderLied, error?.words ?? "", trace: [])))
    #expect(error?.words.hasPrefix("the decoder sent nonsense (") == true)
    #expect(bench.result(of: 2) == .success(2))
    #expect(try bench.servesGood())
    #expect(bench.rest().isEmpty)
  }

  @Test(
    "a lie about a thumbnail fails that one only",
    arguments: ["other-slot", "too-wide", "no-source", "endless", "other-job", "picture"])
  func storedLie(_ script: String) throws {
    let bench = try Bench(Programs.hostile)
    try bench.askStored(1, script)
    try bench.askStored(2, "good")
    #expect(bench.result(of: 1)?.code == .decoderLied)
    let good = bench.next { news -> Bool? in
      if case .stored(2, let picture, Size(4000, 3000), .seconds(3)?) = news {
        picture.width == 64
      } else {
        nil
      }
    }
    #expect(good == true)
    #expect(try bench.servesGood())
  }

  static let newsLies = [
    "preview-twice", "preview-empty", "preview-too-large", "preview-short", "preview-long",
    "preview-no-source", "preview-other-job", "decoded-twice", "decoded-back", "decoded-none",
    "decoded-too-much", "decoded-other-job",
  ]

  @Test("a lie about what is coming fails that picture only", arguments: newsLies)
  func newsLie(_ script: String) throws {
    let bench = try Bench(Programs.hostile)
    try bench.ask(1, script, wantsNews: true)
    #expect(bench.result(of: 1)?.code == .decoderLied)
    #expect(try bench.servesGood())
  }

  @Test("honest news comes before the picture; of a cancelled job none comes")
  func news() throws {
    let bench = try Bench(Programs.hostile)
    try bench.ask(1, "good-news", wantsNews: true)
    #expect(bench.result(of: 1) == .success(1))
    let told = bench.rest().map { news -> String in
      switch news {
      case .preview(1, let picture, let source):
        "\(picture.width)×\(picture.height) of \(source.width)×\(source.height), "
          + String(picture.base.load(as: UInt32.self), radix: 16)
      case .decoded(1, let part): "\(part)"
      default: "?"
      }
    }
    #expect(told == ["3×2 of 30.0×20.0, ff010203", "0.001", "0.5", "1.0"])
    let file = try bench.ask(2, "good-news", wantsNews: true)
    bench.media.cancel(job: 2)
    #expect(try bench.servesGood())
    #expect(bench.rest().isEmpty)
    withExtendedLifetime(file) {}
  }

  static let deaths = [
    ("dies-after-news 2", 2, true), ("dies-after-news 3", 3, false),
    ("killed-after-news 5", 5, true), ("killed-after-news 6", 6, false),
  ]

  @Test("a picture whose worker dies half-way is begun again, news and all", arguments: deaths)
  func deathAfterNews(_ script: String, _ count: Int, _ isSaved: Bool) throws {
    let bench = try Bench(Programs.hostile)
    try bench.ask(1, script, wantsNews: true)
    let result = bench.result(of: 1)
    if isSaved { #expect(result == .success(1)) } else { #expect(result?.code == .decoderDied) }
    var (previews, halves) = (0, 0)
    for news in bench.rest() {
      switch news {
      case .preview(1, _, _): previews += 1
      case .decoded(1, let part): halves += part == 0.5 ? 1 : 0
      default: break
      }
    }
    let attempts = isSaved ? count + 1 : count
    #expect(previews == attempts && halves == attempts)
    // More than there are slots: none was lost.
    for _ in 0..<4 { #expect(try bench.servesGood()) }
    #expect(bench.rest().isEmpty)
  }

  @Test("a thumbnail whose worker dies is read again")
  func deathOfStored() throws {
    let bench = try Bench(Programs.hostile)
    try bench.askStored(1, "dies-twice")
    let length = bench.next { news -> Duration?? in
      if case .stored(1, _, _, let length) = news { .some(length) } else { nil }
    }
    #expect(length == .some(.seconds(3)))
    #expect(try bench.servesGood())
  }

  @Test(
    "a lie about a picture's facts costs those only",
    arguments: ["control", "turning", "two-lines", "too-long", "other-job", "picture"])
  func factLie(_ script: String) throws {
    let bench = try Bench(Programs.hostile)
    try bench.askFacts(1, script)
    #expect(bench.result(of: 1)?.code == .decoderLied)
    try bench.askFacts(2, "good")
    let camera = bench.next { if case .facts(2, let facts) = $0 { facts.camera } else { nil } }
    #expect(camera == "Honest 1")
  }

  static let ends = [
    ("exits", "the decoder ended (status 3)"), ("crashes", "the decoder died (signal 11)"),
    ("closes", "the decoder went away"), ("half-closes", "the decoder went away"),
  ]

  @Test("a worker that goes fails its job only and says how", arguments: ends)
  func death(_ script: String, _ words: String) throws {
    let bench = try Bench(Programs.hostile)
    try bench.ask(1, script)
    try bench.ask(2, "good")
    #expect(bench.result(of: 1) == .failure(MediaError(.decoderDied, words)))
    #expect(bench.result(of: 2) == .success(2))
    #expect(try bench.servesGood())
  }

  @Test("what a dying worker wrote to standard error is kept")
  func lastWords() throws {
    let bench = try Bench(Programs.hostile)
    try bench.ask(1, "writes-and-dies")
    let expected = MediaError(
      .decoderDied, "the decoder ended (status 1)", trace: Array("last words\n".utf8))
    #expect(bench.result(of: 1) == .failure(expected))
  }

  @Test(
    "an honest answer counts, whatever comes after it",
    arguments: ["twice", "answers-and-crashes", "truncates-memory", "error-flood"])
  func lateLie(_ script: String) throws {
    let bench = try Bench(Programs.hostile)
    try bench.ask(1, script)
    #expect(bench.result(of: 1) == .success(1))
    #expect(try bench.servesGood())
    #expect(bench.rest().isEmpty)
  }

  @Test("what a worker says itself is passed on in its own words")
  func ownWords() throws {
    let bench = try Bench(Programs.hostile)
    try bench.ask(1, "fails")
    #expect(
      bench.result(of: 1) == .failure(MediaError(.damaged, "the third row is missing")))
    try bench.ask(2, "is-film")
    #expect(bench.next { if case .isFilm(2) = $0 { true } else { nil } } == true)
    // It is passed on once, not round and round.
    try bench.ask(3, "is-heif")
    #expect(bench.result(of: 3)?.code == .unsupported)
    #expect(try bench.servesGood())
  }

  static let filmLies = [
    "frame-before-film", "picture-for-film", "preview-unasked", "closed-unasked", "opened-twice",
    "same-slot",
    "unsorted", "ended-twice", "after-end", "ended-early", "later-generation", "other-film",
    "more-than-slots", "negative-time", "too-large", "flood",
  ]
  static let soundLies = [
    "sound-nan", "sound-infinite", "sound-odd", "sound-too-long", "sound-unsorted",
    "sound-endless",
  ]

  @Test("a lie about a film fails that film only", arguments: filmLies + soundLies)
  func filmLie(_ script: String) throws {
    let bench = try Bench(Programs.hostile)
    try bench.openFilm(1, script, sound: Self.soundLies.contains(script))
    try bench.openFilm(2, "good")
    bench.media.runFilm(1)
    #expect(bench.failure(ofFilm: 1)?.code == .decoderLied)
    #expect(bench.isOpen(2))
    #expect(bench.media.frame(2, at: .zero) != nil)
  }

  @Test("sound of a silent film is a lie")
  func unaskedSound() throws {
    let bench = try Bench(Programs.hostile)
    try bench.openFilm(1, "sound-unasked")
    bench.media.runFilm(1)
    #expect(bench.failure(ofFilm: 1)?.code == .decoderLied)
  }

  @Test("messages by chance are survived, and each costs no more than its job")
  func anything() throws {
    let bench = try Bench(Programs.hostile)
    // 64 messages each; TRIPTYCH_LONG: more than 10,000 of them.
    let seeds = getenv("TRIPTYCH_LONG") == nil ? 40 : 160
    for seed in 0..<seeds {
      try bench.ask(2 * seed, "random \(seed)")
      try bench.ask(2 * seed + 1, "good")
      #expect(bench.result(of: 2 * seed) != nil)
      #expect(bench.result(of: 2 * seed + 1) != nil)
    }
    #expect(try bench.servesGood())
  }

  @Test("a worker that dies before it is ready, or speaks too early, is given up after three")
  func stillborn() throws {
    try Programs.withHostile(called: "speaks-early") { programs in
      let bench = try Bench(programs)
      try bench.ask(1, "good")
      #expect(bench.result(of: 1)?.code == .noDecoder)
    }
    try Programs.withHostile(called: "dies-at-start") { programs in
      let bench = try Bench(programs)
      try bench.ask(1, "good")
      let error = bench.result(of: 1)
      #expect(error == .failure(MediaError(.noDecoder, "the decoder ended (status 7)")))
    }
  }

  @Test("a missing program is named")
  func missing() throws {
    let path = Array("/nowhere/triptych-decode".utf8)
    let bench = try Bench(WorkerPrograms(picture: path, film: path, text: path))
    try bench.ask(1, "good")
    let error = bench.result(of: 1)
    #expect(error?.code == .noDecoder)
    #expect(error?.words.contains("/nowhere/triptych-decode") == true)
  }
}

extension Result where Success == UInt32, Failure == MediaError {
  var code: MediaError.Code? {
    if case .failure(let error) = self { error.code } else { nil }
  }

  var words: String {
    if case .failure(let error) = self { error.words } else { "" }
  }
}
