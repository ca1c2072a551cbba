import Synchronization

/// Who has which slot of the player's memory. Outlives the films: the player may still show a
/// frame of one when the next is opened. Any thread.
///
/// The decoder may have slots of its own, in which its frames lie while others refer to them. A
/// frame that is shown is lent: the decoder and the player have it both, and nobody writes to it
/// before both have let go.
final class SlotTable: Sendable {
  fileprivate enum Slot {
    case free
    /// Written to by hand, or shown after that.
    case copy
    case decoder
    /// The frame refers to the slot: while it is kept the decoder knows that it is not alone.
    case lent(DecodedFrame)
  }

  private struct State {
    var slots: [Slot]
    /// Slots that hold copies or are lent.
    var ahead = 0
    /// Slots that the decoder has, lent ones too.
    var decoded = 0
  }

  private let state: Mutex<State>
  /// Frames that the player has, or that are being made for it.
  private let mostAhead: Int
  /// Slots that the decoder may have: so that there is always one for the next copy.
  private let mostDecoded: Int

  /// What is shown, what comes, and time for the player to look elsewhere.
  static let usualAhead = 6

  init(count: Int) {
    state = Mutex(State(slots: Array(repeating: .free, count: count)))
    mostAhead = min(count, Self.usualAhead)
    mostDecoded = max(count - mostAhead - 1, 0)
  }

  /// True if decoders may have slots.
  var hasRoomForDecoders: Bool { mostDecoded > 0 }

  /// A slot for the next frame; nil while there are enough ahead.
  func take() -> UInt32? {
    state.withLock { state in
      guard state.ahead < mostAhead, let slot = state.slots.firstIndex(where: \.isFree) else {
        return nil
      }
      state.slots[slot] = .copy
      state.ahead += 1
      return UInt32(slot)
    }
  }

  /// The player does not need the slot any more, or never got it.
  func free(_ slot: UInt32) {
    // Let go of outside the lock: that frees slots, too.
    let frame: DecodedFrame? = state.withLock { state in
      guard state.slots.indices.contains(Int(slot)) else { return nil }
      switch state.slots[Int(slot)] {
      case .free, .decoder: return nil
      case .copy:
        state.slots[Int(slot)] = .free
        state.ahead -= 1
        return nil
      case .lent(let frame):
        state.slots[Int(slot)] = .decoder
        state.ahead -= 1
        return frame
      }
    }
    _ = frame
  }

  /// The player is gone.
  func freeAll() {
    let count = state.withLock { $0.slots.count }
    for slot in 0..<count { free(UInt32(slot)) }
  }

  /// A slot for a frame to be decoded into; nil: it must lie elsewhere.
  func takeForDecoder() -> UInt32? {
    state.withLock { state in
      guard state.decoded < mostDecoded,
        let slot = state.slots.firstIndex(where: \.isFree)
      else { return nil }
      state.slots[slot] = .decoder
      state.decoded += 1
      return UInt32(slot)
    }
  }

  /// Nobody refers any more to the frame that was decoded into the slot.
  func freeFromDecoder(_ slot: UInt32) {
    state.withLock { state in
      guard case .decoder = state.slots[Int(slot)] else { return }
      state.slots[Int(slot)] = .free
      state.decoded -= 1
    }
  }

  /// The player gets the frame that lies in the slot, in place of the slot that was taken
  /// for it. False: it has that frame already, or none lies there.
  func lend(_ slot: UInt32, _ frame: DecodedFrame, insteadOf taken: UInt32) -> Bool {
    state.withLock { state in
      guard case .decoder = state.slots[Int(slot)], case .copy = state.slots[Int(taken)] else {
        return false
      }
      state.slots[Int(slot)] = .lent(frame)
      state.slots[Int(taken)] = .free
      return true
    }
  }
}

extension SlotTable.Slot {
  fileprivate var isFree: Bool {
    if case .free = self { true } else { false }
  }
}
