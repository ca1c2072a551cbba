import TriptychCore
import TriptychWire

/// A job with one answer: a picture, a text or a PNG. Before it there may be news of the picture.
struct StillTalk: Sendable {
  enum Expected: Hashable, Sendable {
    case picture(slot: UInt32, PixelBounds)
    case stored(slot: UInt32, PixelBounds)
    case written
    case facts
  }

  let mark: JobMark
  let expected: Expected
  let since: Instant
  /// News of what is coming is no lie.
  let takesNews: Bool
  /// A text may lack letters.
  let isText: Bool
  var cancelledAt: Instant?
  /// Since when another job has waited for the worker of this one, which was cancelled.
  private(set) var hurriedAt: Instant?
  /// The answer has come.
  private(set) var isOver = false
  /// What comes at most once has come.
  private var hasPreview = false
  /// Thousandths of the work that were said to be done.
  private var done: UInt16 = 0

  init(
    mark: JobMark, expected: Expected, since: Instant, takesNews: Bool = false,
    isText: Bool = false
  ) {
    (self.mark, self.expected, self.since) = (mark, expected, since)
    (self.takesNews, self.isText) = (takesNews, isText)
  }

  var deadline: Instant {
    let own = since + Conversation.Limit.still
    guard let cancelledAt else { return own }
    let patience = hurriedAt.map { min($0 + Conversation.Limit.hurry, own) } ?? own
    return min(patience, cancelledAt + Conversation.Limit.farewell)
  }

  /// What a reply means. Throws if it cannot be an answer to this.
  mutating func hear(_ reply: Reply, slots: SlotRules) throws(Lie) -> [Conversation.Finding] {
    if let news = try hearNews(reply) { return [news] }
    isOver = true
    return try hearAnswer(reply, slots)
  }

  mutating func hurry(at now: Instant) {
    if cancelledAt != nil { hurriedAt = hurriedAt ?? now }
  }

  private mutating func hearNews(_ reply: Reply) throws(Lie) -> Conversation.Finding? {
    switch reply {
    case .preview(let mark, let preview):
      try check(mark)
      guard takesNews, !hasPreview else { throw Lie("a preview that nobody asked for") }
      hasPreview = true
      return .preview(mark.job, preview)
    case .decoded(let mark, let thousandths):
      try check(mark)
      guard takesNews, thousandths > done, thousandths <= 1000 else {
        throw Lie("\(thousandths) thousandths done after \(done)")
      }
      done = thousandths
      return .decoded(mark.job, Double(thousandths) / 1000)
    case .missing(let mark, let glyphs):
      try check(mark)
      guard isText, !hasPreview else { throw Lie("letters are missing where there are none") }
      hasPreview = true
      return .missing(mark.job, glyphs)
    default: return nil
    }
  }

  private func hearAnswer(
    _ reply: Reply, _ slots: SlotRules
  ) throws(Lie) -> [Conversation.Finding] {
    switch (reply, expected) {
    case (.picture(let mark, let image, let width, let height), .picture(let slot, let most)):
      try check(mark)
      let source = try self.source(image, width, height, in: slot, slots, most)
      return [.picture(mark.job, image, source: source)]
    case (
      .stored(let mark, let image, let width, let height, let length),
      .stored(let slot, let most)
    ):
      try check(mark)
      let source = try self.source(image, width, height, in: slot, slots, most)
      return [
        .stored(
          mark.job, image, source: source, length: length < 0 ? nil : .nanoseconds(length))
      ]
    case (.written(let mark, _), .written):
      try check(mark)
      return [.written(mark.job)]
    case (.facts(let mark, let facts), .facts):
      try check(mark)
      return [.facts(mark.job, facts)]
    case (.failed(let mark, .isFilm, _), .picture):
      try check(mark)
      return [.isFilm(mark.job)]
    case (.failed(let mark, .isHEIF, _), .picture), (.failed(let mark, .isHEIF, _), .facts):
      try check(mark)
      return [.isHEIF(mark.job)]
    case (.failed(let mark, let code, let message), _):
      try check(mark)
      return [.failed(mark.job, MediaError(code, message: message))]
    default: throw Lie("an answer to another question")
    }
  }

  /// The source's size, if the image is one that can have been asked for.
  private func source(
    _ image: SlotImage, _ width: UInt32, _ height: UInt32, in slot: UInt32, _ slots: SlotRules,
    _ most: PixelBounds
  ) throws(Lie) -> Size {
    guard image.slot == slot else { throw Lie("slot \(image.slot) instead of \(slot)") }
    try slots.check(image, within: most)
    guard width > 0, height > 0 else { throw Lie("an empty source") }
    guard image.span?.lies(in: width, height) ?? true else {
      throw Lie("a part of a picture that has none")
    }
    return Size(Double(width), Double(height))
  }

  private func check(_ other: JobMark) throws(Lie) {
    guard other == mark else {
      throw Lie("job \(other.job).\(other.generation) instead of \(mark.job).\(mark.generation)")
    }
  }
}

extension MediaError {
  /// What a worker says itself.
  init(_ code: FailureCode, message: String) {
    let own: Code =
      switch code {
      case .unknownFormat, .isFilm: .unknownFormat
      case .damaged: .damaged
      case .tooLarge: .tooLarge
      case .unsupported, .isHEIF: .unsupported
      case .unreadable: .unreadable
      case .noMemory: .noMemory
      case .badRequest: .badRequest
      case .stale: .stale
      }
    let lines = message.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let words = lines.first.map { String($0) } ?? ""
    self.init(
      own, words.isEmpty ? Self.plainWords(own) : words,
      trace: lines.count > 1 ? Array(lines[1].utf8) : [])
  }

  private static func plainWords(_ code: Code) -> String {
    switch code {
    case .unknownFormat: "not a picture or film of a known format"
    case .damaged: "the file is damaged or cut short"
    case .tooLarge: "larger than allowed"
    case .unsupported: "a format that is not supported"
    case .unreadable: "reading failed"
    case .noMemory: "not enough memory"
    default: "the decoder could not do it"
    }
  }
}
