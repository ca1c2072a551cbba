import CFFmpeg
import TriptychWire

/// What is known of the picture's stream once its first frame has been seen. Never changes.
struct PictureFacts: Sendable {
  let timeBase: AVRational
  /// Ticks of the first frame: source time 0.
  let origin: Int64
  /// Width of a stored pixel by its height as the file says, 0 if it does not.
  let aspect: AVRational
  let orientation: Orientation
  /// ns of a usual frame.
  let frameTime: Int64

  func source(_ ticks: Int64) -> Int64 { FilmTime.ns(ticks &- origin, timeBase) }
  func ticks(_ source: Int64) -> Int64 { FilmTime.ticks(source, timeBase) &+ origin }

  /// The way of a frame to the slot.
  func shape(of frame: DecodedFrame, _ request: PixelRequest, slotBytes: Int) -> FilmShape {
    let own = frame.raw.pointee.sample_aspect_ratio
    // The container knows better than the codec (as av_guess_sample_aspect_ratio has it).
    let ratio = aspect.num > 0 && aspect.den > 0 ? aspect : own
    return FilmShape(
      storedWidth: Int(frame.raw.pointee.width), storedHeight: Int(frame.raw.pointee.height),
      aspect: ratio.num > 0 && ratio.den > 0 ? av_q2d(ratio) : 1,
      orientation: orientation.turned(request.turns), request: request, slotBytes: slotBytes)
  }
}

/// A decoded frame and when it is to be seen, source time.
struct TimedFrame {
  let frame: DecodedFrame
  let time: Int64
  let duration: Int64
}

/// Decodes the picture's packets into frames in order. One thread.
final class PictureTrack {
  private let decoder: Decoder
  private let facts: PictureFacts
  private let exchange: Exchange
  private let watch: Watch
  private let deinterlacer: Deinterlacer
  private var picker: FramePicker
  private var scratch: DecodedFrame
  private var held: TimedFrame?
  private var ready: [TimedFrame] = []
  private var nextTicks: Int64?
  private var end: (at: Int64, isLast: Bool)?
  private var isDrained = false

  /// `first`: the frame that the decoder gave already, shown if the passage begins with it.
  init(
    decoder: Decoder, facts: PictureFacts, first: TimedFrame?, passage: Passage,
    exchange: Exchange, watch: Watch
  ) throws(FilmError) {
    (self.decoder, self.facts, self.exchange) = (decoder, facts, exchange)
    self.watch = watch
    picker = FramePicker(passage)
    scratch = try DecodedFrame()
    deinterlacer = Deinterlacer(timeBase: decoder.timeBase)
    guard let first else { return }
    if deinterlacer.wants(first.frame) {
      try deinterlacer.send(first.frame.shared())
    } else {
      ready = [first]
      nextTicks = facts.ticks(first.time + first.duration)
    }
  }

  enum Next {
    /// Line time.
    case frame(TimedFrame, at: Int64)
    case ended(at: Int64)
    /// The film is closed.
    case over
  }

  var epoch: Int { picker.passage.epoch }

  /// Waits for packets; never for anything else.
  func next() throws(FilmError) -> Next {
    while true {
      if let frame = takeReady() { return frame }
      if isDrained, let end = finish() { return .ended(at: end) }
      if let whole = deinterlacer.take() {
        scratch = whole
        try consider()
        continue
      }
      switch decoder.receive(into: scratch) {
      case .done: try deinterlace()
      case .again: if !feed() { return .over }
      case .end: if try !deinterlacer.end() { drained() }
      case .failed(let code):
        if code == -ENOMEM { throw .noMemory }
      // Else it is damaged here; the decoder goes on behind it.
      }
      watch.pulse()
      if watch.isOverdue { throw FilmError(.damaged, "no picture could be decoded for 10 s") }
    }
  }

  private func takeReady() -> Next? {
    guard !ready.isEmpty else { return nil }
    let frame = ready.removeFirst()
    return .frame(frame, at: picker.show(time: frame.time))
  }

  /// The source line of the end if it is the last, else goes on to the next passage.
  private func finish() -> Int64? {
    isDrained = false
    defer { end = nil }
    let passage = picker.passage
    guard let end, end.isLast, exchange.end(epoch: passage.epoch, round: passage.round) else {
      return nil
    }
    return max(end.at, picker.passage.from) + picker.passage.shift
  }

  private func drained() {
    decoder.flush()
    isDrained = true
    // Nothing came after it: it stands at the beginning, and to the end.
    if let held, !picker.hasBegun { ready.append(held) }
    held = nil
  }

  /// On the way to a place that lies ahead it does not matter how frames look.
  private func deinterlace() throws(FilmError) {
    let isOnTheWay =
      !picker.hasBegun
      && scratch.presented.map { facts.source($0) + FilmTime.second / 2 < picker.passage.from }
        ?? false
    if !isOnTheWay, deinterlacer.wants(scratch) {
      try deinterlacer.send(scratch)
    } else {
      try consider()
    }
  }

  private func consider() throws(FilmError) {
    let ticks = scratch.presented ?? nextTicks ?? facts.origin
    let ticksLong = scratch.duration
    let duration = ticksLong > 0 ? FilmTime.ns(ticksLong, facts.timeBase) : facts.frameTime
    nextTicks = ticks &+ (ticksLong > 0 ? ticksLong : FilmTime.ticks(duration, facts.timeBase))
    let timed = TimedFrame(frame: scratch, time: facts.source(ticks), duration: duration)
    switch picker.judge(time: timed.time, duration: duration) {
    case .skip: scratch.clear()
    case .hold:
      held = timed
      scratch = try DecodedFrame()
    case .show: try makeReady(timed)
    case .late:
      if exchange.seekEarlier(epoch: epoch) {
        scratch.clear()
        decoder.flush()
        deinterlacer.reset()
      } else {
        try makeReady(timed)
      }
    }
  }

  private func makeReady(_ timed: TimedFrame) throws(FilmError) {
    if let held, !picker.hasBegun, timed.time > picker.passage.from { ready.append(held) }
    held = nil
    ready.append(timed)
    scratch = try DecodedFrame()
  }

  /// False: the film is closed.
  private func feed() -> Bool {
    guard let parcel = exchange.nextPicture() else { return false }
    switch parcel {
    case .begin(let passage):
      decoder.flush()
      deinterlacer.reset()
      decoder.skipsUnneeded(false)
      (held, end, isDrained, nextTicks) = (nil, nil, false, nil)
      picker.begin(passage)
    case .packet(let packet):
      if !picker.hasBegun, let ticks = packet.presented {
        let ahead = picker.passage.from - facts.source(ticks)
        decoder.skipsUnneeded(ahead > FilmTime.second)
      }
      _ = decoder.send(packet)
    case .end(let at, let isLast):
      end = (at, isLast)
      decoder.drain()
    }
    return true
  }
}
