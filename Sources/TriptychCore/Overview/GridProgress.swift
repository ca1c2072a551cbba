/// How far the pictures of the cells in sight have come, and whether a sign says so. A value that
/// knows no clock.
public struct GridProgress: Hashable, Sendable {
  /// Since when something in sight has been awaited; nil: all is here.
  private var since: Instant?
  private var done = 1.0
  private var isShown = false

  public init() {}

  /// What is here sooner needs no sign.
  public static let delay = Duration.milliseconds(300)

  /// A frame is drawn of `count` cells, of which so many have their picture, or never will.
  public mutating func note(done: Int, of count: Int, at now: Instant) {
    guard done < count else {
      (since, self.done, isShown) = (nil, 1, false)
      return
    }
    let start = since ?? now
    (since, self.done) = (start, Double(max(done, 0)) / Double(count))
    isShown = now >= start + Self.delay
  }

  /// True once, when the sign comes by itself: then a frame is due, whatever becomes of it.
  public mutating func reveal(at now: Instant) -> Bool {
    guard let due, due <= now else { return false }
    isShown = true
    return true
  }

  /// How much of the work is done, 0…1; nil: there is no sign.
  public var part: Double? { isShown ? done : nil }

  /// When the sign comes by itself; nil: it is there, or is not needed.
  public var due: Instant? { isShown ? nil : since.map { $0 + Self.delay } }
}
