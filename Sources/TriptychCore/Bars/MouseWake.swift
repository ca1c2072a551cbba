/// Tells a hand on the mouse from a table that is pushed, and from the motion that displays invent
/// when they start. A value without a clock.
public struct MouseWake: Hashable, Sendable {
  /// Where the motion began that goes on.
  private var from: Point?
  private var place: Point?
  private var last = Instant.zero
  /// The mouse has been moved by a hand since it rested.
  public private(set) var isInUse = false

  /// A rest so long begins a motion anew.
  public static let pause = Duration.seconds(1)

  public init() {}

  /// The mouse is at a point now. True for each motion of a hand: of more than a hundredth of the
  /// screen's height without a pause, or of a twentieth at once. Where the mouse is at first is
  /// told by no hand.
  public mutating func moved(to point: Point, at now: Instant, screen: Size) -> Bool {
    defer { (last, place) = (now, point) }
    if let place, Self.distance(place, point) > screen.height / 20 {
      (from, isInUse) = (point, true)
      return true
    }
    guard let from, now - last <= Self.pause else {
      self.from = point
      return false
    }
    let slop = isInUse ? 0 : max(screen.height / 100, 3)
    guard Self.distance(from, point) > slop else { return false }
    (self.from, isInUse) = (point, true)
    return true
  }

  private static func distance(_ a: Point, _ b: Point) -> Double {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }

  /// Nobody has moved it for a while.
  public mutating func rest() { isInUse = false }
}
