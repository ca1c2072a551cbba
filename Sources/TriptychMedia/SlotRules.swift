import TriptychWire

/// The slots that a worker was given, and what may stand in them.
struct SlotRules: Hashable, Sendable {
  var count: UInt32
  var slotBytes: UInt64

  /// Throws unless the image lies in its slot and is no larger than was asked.
  func check(_ image: SlotImage, within most: PixelBounds) throws(Lie) {
    guard image.slot < count else { throw Lie("slot \(image.slot) of \(count)") }
    guard image.width > 0, image.height > 0 else { throw Lie("an empty image") }
    guard image.width <= most.width, image.height <= most.height else {
      throw Lie("\(image.width) × \(image.height) pixels in \(most.width) × \(most.height)")
    }
    guard !image.isPlanar || most.takesPlanes else { throw Lie("planes that nobody asked for") }
    guard image.hasWholeRows else {
      throw Lie("\(image.stride) bytes a row of \(image.width) pixels")
    }
    guard image.byteCount <= slotBytes else { throw Lie("an image beyond its slot") }
  }
}

/// The most pixels that an answer may have each way, and what they may be.
struct PixelBounds: Hashable, Sendable {
  var width: UInt32
  var height: UInt32
  var takesPlanes = false
  /// A film may say what the bars beside it show.
  var takesBackdrops = false
  /// Texts to be read may come with the frames.
  var takesSubtitles = false

  init(width: UInt32, height: UInt32) {
    self.width = width
    self.height = height
  }

  /// The cell times the scale, rounded up.
  init(_ request: PixelRequest) {
    width = Self.scaled(request.cellWidth, by: request.scale)
    height = Self.scaled(request.cellHeight, by: request.scale)
  }

  /// Bytes that hold an image of that size.
  var slotBytes: UInt64 {
    UInt64(SlotLayout.bytes(width: Int(width), height: Int(height)))
  }

  private static func scaled(_ side: UInt32, by thousandths: UInt32) -> UInt32 {
    UInt32(clamping: (UInt64(side) * UInt64(thousandths) + 999) / 1000)
  }
}

/// Which slots of a worker the player holds.
struct SlotLedger: Sendable {
  private var held: [Bool] = []

  /// All slots free.
  mutating func reset(count: Int) { held = Array(repeating: false, count: count) }

  /// False if the slot is held already, or not there.
  mutating func take(_ slot: UInt32) -> Bool {
    guard held.indices.contains(Int(slot)), !held[Int(slot)] else { return false }
    held[Int(slot)] = true
    return true
  }

  mutating func free(_ slot: UInt32) {
    if held.indices.contains(Int(slot)) { held[Int(slot)] = false }
  }

  /// The first slot that nobody holds.
  var firstFree: UInt32? { held.firstIndex(of: false).map { UInt32($0) } }

  var heldCount: Int { held.count { $0 } }
}
