import CFFmpeg
import CFFmpegShim
import Synchronization
import TriptychDecoding

/// Lets a decoder put its frames straight into slots of the player's memory, where they need no
/// conversion. Others, and those for which no slot is free, lie in memory of the library's: nothing
/// ever waits here. Any thread: decoders have some of their own.
final class FrameRing: Sendable {
  private let slots: Slots
  private let table: SlotTable
  /// Of frames that are shown as they are; nil: none is.
  private let wanted = Mutex<Size?>(nil)

  private struct Size: Hashable {
    var width: Int32
    var height: Int32
  }

  init(slots: Slots, table: SlotTable) { (self.slots, self.table) = (slots, table) }

  /// Frames like this one are shown as they are.
  func expect(_ frame: DecodedFrame) {
    guard table.hasRoomForDecoders else { return }
    let size = Size(width: frame.raw.pointee.width, height: frame.raw.pointee.height)
    wanted.withLock { $0 = size }
  }

  /// The slot that the frame lies in, as the player is to be told of it; nil: in none.
  func area(of frame: DecodedFrame) -> SlotArea? {
    let raw = frame.raw.pointee
    guard let base = raw.data.0, let second = raw.data.1, let slot = slots.slot(at: base),
      raw.linesize.0 > 0
    else { return nil }
    let stride = Int(raw.linesize.0)
    return SlotArea(
      slot: slot, width: Int(raw.width), height: Int(raw.height), planesAt: base, stride: stride,
      rows: (second - base) / stride)
  }

  /// Calls of the library's; `ff_room` says what they mean. Each picture keeps the ring.
  var room: ff_room {
    ff_room(
      owner: Unmanaged.passUnretained(self).toOpaque(),
      take: { owner, width, height, bytes in
        guard let owner else { return nil }
        let ring = Unmanaged<FrameRing>.fromOpaque(owner)
        guard let base = ring.takeUnretainedValue().take(width, height, bytes) else { return nil }
        _ = ring.retain()
        return base
      },
      give: { owner, base in
        guard let owner, let base else { return }
        Unmanaged<FrameRing>.fromOpaque(owner).takeRetainedValue().give(base)
      })
  }

  private func take(_ width: Int32, _ height: Int32, _ bytes: Int) -> UnsafeMutablePointer<UInt8>? {
    guard bytes <= slots.slotBytes,
      wanted.withLock({ $0 == Size(width: width, height: height) }),
      let slot = table.takeForDecoder()
    else { return nil }
    return slots.bytes(of: slot)?.baseAddress?.assumingMemoryBound(to: UInt8.self)
  }

  private func give(_ base: UnsafeMutablePointer<UInt8>) {
    if let slot = slots.slot(at: base) { table.freeFromDecoder(slot) }
  }
}
