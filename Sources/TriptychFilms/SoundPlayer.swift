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

  /// Source time counts from the picture's first frame, whatever the sound's time base.
  init(
    decoder: Decoder, facts: PictureFacts, passage: Passage, exchange: Exchange, outbox: Outbox
  ) throws(FilmError) {
    (self.decoder, self.facts) = (decoder, facts)
    (self.exchange, self.outbox) = (exchange, outbox)
    frame = try DecodedFrame()
    line = SoundLine(passage)
    begun = passage.from + passage.shift
  }

  /// The thread's life.
  func play() {
    while let parcel = exchange.nextSound() {
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
      }
      say()
    }
  }

  private func begin(_ passage: Passage) {
    decoder.flush()
    converter.reset()
    line.begin(passage)
    if passage.isFresh { begun = passage.from + passage.shift }
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

  private func say() {
    let epoch = line.passage.epoch
    while let block = line.take() {
      guard exchange.mayHear(block.time, begun: begun, epoch: epoch) else { return }
      let isSent = outbox.send(epoch: epoch) {
        .sound($0, time: block.time, samples: block.samples)
      }
      if !isSent { return }
    }
  }
}
