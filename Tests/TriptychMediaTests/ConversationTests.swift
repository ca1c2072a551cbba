import Testing
import TriptychCore
import TriptychWire

@testable import TriptychMedia

/// What may be said when: decided without a process.
@Suite struct ConversationTests {
  private static let mark = JobMark(job: 5, generation: 0)
  private static let bounds = PixelBounds(Bench.request)
  private static let rules = SlotRules(count: 6, slotBytes: Self.bounds.slotBytes)

  /// A worker in each of its states, ready to be lied to.
  private static func conversations() -> [Conversation] {
    let starting = Conversation(at: .zero)
    var idle = starting
    _ = idle.hear(.ready(layers: 0), at: .zero)
    idle.give(rules)
    var still = idle
    still.begin(
      StillTalk(mark: mark, expected: .picture(slot: 0, bounds), since: .zero))
    var text = idle
    text.begin(
      StillTalk(mark: mark, expected: .picture(slot: 0, bounds), since: .zero, isText: true))
    var film = idle
    film.begin(FilmTalk(mark: mark, bounds: bounds, since: .zero))
    var playing = film
    let replies: [Reply] = [
      .film(
        mark, sourceWidth: 9, sourceHeight: 9, length: -1, frameTime: 1, hasSound: true),
      .frame(mark, image(0), time: 0, duration: 1),
    ]
    for reply in replies { _ = playing.hear(reply, at: .zero) }
    var closing = playing
    closing.close(at: .zero)
    return [starting, idle, still, film, playing, closing, text]
  }

  private static func image(_ slot: UInt32) -> SlotImage {
    SlotImage(slot: slot, width: 64, height: 36, stride: 256, isOpaque: true)
  }

  private static let honest: [Reply] = [
    .ready(layers: 7), .picture(mark, image(0), sourceWidth: 9, sourceHeight: 9),
    .film(mark, sourceWidth: 9, sourceHeight: 9, length: 8, frameTime: 1, hasSound: true),
    .frame(mark, image(1), time: 2, duration: 1), .sound(mark, time: 3, samples: [0, 0, 0, 0]),
    .traits(mark, FilmTraits(subtitles: [SubtitleTrack(language: "de")])),
    .subtitle(mark, track: 0, start: 1, end: 2, text: "a"),
    .subtitlePart(
      mark,
      SubtitlePart(
        track: 1, start: 1, end: 2, canvasWidth: 4, canvasHeight: 4, x: 0, y: 1, width: 2,
        height: 2, palette: [0, .max], pixels: [0, 1, 1, 0])),
    .subtitlesEnd(mark, track: 0, time: 3),
    .ended(mark, time: 4), .progress(mark), .closed(mark), .written(mark, bytes: 9),
    .words(mark, "words"), .missing(mark, [MissingGlyph(character: "a", script: "Latn")]),
    .failed(mark, .damaged, message: "broken"),
  ]

  @Test("10,000 messages by chance never lead beyond the slots or to another job")
  func anything() {
    var chance = SplitMix64(seed: 2026)
    var (decoded, ended) = (0, 0)
    for round in 0..<10_000 {
      var bytes = Self.honest[Int(chance.next() % UInt64(Self.honest.count))].encoded()
      for _ in 0..<(chance.next() % 3) {
        bytes[Int(chance.next() % UInt64(bytes.count))] = UInt8(chance.next() & 0xFF)
      }
      guard let reply = try? Reply(decoding: bytes) else { continue }
      decoded += 1
      var talk = Self.conversations()[round % 7]
      for finding in talk.hear(reply, at: .zero) { ended += Self.isSound(finding) }
    }
    #expect(decoded > 3000)
    #expect(ended > 1000)
  }

