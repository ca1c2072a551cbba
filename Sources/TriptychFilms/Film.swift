import CFFmpeg
import CFFmpegShim
import Synchronization
import TriptychDecoding
import TriptychWire

/// A film that is open: three threads that read, decode pictures and decode sound.
///
/// All methods from the worker's main thread. `close` before it is let go.
final class Film {
  let job: UInt32
  private let exchange: Exchange
  private let watch: Watch
  private let thread: FilmThread

  /// Answers `film` and a frame, or `failed`, by and by.
  init(
    _ mark: JobMark, _ order: FilmOrder, files: [Descriptor], slots: Slots, table: SlotTable,
    send: @escaping @Sendable (Reply) -> Void
  ) throws(FilmError) {
    job = mark.job
    let exchange = Exchange(
      mark: mark, slots: table, start: order.start, speed: order.speed)
    let outbox = Outbox(exchange: exchange, send: send)
    let watch = Watch { outbox.progress() }
    let stage = FilmStage(
      slots: slots, table: table, ring: FrameRing(slots: slots, table: table),
      request: order.pixels)
    let work = FilmWork(
      exchange: exchange, outbox: outbox, watch: watch, stage: stage, order: order, files: files)
    (self.exchange, self.watch) = (exchange, watch)
    thread = try FilmThread("film-read") { work.play() }
  }

  func run() { exchange.run() }
  func slotFreed() { exchange.slotFreed() }
  func heard(_ mark: JobMark, upTo time: Int64) { exchange.heard(mark, upTo: time) }
  func changeSpeed(_ speed: UInt32, from time: Int64) { exchange.changeSpeed(speed, from: time) }
  func loop() { exchange.loop() }
  func seek(_ mark: JobMark, to time: Int64) { exchange.seek(mark, to: time) }

  /// Returns when all threads have ended; nothing is answered afterwards.
  func close() {
    watch.stop()
    exchange.stop()
    thread.join()
  }
}

/// What the reading thread does with a film from its opening to its closing.
private struct FilmWork: Sendable {
  let exchange: Exchange
  let outbox: Outbox
  let watch: Watch
  let stage: FilmStage
  let order: FilmOrder
  /// The film's, and those of subtitles beside it.
  let files: [Descriptor]

  func play() {
    do throws(FilmError) {
      let container = try Container(files[0], wishes: order.wishes, watch: watch)
      let opening = try FilmOpening(container, ring: stage.ring, watch: watch)
      try play(opening)
    } catch {
      // A file that is closed while it is opened has no failure to tell.
      if !watch.isStopped { outbox.fail(error) }
    }
    watch.stop()
    exchange.stop()
  }

  private func play(_ opening: FilmOpening) throws(FilmError) {
    let passage = Passage(
      epoch: 0, round: 0, from: order.start, until: order.end, shift: 0, isFresh: true)
    let sound = soundPlayer(opening, passage)
    let picture = try picturePlayer(opening, passage)
    if sound != nil { exchange.expectSound() }
    let board = SubtitleBoard(
      opening.container, order: order, files: Array(files.dropFirst()),
      origin: FilmTime.ns(opening.facts.origin, opening.facts.timeBase), watch: watch)
    let reader = FilmReader(
      opening, order: order, passage: passage, board: board, exchange: exchange, outbox: outbox)
    announce(opening, hasSound: sound != nil)
    let traits = FilmTraits(
      isAnimation: opening.container.animation != nil, subtitles: board.tracks)
    if traits != FilmTraits() { outbox.announce { .traits($0, traits) } }
    let threads = try Threads(picture: picture, sound: sound, exchange: exchange)
    defer { threads.join() }
    try reader.begin(sounds: opening.sounds, subtitles: opening.subtitles)
    try reader.read()
  }

  private func picturePlayer(
    _ opening: FilmOpening, _ passage: Passage
  ) throws(FilmError) -> PicturePlayer {
    let track = try PictureTrack(
      decoder: opening.decoder, facts: opening.facts,
      first: order.start > 0 ? nil : opening.first, passage: passage, exchange: exchange,
      watch: watch)
    return PicturePlayer(
      track: track, facts: opening.facts, exchange: exchange, outbox: outbox, watch: watch,
      stage: stage)
  }

  /// nil if there is no sound that can be decoded: the film is silent then.
  private func soundPlayer(_ opening: FilmOpening, _ passage: Passage) -> SoundPlayer? {
    guard let stream = opening.container.stream(opening.container.sound) else { return nil }
    do throws(FilmError) {
      return try SoundPlayer(
        decoder: Decoder(stream), facts: opening.facts, passage: passage,
        speed: order.speed, exchange: exchange, outbox: outbox)
    } catch {
      opening.container.dropSound()
      return nil
    }
  }

  private func announce(_ opening: FilmOpening, hasSound: Bool) {
    let (facts, container) = (opening.facts, opening.container)
    let shape = facts.shape(
      of: opening.first.frame, order.pixels, slotBytes: stage.slots.slotBytes)
    let origin = FilmTime.ns(facts.origin, facts.timeBase)
    var length: Int64 = -1
    if let end = container.declaredEnd(of: container.picture, frameTime: facts.frameTime) {
      let sound = container.declaredEnd(of: container.anySound, frameTime: 0) ?? 0
      length = max(FilmTime.roundEnd(picture: end - origin, sound: sound - origin), -1)
    }
    outbox.announce { mark in
      .film(
        mark, sourceWidth: UInt32(shape.sourceWidth), sourceHeight: UInt32(shape.sourceHeight),
        length: length, frameTime: facts.frameTime, hasSound: hasSound)
    }
  }
}

/// The decoding threads of a film.
private struct Threads {
  private let picture: FilmThread
  private let sound: FilmThread?
  private let exchange: Exchange

  init(
    picture player: PicturePlayer, sound soundPlayer: SoundPlayer?, exchange: Exchange
  ) throws(FilmError) {
    self.exchange = exchange
    // Each is used by its thread alone from here on.
    let handedPicture = Handed(player)
    let handedSound = soundPlayer.map(Handed.init)
    picture = try FilmThread("film-picture") { handedPicture.value.play() }
    do throws(FilmError) {
      sound = try handedSound.map { (player) throws(FilmError) in
        try FilmThread("film-sound") { player.value.play() }
      }
    } catch {
      exchange.stop()
      picture.join()
      throw error
    }
  }

  func join() {
    exchange.stop()
    picture.join()
    sound?.join()
  }
}

/// Something that goes to another thread and is not used here any more.
private struct Handed<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
