import CFFmpeg
import TriptychWire

/// What the player asked for when it opened a film.
struct FilmOrder: Sendable, Hashable {
  var pixels: PixelRequest
  /// ns of film time.
  var start: Int64
  /// ns of film time, nil: the film's own end.
  var end: Int64?
  /// 0: for ever.
  var loops: UInt32
  var wantsSound: Bool
  /// Thousandths.
  var speed: UInt32 = 1000
  /// Of the sound; empty: the file's first.
  var soundLanguage = ""
  /// The language of subtitles; empty: the file's first; nil: none.
  var subtitles: String?
  /// Of the files with subtitles beside it.
  var beside: [String] = []

  var wishes: StreamWishes {
    StreamWishes(sound: wantsSound, soundLanguage: soundLanguage, subtitles: subtitles)
  }
}

/// Reads packets, round after round, and hands them on. One thread.
final class FilmReader {
  /// How much before its goal a seek begins, try after try: some formats have no index of key
  /// frames. The last one means the first packet.
  static let headStarts: [Int64] = [
    0, 3 * FilmTime.second, 12 * FilmTime.second, .max,
  ]

  let container: Container
  let facts: PictureFacts
  private let order: FilmOrder
  let exchange: Exchange
  let outbox: Outbox
  let board: SubtitleBoard
  private let firstTicks: Int64?
  let origin: Int64
  private let declaredSoundEnd: Int64
  private(set) var passage: Passage
  private var mender: JumpMender
  private var ends: StreamEnds
  private var startTries = 0
  /// How often it plays, 0: for ever.
  private var loops: UInt32
  /// Another round could follow the one that was the last.
  private var mayGoOn = false
  /// Source time of the end of a round, once one has been read.
  private var knownEnd: Int64?
  private var isAtEnd = false
  private var isPicturePast = false
  private var isSoundPast = false
  /// Rounds in a row that had no picture.
  private var emptyRounds = 0
  private var hasPicture = true

  init(
    _ opening: FilmOpening, order: FilmOrder, passage: Passage, board: SubtitleBoard,
    exchange: Exchange, outbox: Outbox
  ) {
    self.outbox = outbox
    self.board = board
    loops = opening.container.animation?.rounds ?? order.loops
    (container, facts, firstTicks) = (opening.container, opening.facts, opening.firstTicks)
    (mender, ends) = (opening.mender, opening.ends)
    (self.order, self.passage, self.exchange) = (order, passage, exchange)
    let origin = FilmTime.ns(opening.facts.origin, opening.facts.timeBase)
    self.origin = origin
    // Sound that is not wanted counts for the film's length all the same.
    let other = container.sound < 0 ? container.anySound : -1
    declaredSoundEnd =
      container.declaredEnd(of: other, frameTime: 0).map { $0 - origin } ?? 0
  }

  /// Until the film is closed.
  func read() throws(FilmError) {
    while true {
      switch exchange.readerTurn(atEnd: isAtEnd) {
      case .stop: return
      case .seek(let time, let epoch, let tries): try seek(to: time, epoch: epoch, tries: tries)
      case .loop: try goOn()
      case .read: try readPacket()
      }
    }
  }

  /// Puts the first passage in place.
  func begin(sounds: [Packet], subtitles: [Packet]) throws(FilmError) {
    if order.start > 0 {
      try begin(passage, from: order.start, tries: 0)
      return
    }
    exchange.put(.begin(passage), isSound: true, epoch: passage.epoch)
    for packet in sounds { give(packet, isSound: true) }
    board.go(to: 0)
    for packet in subtitles { say(board.read(packet)) }
  }

  private func readPacket() throws(FilmError) {
    let packet = try Packet()
    switch container.read(into: packet) {
    case .stopped: isAtEnd = true
    case .end: try finishRound()
    case .subtitle:
      // Those that began earlier have been told when the passage began.
      let from = passage.from
      say(board.read(packet).filter { from == 0 || $0.start >= from })
    case .packet(let isSound):
      let base = container.stream(packet.raw.pointee.stream_index)?.pointee.time_base
      mender.mend(packet, isSound: isSound, base: base, mayJump: container.mayJump)
      if isPast(packet, isSound: isSound, base: base) {
        if isSound { isSoundPast = true } else { isPicturePast = true }
        if isPicturePast, isSoundPast || container.sound < 0 { try finishRound() }
        return
      }
      ends.note(
        packet, isSound: isSound, base: base, frameTime: facts.frameTime, origin: origin)
      if !isSound {
        hasPicture = true
        sayFiles(upTo: packet, base)
      }
      give(packet, isSound: isSound)
    }
  }

