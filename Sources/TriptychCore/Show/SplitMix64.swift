/// The show's own generator (Steele, Lea, Flood: "Fast splittable pseudorandom number
/// generators", 2014). Small, and the same everywhere for ever, which Swift's own is not.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  /// Any number of 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.finish(state)
  }

  /// A number below `limit`, which is at least 1. The bias is limit / 2⁶⁴.
  public mutating func below(_ limit: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(max(limit, 1))).high)
  }

  /// Fisher–Yates: every order is as likely.
  mutating func shuffle(_ deck: inout [UInt32]) {
    guard deck.count > 1 else { return }
    for last in stride(from: deck.count - 1, to: 0, by: -1) {
      deck.swapAt(last, below(last + 1))
    }
  }

  /// A seed for one use of a seed: the same for the same pair, unrelated for any other.
  static func mix(_ seed: UInt64, _ use: Int) -> UInt64 {
    finish(finish(seed &+ 0x9E37_79B9_7F4A_7C15) ^ UInt64(bitPattern: Int64(use)))
  }

  private static func finish(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
