import Glibc
import Synchronization
import TriptychCore
import TriptychWire

/// The slots of one worker, for its life: the memory, and who holds what. Frames refer to it, so
/// that it outlives the worker while anybody looks at one. Any thread.
final class SlotBank: Sendable {
  private struct State {
    var ledger = SlotLedger()
    /// nil once the worker is gone.
    var channel: Channel?
    /// Slots that the worker has still to be told of: its queue was full.
    var untold: [UInt32] = []
  }

  let rules: SlotRules
  private let memory: SharedMemory
  private let state: Mutex<State>
  private let ring: @Sendable () -> Void

  /// `writable`: the player writes to the slots, too (pixels to be encoded). `ring` makes the
  /// wire thread call `tellRest`.
  init(
    count: UInt32, slotBytes: UInt64, channel: Channel, writable: Bool,
    ring: @escaping @Sendable () -> Void
  ) throws(SharedMemoryError) {
    guard slotBytes <= WireLimit.slotBytes, UInt64(count) * slotBytes <= WireLimit.memoryBytes
    else { throw .wrongSize }
    rules = SlotRules(count: count, slotBytes: slotBytes)
    memory = try SharedMemory(sealed: Int(count) * Int(slotBytes), writable: writable)
    var state = State(channel: channel)
    state.ledger.reset(count: Int(count))
    self.state = Mutex(state)
    self.ring = ring
  }

  /// The memory's, to be passed to the worker.
  var descriptor: Int32 { memory.descriptor }

  func base(_ slot: UInt32) -> UnsafeMutableRawPointer {
    precondition(slot < rules.count, "a slot has been checked before it is looked at")
    return memory.base + Int(slot) * Int(rules.slotBytes)
  }

  /// The slot is the player's; false if it is already.
  func take(_ slot: UInt32) -> Bool { state.withLock { $0.ledger.take(slot) } }

  /// Frees a slot without a word: of a still, where each request names its slot.
  func release(_ slot: UInt32) { state.withLock { $0.ledger.free(slot) } }

  var firstFree: UInt32? { state.withLock { $0.ledger.firstFree } }

  /// Frees a slot and tells the worker.
  func giveBack(_ slot: UInt32) {
    let mustRing = state.withLock { state in
      // First ours, then the word: the worker may use it at once.
      state.ledger.free(slot)
      guard state.channel != nil else { return false }
      state.untold.append(slot)
      return !Self.tell(&state)
    }
    if mustRing { ring() }
  }

  /// False if the worker's queue is still full.
  func tellRest() -> Bool { state.withLock { Self.tell(&$0) } }

  /// The worker is gone: nobody is told any more.
  func close() {
    state.withLock { state in
      state.channel = nil
      state.untold = []
    }
  }

  private static func tell(_ state: inout State) -> Bool {
    while let slot = state.untold.first, let channel = state.channel {
      do throws(ChannelError) {
        try channel.send(.free(slot: slot))
        state.untold.removeFirst()
      } catch {
        guard error == .wouldBlock else {
          // The wire thread will see the end itself.
          state.untold = []
          return true
        }
        return false
      }
    }
    return true
  }

  // MARK: - Pictures

  /// The image in memory of its own. The worker may go on writing, but no longer to that.
  func copy(_ image: SlotImage) -> Picture {
    precondition(!image.isPlanar, "stills are BGRA")
    let (width, height, from) = (Int(image.width), Int(image.height), base(image.slot))
    return Picture.make(
      width: width, height: height, isOpaque: image.isOpaque, span: image.span.map(Rect.init)
    ) { to, stride in
      copyRows(
        from: from, stride: Int(image.stride), to: to, stride: stride, bytes: width * 4,
        rows: height)
    }
  }

  /// The image where it stands; its slot goes back with the last reference.
  func picture(_ image: SlotImage) -> Picture {
    Picture(
      width: Int(image.width), height: Int(image.height), stride: Int(image.stride),
      base: UnsafeRawPointer(base(image.slot)), isOpaque: image.isOpaque,
      layout: image.isPlanar ? .planes : .bgra, planeRows: Int(image.planeRows),
      span: image.span.map(Rect.init),
      owner: HeldSlot(bank: self, slot: image.slot))
  }

  /// Writes pixels to a slot, in the layout of `SlotLayout`. The slot must be large enough.
  func put(_ picture: Picture, in slot: UInt32) {
    let stride = SlotLayout.stride(width: picture.width)
    precondition(picture.layout == .bgra, "pixels to be written are BGRA")
    precondition(UInt64(stride * picture.height) <= rules.slotBytes, "the picture fits its slot")
    copyRows(
      from: picture.base, stride: picture.stride, to: base(slot), stride: stride,
      bytes: picture.width * 4, rows: picture.height)
  }
}

/// Keeps a film's slot until the frame is dropped.
private final class HeldSlot: Sendable {
  let bank: SlotBank
  let slot: UInt32

  init(bank: SlotBank, slot: UInt32) {
    self.bank = bank
    self.slot = slot
  }

  deinit { bank.giveBack(slot) }
}

private func copyRows(
  from: UnsafeRawPointer, stride fromStride: Int, to: UnsafeMutableRawPointer,
  stride toStride: Int, bytes: Int, rows: Int
) {
  if fromStride == toStride {
    to.copyMemory(from: from, byteCount: fromStride * (rows - 1) + bytes)
    return
  }
  for row in 0..<rows {
    (to + row * toStride).copyMemory(from: from + row * fromStride, byteCount: bytes)
  }
}

extension Rect {
  fileprivate init(_ span: PictureSpan) {
    self.init(
      x: Double(span.x), y: Double(span.y), width: Double(span.width), height: Double(span.height))
  }
}