  private func give(_ packet: Packet, isSound: Bool) {
    let base = container.stream(packet.raw.pointee.stream_index)?.pointee.time_base
    var duration = base.map { FilmTime.ns(packet.duration, $0) } ?? 0
    if duration == 0 { duration = isSound ? FilmTime.second / 50 : facts.frameTime }
    exchange.put(.packet(packet), isSound: isSound, duration: duration, epoch: passage.epoch)
  }

  /// Nothing of the packet is shown: it lies behind the end that was asked for.
  private func isPast(_ packet: Packet, isSound: Bool, base: AVRational?) -> Bool {
    guard let until = passage.until, let base,
      let ticks = isSound ? packet.presented : packet.decoded
    else { return false }
    return FilmTime.ns(ticks, base) - origin >= until
  }
}

// Rounds.
extension FilmReader {
  private func finishRound() throws(FilmError) {
    let natural = max(ends.roundEnd, declaredSoundEnd > 0 ? naturalEndWithDeclaredSound : 0)
    if try goOnBehind(min(passage.until ?? natural, natural)) { return }
    let end = max(min(passage.until ?? natural, natural), passage.from)
    knownEnd = max(end, order.start)
    emptyRounds = hasPicture ? 0 : emptyRounds + 1
    let length = end - order.start
    let isLastRound = loops > 0 && passage.round + 1 >= loops
    // A round shorter than a millisecond or twice without a picture would turn for ever.
    let isVoid = length < 1_000_000 || emptyRounds > 1
    let isLast = isLastRound || isVoid
    endSubtitles(at: end)
    for isSound in [false, true] where !isSound || container.sound >= 0 {
      exchange.put(.end(at: end, isLast: isLast), isSound: isSound, epoch: passage.epoch)
    }
    (isAtEnd, mayGoOn) = (isLast, !isVoid)
    if !isLast { try beginRound(after: length) }
  }

  private func beginRound(after length: Int64) throws(FilmError) {
    var next = passage
    next.round += 1
    next.shift += length
    next.from = order.start
    next.isFresh = false
    try begin(next, from: order.start, tries: startTries)
  }

  /// A place that was sought before anybody knew where a round ends, and lies behind that end,
  /// lies in a later round. False: it does not, or there is none.
  private func goOnBehind(_ end: Int64) throws(FilmError) -> Bool {
    guard hasPicture, passage.isFresh, passage.from > end, loops != 1, knownEnd == nil,
      end - order.start >= 1_000_000
    else { return false }
    knownEnd = end
    try seek(to: passage.from, epoch: passage.epoch, tries: 0)
    return true
  }

  /// Round after round from now on, even after what was the last.
  private func goOn() throws(FilmError) {
    // How often a picture moves is its own affair.
    guard loops > 0, container.animation == nil else { return }
    loops = 0
    guard isAtEnd, mayGoOn, let knownEnd else { return }
    exchange.goOn(epoch: passage.epoch, after: passage.round)
    try beginRound(after: knownEnd - order.start)
  }

  private var naturalEndWithDeclaredSound: Int64 {
    FilmTime.roundEnd(picture: ends.picture, sound: declaredSoundEnd)
  }

  private func seek(to time: Int64, epoch: Int, tries: Int) throws(FilmError) {
    var target = Passage(
      epoch: epoch, round: 0, from: max(time, order.start), until: order.end, shift: 0,
      isFresh: true)
    if let knownEnd, knownEnd - order.start >= 1_000_000 {
      let length = knownEnd - order.start
      let most = loops > 0 ? Int64(loops) - 1 : Int64(UInt32.max) - 1
      let round = min((target.from - order.start) / length, most)
      target.round = UInt32(clamping: round)
      target.shift = round * length
      target.from -= target.shift
    }
    if epoch == 0 { startTries = tries }
    emptyRounds = 0
    try begin(target, from: target.from, tries: tries)
  }

  /// Goes to source time `from` and lets the passage begin there.
  private func begin(_ passage: Passage, from: Int64, tries: Int) throws(FilmError) {
    self.passage = passage
    (isAtEnd, isPicturePast, isSoundPast, hasPicture) = (false, false, false, false)
    mayGoOn = false
    board.go(to: from)
    say(try earlySubtitles(of: passage))
    mender = JumpMender()
    let head = Self.headStarts[min(tries, Self.headStarts.count - 1)]
    if head == .max || from <= head {
      try container.seekToStart(firstTicks: firstTicks)
    } else if !container.seek(to: facts.ticks(from - head)) {
      try container.seekToStart(firstTicks: firstTicks)
    }
    for isSound in [false, true] where !isSound || container.sound >= 0 {
      exchange.put(.begin(passage), isSound: isSound, epoch: passage.epoch)
    }
  }
}
