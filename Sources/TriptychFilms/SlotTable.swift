import Synchronization

/// Which slots of the player's memory are free. Outlives the films: the player may still show a
/// frame of one when the next is opened. Any thread.
final class SlotTable: Sendable {
  private let isFree: Mutex<[Bool]>

  init(count: Int) { isFree = Mutex([Bool](repeating: true, count: count)) }

  func take() -> UInt32? {
    isFree.withLock { isFree in
      guard let slot = isFree.firstIndex(of: true) else { return nil }
      isFree[slot] = false
      return UInt32(slot)
    }
  }

  func free(_ slot: UInt32) {
    isFree.withLock { isFree in
      if isFree.indices.contains(Int(slot)) { isFree[Int(slot)] = true }
    }
  }
}
