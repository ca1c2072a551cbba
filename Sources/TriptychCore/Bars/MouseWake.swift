/// Tells a hand on the mouse from a table that is pushed, and from the motion that displays invent
/// when they start. A value without a clock.
public struct MouseWake: Hashable, Sendable {
  private var from: Point?
  private var last = Instant.zero
  /// The mouse has been moved by a hand since it rested.
  public private(set) var isInUse = false

  /// A rest so long begins a motion anew.
  public static let pause = Duration.seconds(1)

  public init() {}

  /// The mouse is at a point now. True for each motion of a hand: of more than a hundredth of the
  /// screen's height without a pause.
  public mutating func moved(to point: Point, at now: Instant, screen: Size) -> Bool {
    defer { last = now }
    guard let from, now - last <= Self.pause else {
      self.from = point
      return false
    }
    let (x, y) = (point.x - from.x, point.y - from.y)
    let slop = isInUse ? 0 : max(screen.height / 100, 3)
    guard x * x + y * y > slop * slop else { return false }
    (self.from, isInUse) = (point, true)
    return true
  }

  /// Nobody has moved it for a while.
  public mutating func rest() { isInUse = false }
}