  /// Holds a finding against what must be true of it; 1 if it ends the worker.
  private static func isSound(_ finding: Conversation.Finding) -> Int {
    switch finding {
    case .picture(let job, let image, _), .stored(let job, let image, _, _):
      #expect(job == 5 && image.slot == 0 && lies(in: image))
    case .frame(let job, let frame, _):
      #expect(job == 5 && frame.image.slot < 6 && lies(in: frame.image))
      #expect(frame.generation == 0 && frame.time >= .zero)
    case .subtitle(let job, let subtitle):
      #expect(job == 5 && subtitle.end > subtitle.start)
    case .subtitlesEnd(let job, let track, _):
      #expect(job == 5 && (0..<WireLimit.tracks).contains(track))
    case .sound(let job, _, let block):
      #expect(job == 5 && block.samples.allSatisfy(\.isFinite))
    case .preview(let job, let preview), .backdrop(let job, _, let preview):
      #expect(job == 5 && preview.pixels.count == Int(3 * preview.width * preview.height))
    case .decoded(let job, let part):
      #expect(job == 5 && part > 0 && part <= 1)
    case .missing(let job, let glyphs):
      #expect(job == 5 && (1...WireLimit.missingGlyphs).contains(glyphs.count))
    case .written(let job), .facts(let job, _), .isFilm(let job), .isHEIF(let job),
      .failed(let job, _), .opened(let job, _), .ended(let job, _, _):
      #expect(job == 5)
    case .over, .stillborn: return 1
    case .ready, .idle: break
    }
    return 0
  }

  private static func lies(in image: SlotImage) -> Bool {
    image.width > 0 && image.height > 0 && image.width <= 64 && image.height <= 36
      && image.stride >= 4 * image.width
      && UInt64(image.stride) * UInt64(image.height) <= rules.slotBytes
  }

  @Test("what letters lack is told of a text only, once, and before it")
  func missing() {
    let news = Reply.missing(Self.mark, [MissingGlyph(character: "a", script: "Latn")])
    var (picture, text) = (Self.conversations()[2], Self.conversations()[6])
    let lie = picture.hear(news, at: .zero)
    #expect(lie.contains { if case .over = $0 { true } else { false } })
    let first = text.hear(news, at: .zero)
    #expect(first.contains { if case .missing(5, _) = $0 { true } else { false } })
    let second = text.hear(news, at: .zero)
    #expect(second.contains { if case .over = $0 { true } else { false } })
  }

  @Test("planes are taken by who asked for them, and only where they lie in their slot")
  func planes() {
    var asked = Self.bounds
    asked.takesPlanes = true
    let rules = SlotRules(count: 2, slotBytes: 64 * 36 * 3 / 2)
    let honest = SlotImage(
      slot: 1, width: 64, height: 36, stride: 64, isOpaque: true, isPlanar: true)
    #expect(throws: Never.self) { try rules.check(honest, within: asked) }
    #expect(throws: Lie.self) { try rules.check(honest, within: Self.bounds) }
    for change: (inout SlotImage) -> Void in [
      { $0.stride = 62 }, { $0.stride = 65 }, { $0.stride = 66 }, { $0.isOpaque = false },
      { $0.height = 37 }, { $0.slot = 2 }, { $0.planeRows = 38 }, { $0.planeRows = 35 },
      { $0.planeRows = .max },
      {
        ($0.width, $0.height) = (63, 36)
        $0.stride = .max
      },
    ] {
      var lie = honest
      change(&lie)
      #expect(throws: Lie.self, "\(lie)") { try rules.check(lie, within: asked) }
    }
  }

  @Test("after the end of a worker nothing that it says means anything")
  func afterEnd() {
    for state in Self.conversations() {
      var talk = state
      _ = talk.end(MediaError(.decoderDied, "gone"))
      for reply in Self.honest { same(talk.hear(reply, at: .zero).isEmpty, true) }
      #expect(talk.deadline == nil)
    }
  }

  @Test("a worker that says too much is ended, one that says much over time is not")
  func flood() {
    var talk = Self.conversations()[4]
    var said = 0
    while talk.deadline == nil, talk.job != nil, said < 10_000 {
      _ = talk.hear(.progress(Self.mark), at: .zero)
      said += 1
    }
    #expect(said > 1000 && said < 5000)
    var patient = Self.conversations()[4]
    for tick in 0..<10_000 {
      _ = patient.hear(.progress(Self.mark), at: Instant(.milliseconds(tick)))
    }
    #expect(patient.job == 5)
  }

  @Test("an answer to a closing that crossed with a failure is not a lie")
  func crossing() {
    var talk = Self.conversations()[5]
    _ = talk.hear(.failed(Self.mark, .damaged, message: "late"), at: .zero)
    same(talk.hear(.closed(Self.mark), at: .zero).isEmpty, true)
    talk.begin(FilmTalk(mark: JobMark(job: 6, generation: 0), bounds: Self.bounds, since: .zero))
    same(talk.hear(.failed(Self.mark, .badRequest, message: ""), at: .zero).isEmpty, true)
    #expect(talk.job == 6)
  }
}
