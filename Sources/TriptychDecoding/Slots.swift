import TriptychWire

/// The memory that the player has handed over, cut into slots of equal size.
///
/// May be used from several threads; who writes to which slot is the worker's own matter.
public final class Slots: Sendable {
  public let count: Int
  public let slotBytes: Int
  private let memory: SharedMemory

  init(memory: SharedMemory, count: Int, slotBytes: Int) {
    (self.memory, self.count, self.slotBytes) = (memory, count, slotBytes)
  }

  /// The bytes of slot `index`; nil if there is no such slot.
  public func bytes(of index: UInt32) -> UnsafeMutableRawBufferPointer? {
    guard index < UInt32(count) else { return nil }
    return UnsafeMutableRawBufferPointer(
      start: memory.base + Int(index) * slotBytes, count: slotBytes)
  }

  /// The slot that begins at an address; nil: none does.
  public func slot(at address: UnsafeRawPointer) -> UInt32? {
    let offset = address - UnsafeRawPointer(memory.base)
    guard offset >= 0, offset % slotBytes == 0, offset / slotBytes < count else { return nil }
    return UInt32(offset / slotBytes)
  }

  /// Where an image of `width × height` pixels stands in slot `index`, rows as `SlotLayout` says,
  /// BGRA or planes. Throws `badRequest` if there is no such slot or it is too small.
  public func area(
    of index: UInt32, width: Int, height: Int, isPlanar: Bool = false
  ) throws(Failure) -> SlotArea {
    guard let bytes = bytes(of: index), let base = bytes.baseAddress else {
      throw Failure(.badRequest, "there is no slot \(index)")
    }
    let side = 1...Int(WireLimit.side)
    guard side.contains(width), side.contains(height),
      isPlanar
        ? SlotLayout.planeBytes(width: width, height: height) <= slotBytes
        : SlotLayout.bytes(width: width, height: height) <= slotBytes
    else { throw Failure(.badRequest, "\(width)×\(height) pixels do not fit in a slot") }
    return SlotArea(slot: index, width: width, height: height, isPlanar: isPlanar, base: base)
  }
}

/// Room for one image within a slot.
public struct SlotArea {
  public let slot: UInt32
  /// Pixels.
  public let width: Int
  public let height: Int
  public let isPlanar: Bool
  /// Rows from the first of Y to the first of U.
  public let planeRows: Int
  /// The top left pixel; all bytes of `SlotLayout` are there.
  public let base: UnsafeMutableRawPointer
  /// Bytes from a row to the next.
  public let stride: Int

  /// BGRA in memory that is no slot's: at least `SlotLayout.bytes` at `base`.
  public init(width: Int, height: Int, at base: UnsafeMutableRawPointer) {
    self.init(slot: 0, width: width, height: height, isPlanar: false, base: base)
  }

  /// Planes as a decoder has laid them into a slot; all of them lie within it.
  public init(
    slot: UInt32, width: Int, height: Int, planesAt base: UnsafeMutableRawPointer, stride: Int,
    rows: Int
  ) {
    (self.slot, self.width, self.height) = (slot, width, height)
    (isPlanar, self.base, self.stride, planeRows) = (true, base, stride, rows)
  }

  init(slot: UInt32, width: Int, height: Int, isPlanar: Bool, base: UnsafeMutableRawPointer) {
    (self.slot, self.width, self.height) = (slot, width, height)
    (self.isPlanar, self.base, planeRows) = (isPlanar, base, height)
    stride = isPlanar ? SlotLayout.planeStride(width: width) : SlotLayout.stride(width: width)
  }

  private init(within whole: SlotArea, x: Int, y: Int, width: Int, height: Int) {
    (slot, isPlanar, stride) = (whole.slot, false, whole.stride)
    (self.width, self.height, planeRows) = (width, height, height)
    base = whole.base + y * whole.stride + 4 * x
  }

  /// The rectangle at (x, y), which must lie within; of BGRA only.
  public func part(x: Int, y: Int, width: Int, height: Int) -> SlotArea {
    precondition(!isPlanar && x >= 0 && y >= 0 && x + width <= self.width)
    precondition(width > 0 && height > 0 && y + height <= self.height)
    return SlotArea(within: self, x: x, y: y, width: width, height: height)
  }

  /// Where U begins, bytes from `base`; only planes have it.
  public var secondPlane: Int { stride * planeRows }
  /// Where V begins, bytes from `base`; only planes have it.
  public var thirdPlane: Int { secondPlane + stride / 2 * ((planeRows + 1) / 2) }

  /// What the player is told about it.
  public func image(isOpaque: Bool) -> SlotImage {
    SlotImage(
      slot: slot, width: UInt32(width), height: UInt32(height), stride: UInt32(stride),
      isOpaque: isOpaque, isPlanar: isPlanar, planeRows: UInt32(planeRows))
  }
}
