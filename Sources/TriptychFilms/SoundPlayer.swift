import CFFmpeg
import TriptychWire

/// Decodes a film's sound, at most 1 s ahead of what is heard. One thread.
final class SoundPlayer {
  private let decoder: Decoder
  private let facts: PictureFacts
  private let exchange: Exchange
  private let outbox: Outbox
  private let converter = SampleConverter()
  private let frame: DecodedFrame
  private var line: SoundLine
  /// Line time at which the epoch began.
  private var begun: Int64
  /// Source time at which the next frame is due if it does not say.
  private var nextTime: Int64 = 0
  private var tempo: Tempo
  /// Of the film's own speed: those to be sent, and those that have been sent and may be asked for
  /// once more, at another speed.
  private var waiting: [SoundBlock] = []
  private var sent: [SoundBlock] = []
  /// Nothing follows what waits.
  private var isAtEnd = false

  /// What has been heard for so long (ns) is not asked for again.
  private static let kept = FilmTime.second / 2

  /// Source time counts from the picture's first frame, whatever the sound's time base.
  init(
    decoder: Decoder, facts: PictureFacts, passage: Passage, speed: UInt32, exchange: Exchange,
    outbox: Outbox
  ) throws(FilmError) {
    (self.decoder, self.facts) = (decoder, facts)
    (self.exchange, self.outbox) = (exchange, outbox)
    frame = try DecodedFrame()
    line = SoundLine(passage)
    tempo = Tempo(speed: speed)
    begun = passage.from + passage.shift
  }

  /// The thread's life.
  func play() {
    do throws(FilmError) {
      while true {
        switch exchange.nextSound() {
        case .parcel(let parcel): take(parcel)
        case .speed(let order): change(to: order)
        case .over: return
        }
        try say()
      }
    } catch {
      outbox.fail(error)
      exchange.stop()
    }
  }

  private func take(_ parcel: FilmParcel) {
    switch parcel {
    case .begin(let passage): begin(passage)
    case .packet(let packet):
      // What is damaged is silent; the line fills the gap.
      _ = decoder.send(packet)
      receive()
    case .end(let time, let isLast):
      decoder.drain()
      receive()
      let rest = converter.flush()
      if !rest.samples.isEmpty { line.add(rest.samples, at: nextTime - rest.before) }
      decoder.flush()
      line.end(at: time, isLast: isLast)
      isAtEnd = isLast
    }
  }

  private func begin(_ passage: Passage) {
    decoder.flush()
    converter.reset()
    line.begin(passage)
    isAtEnd = false
    guard passage.isFresh else { return }
    begun = passage.from + passage.shift
    (waiting, sent) = ([], [])
    tempo.reset()
  }

  private func receive() {
    // A packet holds few frames; the limit only guards against a decoder that never ends.
    for _ in 0..<1000 {
      switch decoder.receive(into: frame) {
      case .done: lay()
      case .again, .end: return
      case .failed: continue
      }
    }
  }

  private func lay() {
    let rate = Int64(max(frame.raw.pointee.sample_rate, 1))
    if let ticks = frame.presented { nextTime = time(of: ticks) }
    let converted = converter.convert(frame)
    if !converted.samples.isEmpty { line.add(converted.samples, at: nextTime - converted.before) }
    nextTime += Int64(frame.raw.pointee.nb_samples) * FilmTime.second / rate
  }

  private func time(of ticks: Int64) -> Int64 {
    FilmTime.ns(ticks, decoder.timeBase) &- FilmTime.ns(facts.origin, facts.timeBase)
  }

  private func say() throws(FilmError) {
    while let block = line.take() {
      waiting.append(SoundBlock(time: block.time, samples: block.samples))
      guard try deliver() else { return }
    }
    // What a change of speed has brought back.
    _ = try deliver()
  }

  /// Sends what waits. False: nobody wants it.
  private func deliver() throws(FilmError) -> Bool {
    let epoch = line.passage.epoch
    while let block = waiting.first {
      switch exchange.hearing(of: block.time, begun: begun, epoch: epoch) {
      case .now: break
      case .speed(let order):
        change(to: order)
        continue
      case .never:
        waiting = []
        return false
      }
      waiting.removeFirst()
      remember(block)
      let isLast = isAtEnd && waiting.isEmpty && !line.hasMore
      for made in try tempo.convert(block, rest: isLast) {
        let speed = tempo.speed
        let isSent = outbox.send(epoch: epoch) {
          .sound($0, time: made.time, speed: speed, samples: made.samples)
        }
        if !isSent { return false }
      }
    }
    return true
  }

  private func remember(_ block: SoundBlock) {
    sent.append(block)
    let heard = exchange.heardTime ?? begun
    let old = sent.prefix { $0.time < heard - Self.kept }.count
    sent.removeFirst(old)
  }

  /// Sound of another speed takes the place of what has been sent.
  private func change(to order: SpeedOrder) {
    tempo = Tempo(speed: order.speed)
    waiting = sent + waiting
    sent = []
    while let first = waiting.first, first.end <= order.from { waiting.removeFirst() }
    if let first = waiting.first, first.time < order.from {
      waiting[0] = first.dropping(before: order.from)
    }
  }
}
