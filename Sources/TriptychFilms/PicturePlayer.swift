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
      var isGiven = false
      do throws(FilmError) {
        isGiven = try fill(slot)
      } catch {
        outbox.fail(error)
        watch.stop()
        exchange.stop()
      }
      if !isGiven { stage.table.free(slot) }
    }
  }

  /// True if the slot is the player's now.
  private func fill(_ slot: UInt32) throws(FilmError) -> Bool {
    watch.workBegins()
    switch try track.next() {
    case .over: return false
    case .ended(let time):
      let epoch = track.epoch
      exchange.hasEnded(epoch: epoch)
      outbox.send(epoch: epoch) { .ended($0, time: time) }
      return false
    case .frame(let timed, let time):
      return try show(timed, at: time, in: slot)
    }
  }

  private func show(_ timed: TimedFrame, at time: Int64, in slot: UInt32) throws(FilmError) -> Bool
  {
    var shape = facts.shape(of: timed.frame, stage.request, slotBytes: stage.slots.slotBytes)
    let frame = try toneMapped(timed.frame, &shape)
    // Very narrow ones take more room as planes.
    let isPlanar =
      stage.request.takesPlanes && FrameConverter.givesPlanes(frame, shape)
      && SlotLayout.planeBytes(width: shape.width, height: shape.height) <= stage.slots.slotBytes
    let area: SlotArea
    do throws(Failure) {
      area = try stage.slots.area(
        of: slot, width: shape.width, height: shape.height, isPlanar: isPlanar)
    } catch {
      throw FilmError(error.code, error.message)
    }
    try converter.convert(
      frame, shape: shape, background: stage.request.background, into: area)
    let epoch = track.epoch
    // Before the frame with which it is seen first.
    if let bars = backdrop?.next(area, of: shape, at: time, epoch: epoch) {
      outbox.send(epoch: epoch) { .preview($0, bars) }
    }
    // First, or the player could free the slot before the frame counts as shown.
    exchange.hasShown(epoch: epoch)
    return outbox.send(epoch: epoch) {
      .frame($0, area.image(isOpaque: true), time: time, duration: timed.duration)
    }
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
  let request: PixelRequest
}
