import TriptychDecoding
import TriptychWire

/// Puts a film's frames into slots as they come free. One thread.
final class PicturePlayer {
  private let track: PictureTrack
  private let facts: PictureFacts
  private let exchange: Exchange
  private let outbox: Outbox
  private let watch: Watch
  private let stage: FilmStage
  private let converter = FrameConverter()
  private let toneMapper = ToneMapper()
  /// nil: nobody wants one.
  private let backdrop: FilmBackdrop?

  init(
    track: PictureTrack, facts: PictureFacts, exchange: Exchange, outbox: Outbox, watch: Watch,
    stage: FilmStage
  ) {
    (self.track, self.facts, self.exchange) = (track, facts, exchange)
    (self.outbox, self.watch, self.stage) = (outbox, watch, stage)
    backdrop = FilmBackdrop(stage.request)
  }

  /// The thread's life. Nothing is decoded unless there is a slot for it.
  func play() {
    while let slot = exchange.takeSlot() {
      var isUsed = false
      do throws(FilmError) {
        isUsed = try fill(slot)
      } catch {
        outbox.fail(error)
        watch.stop()
        exchange.stop()
      }
      if !isUsed { stage.table.free(slot) }
    }
  }

  /// False if no frame was to be shown: the slot is free.
  private func fill(_ slot: UInt32) throws(FilmError) -> Bool {
    watch.workBegins()
    switch try track.next() {
    case .over: return false
    case .ended(let time):
      outbox.send(epoch: track.epoch) { .ended($0, time: time) }
      return false
    case .frame(let timed, let time):
      try show(timed, at: time, in: slot)
      return true
    }
  }

  /// Shows the frame in the slot, or in that in which it lies already.
  private func show(_ timed: TimedFrame, at time: Int64, in slot: UInt32) throws(FilmError) {
    var shape = facts.shape(of: timed.frame, stage.request, slotBytes: stage.slots.slotBytes)
    let frame = try toneMapped(timed.frame, &shape)
    // Very narrow ones take more room as planes.
    let isPlanar =
      stage.request.takesPlanes && FrameConverter.givesPlanes(frame, shape)
      && SlotLayout.planeBytes(width: shape.width, height: shape.height) <= stage.slots.slotBytes
    if isPlanar, FrameConverter.isPlain(frame, shape) {
      stage.ring.expect(frame)
      if let area = lent(frame, insteadOf: slot) {
        return tell(area, timed, shape, at: time)
      }
    }
    let area: SlotArea
    do throws(Failure) {
      area = try stage.slots.area(
        of: slot, width: shape.width, height: shape.height, isPlanar: isPlanar)
    } catch {
      throw FilmError(error.code, error.message)
    }
    try converter.convert(
      frame, shape: shape, background: stage.request.background, into: area)
    tell(area, timed, shape, at: time)
  }

  /// Where the frame lies already, for the player to look at; nil: it must be copied.
  private func lent(_ frame: DecodedFrame, insteadOf slot: UInt32) -> SlotArea? {
    guard let area = stage.ring.area(of: frame),
      stage.table.lend(area.slot, frame, insteadOf: slot)
    else { return nil }
    return area
  }

  /// The player has the slot now, or it is free: nobody wants the frame any more.
  private func tell(
    _ area: SlotArea, _ timed: TimedFrame, _ shape: FilmShape, at time: Int64
  ) {
    let epoch = track.epoch
    // Before the frame with which it is seen first.
    if let bars = backdrop?.next(area, of: shape, at: time, epoch: epoch) {
      outbox.send(epoch: epoch) { .preview($0, bars) }
    }
    // First, or the player could free the slot before the frame counts as shown.
    exchange.hasShown(epoch: epoch)
    let isSent = outbox.send(epoch: epoch) {
      .frame($0, area.image(isOpaque: true), time: time, duration: timed.duration)
    }
    if !isSent { stage.table.free(area.slot) }
  }

  /// A frame of a high dynamic range as one of the screen's, cut and scaled; others as they are.
  private func toneMapped(
    _ frame: DecodedFrame, _ shape: inout FilmShape
  ) throws(FilmError) -> DecodedFrame {
    guard ToneMapper.isHigh(frame) else { return frame }
    FrameConverter.cut(frame, to: shape.crop)
    shape = shape.cut()
    let mapped = try toneMapper.map(
      frame,
      to: ToneMapper.PixelSize(
        width: min(shape.unturnedWidth, shape.crop.width),
        height: min(shape.unturnedHeight, shape.crop.height)))
    guard let mapped else { return frame }
    shape = shape.scaled(
      toWidth: Int(mapped.raw.pointee.width), height: Int(mapped.raw.pointee.height))
    return mapped
  }
}

/// Where frames go and how they are to look. Never changes.
struct FilmStage: Sendable {
  let slots: Slots
  let table: SlotTable
  let ring: FrameRing
  let request: PixelRequest
}
